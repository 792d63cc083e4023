import type { Report, Scan } from './finding.ts';
import { nameKindOf, namesVendor, spellsOut } from './names.ts';
import { opensToken, reportTokens } from './tokens.ts';
import { entropyOf, isFingerprint, isStandIn, isUuid, looksRandom, wordiness } from './values.ts';

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
 * Looks at every unbroken run of word characters of sixteen or more and asks for token formats and for random values under a
 * telling name.
 */
export function scanRuns(scan: Scan): void {
  const runs = tellingRuns(scan.text, scan.bytes);
  let next = 0;
  for (let i = 0; i < runs.length; i += 2) {
    const from = runs[i] ?? 0;
    if (from >= next) next = examine(scan, from, runs[i + 1] ?? from) + 1;
  }
}

/**
 * Where the runs begin and end that may hold a token, in turn. They are few; a loop that looked at them as well would be compiled with
 * all that looking at them takes, again each time one of them takes something new.
 */
function tellingRuns(text: string, bytes: Uint8Array): readonly number[] {
  const { length } = text;
  const runs: number[] = [];
  for (let next = 0; ; ) {
    const at = insideRun(bytes, next, length);
    if (at >= length) return runs;
    let from = at;
    while (from > 0 && IN_RUN[text.charCodeAt(from - 1)] === 1) from--;
    let to = at;
    while (to < length && IN_RUN[text.charCodeAt(to)] === 1) to++;
    const isTelling =
      to - from >= SHORTEST_RUN &&
      !isFraction(bytes, from, to) &&
      (holdsDigit(bytes, from, to) || opensToken(text, from));
    if (isTelling) runs.push(from, to);
    next = to + 1;
  }
}

/**
 * The last of the first sixteen characters in a row that may be of a run, or the length. Looks backwards from where a run would have
 * come to sixteen: what ends one there also ends all that began before it.
 */
function insideRun(bytes: Uint8Array, from: number, length: number): number {
  let first = from;
  for (let last = first + SHORTEST_RUN - 1; last < length; last = first + SHORTEST_RUN - 1) {
    let at = last;
    while (at >= first && IN_RUN[bytes[at] ?? 0] === 1) at--;
    if (at < first) return last;
    first = at + 1;
  }
  return length;
}

function holdsDigit(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && ((bytes[at] ?? 0) - ZERO) >>> 0 > 9) at++;
  return at < to;
}
const ZERO = 48;
const DOT = 46;

/** What follows the point of a number, up to an exponent: tables of them are long and hold no token. */
function isFraction(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from - 1] !== DOT || !isDigit(bytes[from - 2])) return false;
  let at = from;
  while (at < to && isDigit(bytes[at])) at++;
  if (at > from && at < to && ((bytes[at] ?? 0) | CASE) === EXPONENT) at++;
  if (bytes[at] === MINUS) at++;
  while (at < to && isDigit(bytes[at])) at++;
  return at === to;
}
const isDigit = (code = 0): boolean => (code - ZERO) >>> 0 <= 9;
const CASE = 32;
const EXPONENT = 101;
const MINUS = 45;

