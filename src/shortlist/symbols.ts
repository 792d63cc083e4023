import type { Definition } from '../model/document.ts';
import type { Candidate } from './candidates.ts';

/** What a candidate is called, and what follows its name where it has only one. */
export interface Symbols {
  readonly symbol: string;
  readonly signature: string;
}

const NAMES_SHOWN = 6;
const VALUES: ReadonlySet<string> = new Set('variable constant field member property'.split(' '));

/** The names of what begins in the lines of a candidate; otherwise of what is around them. */
export function symbolsOf({ facts, firstLine, lastLine }: Candidate): Symbols {
  const isHere = ({ line }: Definition): boolean => line >= firstLine && line <= lastLine;
  const here = facts.definitions.filter(isHere);
  const outer = here.filter(
    (own) => !here.some((other) => other !== own && other.line <= own.line && holds(other, own)),
  );
  const major = outer.filter(({ kind }) => !VALUES.has(kind));
  const [only, ...more] = major.length > 0 ? major : outer;
  if (only !== undefined && more.length === 0) {
    return { symbol: nameOf(only), signature: signatureOf(only, facts.text.split('\n')) };
  }
  if (only !== undefined) return { symbol: namesOf([only, ...more]), signature: '' };
  const around = facts.definitions.filter(
    (own) => own.line < firstLine && lastLine <= own.lastLine,
  );
  const inner = around.toSorted((a, b) => b.line - a.line)[0];
  if (inner !== undefined) return { symbol: nameOf(inner), signature: '' };
  const chunk = facts.chunks.find((own) => own.firstLine <= firstLine && firstLine <= own.lastLine);
  return { symbol: oneLine(chunk?.name ?? ''), signature: '' };
}

const holds = (outer: Definition, inner: Definition): boolean =>
  outer.lastLine >= inner.lastLine && (outer.line < inner.line || outer.lastLine > inner.lastLine);

const nameOf = ({ within, name }: Definition): string => oneLine([...within, name].join('.'));

/** Neighbours mostly share what they are within, which is said once. */
function namesOf(definitions: readonly Definition[]): string {
  const names: string[] = [];
  let before = '';
  for (const { within, name } of definitions.slice(0, NAMES_SHOWN)) {
    const around = within.join('.');
    names.push(around === before ? name : [...within, name].join('.'));
    before = around;
  }
  if (definitions.length > NAMES_SHOWN) names.push('…');
  return oneLine(names.join(', '));
}

/** Names come from files, which may hold anything. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const SIGNATURE_LINES = 6;

/** What stands after the name up to the body, on one line; nothing where that goes on for long. */
function signatureOf({ name, line }: Definition, lines: readonly string[]): string {
  const text = lines.slice(line - 1, line - 1 + SIGNATURE_LINES).join('\n');
  const at = text.indexOf(name);
  const rest = at < 0 ? '' : text.slice(at + name.length);
  const open = /^\s*(?:<[^>]*>)?\s*\(/.exec(rest);
  if (open === null) return '';
  let depth = 0;
  for (let i = open[0].length - 1; i < rest.length; i++) {
    if ('([{'.includes(rest.charAt(i))) depth++;
    else if (')]}'.includes(rest.charAt(i)) && --depth === 0) {
      const result = /^[ \t]*(?:->|:)[ \t]*[\w.<>[\]|&*, ]+/.exec(rest.slice(i + 1))?.[0] ?? '';
      return oneLine(`${rest.slice(0, i + 1)}${result}`).replaceAll(/([([{]) | (?=[)\]}])/g, '$1');
    }
  }
  return '';
}
