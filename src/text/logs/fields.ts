import { matchAt } from '../code/quoting.ts';
import { type Level, levelOf, levelOfLetter, levelOfNumber } from './level.ts';
import { readGlog, readTime, readUptime, type Timestamp } from './time.ts';

/**
 * What a word at the start of a log line can be. `letter` is a capital that may stand for a level,
 * `boxed` a time in brackets, `tag` a name with a colon (`sshd[42]:`), `mark` punctuation standing alone (`-`, `|`, `---`).
 */
export type FieldKind =
  | 'time'
  | 'boxed'
  | 'level'
  | 'letter'
  | 'number'
  | 'bracket'
  | 'tag'
  | 'mark'
  | 'word';

export interface Field {
  readonly kind: FieldKind;
  /** Offsets of the value, without brackets and trailing punctuation. */
  readonly start: number;
  readonly end: number;
  /** Offset behind the field and its punctuation. */
  readonly next: number;
  readonly time: Timestamp | null;
  readonly level: Level | null;
}

const LONGEST_BRACKET = 240;
const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '<': '>' };

function skipSpaces(line: string, at: number): number {
  let p = at;
  while (line.charCodeAt(p) === 32 || line.charCodeAt(p) === 9) p++;
  return p;
}

/** Offset of the bracket that closes the one at `at`, or -1 if it is not near. */
function closing(line: string, at: number): number {
  const open = line.charAt(at);
  const close = CLOSERS[open];
  const limit = Math.min(line.length, at + LONGEST_BRACKET);
  let depth = 0;
  for (let p = at; p < limit; p++) {
    const char = line.charAt(p);
    if (char === open) depth++;
    else if (char === close && --depth === 0) return p;
  }
  return -1;
}

const trailing = (line: string, at: number): number => {
  const char = line.charAt(at);
  const ends = char === ',' || char === ':' || char === ';';
  return ends && (at + 1 >= line.length || line.charAt(at + 1) !== char) ? at + 1 : at;
};

const field = (
  kind: FieldKind,
  start: number,
  end: number,
  next: number,
  time: Timestamp | null = null,
  level: Level | null = null,
): Field => ({ kind, start, end, next, time, level });

/** `[notice]`, `[ERROR   ]`, `[core:error]`. */
function bracketLevel(inner: string): Level | null {
  const trimmed = inner.trim();
  return levelOf(trimmed) ?? levelOf(trimmed.slice(trimmed.lastIndexOf(':') + 1));
}

const PRIORITY = /<(\d{1,3})>(?:1 )?/y;

function readBracket(line: string, at: number): Field | null {
  if (at === 0 && line.startsWith('<')) {
    const m = matchAt(PRIORITY, line, 0);
    if (m !== null) {
      return field('level', 1, m[0].length, m[0].length, null, levelOfNumber(Number(m[1]) % 8));
    }
  }
  const close = closing(line, at);
  if (close < 0) return null;
  const inside = skipSpaces(line, at + 1);
  const next = trailing(line, close + 1);
  const time = readTime(line, inside) ?? readUptime(line, inside);
  if (time !== null && time.end <= close) {
    const said = BESIDE_TIME.exec(line.slice(time.end, Math.min(close, time.end + LONGEST_BESIDE)));
    return field('boxed', inside, time.end, next, time, levelOf(said?.[1] ?? ''));
  }
  const level = close - inside <= 40 ? bracketLevel(line.slice(inside, close)) : null;
  if (level !== null) return field('level', inside, close, next, null, level);
  return field('bracket', inside, close, next);
}

/** A word ends with white space or a bar, which separates columns in many formats. */
const WORD = /[^ \t|]{0,160}/y;
const MARK = /^(?:[-–—*=>:~#/]{1,5}|\*)$/;
const NUMBER = /^(?:[-+#]?\d+(?:[#:/]\d+)?|0x[\da-f]+|\d+\.\d+)$/i;
const TAG = /^[\p{L}_$@/.(][^\s]*$/u;
const LEVEL_COLON = /([a-z]{3,13}):/iy;
const LOGCAT = /([VDIWEF])\//y;

function readWord(line: string, at: number): Field {
  const logcat = matchAt(LOGCAT, line, at);
  if (logcat !== null) {
    return field('level', at, at + 1, at + 2, null, levelOfLetter(logcat[1] ?? ''));
  }
  const named = matchAt(LEVEL_COLON, line, at);
  const spelled = named === null ? null : levelOf(named[1] ?? '');
  if (named !== null && spelled !== null) {
    const end = at + named[0].length;
    return field('level', at, end - 1, end, null, spelled);
  }
  const word = matchAt(WORD, line, at)?.[0] ?? '';
  const stop = at + word.length;
  if (MARK.test(word)) return field('mark', at, stop, stop);
  const last = word.charAt(word.length - 1);
  const cut = word.length > 1 && (last === ':' || last === ',' || last === ';');
  const core = cut ? word.slice(0, -1) : word;
  const end = at + core.length;
  const level = levelOf(core);
  if (level !== null) return field('level', at, end, stop, null, level);
  const letter = levelOfLetter(core);
  if (letter !== null) return field('letter', at, end, stop, null, letter);
  if (NUMBER.test(core)) return field('number', at, end, stop);
  if (last === ':' && TAG.test(core)) return field('tag', at, end, stop);
  // glog ends its place in the code by a lone bracket: `controller.go:163] message`.
  if (last === ']' && !word.includes('[')) return field('tag', at, stop - 1, stop);
  return field('word', at, end, stop);
}

/** `[2026-05-13 06:02:10,120: ERROR/MainProcess]`: how bad it is, behind the time. */
const BESIDE_TIME = /^\s{0,2}[:,;|-]?\s{0,2}([A-Za-z]{3,9})\b/;
const LONGEST_BESIDE = 20;

/** The field of a line that starts at or after `at`; null at the line's end. */
export function readField(line: string, at: number): Field | null {
  const p = skipSpaces(line, at);
  if (p >= line.length) return null;
  const char = line.charAt(p);
  if (char === '|') return field('mark', p, p + 1, p + 1);
  if (Object.hasOwn(CLOSERS, char)) {
    const bracket = readBracket(line, p);
    if (bracket !== null) return bracket;
  }
  const time = readTime(line, p);
  if (time !== null) return field('time', p, time.end, trailing(line, time.end), time);
  const glog = readGlog(line, p);
  if (glog !== null) {
    const { end } = glog.time;
    return field('time', p + 1, end, end, glog.time, levelOfLetter(glog.letter));
  }
  return readWord(line, p);
}

export function readFields(line: string, at: number, most: number): Field[] {
  const fields: Field[] = [];
  while (fields.length < most) {
    const found = readField(line, fields.at(-1)?.next ?? at);
    if (found === null) break;
    fields.push(found);
  }
  return fields;
}
