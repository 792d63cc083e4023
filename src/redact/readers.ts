import { MARKER_OPEN } from './finding.ts';
import type { Written } from './literals.ts';
import type { Reading } from './strictness.ts';
import { uncommented } from './values.ts';

/** Longer values are not read to their end; the scan stays linear on one-line megabytes. */
const LONGEST_VALUE = 8192;

const TYPED =
  /[ \t]{0,4}:?[ \t]{0,4}[A-Za-z_&*][\w.<>[\]?*&|: ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=[@bBrRuUfFL$]{0,2}["'`])/y;
const SUBSCRIPT = /\[\d{0,6}\]/y;
const OPERATOR =
  /[ \t]{0,40}(=>|->|:{0,3}={1,3}|\?\?=|\?=|\.=|\+=|!={1,2}|\|\||:|,|\()[ \t]{0,40}/y;
const VALUE_PAIR =
  /["']?[ \t]{0,8},?\s{1,60}(?:-\s)?["']?(?:[Vv]alue|VALUE|default|content)["']?\s{0,4}[:=]\s{0,8}/y;
const ATTRIBUTE = /["'][ \t]{1,20}(?:value|Value|content)[ \t]{0,4}=[ \t]{0,4}/y;
const NAMES_KEY = /(?:^|[\s"'{<-])(?:[Nn]ame|NAME|[Kk]ey|id|property)["']?\s{0,4}[:=]\s{0,4}["']?$/;
const STRING_PREFIX = /[@bBrRuUfFL$]{0,2}(?=["'`])/y;
const OPENING = /^["'`]$/;
const AUTH_SCHEME =
  /(?:Bearer|Basic|Token|Api-Token|ApiKey|Api-Key|JWT|Bot|GenieKey|SSWS|Splunk)[ \t]{1,4}(?=[\w+/=~.-]{4})/y;
const BLOCK = /[|>][-+\d]{0,2}[ \t]*(?:#[^\n]{0,200})?\r?\n/y;
const BREAK_THEN_VALUE = /\s{0,80}/y;

type How = Written['by'];

/** Reads what is written as the value of the name at [from, to), or null if nothing is. */
export function valueAt(
  text: string,
  from: number,
  to: number,
  name: string,
  reading: Reading,
): Written | null {
  const flag = /^-{1,2}[A-Za-z]/.test(name);
  const before = text.charAt(from - 1);
  let at = to;
  const quotedName = isQuote(text, at);
  if (quotedName) at += text.charAt(at) === '\\' ? 2 : 1;
  if (text.charAt(at) === ']') at++;
  at = after(SUBSCRIPT, text, at);

  // XML: <name>value</name>, <x name="name">value</x>, <x name="name" value="value"/>
  if (text.charAt(at) === '>' && (before === '<' || quotedName)) {
    return element(text, at + 1);
  }
  const near = text.slice(Math.max(0, from - 24), from);
  if (NAMES_KEY.test(near)) {
    const pair = after(VALUE_PAIR, text, to);
    if (pair > to) return read(text, pair, 'assign', reading);
  }
  if (quotedName) {
    const attribute = after(ATTRIBUTE, text, to);
    if (attribute > to) return read(text, attribute, 'assign', reading);
  }

  OPERATOR.lastIndex = at;
  const operator = OPERATOR.exec(text)?.[1];
  if (operator !== undefined) {
    const valueFrom = OPERATOR.lastIndex;
    // Only as the first argument of a call: in lists, names follow names.
    if (operator === ',' && !(quotedName && /\(\s{0,4}\\?["'`]$/.test(near))) return null;
    if (operator === ':' && !quotedName) {
      const typed = after(TYPED, text, at);
      if (
        typed > at &&
        !isQuote(text, valueFrom) &&
        after(AUTH_SCHEME, text, valueFrom) === valueFrom
      )
        return read(text, typed, 'assign', reading);
    }
    if (operator === ':' && text.charAt(valueFrom) === '/' && text.charAt(valueFrom + 1) === '/')
      return null;
    const by = howOf(operator, quotedName);
    const block =
      operator === ':' && reading.strictness !== 'code' ? blockAt(text, valueFrom, from) : null;
    return block ?? read(text, valueFrom, by, reading);
  }
  const typed = quotedName ? at : after(TYPED, text, at);
  if (typed > at) return read(text, typed, 'assign', reading);
  return spaced(text, at, flag, from, reading);
}

function howOf(operator: string, quotedName: boolean): How {
  if (operator === '(') return 'call';
  if (operator === ',') return quotedName ? 'call' : 'compare';
  if (operator === '||' || operator === '==' || operator === '===' || operator.startsWith('!'))
    return 'compare';
  return 'assign';
}

/** `--password value`, `password "value"`, `ENV PASSWORD value`. */
function spaced(
  text: string,
  at: number,
  flag: boolean,
  from: number,
  reading: Reading,
): Written | null {
  const valueFrom = after(/[ \t]{1,20}/y, text, at);
  if (valueFrom === at) return null;
  if (flag) return read(text, valueFrom, 'flag', reading);
  if (isQuote(text, valueFrom)) return read(text, valueFrom, 'spaced', reading);
  if (/bearer$/i.test(text.slice(Math.max(0, at - 6), at)))
    return bareWord(text, valueFrom, 'flag');
  const lead = text.slice(Math.max(0, from - 40), from);
  if (/(?:^|\n)[ \t]*ENV[ \t]+$/.test(lead)) return read(text, valueFrom, 'assign', reading);
  if (/(?:^|\n|\s)login[ \t]+\S+\s+$/.test(lead)) return read(text, valueFrom, 'flag', reading);
  return null;
}

function element(text: string, from: number): Written | null {
  const at = after(BREAK_THEN_VALUE, text, from);
  const limit = Math.min(text.length, at + LONGEST_VALUE);
  const close = text.slice(at, limit).indexOf('<');
  if (close === -1) return null;
  const value = text.slice(at, at + close).trimEnd();
  return { from: at, to: at + value.length, value, quoted: true, by: 'assign' };
}

function read(text: string, begin: number, by: How, reading: Reading): Written | null {
  const start = after(AUTH_SCHEME, text, begin);
  if (text.startsWith(MARKER_OPEN, start)) return null;
  const at = after(STRING_PREFIX, text, start);
  return isQuote(text, at) ? quoted(text, at, by) : bare(text, start, by, reading);
}

/** A quote, or the escaped quote of JSON inside a string. */
function isQuote(text: string, at: number): boolean {
  const char = text.charAt(at);
  return OPENING.test(char) || (char === '\\' && OPENING.test(text.charAt(at + 1)));
}

function quoted(text: string, at: number, by: How): Written | null {
  const escaped = text.charAt(at) === '\\';
  const mark = text.charAt(escaped ? at + 1 : at);
  const from = at + (escaped ? 2 : 1);
  const limit = Math.min(text.length, from + LONGEST_VALUE);
  for (let i = from; i < limit; i++) {
    const char = text.charAt(i);
    if (char === '\n') break;
    if (escaped ? text.startsWith(`\\${mark}`, i) : char === mark)
      return { from, to: i, value: text.slice(from, i), quoted: true, by };
    if (char === '\\') i++;
  }
  // A quote that is never closed on its line: what follows is read as a bare word.
  return bareWord(text, from, by);
}

const BARE_WORD = /[^\s"'`,;<>(){}[\]&\\]{1,300}/y;
/** More of an unquoted line tells nothing new; a secret goes to the end of its line all the same. */
const JUDGED_LINE = 300;

function bare(text: string, from: number, by: How, reading: Reading): Written | null {
  const wholeLine = reading.literalsEndLines && (by === 'assign' || by === 'spaced');
  const inPair =
    wholeLine && (/[;&]/.test(text.charAt(from - 1)) || insideQuotes(text, from));
  if (!wholeLine || inPair) return bareWord(text, from, by);
  const near = text.slice(from, from + JUDGED_LINE);
  const end = near.search(/[\r\n]/);
  const value = withoutEnd(uncommented(end === -1 ? near : near.slice(0, end)));
  return { from, to: from + value.length, value, quoted: false, by };
}

/** Punctuation that closes a line and not a value. */
function withoutEnd(value: string): string {
  let end = value.length;
  while (end > 0 && /[\s,;"'`]/.test(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

/** `"Server=x;Password=y;"` or `?password=y&`: the value ends before the line does. */
function insideQuotes(text: string, from: number): boolean {
  const lineFrom = text.lastIndexOf('\n', from - 1) + 1;
  const head = text.slice(Math.max(lineFrom, from - 300), from);
  if (/[?&;][\w.-]*=$/.test(head)) return true;
  const doubles = head.split('"').length - 1;
  const singles = head.split("'").length - 1;
  return doubles % 2 === 1 || singles % 2 === 1;
}

function bareWord(text: string, from: number, by: How): Written | null {
  BARE_WORD.lastIndex = from;
  const value = BARE_WORD.exec(text)?.[0] ?? '';
  if (value === '') return null;
  const next = text.charAt(from + value.length);
  // A word that goes on with a bracket is a call, an index or a template.
  if (/[([{<]/.test(next)) return null;
  if (value.endsWith('...')) return null;
  const trimmed = value.replace(/[.:]+$/, '');
  return { from, to: from + trimmed.length, value: trimmed, quoted: false, by };
}

/** A YAML block scalar: the deeper lines that follow `key: |`. */
function blockAt(text: string, at: number, nameFrom: number): Written | null {
  BLOCK.lastIndex = at;
  if (!BLOCK.test(text)) return null;
  const lineFrom = text.lastIndexOf('\n', nameFrom) + 1;
  const depth = /^[ \t-]*/.exec(text.slice(lineFrom, nameFrom))?.[0].length ?? 0;
  let to = BLOCK.lastIndex;
  let from = -1;
  while (to < text.length && to - at < LONGEST_VALUE * 4) {
    const end = text.indexOf('\n', to);
    const lineEnd = end === -1 ? text.length : end;
    const line = text.slice(to, lineEnd);
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '' && indent <= depth) break;
    if (from === -1 && line.trim() !== '') from = to + indent;
    to = Math.min(text.length, lineEnd + 1);
  }
  if (from === -1) return null;
  const value = text.slice(from, to).trimEnd();
  return { from, to: from + value.length, value, quoted: false, by: 'block' };
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
