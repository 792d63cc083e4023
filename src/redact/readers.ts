import { argument, HEADER } from './arguments.ts';
import { MARKER_OPEN } from './finding.ts';
import type { Written } from './literals.ts';
import { nameKindOf, namesProperty } from './names.ts';
import type { Reading } from './strictness.ts';
import {
  AUTH_SCHEME,
  after,
  bareWord,
  blockAt,
  element,
  type How,
  insideQuotes,
  isQuote,
  linesBelow,
  nestedAt,
  read,
  STRING_PREFIX,
} from './written.ts';

const TYPED =
  /[ \t]{0,4}:?[ \t]{0,4}(?:&'\w{1,12} )?[A-Za-z_&*][\w.<>[\]?*&|: ]{0,40}?[ \t]{0,4}=[ \t]{0,4}(?=(?:[A-Z]\w{0,20}\((?:default|value)\s?=\s?)?[@bBrRuUfFL$]{0,2}["'`])/y;
const TERM_END = /[ \t]*\r?\n(?=:[ \t])/y;
const SUBSCRIPT = /\[\d{0,6}\]/y;
const OPERATOR =
  /[ \t]{0,40}(=>|->|<-|:{0,3}={1,3}|\?\?=?|\?=|\.=|\+=|!={1,2}|\|\|=?|:|,|\(|\{\s?(?=["'])|%3[DA]|(?:or|to)(?= ["'`]))[ \t]{0,40}/y;
const VALUE_PAIR =
  /["']?[ \t]{0,8}(?:,\s{0,60}|\s{1,60})(?:-\s)?["']?(?:(?:(?:[a-z]{1,12}[_:])?[Vv]alue|VALUE|useValue|default(?:Value)?|content)["']?\s{0,12}[:=]\s{0,8}|-Value[ \t]{1,4})/y;
