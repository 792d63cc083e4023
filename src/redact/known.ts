import { late } from '../math/memo.ts';
import type { Shape } from '../model/shape.ts';
import { markerOf } from './finding.ts';
import { isFieldName, nameKindOf } from './names.ts';
import { redact, secretsIn } from './redact.ts';
import { isPlaceholder, looksRandom } from './values.ts';

/** A value that a file of settings gave away, and under which name. */
export interface Known {
  readonly name: string;
  readonly value: string;
}

const SHORTEST = 6;
const SHORTEST_WORD = 8;
const LONGEST = 4096;

/** The values of a text that are secret beyond doubt and so particular that they may be replaced in any other text. */
export function knownIn(text: string, shape: Shape): Known[] {
  const names = late(() => namesIn(text));
  return secretsIn(text, shape).flatMap(({ name, value, rule }) => {
    const kind = nameKindOf(name);
    const isNamed = kind === 'password' || kind === 'token' || rule !== 'env-value';
    if (!isNamed && !looksRandom(value, SHORTEST * 2)) return [];
    const decoded = rule === 'kubernetes-secret' ? plainOf(value) : null;
    return [value, ...(decoded === null ? [] : [decoded])]
      .filter((each) => isParticular(each) && !names().has(each))
      .map((each) => ({ name, value: each }));
  });
}

const SETTING = /^[ \t"'-]*([\w.-]+)["']?[ \t]*[:=][ \t]*["']?(\p{L}+)["']?[ \t,]*\r?$/gmu;

/** Words that settings with harmless names have: of `USER=storefront` beside `PASSWORD=storefront`, both name the shop. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(SETTING)].flatMap(([, name = '', value = '']) =>
      nameKindOf(name) === 'none' ? [value] : [],
    ),
  );

function isParticular(value: string): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || /[\r\n]/.test(value)) return false;
  if (isPlaceholder(value) || isFieldName(value) || /^[\d.]+$/.test(value)) return false;
  return /\d|[^\w\s.-]/.test(value) || value.length >= SHORTEST_WORD;
}

/** What a value of `data` says, if it is text. */
function plainOf(value: string): string | null {
  if (
    !/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$|^(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(
      value,
    )
  )
    return null;
  const plain = atob(value).trimEnd();
  return /^[ -~]+$/.test(plain) ? plain : null;
}

/** In one order, each value once; the longest first, so that none hides a part of another. */
export function inOrder(known: readonly Known[]): Known[] {
  const byValue = new Map<string, Known>();
  for (const each of known) {
    for (const value of new Set([each.value, JSON.stringify(each.value).slice(1, -1)]))
      if (!byValue.has(value)) byValue.set(value, { name: each.name, value });
  }
  return [...byValue.values()].sort(
    (a, b) => b.value.length - a.value.length || (a.value < b.value ? -1 : 1),
  );
}

const isWordAt = (text: string, at: number): boolean => /[A-Za-z0-9]/.test(text.charAt(at));

/** A text without these values; as part of a longer word they mean something else. */
export function withoutKnown(text: string, known: readonly Known[]): string {
  let current = text;
  for (const { name, value } of known) {
    if (!current.includes(value)) continue;
    const pieces: string[] = [];
    let done = 0;
    for (
      let at = current.indexOf(value);
      at !== -1;
      at = current.indexOf(value, at + value.length)
    ) {
      const to = at + value.length;
      const isPart =
        (isWordAt(value, 0) && isWordAt(current, at - 1)) ||
        (isWordAt(value, value.length - 1) && isWordAt(current, to));
      if (isPart) continue;
      pieces.push(current.slice(done, at), markerOf(name, 'known'));
      done = to;
    }
    current = pieces.join('') + current.slice(done);
  }
  return current;
}

const NAME_SHAPE: Shape = { source: 'code', kind: 'source', language: 'path', options: '' };

/** Those of the paths that hold a secret, with what is left of them. All are read as one text, which costs little where none does. */
export function cleanNames(
  paths: readonly string[],
  known: readonly Known[],
): ReadonlyMap<string, string> {
  const shown = paths.map((path) => path.replaceAll('\n', ' '));
  const clean = redact(withoutKnown(shown.join('\n'), known), NAME_SHAPE).text.split('\n');
  return new Map(
    paths.flatMap((path, at): [string, string][] => {
      const left = clean[at];
      return left === undefined || left === shown[at] ? [] : [[path, left]];
    }),
  );
}