/** Returns where the scan goes on. */
function examine(scan: Scan, runFrom: number, runTo: number): number {
  const { text } = scan;
  let from = runFrom;
  const leftmost = Math.max(0, runFrom - LEFT_REACH);
  while (from > leftmost && STOP[text.charCodeAt(from - 1)] === 0) from--;
  let to = runTo;
  while (to < text.length && STOP[text.charCodeAt(to)] === 0) to++;
  if (!reportTokens(text, from, to, scan.report)) reportNamed(scan, runFrom, to);
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

function reportNamed({ text, reading, report }: Scan, runFrom: number, to: number): void {
  let from = runFrom;
  const leftmost = Math.max(0, runFrom - LEFT_REACH);
  while (from > leftmost && IN_VALUE[text.charCodeAt(from - 1)] === 1) from--;
  if (to - from < VENDOR_LENGTH || to - from > LONGEST_VALUE) return;
  const stretch = text.slice(from, to);
  const pair = /[=:]/.test(stretch) ? TIGHT_PAIR.exec(stretch) : null;
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    judge(pair[1], pair[2], to - pair[2].length, report);
    return;
  }
  const before = followsOperator(text, from) ? text.slice(Math.max(0, from - KEY_REACH), from) : '';
  const key = KEY_BEFORE.exec(before)?.[1];
  // Of two strings side by side the first may be a user as well as a name.
  const isBeside = key !== undefined && /,\s*["'`]$/.test(before) && nameKindOf(key) === 'none';
  if (key === undefined || isNondescript(key) || isBeside) reportNameless(text, from, to, report);
  if (key === undefined) return;
  const isQuoted = /["'`]$/.test(before);
  if (!isQuoted && reading.strictness === 'code' && !/[=:>]\s*$/.test(before)) return;
  const isCall = !isQuoted && text.charAt(to) === '(';
  if (isCall) return;
  if (isFingerprint(stretch, before)) return;
  if (CHECKSUM.test(stretch) && SUMS.test(text.slice(Math.max(0, from - SUMS_REACH), from))) return;
  judge(key, stretch, from, report);
}

/** A list of sums, as lock files have it. */
const CHECKSUM = /^[0-9a-f]{40}$|^[0-9a-f]{64}$/;
const SUMS = /checksums?["']?:\s*\n[^=]*$/i;
const SUMS_REACH = 2000;

/** Names that promise nothing: `x = "…"`, `value: "…"`. */
const isNondescript = (key: string): boolean =>
  /^(?:\w{1,2}|val(?:ue)?|s?tr(?:ing)?|text|arg\d?|param|foo|bar|tmp|temp|result)$/i.test(key);

/** What such strings are when they are no secrets: sums, names of contents, public keys, pictures. */
const HARMLESS =
  /sha\d|hash|integrity|websocket-(?:accept|key)|:hex\b|digest|checksum|etag|md5|fingerprint|public|cert|sign|nonce|uuid|commit|revision|\brev\b|\bsha\b|base64|data:|\bid\b|[a-z_]I[dD]s?\b|_ids?\b|url|http|font|image|icon|module|import|require|src|href|class|blob|key(?:id|_id)|expect|assert|encod|decod|authenticity|[cx]srf/i;
const NAMELESS_LENGTH = 20;
const LONGEST_NAMELESS = 100;
const NAMELESS_SET = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_-]+={0,2}$/;
const NAMELESS_ENTROPY = 4;
const NAMELESS_TURNS = 4;

/** A string of its own that only a machine can have made, of all three classes of characters and without a word in it. */
function reportNameless(text: string, from: number, to: number, report: Report): void {
  const value = text.slice(from, to);
  if (value.length < NEAR_LENGTH || value.length > LONGEST_NAMELESS) return;
  const [open, close] = [text.charAt(from - 1), text.charAt(to)];
  const isQuoted = /["'`]/.test(open);
  const stands = isQuoted ? open === close : /^\s?$/.test(open) && /^[\s]?$/.test(close);
  const isMade =
    stands &&
    value.length >= NAMELESS_LENGTH &&
    NAMELESS_SET.test(value) &&
    entropyOf(value) >= NAMELESS_ENTROPY;
  if (!stands || (!isMade && !isQuoted)) return;
  // What begins like a vendor's token was looked at as such.
  if (opensToken(text, from)) return;
  const turnsMade = (value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length;
  if (turnsMade < NAMELESS_TURNS || wordiness(value) > MOST_WORDS) return;
  const before = text.slice(Math.max(0, from - KEY_REACH), from);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = /^[^\n]{0,60}/.exec(text.slice(to, to + 60))?.[0] ?? '';
  // What is given a value is a name: `Rsa2048_OaepSha256 = 5`.
  if (!isQuoted && /^\s*[=:(]/.test(text.slice(to, to + 4))) return;
  if (!isMade && !(NEAR.test(line + rest) && looksRandom(value, NEAR_LENGTH))) return;
  if (
    OPENS_POINT.test(before) &&
    OF_JWK.test(text.slice(Math.max(0, from - JWK_REACH), to + JWK_REACH))
  )
    return;
  if (LINE_BEFORE.test(before) || LINE_AFTER.test(text.slice(to, to + 30))) return;
  // A place in an address is none either: `/user/…/profile`.
  if (isStandIn(value) || /^\/[a-z]+\//.test(value) || HARMLESS.test(line)) return;
  report(from, to, 'random-string', 'random-string');
}
/** The public half of a key: `"x": "…"` beside `"kty": "EC"`. */
const OPENS_POINT = /[{,\s](["']?)[xyn]\1\s{0,3}:\s{0,3}["']$/;
const OF_JWK = /\b(?:kty|crv)["']?\s{0,3}:/;
const JWK_REACH = 300;
/** Words beside which a shorter string, or one of few kinds of characters, is enough. */
const NEAR =
  /passw|passphrase|secret|token|credential|auth(?!or)|log_?in\b|sign_?in\b|jwt|hmac|cipher|crypt|api_?key|private|connect\(/i;
const NEAR_LENGTH = 16;
const MOST_WORDS = 0.3;
/** A line of a certificate or of another long text in base64. */
const LINE_BEFORE =
  /(?:[A-Za-z0-9+/]{16}={0,2}|-----)["'\\n,+ ]{0,6}\r?\n[\s"'+*#/]*(?:\b[bru]["'])?$/;
const LINE_AFTER = /^["'\\n,+ ]{0,6}\r?\n[\s"'+*#/]*(?:[A-Za-z0-9+/]{12}|-----)/;

const OPENS_VALUE = tableOf(' \t"\'`\\@bru');
const OPERATORS = tableOf('=:,>');

/** Cheap: is there `=`, `:`, `,` or `>` before the quotes and blanks that precede the value? */
function followsOperator(text: string, from: number): boolean {
  let at = from - 1;
  while (at >= 0 && from - at < 12 && OPENS_VALUE[text.charCodeAt(at)] === 1) at--;
  return OPERATORS[text.charCodeAt(at)] === 1;
}

function judge(key: string, value: string, from: number, report: Report): void {
  const kind = nameKindOf(key);
  if (kind === 'none') return;
  const least = namesVendor(key) ? VENDOR_LENGTH : WEAK_LENGTH;
  if (value.includes('...') || spellsOut(key, value)) return;
  const bare = value.replace(/[.:]+$/, '');
  if (!VALUE_SET.test(bare) || isStandIn(bare) || !looksRandom(bare, least)) return;
  if (kind === 'weak' && ((isUuid(bare) && !namesVendor(key)) || /^sha\d+[:-]/.test(bare))) return;
  report(from, from + bare.length, 'random-value', key);
}
