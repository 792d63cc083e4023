import { MARKER_OPEN } from './finding.ts';
import type { Written } from './literals.ts';
import type { Reading } from './strictness.ts';
import { uncommented } from './values.ts';

/** Longer values are not read to their end; the scan stays linear on one-line megabytes. */
const LONGEST_VALUE = 8192;
/** Where nothing closes a value, more than this tells nothing new. */
const LONGEST_OPEN = 160;

const TYPED =
  /[ \t]{0,4}:?[ \t]{0,4}[A-Za-z_&*][\w.<>[\]?*&|: ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=[@bBrRuUfFL$]{0,2}["'`])/y;
const SUBSCRIPT = /\[\d{0,6}\]/y;
const OPERATOR =
  /[ \t]{0,40}(=>|->|<-|:{0,3}={1,3}|\?\?=?|\?=|\.=|\+=|!={1,2}|\|\|=?|:|,|\(|\{(?=["'])|%3[DA]|(?:or|to)(?= ["'`]))[ \t]{0,40}/y;
const VALUE_PAIR =
  /["']?[ \t]{0,8}(?:,\s{0,60}|\s{1,60})(?:-\s)?["']?(?:[Vv]alue|VALUE|default|content)["']?\s{0,4}[:=]\s{0,8}/y;
const ATTRIBUTE = /["'][^<>\n]{0,200}?[ \t](?:value|Value|content)[ \t]{0,4}=[ \t]{0,4}/y;
/** `variable "x" { default = `, `"x": {"value": ` */
const BLOCK_VALUE =
  /\s{0,4}:?\s{0,4}\{[^{}]{0,300}?["'\s](?:default|value)["']?\s{0,8}[:=]\s{0,8}/y;
/** `("--x", type=str, default=`, `('X', default=` */
const DEFAULT_ARGUMENT = /[^()\n]{0,120}?\b(?:default|defaultValue|fallback)\s{0,4}[=:]\s{0,4}/y;
const NAMES_KEY = /(?:^|[\s"'{<-])(?:[Nn]ame|NAME|[Kk]ey|id|property)["']?\s{0,4}[:=]\s{0,4}["']?$/;
const STRING_TAG = /<\/key>\s{0,20}<string>/y;
const SPACE = /[ \t]{1,20}/y;
const STRING_PREFIX = /[@bBrRuUfFLN$]{0,2}(?=["'`])/y;
const WRAPPER =
  /(?:\[\]byte|Buffer\.from|bytes|String|str|Some|SecretString|Secret|Base64\.\w{1,20}|base64\.\w{1,20}|new [A-Z]\w{0,40}|[A-Z]\w{0,40}Value)\((?=[bur]?["'`])/y;
const OPENING = /^["'`]$/;
const AUTH_SCHEME =
  /(?:[Bb]earer|[Bb]asic|Token|Api-Token|ApiKey|Api-Key|JWT|Bot|GenieKey|SSWS|Splunk)[ \t]{1,4}(?=[\w+/=~.-]{4})/y;
const BLOCK = /[|>][-+\d]{0,2}[ \t]*(?:#[^\n]{0,200})?\r?\n/y;
const BLANKS = /\s{0,80}/y;
/** A value on the lines below its key, as one scalar or as a list of them. */
const NEXT_LINES =
  /[ \t]{0,8}(?:\r?\n[ \t]{1,40}(?:-[ \t]{1,4})?[^\s:#{}[\]-][^\s:#{}[\]]{0,200}(?=[ \t]*(?:\r?\n|$))){1,50}/y;

const FLAG = /^-{1,2}[A-Za-z]/;

type How = Written['by'];

/** A name and where it stands. */
export interface NamePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Reads what is written as the value of a name, or null if nothing is. */
export function valueAt(text: string, named: NamePlace, reading: Reading): Written | null {
  const { name, from, to } = named;
  const isFlag = FLAG.test(name);
  const before = text.charAt(from - 1);
  let at = to;
  const quotedName = isQuote(text, at);
  if (quotedName) at += text.charAt(at) === '\\' ? 2 : 1;
  if (text.charAt(at) === ']' || (quotedName && GIVES_WAY.test(text.slice(at, at + 6)))) at++;
  at = after(SUBSCRIPT, text, at);

  // XML: <name>value</name>, <x name="name">value</x>, <x name="name" value="value"/>
  const isTag =
    before === '<' || (before === ':' && /<\w+:$/.test(text.slice(Math.max(0, from - 20), from)));
  if (text.charAt(at) === '>' && (isTag || quotedName)) return element(text, at + 1);
  if (text.startsWith('</key>', at)) return element(text, after(STRING_TAG, text, at));
  const near = text.slice(Math.max(0, from - 40), from);
  if (near.endsWith('${')) return expansion(text, at);
  if (NAMES_KEY.test(near.slice(-24))) {
    const pair = after(VALUE_PAIR, text, to);
    if (pair > to) return read(text, pair, 'assign', reading);
  }
  if (quotedName) {
    const attribute = after(ATTRIBUTE, text, to);
    if (attribute > to) return read(text, attribute, 'assign', reading);
    const block = after(BLOCK_VALUE, text, at);
    if (block > at) return read(text, block, 'assign', reading);
  }

  OPERATOR.lastIndex = at;
  const operator = OPERATOR.exec(text)?.[1];
  if (operator !== undefined) {
    const valueFrom = OPERATOR.lastIndex;
    if (text.startsWith(MARKER_OPEN, valueFrom)) return null;
    if (operator === ',')
      return argument(text, valueFrom, near, { isFlag, quotedName, name }, reading);
    if (operator === ':' && !quotedName) {
      const typed = after(TYPED, text, at);
      if (
        typed > at &&
        !isQuote(text, valueFrom) &&
        after(AUTH_SCHEME, text, valueFrom) === valueFrom
      )
        return read(text, typed, 'assign', reading);
    }
    if (operator === ':' && text.startsWith('//', valueFrom)) return null;
    if (operator === ':' && reading.strictness !== 'code') {
      const below = blockAt(text, valueFrom, from) ?? linesBelow(text, valueFrom, reading);
      if (below !== null) return below;
    }
    if (operator === '(' && SETS.test(name)) return read(text, valueFrom, 'assign', reading);
    const list = text.charAt(valueFrom) === '[' ? listAt(text, valueFrom) : null;
    if (list !== null) return list;
    if (operator.startsWith('%')) return read(text, valueFrom, 'tight', reading);
    const isSign = operator === '=' || operator === '+=';
    const isTight = isSign && valueFrom - at === operator.length;
    const speaks = reading.speaks || reading.language === 'text';
    const isSaid = operator === ':' && (speaks || HEADER.test(name));
    const isLoose =
      (operator === ':' || (operator === '=' && !isTight)) && !isQuote(text, valueFrom);
    if (isLoose && (isSaid || insideQuotes(text, from)))
      return lastWord(text, valueFrom) ?? read(text, valueFrom, 'assign', reading);
    const isLiteral = isTight && (reading.tightLiterals || insideQuotes(text, from));
    return read(text, valueFrom, isTight && isFlag ? 'flag' : howOf(operator, isLiteral), reading);
  }
  const typed = quotedName ? at : after(TYPED, text, at);
  if (typed > at) return read(text, typed, 'assign', reading);
  return spaced(text, at, named, reading);
}

/** `env("X") || "value"` */
const GIVES_WAY = /^\)\s?(?:\|\||\?\?|\?:|or )/;
/** Calls that are given the value alone. */
const SETS =
  /^(?:\w{0,40}\.)?(?:[sS]et|[wW]ith)_?[A-Z]|^PASSWORD$|^\.(?:password|secret|passphrase)$/;
const HEADER = /^(?:x-[\w-]+|(?:proxy-)?authorization)$/i;
/** `config.get('x') || 'value'` */
const FALLBACK =
  /[\w.$]{1,60}(?:[([]["'][\w.-]{0,40}["'][)\]])?\s{0,3}(?:\|\||\?\?|or)\s{0,3}(?=["'`])/y;

/** `Password: word` where nothing follows: the end of a line, of a string or of a part of a sentence. */
function lastWord(text: string, from: number): Written | null {
  const start = after(AUTH_SCHEME, text, from);
  const word = bareWord(text, start, 'tight');
  return word !== null && /^[.]?(?:["'`)\r\n\\]|,\s|$)/.test(text.slice(word.to, word.to + 3))
    ? word
    : null;
}

const LIST =
  /\[\s{0,40}(["'])[^"'\n[\]]{8,200}\1(?:\s{0,40},\s{0,40}\1[^"'\n[\]]{0,200}\1){0,20}\s{0,40},?\s{0,40}\]/y;

/** `"tokens": ["…", "…"]`: from the first to the last. */
function listAt(text: string, at: number): Written | null {
  const to = after(LIST, text, at);
  if (to === at) return null;
  const from = after(/\[\s{0,40}["']/y, text, at);
  const end = Math.max(text.lastIndexOf('"', to - 1), text.lastIndexOf("'", to - 1));
  const value = /^[^"']*/.exec(text.slice(from, end))?.[0] ?? '';
  return { from, to: end, value, quoted: true, by: 'list' };
}

function howOf(operator: string, isTight: boolean): How {
  if (operator === '(') return 'call';
  if (operator === '==' || operator === '===' || operator.startsWith('!')) return 'compare';
  return isTight ? 'tight' : 'assign';
}

/** Calls whose second argument is the value of the first, whatever it looks like. */
const TAKES_VALUE =
  /(?:env(?:ironment)?|environ\.get|fetch|define|header|[aA]dd|flag|String(?:Var)?|[sS]et\w{0,12}|[pP]ut|getOrDefault|config|option|Property|argument)\(\s{0,4}\\?["'`]$/i;

const SECOND = /\((?:&?[\w.]+|["'][\w.-]{0,20}["']),\s{0,2}["']$/;

/** `get("NAME", "value")`, `["--name", "value"]`: in other lists, names follow names. */
function argument(
  text: string,
  at: number,
  near: string,
  { isFlag, quotedName, name }: { isFlag: boolean; quotedName: boolean; name: string },
  reading: Reading,
): Written | null {
  // A constant that names the setting: `setopt(h, USERPWD, "x")`, `field("String", "API_KEY", "x")`.
  const isSetting = quotedName
    ? SECOND.test(near)
    : near.endsWith('{') || /^[A-Z_.]*(?:PASS|PWD|SECRET)[A-Z_]*$/.test(name);
  if (isSetting && isQuote(text, at)) return read(text, at, 'assign', reading);
  if (!quotedName) return null;
  const isFirst = /\(\s{0,4}\\?["'`]$/.test(near);
  const fallback = isFirst || isFlag ? after(DEFAULT_ARGUMENT, text, at) : at;
  if (fallback > at) return read(text, fallback, 'assign', reading);
  if (!isFirst) return isFlag && isQuote(text, at) ? read(text, at, 'flag', reading) : null;
  return read(text, at, TAKES_VALUE.test(near) ? 'assign' : 'call', reading);
}

/** `${NAME:-value}`, `${name:value}` */
function expansion(text: string, at: number): Written | null {
  const from = after(/:[-=?+]?|[-=]/y, text, at);
  return from === at || text.charAt(from) === '$' ? null : bareWord(text, from, 'tight');
}

const OPENS_STATEMENT = /(?:^|[\n{;])[ \t]*(?:#[ \t]*define[ \t]+|@)?$|[\s{(]:$/;

/** `--password value`, `password "value"`, `ENV PASSWORD value`. */
function spaced(
  text: string,
  at: number,
  { name, from }: NamePlace,
  reading: Reading,
): Written | null {
  const valueFrom = after(SPACE, text, at);
  if (valueFrom === at) return null;
  if (FLAG.test(name)) {
    // What begins with a dash is the next flag.
    if (text.charAt(valueFrom) === '-') return null;
    return read(text, after(/pass:/y, text, valueFrom), 'flag', reading);
  }
  if (isQuote(text, valueFrom)) {
    // A verb.
    if (/^pass$/i.test(text.slice(from, at))) return null;
    const isSql = /^PASSWORD$/.test(text.slice(from, at)) || reading.language === 'sql';
    const isStatement = OPENS_STATEMENT.test(text.slice(Math.max(0, from - 40), from));
    return read(text, valueFrom, isSql || isStatement ? 'assign' : 'spaced', reading);
  }
  if (/bearer$/i.test(text.slice(Math.max(0, at - 6), at)))
    return bareWord(text, valueFrom, 'flag');
  const lead = text.slice(Math.max(0, from - 40), from);
  if (reading.bareLiterals || reading.language === 'text') {
    const word = reading.speaks ? null : bareWord(text, valueFrom, 'flag');
    if (
      word !== null &&
      /(?:^|\n)[ \t]*$/.test(lead) &&
      /^(?:\r?\n|$)/.test(text.slice(word.to, word.to + 2))
    )
      return word;
  }
  if (lead.includes('ENV') && /(?:^|\n)[ \t]*ENV[ \t]+$/.test(lead))
    return read(text, valueFrom, 'assign', reading);
  if (lead.includes('login') && /(?:^|\s)login[ \t]+\S+\s+$/.test(lead))
    return read(text, valueFrom, 'flag', reading);
  return null;
}

function element(text: string, from: number): Written | null {
  const at = after(BLANKS, text, from);
  const close = text.slice(at, at + LONGEST_OPEN * 4).indexOf('<');
  if (close === -1) return null;
  const value = text.slice(at, at + close).trimEnd();
  return { from: at, to: at + value.length, value, quoted: true, by: 'assign' };
}

function read(text: string, begin: number, by: How, reading: Reading): Written | null {
  const start = after(FALLBACK, text, after(WRAPPER, text, after(AUTH_SCHEME, text, begin)));
  if (text.startsWith(MARKER_OPEN, start)) return null;
  const at = after(STRING_PREFIX, text, start);
  return isQuote(text, at) ? quoted(text, at, by) : bare(text, start, by, reading);
}

/** A quote, or the escaped quote of JSON inside a string. */
function isQuote(text: string, at: number): boolean {
  const char = text.charAt(at);
  return OPENING.test(char) || (char === '\\' && OPENING.test(text.charAt(at + 1)));
}

const JOINED = /\s{0,40}(?:[+.&]|\.\.)\s{0,40}(?=["'`])/y;
const MOST_PIECES = 20;

function quoted(text: string, at: number, by: How): Written | null {
  const escaped = text.charAt(at) === '\\';
  const mark = text.charAt(escaped ? at + 1 : at);
  if (!escaped && text.startsWith(mark.repeat(3), at)) return tripled(text, at + 3, mark, by);
  const from = at + (escaped ? 2 : 1);
  const close = closing(text, from, mark, escaped);
  // A quote that is never closed on its line: what follows is read as a bare word.
  if (close === -1) return bareWord(text, from, by);
  // Code that writes code: `"\"value\""`.
  if (!escaped && text.startsWith('\\"', from) && close > from + 4) return quoted(text, from, by);
  let to = close;
  let value = text.slice(from, to);
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
  const end = near.search(/[\r\n]/);
  const value = withoutEnd(uncommented(end === -1 ? near : near.slice(0, end)));
  const isCut = end === -1 && near.length === LONGEST_OPEN;
  return { from, to: from + value.length, value, quoted: false, by, isCut };
}

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
function insideQuotes(text: string, from: number, isFlow = false): boolean {
  let [doubles, singles, braces] = [0, 0, 0];
  for (let i = from - 1; i >= 0 && from - i < LONGEST_OPEN; i--) {
    const code = text.charCodeAt(i);
    if (code === 10) break;
    if (code === 34) doubles++;
    else if (code === 39) singles++;
    else if (code === 123) braces++;
    else if (code === 125) braces--;
    else if (
      (code === 63 || code === 38 || code === 59) &&
      /^[\w.-]*=$/.test(text.slice(i + 1, from))
    )
      return true;
  }
  return doubles % 2 === 1 || singles % 2 === 1 || (isFlow && braces > 0);
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

function linesBelow(text: string, at: number, reading: Reading): Written | null {
  if (!reading.literalsEndLines) return null;
  const to = after(NEXT_LINES, text, at);
  if (to === at) return null;
  const from = after(/\s{0,60}(?:-[ \t]{1,4})?["']?/y, text, at);
  const whole = withoutEnd(text.slice(from, to));
  // The first of a list speaks for all.
  const value = withoutEnd(/^[^\n]*/.exec(whole)?.[0] ?? '');
  return { from, to: from + whole.length, value, quoted: false, by: 'block' };
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

/** Where a sticky pattern that may match nothing ends. */
export function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