/** `<x name="name" type="y">` */
const TAG_REST = /["'][^<>\n]{0,120}>/y;
/** `variable "x" { default = `, `"x": {"value": ` */
const BLOCK_VALUE =
  /\s{0,4}:?\s{0,4}\{[^{}]{0,300}?["'\s](?:default|value)["']?\s{0,8}[:=]\s{0,8}/y;
const NAMES_KEY =
  /(?:^|[\s"'{<(:-])(?:(?:(?:[a-z]{1,12}_)?[Nn]ame|NAME|[Kk]ey|id|property|provide)(?:["']?\s{0,12}[:=]\s{0,4}|[ \t]{1,4})|[eE]nv:)["']?$/;
/** `<dt>Password</dt><dd>value</dd>`, `<b>Password:</b> <code>value</code>`, `<name>password</name><type>text</type><value>value</value>`. */
const NEXT_CELL =
  /:?<\/(?:(?:dt|td|b|strong|label|span)>:?|[\w:-]{0,20}(?:[nN]ame|[kK]ey|Prop)>(?:\s{0,40}<([a-zA-Z]\w{0,20})\b[^<>\n]{0,60}>[^<>\n]{0,60}<\/\1>)?)\s{0,40}<(?:dd|td|b|strong|span|code|kbd|text|[\w:-]{0,20}[vV]alue|\w{1,12}Prop name="\w{0,20}\.value)\b[^<>\n]{0,80}>/y;
/** `Password: <b>value</b>` */
const SHOWN = /<(?:b|strong|em|i|span|code|kbd|tt|pre)\b[^<>\n]{0,80}>/y;
/** `def password(): return "value"`, `password() => "value"`, `let(:password) { "value" }`: what gives the secret back. */
const GIVES =
  /\([^()\n]{0,80}\)\s{0,4}(?:(?:->|:)[ \t]{0,2}[\w<>.[\]&' ]{1,40}?)?\s{0,4}(?:(?:[:{]|->)\s{0,60}return\s{1,4}|=>?\s{0,20})\(?(?=[bru@]?["'`])/y;
const GIVES_BLOCK = /\)\s{0,2}(?:\{|do)\s{1,20}(?=["'])/y;
/** `<pass encoding="x">` */
const ATTRIBUTES = /(?:\s{1,4}[\w:-]{1,30}=["'][^"'<>\n]{0,60}["']){1,3}>/y;
const STRING_TAG = /<\/key>\s{0,20}<string>/y;
const SPACE = /[ \t]{1,20}/y;

const FLAG = /^-{1,2}[A-Za-z][^$]*$/;
/** A flag begins a word: `(Pre)-Master-Secret` is a name. */
const OPENS_FLAG = /^[\s"'`([{=|,:]?$/;

/** A name and where it stands. */
export interface NamePlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Reads what is written as the value of a name, or null if nothing is. */
export function valueAt(text: string, named: NamePlace, reading: Reading): Written | null {
  const { name, from, to } = named;
  const before = text.charAt(from - 1);
  const isFlag = FLAG.test(name) && OPENS_FLAG.test(before);
  let at = to;
  const quotedName = isQuote(text, at);
  if (quotedName) at += text.charAt(at) === '\\' ? 2 : 1;
  // TypeScript: a field that may be left out, or is set later.
  else if (/^[?!]:/.test(text.slice(at, at + 2))) at++;
  if (text.charAt(at) === ']' || (before === '{' && text.charAt(at) === '}')) at++;
  else if (quotedName && GIVES_WAY.test(text.slice(at, at + 6))) at++;
  at = after(SUBSCRIPT, text, at);
  // Lisp: `*password*`.
  if (before === '*' && text.charAt(at) === '*') at++;

  // XML: <name>value</name>, <x name="name">value</x>, <x name="name" value="value"/>
  const isTag =
    before === '<' || (before === ':' && /<\w+:$/.test(text.slice(Math.max(0, from - 20), from)));
  if (text.charAt(at) === '>' && (isTag || quotedName)) return element(text, at + 1);
  const tagged = isTag ? after(ATTRIBUTES, text, at) : at;
  if (tagged > at) return element(text, tagged);
  if (text.startsWith('</key>', at)) return element(text, after(STRING_TAG, text, at));
  const cell = /[<:]/.test(text.charAt(at)) ? after(NEXT_CELL, text, at) : at;
  if (cell > at) return element(text, cell);
  const near = text.slice(Math.max(0, from - 40), from);
  // CloudFormation: where a value is kept: `{{resolve:secretsmanager:x:SecretString:password}}`.
  if (reading.strictness !== 'code' && RESOLVED.test(text.slice(Math.max(0, from - 90), from)))
    return null;
  if (near.endsWith('${')) return isRow(text, near, at) ? rowValue(text, at) : expansion(text, at);
  // Batch: what is asked for: `set /p PASSWORD=Enter password: `.
  if (/\bset\s+\/p\s+["']?$/i.test(near)) return null;
  if (NAMES_KEY.test(near.slice(-24))) {
    const pair = after(VALUE_PAIR, text, to);
    if (pair > to) return read(text, pair, 'assign', reading);
    const inside = quotedName ? after(TAG_REST, text, to) : to;
    if (inside > to) return element(text, inside);
  }
  // An annotation of Kubernetes names a Secret: `ingress.io/auth-secret: basic-users`.
  if (/\.[a-z]{2,6}\/$/.test(near) && ANNOTATED.test(text.slice(to, to + 60))) return null;
  // The name of a resource: `arn:aws:secretsmanager:eu:1:secret:prod/shop`.
  if (near.endsWith(':') && /\b[au]rn:[\w:-]{1,80}$/.test(text.slice(Math.max(0, from - 90), from)))
    return null;
  // A part of a path: `"/hooks/:secret" => "…"`.
  if (quotedName && /\/:?$/.test(near)) return null;
  if (quotedName) {
    const defaulted = after(DEFAULTED, text, at);
    if (defaulted > at) return read(text, defaulted, 'assign', reading);
    const block = /\.[A-Z]/.test(name) ? at : after(BLOCK_VALUE, text, at);
    if (block > at) return read(text, block, 'assign', reading);
  }

  // A list of definitions, as Markdown has it and HTML is shown.
  if (reading.speaks) at = after(TERM_END, text, at);
  OPERATOR.lastIndex = at;
  const operator = OPERATOR.exec(text)?.[1];
  if (operator !== undefined) {
    const valueFrom = OPERATOR.lastIndex;
    if (text.startsWith(MARKER_OPEN, valueFrom)) return null;
    // `TokenSign` -> `Mark`, pass `a` to `b`: what something is called instead, what is done with it.
    if (WORDED.test(operator) && isRenamed(text, named, operator, valueFrom)) return null;
    // “gave the password to `ssh`”: nobody sets it.
    if (operator === 'to' && text.charAt(valueFrom) === TICK && !SETS_TO.test(near)) return null;
    // One of two words: `isOver ? 'pass' : 'fail'`.
    if (operator === ':' && quotedName && CHOOSES.test(near)) return null;
    // “either `token` or `code`”: of several names one.
    if (operator === 'or' && quotedName && isQuote(text, from - 1) && isQuote(text, valueFrom))
      return null;
    // A selector: `[data-token="active"]`.
    if (operator === '=' && before === '[') return null;
    // What is done where there is none: `test -n "$TOKEN" || exit 1`.
    if (operator === '||' && !isQuote(text, after(STRING_PREFIX, text, valueFrom))) return null;
    if (operator === ',')
      return argument(text, valueFrom, near, { isFlag, quotedName, name }, reading);
    if (operator === ':' && !quotedName) {
      const typed = typedAt(text, at);
      if (
        typed > at &&
        !isQuote(text, valueFrom) &&
        after(AUTH_SCHEME, text, valueFrom) === valueFrom
      )
        return read(text, typed, 'assign', reading);
    }
    const computed = operator === ':' ? after(COMPUTED, text, at) : at;
    if (computed > at) return read(text, computed, 'assign', reading);
    if (operator === ':' && text.startsWith('//', valueFrom)) return null;
    // `v-model="password" :label="…"`, `:password :required`: a colon that opens a word.
    if (operator === ':' && OPENS_WORD.test(text.slice(valueFrom - 2, valueFrom + 1))) return null;
    // psql: `PASSWORD :'variable'`
    if (operator === ':' && !quotedName && reading.language === 'sql') return null;
    if (operator === ':' && namesEvent(text, from, valueFrom, reading)) return null;
    if (operator === ':' && reading.strictness !== 'code') {
      const below = blockAt(text, valueFrom, from) ?? linesBelow(text, valueFrom, reading);
      if (below !== null) return below;
      const nested = nestedAt(text, valueFrom, from);
      if (nested > valueFrom) return read(text, nested, 'assign', reading);
    }
    if (operator === ':' && text.charAt(valueFrom) === '<') {
      const shown = after(SHOWN, text, valueFrom);
      if (shown > valueFrom) return element(text, shown);
    }
    // `input[type="password"]:focus`
    if (operator === ':' && text.charAt(at - 1) === ']' && !isQuote(text, valueFrom)) return null;
    if (operator === '(' && EQUALS.test(name)) return read(text, valueFrom, 'compare', reading);
    const given = operator === '(' ? after(GIVES, text, at) : at;
    if (given > at) return read(text, given, 'assign', reading);
    const isSetter = setsSecret(name) || (NAMES.test(name) && isQuote(text, valueFrom));
    if (operator === '(' && isSetter) {
      const set = read(text, valueFrom, 'flag', reading);
      // Without quotes it is what the program calls it.
      return set?.quoted === false && reading.strictness === 'code' ? null : set;
    }
    const list = text.charAt(valueFrom) === '[' ? listAt(text, valueFrom) : null;
    if (list !== null) return list;
    if (text.charAt(valueFrom) === '{') {
      const inside = after(EXPRESSION, text, valueFrom);
      if (inside > valueFrom) return read(text, inside, 'assign', reading);
      // A package in a lock file: `"Acme.Identity.Tokens": {`.
      const isPackage = quotedName && /\.[A-Z]/.test(name);
      const isMap =
        !isPackage &&
        /^[=:]$/.test(operator) &&
        /(?:passwords|passwds|secrets|tokens|[a-z]keys)$/i.test(name);
      const mapped = isMap ? after(MAPPED, text, valueFrom) : valueFrom;
      if (mapped > valueFrom) return read(text, mapped, 'flag', reading);
    }
    if (operator.startsWith('%')) return read(text, valueFrom, 'tight', reading);
    const isSign = operator === '=' || operator === '+=';
    // In a Makefile, what stands after the sign is text.
    const isTight =
      reading.language === 'makefile'
        ? operator.endsWith('=')
        : isSign && valueFrom - at === operator.length;
    const speaks = reading.speaks || reading.language === 'text';
    // A line of settings in a here-document.
    const isSetting = reading.tightLiterals && /(?:^|\n)[ \t]*$/.test(near);
    const isSaid = operator === ':' && (speaks || HEADER.test(name));
    const isLoose =
      (operator === ':' || (operator === '=' && !isTight)) &&
      !isQuote(text, after(STRING_PREFIX, text, valueFrom));
    // The quotes of the name alone make no text: `args["token"] = signature`.
    const isWhole = quotedName && isQuote(text, from - 1);
    const isInside = insideQuotes(text, isWhole ? from - 1 : from);
    if (isLoose && (isSaid || isSetting || isInside))
      return lastWord(text, valueFrom) ?? read(text, valueFrom, 'assign', reading);
    const isLiteral = isTight && (reading.tightLiterals || isInside);
    const isGiven = isFlag || near.endsWith('-literal=');
    return read(text, valueFrom, isTight && isGiven ? 'flag' : howOf(operator, isLiteral), reading);
  }
  if (near.endsWith('(:') && text.charAt(at) === ')') {
    const given = after(GIVES_BLOCK, text, at);
    return given === at ? null : read(text, given, 'assign', reading);
  }
  const expected = after(EXPECTED, text, at);
  if (expected > at) return read(text, expected, 'compare', reading);
  const accessed = after(ACCESSORS, text, at);
  if (accessed > at) return read(text, accessed, 'assign', reading);
  // `Bearer realm="…"` is a challenge.
  const typed = quotedName || /^bearer$/i.test(name) ? at : typedAt(text, at);
  if (typed > at) return read(text, typed, 'assign', reading);
  return spaced(text, at, named, isFlag, reading);
}

const ANNOTATED = /^:[ \t]+[a-z]+(?:[-/][a-z]+)+[ \t]*(?:\r?\n|$)/;
const TICK = '`';
const SETS_TO = /\b(?:chang|set|reset|updat|rotat|switch|renam|default|equal|must|should|is)\w*\b/i;
const CHOOSES = /\?[ \t]{0,2}["'`]$/;
const WORDED = /^(?:or|to|[-=]>)$/;
function isRenamed(text: string, { name, to }: NamePlace, operator: string, at: number): boolean {
  if (/^pass$/i.test(name) && /^[ot]/.test(operator)) return true;
  const isSpan = text.charAt(to) === '`' && text.charAt(at) === '`';
  return isSpan && !/\d/.test(/^`[^`\n]*/.exec(text.slice(at, at + 80))?.[0] ?? '');
}

/** `on('password:changed'`, `['tokens:create']`: the whole of a string, of words that a colon joins. */
function namesEvent(text: string, from: number, valueFrom: number, reading: Reading): boolean {
  if (reading.strictness !== 'code' || reading.speaks || !isQuote(text, from - 1)) return false;
  const mark = text.charAt(from - 1);
  EVENT.lastIndex = valueFrom - 1;
  return EVENT.test(text) && text.charAt(EVENT.lastIndex) === mark;
}
const OPENS_WORD = /^[ \t]:[a-z]/;
const EVENT = /(?::[a-z*]+(?:[-_.][a-z]+)*)+/y;

/** Where the value of `password: Type = "value"` begins; conditions and tags are no types. */
function typedAt(text: string, at: number): number {
  const to = after(TYPED, text, at);
  const type = text.slice(at, to);
  // One of a fixed set: `const DecodeSecret DecodingStrategy = "Base64"`.
  const isOfSet = namesProperty(/([A-Za-z]\w*)\s*=\s*$/.exec(type)?.[1] ?? '');
  return isOfSet || /&&|\|\||[ {(]<|\s(?:realm|username)\s?=/.test(type) ? at : to;
}

/** `expect(password).toBe('value')`, `expect(password).to eq 'value'` */
const EXPECTED =
  /\)\.(?:to(?:Be|Equal|StrictEqual|HaveText|HaveValue|Contain)\(|(?:to|should) (?:eq|be)\w{0,4}[ (]{1,2}|(?:isEqualTo|should\.equal)\()\s{0,4}(?=["'`])/y;
/** Go: `Password string \`default:"value"\``; C#: `Password { get; set; } = "value"`; Kotlin: `password by lazy { "value" }`. */
const ACCESSORS =
  /\s{1,4}(?:[\w.*[\]]{1,40}[ \t]{1,4}`[^`\n]{0,80}?\b\w{0,12}[dD]efault:|\{[\w; ]{3,60}\}\s{0,4}=|by lazy \{|get\(\)\s?=)\s{0,4}(?=[@$]?")/y;
/** Swift: `var password: String { "value" }`. */
const COMPUTED = /:\s?[A-Z]\w{1,20}\??\s?\{\s{0,40}(?:return\s)?(?=")/y;
/** `Arg::new("password").default_value("value")` */
const DEFAULTED =
  /\)\s{0,20}\.(?:\w{1,20}\([^()"'\n]{0,40}\)\s{0,20}\.){0,3}(?:default\w{0,10}|setDefault\w{0,10}|or_?[eE]lse|unwrap_or(?:_else)?)\((?:\|_?\|)?\s?(?=["'])/y;
/** `env("X") || "value"` */
const GIVES_WAY = /^\)\s?(?:\|\||\?\?|\?:|or |[!=]=|\{\s?["'])/;
const EQUALS = /\.(?:equals\w{0,12}|eq|compareTo\w{0,12}|contentEquals)$/;
/** Calls that are given the value alone. */
const SETS =
  /^(?:\w{0,40}\.)?(?:[sS]et|[wW]ith)(?:[A-Z]|_[A-Za-z])|^PASSWORD$|^(?:\w{0,40}\.|\.)?bearer_?[aA]uth$/;
/** `form.setPassword`, not `passwordField.setLabel`. */
const setsSecret = (name: string): boolean =>
  SETS.test(name) && nameKindOf(name.slice(name.lastIndexOf('.') + 1)) !== 'none';
/** The same where only a string is a value. */
const NAMES =
  /(?:^|\w)\.(?:\w{1,30}(?:_p|P))?(?:password|passphrase|passwd)$|\.(?:\w{1,30}(?:_s|S)|s)ecret$|\.(?:api|secret|access|private)_?[kK]ey$|\.(?:access|auth|bearer|refresh|api)_?[tT]oken$|^(?:Password|Secret(?:Str|String|Bytes|Value|Text)?|ApiKey)$/;

/** `Password: word` where nothing follows: the end of a line, of a string or of a part of a sentence. */
function lastWord(text: string, from: number): Written | null {
  const start = after(AUTH_SCHEME, text, from);
  const word = bareWord(text, start, 'tight');
  return word !== null && /^[.]?(?:["'`)\r\n\\]|,\s|$)/.test(text.slice(word.to, word.to + 3))
    ? word
    : null;
}

/** JSX: `apiKey={"value"}`. */
const EXPRESSION = /\{(?=["'`][^"'`\n]{1,200}["'`]\})/y;
/** `PASSWORDS = {"ann": "value"}`, after those that were replaced already. */
const MAPPED =
  /\{\s{0,40}(?:["'][^"'\n]{1,60}["']\s?:\s?["']‹secret:[^›\n]{1,64}›["'],\s{0,40}){0,20}["'](?!(?:type|\$ref|title|description)["'])[^"'\n]{1,60}["']\s?:\s?(?=["'])/y;
const LIST =
  /\[\s{0,40}(["'])[^"'\n[\]]{4,200}\1(?:\s{0,40},\s{0,40}\1[^"'\n[\]]{0,200}\1){0,20}\s{0,40},?\s{0,40}\]/y;

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

const RESOLVED = /\{\{resolve:(?:\$\{[^{}\n]*\}?|[^{}\n])*$/;

/** Robot Framework: a variable opens a line, two blanks and its value follow. */
const isRow = (text: string, near: string, at: number): boolean =>
  /(?:^|\n)\$\{$/.test(near) && /^\}?(?: {2}|\t)/.test(text.slice(at, at + 3));
const rowValue = (text: string, at: number): Written | null =>
  bareWord(text, after(/\}?[ \t]{1,40}/y, text, at), 'flag');

/** `${NAME:-value}`, `${name:value}` */
function expansion(text: string, at: number): Written | null {
  // `https://${NAME}:@host`: it ended before the sign.
  if (text.charAt(at - 1) === '}') return null;
  const from = after(/:[-=+]?(?!\?)|[-=]/y, text, at);
  return from === at || text.charAt(from) === '$' ? null : bareWord(text, from, 'tight');
}

const OPENS_STATEMENT =
  /(?:^|[\n{;])[ \t]*(?:#[ \t]*define[ \t]+|@|set[ \t]+|set\()?$|[\s{(]#?:$|\((?:def\w{0,10}|let|set[qf!]?)[ \t]{1,4}[(*]?$/;

const OPENS_PAIR = /[\s{(]#?:$|\n[ \t]*[A-Z]\w{1,12} \S{1,40}\r?\n[ \t]*$/;

/** What comes before a name in a line of settings: nothing, or the words of a directive. */
const DIRECTIVE = /(?:^|\n)[ \t]*(?:[a-z][\w.-]{1,30}(?:[ \t]+[\w.-]{1,30}){0,3}[ \t]+)?$/;
/** The next word, or the next of a list of arguments in YAML. */
const NEXT_ITEM = /[ \t]{1,20}|[ \t]{0,4}\r?\n[ \t]{0,40}-[ \t]{1,4}/y;
const NAMES_BLOCK = /^"[\w-]{1,60}"\s{0,4}\{/;
const COLUMN = '   ';
/** “the --password option” */
const SPOKEN_OF =
  /^(?:(?:command|options?|arguments?|flags?|parameters?|switch)\b|(?:also|is|was|can|must|may|should|will|has|only|and|or) )/;
/** “the Bearer scheme”, “all bearer tokens will be …”: a word of a sentence. */
const TALKED_OF =
  /^(?:[tT]okens?|[sS]chemes?|only|realm|challenges?|credentials?|auth\w*)\b|^[a-z]+ (?:[a-z]+\b|\()/;
/** nginx: where requests go. */
const PASSES_ON = /^(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached)_pass$/;
/** Routers and installers say before a password how it is written: `secret 5 value`, `rootpw --plaintext value`. */
const HOW_KEPT = /(?:\d|--plaintext|--iscrypted)[ \t]{1,4}(?=\S)/y;
const PATH = /\w\/\w|\.(?:test|spec)\./;
/** Robot Framework: `Input Password    id:field    value`. */
const FILLS_FIELD = /(?:^|\n)(?: {2,}|\t+)(?:Input|Fill|Type|Enter) $/;
const FIELD = /(?: {2,8}|\t{1,4})\S{1,80}(?: {2,20}|\t{1,4})(?=\S)/y;

/** `--password value`, `password "value"`, `ENV PASSWORD value`. */
function spaced(
  text: string,
  at: number,
  { name, from }: NamePlace,
  isFlag: boolean,
  reading: Reading,
): Written | null {
  const next = after(isFlag ? NEXT_ITEM : SPACE, text, at);
  if (next === at) return null;
  const valueFrom = isFlag ? next : after(HOW_KEPT, text, next);
  if (isFlag) {
    // What begins with a dash is the next flag; help has what a flag does in a column of its own.
    if (text.charAt(valueFrom) === '-') return null;
    if (text.startsWith(COLUMN, at) && /^[ ]+[A-Z][a-z]+[ \n]/.test(text.slice(at, at + 80)))
      return null;
    if (
      reading.speaks &&
      (text.charAt(at - 1) === '`' || SPOKEN_OF.test(text.slice(valueFrom, valueFrom + 12)))
    )
      return null;
    return read(text, after(/pass:/y, text, valueFrom), 'flag', reading);
  }
  if (isQuote(text, valueFrom)) {
    // What a cluster calls it: `secret "shop-cert" not found`.
    if (reading.language === 'log' && /^secrets?$/.test(name)) return null;
    // A function of a template: `{{getpw "path"}}`.
    if (/\{\{-?\s?$/.test(text.slice(Math.max(0, from - 4), from))) return null;
    // A verb, or the kind of a block that has a name: `resource "random_password" "db" {`.
    if (isQuote(text, at - 1) && NAMES_BLOCK.test(text.slice(valueFrom, valueFrom + 80)))
      return null;
    const before = text.slice(Math.max(0, from - 40), from);
    // `:pass "value"`, and `Pass "value"` where lines begin with names.
    if (/^pass$/i.test(text.slice(from, at)) && !OPENS_PAIR.test(before)) return null;
    const isSql = /^PASSWORD$/.test(text.slice(from, at)) || reading.language === 'sql';
    const isStatement = OPENS_STATEMENT.test(before);
    return read(text, valueFrom, isSql || isStatement ? 'assign' : 'spaced', reading);
  }
  if (/bearer$/i.test(text.slice(Math.max(0, at - 6), at)))
    return TALKED_OF.test(text.slice(valueFrom, valueFrom + 40))
      ? null
      : bareWord(text, valueFrom, 'flag');
  if (PASSES_ON.test(name)) return null;
  const lead = text.slice(Math.max(0, from - 40), from);
  const filled = FILLS_FIELD.test(lead) ? after(FIELD, text, at) : at;
  if (filled > at) return bareWord(text, filled, 'flag');
  if (reading.bareLiterals || reading.language === 'text') {
    const word = reading.speaks ? null : bareWord(text, valueFrom, 'flag');
    // What ran well: `PASS src/login.test.ts`.
    if (/^pass$/i.test(name) && (reading.language === 'log' || PATH.test(word?.value ?? '')))
      return null;
    // `gh ssh-key list`: a command and what it does.
    const isDirective =
      nameKindOf(name) === 'password' || HEADER.test(name)
        ? DIRECTIVE.test(lead)
        : /(?:^|\n)[ \t]*$/.test(lead);
    if (word !== null && isDirective && /^;?(?:\r?\n|$)/.test(text.slice(word.to, word.to + 3)))
      return word;
  }
  if (lead.includes('ENV') && /(?:^|\n)[ \t]*ENV[ \t]+$/.test(lead))
    return read(text, valueFrom, 'assign', reading);
  if (lead.includes('login') && /(?:^|\s)login[ \t]+\S+\s+$/.test(lead))
    return read(text, valueFrom, 'flag', reading);
  return null;
}
