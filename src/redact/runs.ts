import type { Report } from './finding.ts';
import { nameKindOf, namesVendor } from './names.ts';
import type { Reading } from './strictness.ts';
import { opensToken, reportTokens } from './tokens.ts';
import { isStandIn, isUuid, looksRandom } from './values.ts';

/** The shortest unbroken run of word characters that any token format contains. */
const SHORTEST_RUN = 16;
/** 1 for each of the characters, by UTF-16 unit; a table because the scan sees every character of every file. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(65536);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const IN_RUN = tableOf(`${ALPHANUMERIC}_-~`);
/** Ends a stretch: white space, quotes and brackets, in which no token goes on. */
const STOP = tableOf(' \t\n\r"\'`<>,;()[]{}');

/** How far a stretch may reach to the left of its run. */
const LEFT_REACH = 300;

/**
 * Looks at every unbroken run of word characters of sixteen or more, stepping sixteen characters at a time where there
 * is none, and asks for token formats and for random values under a telling name.
 */
export function scanRuns(text: string, reading: Reading, report: Report): void {
  const length = text.length;
  let at = SHORTEST_RUN - 1;
  while (at < length) {
    if (IN_RUN[text.charCodeAt(at)] === 0) {
      at += SHORTEST_RUN;
      continue;
    }
    let from = at;
    while (from > 0 && IN_RUN[text.charCodeAt(from - 1)] === 1) from--;
    let to = at + 1;
    while (to < length && IN_RUN[text.charCodeAt(to)] === 1) to++;
    const isLong = to - from >= SHORTEST_RUN;
    const isTelling = isLong && (/\d/.test(text.slice(from, to)) || opensToken(text, from));
    at = (isTelling ? examine(text, from, to, reading, report) : to) + SHORTEST_RUN;
  }
}

/** Returns where the scan goes on. */
function examine(
  text: string,
  runFrom: number,
  runTo: number,
  reading: Reading,
  report: Report,
): number {
  let from = runFrom;
  const leftmost = Math.max(0, runFrom - LEFT_REACH);
  while (from > leftmost && STOP[text.charCodeAt(from - 1)] === 0) from--;
  let to = runTo;
  while (to < text.length && STOP[text.charCodeAt(to)] === 0) to++;
  const found = reportTokens(text, from, to, report);
  if (!found) reportNamed(text, runFrom, to, reading, report);
  return to;
}

/** Lengths from which a random value under a weak name counts. */
const WEAK_LENGTH = 20;
const VENDOR_LENGTH = 15;
const IN_VALUE = tableOf(`${ALPHANUMERIC}_+/~.%|$-`);
const KEY_REACH = 120;
const LONGEST_VALUE = 4096;

// `key = `, `"key": `, `key="`, `Key>`, `("KEY", "` right before the value.
const KEY_BEFORE =
  /(?:^|[^\w.$-])([\w.$-]{1,80})\\?["'`\]]{0,2}[ \t]{0,8}(?:=>|:{0,3}=|\?=|:|(?<=["'`]),|>)[ \t]{0,8}\\?[@bru]?["'`]?$/;
const VALUE_SET = /^[\w.=+/~:%|-]+$/;
/** A key and its value without anything between that would end a stretch. */
const TIGHT_PAIR = /^([\w.$-]{1,80}?)(?:\?=|:{0,3}=|:)([\w+/~.%|-]+={0,3})$/;

function reportNamed(
  text: string,
  runFrom: number,
  to: number,
  reading: Reading,
  report: Report,
): void {
  let from = runFrom;
  const leftmost = Math.max(0, runFrom - LEFT_REACH);
  while (from > leftmost && IN_VALUE[text.charCodeAt(from - 1)] === 1) from--;
  if (to - from < VENDOR_LENGTH || to - from > LONGEST_VALUE) return;
  const stretch = text.slice(from, to);
  const pair = TIGHT_PAIR.exec(stretch);
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    judge(pair[1], pair[2], to - pair[2].length, report);
    return;
  }
  if (!followsOperator(text, from)) return;
  const before = text.slice(Math.max(0, from - KEY_REACH), from);
  const key = KEY_BEFORE.exec(before)?.[1];
  if (key === undefined) return;
  const isQuoted = /["'`]$/.test(before);
  if (!isQuoted && reading.strictness === 'code' && !/[=:>]\s*$/.test(before)) return;
  judge(key, stretch, from, report);
}

/** Cheap: is there `=`, `:`, `,` or `>` before the quotes and blanks that precede the value? */
function followsOperator(text: string, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && from - at < 12 && /[ \t"'`\\@bru]/.test(text.charAt(at))) at--;
  return /[=:,>]/.test(text.charAt(at));
}

function judge(key: string, value: string, from: number, report: Report): void {
  const kind = nameKindOf(key);
  if (kind === 'none') return;
  const least = namesVendor(key) ? VENDOR_LENGTH : WEAK_LENGTH;
  if (value.includes('...')) return;
  const bare = value.replace(/[.:]+$/, '');
  if (!VALUE_SET.test(bare) || isStandIn(bare) || !looksRandom(bare, least)) return;
  if (kind === 'weak' && ((isUuid(bare) && !namesVendor(key)) || /^sha\d+[:-]/.test(bare))) return;
  report(from, from + bare.length, 'random-value', key);
}
