import { MARKER_OPEN } from './finding.ts';
import type { Written } from './literals.ts';
import type { Reading } from './strictness.ts';
import { uncommented } from './values.ts';

/** Longer values are not read to their end; the scan stays linear on one-line megabytes. */
const LONGEST_VALUE = 8192;
/** Where nothing closes a value, more than this tells nothing new. */
const LONGEST_OPEN = 160;
export const STRING_PREFIX: RegExp = /[@bBrRuUfFLN$]{0,2}(?=["'`])/y;
/** What only turns a string into another kind of value: `[]byte(`, `new Secret(`, `Secret::from(`, `SecretString.of(`. */
const WRAPPER =
  /(?:\(\)\s?=>\s?|lambda:\s?|<\w{1,20}>)(?=["'`])|(?:\[\]byte|Buffer\.from|[A-Za-z][\w.]{0,30}\.[gG]etBytes|bytes|String|str|Some|Secret\w{0,20}|[Bb]ase64\.\w{1,20}|new [A-Z]\w{0,40}|[A-Z]\w{0,40}Value|[A-Z]\w{0,40}(?:::|\.)(?:new|of|valueOf|from\w{0,12}|create|\w{0,12}[pP]lain\w{0,8})|[A-Z]\w{0,20}(?=\((?:default|value)\s?=))\((?:(?:default|value)\s?=\s?)?(?=[bur]?["'`])/y;
/** `password = ("value")` */
const ENCLOSED =
  /\((?=["'][^"'\n]{1,200}["'](?:\)|\s{1,40}["']|\s{0,4}\+\s))|\(\s{1,40}(?=["'][^"'\n]{1,200}["']\s)/y;
export const AUTH_SCHEME: RegExp =
  /(?:[Bb]earer|[Bb]asic|[Tt]oken|Api-Token|[Aa]pi[Kk]ey|Api-Key|JWT|Bot|GenieKey|SSWS|Splunk)[ \t]{1,4}(?=[\w+/=~.-]{4}|[$<{][\w{(])/y;
const BLOCK = /[|>][-+\d]{0,2}[ \t]*(?:#[^\n]{0,200})?\r?\n/y;
/** YAML: of which type a value is, or how others refer to it. */
const TAG = /!!?(?:str|string|binary|unsafe)[ \t]{1,4}/y;
const BLANKS = /\s{0,80}/y;
/** Elements that a value is wrapped in: `<value>`. */
const INNER = /(?:\s{0,40}<(?:[a-zA-Z][\w:-]{0,30}|[vV]alue\s[^<>\n]{1,60})>){0,2}\s{0,80}/y;
const CDATA = /<!\[CDATA\[\s{0,20}/y;
/** A value on the lines below its key, as one scalar or as a list of them. */
const NEXT_LINES =
  /[ \t]{0,8}(?:\r?\n[ \t]{1,40}(?:-[ \t]{1,4})?(?:(?:[Tt]oken|Bearer|Basic)[ \t])?(?:"[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s:#{}[\]-][^\s:#{}[\]]{0,200})(?=[ \t]*(?:\r?\n|$))){1,50}/y;
/** What gives way to a string: `config.get('x') || 'value'`, `isLive ? key : 'value'`, `env("X").orElse("value")`, `getenv("X", "value")`, `{{ x | default "value" }}`. */
const FALLBACK =
  /["']?(?:\{\{|<%=?)[^{}\n"']{0,80}(?:\[["'][\w.-]{1,40}["']\])?\s{0,3}(?:\|\s{0,2}default|\|\||\bor)[ (]\s{0,2}(?=["'])|!?[\w.$:]{1,60}!?(?:[([](?:["'][^"'\n()]{0,60}["'])?[\w.$:-]{0,40}[)\]]){0,2}(?:\s{0,3}(?:\|\||\?\?|\?:|\?[^"'`\n;?:]{1,60}:)|\s{1,3}or|\.(?:unwrap_or_else\(\|\| |(?:unwrap_or|or_?[eE]lse|getOrElse|value_or|get_or|GetValueOrDefault)\())\s{0,3}(?=["'`])|fromMaybe (?=["'])|[\w.$:]{0,60}(?:[eE]nv\w{0,12}|[gG]et\w{0,20}|fetch|[cC]onfig|lookup|var|String)\(["'][\w.-]{1,60}["'],\s{0,3}(?:default\s?=\s?)?(?=["'`])/y;

export type How = Written['by'];

/** The content of an element, up to its closing tag. */
export function element(text: string, from: number): Written | null {
  const at = after(CDATA, text, after(INNER, text, from));
  const near = text.slice(at, at + LONGEST_OPEN * 4);
  const close = near.search(/\]\]>|</);
  // `<password>` alone is a gap in a text, not the beginning of an element.
  if (close === -1 || !/^(?:\]\]>\s{0,40})?<\//.test(near.slice(close))) return null;
  const value = near.slice(0, close).trimEnd();
  return { from: at, to: at + value.length, value, quoted: true, by: 'assign' };
}

const JOINS_LIST =
  /(?:(?:""|'')\.join\(\s?[[(]|(?:concat!?|paste0|strcat|String\.join)\((?:"",)?)\s{0,20}((["'])[^"'\n]{1,80}\2(?:,\s{0,20}\2[^"'\n]{1,80}\2){1,20})\s{0,20}[\])]/y;
const LIST_JOINED =
  /\[\s{0,20}((["'`])[^"'`\n]{1,80}\2(?:,\s{0,20}\2[^"'`\n]{1,80}\2){1,20})\s{0,20}\]\.join\((?:""|''|``)\)/y;

/** `"".join(["first", "second"])`, `concat!("first", "second")`, `["first", "second"].join("")` */
function joined(text: string, at: number): Written | null {
  const pattern = text.charAt(at) === '[' ? LIST_JOINED : JOINS_LIST;
  pattern.lastIndex = at;
  const list = pattern.exec(text)?.[1] ?? '';
  if (list === '') return null;
  const from = text.indexOf(list, at) + 1;
  const value = list.slice(1, -1).replace(/["'`],\s*["'`]/g, '');
  return { from, to: from + list.length - 2, value, quoted: true, by: 'assign' };
}

export function read(text: string, begin: number, by: How, reading: Reading): Written | null {
  const pieces = by === 'assign' ? joined(text, begin) : null;
  if (pieces !== null) return pieces;
  const tagged = text.charAt(begin) === '!' ? after(TAG, text, begin) : begin;
  const opened = after(ENCLOSED, text, after(AUTH_SCHEME, text, tagged));
  const start = after(FALLBACK, text, after(WRAPPER, text, opened));
  if (text.startsWith(MARKER_OPEN, start)) return null;
  const at = after(STRING_PREFIX, text, start);
  const marked = '<[%q'.includes(text.charAt(start)) ? after(MARKED, text, start) : start;
  if (marked > start) return untilMark(text, marked, by);
  return isQuote(text, at) ? quoted(text, at, by) : bare(text, start, by, reading);
}

const isMark = (code: number): boolean => code === 34 || code === 39 || code === 96;
const BACKSLASH = 92;
/** Here-documents of Ruby and PHP, strings of Lua, Ruby and Perl in brackets. */
const MARKED =
  /<<[<~-]["']?[A-Z]\w{0,20}["']?[^\n]{0,20}\n[ \t]{0,40}|\[\[(?=[^\][\n]{3,80}\]\])|%[qQ][({[|]|qq?[{[|]/y;

function untilMark(text: string, from: number, by: How): Written {
  const near = text.slice(from, from + LONGEST_OPEN);
  const end = near.search(/[\r\n\])}|]/);
  const value = (end === -1 ? near : near.slice(0, end)).trimEnd();
  return { from, to: from + value.length, value, quoted: true, by };
}

/** A quote, or the escaped quote of JSON inside a string. */
export function isQuote(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isMark(code) || (code === BACKSLASH && isMark(text.charCodeAt(at + 1)));
}

/** A sign, or only an end of line: Python and C join what stands side by side. What is followed by a sign is a name. */
const JOINED =
  /\s{0,40}(?:\.\.|<>|\+\+|\|\||[+.&*^~](?:[ \t]{1,4}[_`][ \t]{0,4}\r?\n)?)\s{0,40}(?=["'`])|\.concat\(\s{0,2}(?=["'`])|\)\.append\((?=")|(?:[ \t]{0,8}\r?\n[ \t]{1,60}|[ \t]{0,8}\\\r?\n[ \t]{0,60})@?(?="[^"\n]{1,200}"(?:\s{0,20}[);\n]|\s{0,20}$)|'[^'\n]{1,200}'(?:\s{0,20}[);\n]|\s{0,20}$))/y;
const MOST_PIECES = 20;
/** A string that goes on in the next line. */
const CONTINUED = /\\\r?\n\s*/g;

function quoted(text: string, at: number, by: How): Written | null {
  const escaped = text.charAt(at) === '\\';
  const mark = text.charAt(escaped ? at + 1 : at);
  if (!escaped && text.startsWith(mark.repeat(3), at)) return tripled(text, at + 3, mark, by);
  const from = at + (escaped ? 2 : 1);
  // m4 and old manuals: `value'.
  const own = closing(text, from, mark, escaped);
  const close = own === -1 && mark === '`' ? closing(text, from, "'", false) : own;
  // A quote that is never closed on its line: what follows is read as a bare word.
  if (close === -1) return bareWord(text, from, by);
  // Code that writes code: `"\"value\""`.
  if (!escaped && text.startsWith('\\"', from) && close > from + 4) return quoted(text, from, by);
  let to = close;
  let value = text.slice(from, to).replace(CONTINUED, '');
  // `"first" + "second"` is one value.
  for (let piece = 0; piece < MOST_PIECES && !escaped; piece++) {
    const next = after(JOINED, text, to + 1);
    if (next === to + 1) break;
    const end = closing(text, next + 1, text.charAt(next), false);
    if (end === -1) break;
    value += text.slice(next + 1, end);
    to = end;
  }
  return { from, to, value, quoted: true, by };
}

function closing(text: string, from: number, mark: string, escaped: boolean): number {
  const limit = Math.min(text.length, from + LONGEST_VALUE);
  for (let i = from; i < limit; i++) {
    const char = text.charAt(i);
    if (char === '\n') return -1;
    if (escaped ? char === '\\' && text.charAt(i + 1) === mark : char === mark) return i;
    if (char === '\\') i++;
  }
  return -1;
}

/** TOML and Python: from three quotes to three quotes. */
function tripled(text: string, begin: number, mark: string, by: How): Written | null {
  const from = after(BLANKS, text, begin);
  const close = text.slice(from, from + LONGEST_OPEN * 4).indexOf(mark.repeat(3));
  if (close === -1) return null;
  const value = text.slice(from, from + close).trimEnd();
  return { from, to: from + value.length, value, quoted: true, by };
}

/** A sign of equality inside belongs to the next pair; what is found secret goes on over it all the same. */
const BARE_WORD = /[^\s"'`,;<>(){}[\]&\\=]{1,160}(?:={1,3}(?![\w]))?/y;

function bare(text: string, from: number, by: How, reading: Reading): Written | null {
  const wholeLine = reading.literalsEndLines && (by === 'assign' || by === 'tight');
  if (!wholeLine || !isFirstOfLine(text, from) || insideQuotes(text, from, true))
    return bareWord(text, from, by);
  const near = text.slice(from, from + LONGEST_OPEN);
  const end = near.search(LINE_END);
  const value = withoutEnd(uncommented(end === -1 ? near : near.slice(0, end)));
  const isCut = end === -1 && near.length === LONGEST_OPEN;
  return { from, to: from + value.length, value, quoted: false, by, isCut };
}

/** The next command of a line ends a value too. */
const LINE_END = /[\r\n]|[ \t](?:&&|\|\|)[ \t]/;

/** Only one sign lies between the start of the line and the value: of `a: b: c`, no line is the value of `b`. */
function isFirstOfLine(text: string, from: number): boolean {
  const near = text.slice(Math.max(0, from - LONGEST_OPEN), from);
  const head = near.slice(near.lastIndexOf('\n') + 1);
  return head.length < LONGEST_OPEN && /^[^:=]*(?:[:=?+>]{1,3}|[ \t])[ \t]*$/.test(head);
}

/** Punctuation that closes a line and not a value. */
function withoutEnd(value: string): string {
  let end = value.length;
  while (end > 0 && /[\s,;"'`]/.test(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

/** `"Server=x;Password=y;"` or `?password=y&`: the value ends before the line does. */
export function insideQuotes(text: string, from: number, isFlow = false): boolean {
  let [doubles, singles, ticks, braces] = [0, 0, 0, 0];
  for (let i = from - 1; i >= 0 && from - i < LONGEST_OPEN; i--) {
    const code = text.charCodeAt(i);
    if (code === 10) break;
    if (code === 34) doubles++;
    else if (code === 39) singles++;
    else if (code === 96) ticks++;
    else if (code === 123) braces++;
    else if (code === 125) braces--;
    else if (
      (code === 63 || code === 38 || code === 59) &&
      /^[\w.-]*=$/.test(text.slice(i + 1, from))
    )
      return true;
  }
  return doubles % 2 === 1 || singles % 2 === 1 || ticks % 2 === 1 || (isFlow && braces > 0);
}

export function bareWord(text: string, from: number, by: How): Written | null {
  BARE_WORD.lastIndex = from;
  const value = BARE_WORD.exec(text)?.[0] ?? '';
  if (value === '') return null;
  const next = text.charAt(from + value.length);
  // A word that goes on with a bracket is a call, an index or a template.
  if (/[([{<]/.test(next) && !text.startsWith('</', from + value.length)) return null;
  if (value.endsWith('...')) return null;
  const trimmed = value.replace(/[.:]+$/, '');
  return { from, to: from + trimmed.length, value: trimmed, quoted: false, by };
}

export function linesBelow(text: string, at: number, reading: Reading): Written | null {
  if (!reading.literalsEndLines) return null;
  const to = after(NEXT_LINES, text, at);
  if (to === at) return null;
  const from = after(/\s{0,60}(?:-[ \t]{1,4})?["']?/y, text, at);
  const whole = withoutEnd(text.slice(from, to));
  // The first of a list speaks for all.
  const value = withoutEnd(/^[^\n]*/.exec(whole)?.[0] ?? '');
  return { from, to: from + whole.length, value, quoted: false, by: 'block' };
}

/** `password:⏎  type: String⏎  default: value`: a mapping that says what is under the name. */
export function nestedAt(text: string, at: number, nameFrom: number): number {
  if (!/\s/.test(text.charAt(at))) return at;
  NESTED.lastIndex = at;
  const indent = NESTED.exec(text)?.[1]?.length ?? 0;
  if (indent === 0) return at;
  const to = NESTED.lastIndex;
  const near = text.slice(Math.max(0, nameFrom - LONGEST_OPEN), nameFrom);
  const depth = near.slice(near.lastIndexOf('\n') + 1).search(/[^\s"'-]|$/);
  return indent > depth ? to : at;
}
const NESTED =
  /[ \t]*\r?\n([ \t]{1,40})(?:[\w"'-]{1,40}:[ \t][^\n]{0,100}\n\1){0,4}["']?(?:[vV]alue|[dD]efault|plain\w{0,8}|literal)["']?:[ \t]{1,4}/y;

/** A YAML block scalar: the deeper lines that follow `key: |`. */
export function blockAt(text: string, at: number, nameFrom: number): Written | null {
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

/** Where a sticky pattern that may match nothing ends. */
export function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
