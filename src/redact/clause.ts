import { remembered } from '../math/memo.ts';
import { nameKindOf } from './names.ts';

/** A string as it stands in a statement, with all that tells what it is for. */
export interface Literal {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  /** The name it is given by itself: `name = "…"`, `name: "…"`, `x["name"] == "…"`. */
  readonly own: string;
  /** What stands between that name and it: nothing, a word that turns it into something else, a sign. */
  readonly lead: string;
  /** Whether the name is a path, as in `x["name"]["main"] = "…"`, which readers of names don't follow. */
  readonly isPath: boolean;
  /** Whether it is compared with what has the name. */
  readonly isCompared: boolean;
  /** Whether it names something else: a key, a subscript, the object of a further call. */
  readonly isName: boolean;
  readonly group: Group;
  /** The number of the argument, element or entry it is of its group. */
  readonly index: number;
}

/** What stands between two brackets, or the whole clause. */
export interface Group {
  /** What the bracket follows: the callee of a call, empty for lists. */
  readonly callee: string;
  /** A secret-sounding name earlier in the chain of calls that the callee ends: `find("password").type(`. */
  readonly chain: string;
  /** The name that the group as a whole is given to. */
  readonly own: string;
  readonly parent: Group | null;
  /** The number of the argument it is of its parent. */
  readonly index: number;
  readonly items: Item[];
}

/** One argument, element or entry. */
interface Item {
  /** The name that stands before a sign of assignment or comparison. */
  key: string;
  isPath: boolean;
  isCompared: boolean;
  /** The last secret-sounding name in it, as it is written. */
  secret: string;
  /** How many words stand after it. */
  since: number;
  /** Its last word: of a parameter the name. */
  word: string;
  /** Whether it opens with a condition: what follows that is a consequence, and nothing of what was asked about. */
  isCondition: boolean;
  /** Whether one of several is chosen: `… ? a : b`. */
  isChoice: boolean;
  /** Its string, if it is nothing else. */
  text: string;
  parts: number;
}

export interface Clause {
  readonly stretch: string;
  readonly literals: readonly Literal[];
  readonly groups: readonly Group[];
  /** What a comment at the end says. */
  readonly remark: string;
}

const STRING =
  /[@bBrRuUfFLN$]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`)/uy;
const WORD =
  /(?:(?<=[\s([{,]):)?[\p{L}_$@][\p{L}\p{N}_$@-]*(?:(?:\.|->|::|\?\.)[\p{L}_$@][\p{L}\p{N}_$@-]*)*[!?]?/uy;
const REMARK = /(?<=\s)(?:#|\/\/|--|;;?|\/\*|<!--)\s.*/uy;
const SIGN = /=>|->|<-|:=|[=!]={1,2}|\|\|=?|\?\?=?|[-+.?]=|[=:]/y;

type Kind = 'string' | 'word' | 'remark' | 'sign' | 'opens' | 'closes' | 'ends' | 'other';
/** What a token may be, by the character it begins with, in the order in which that is asked. */
const KINDS: readonly (readonly [starts: RegExp, kind: Kind, pattern: RegExp | null])[] = [
  [/["'`@bBrRuUfFLN$]/, 'string', STRING],
  [/[A-Za-z_$@:]/, 'word', WORD],
  [/[#/;<-]/, 'remark', REMARK],
  [/[-=<:!|?+.]/, 'sign', SIGN],
  [/[([{]/, 'opens', null],
  [/[)\]}]/, 'closes', null],
  [/[,;]/, 'ends', null],
];
const ASCII = 128;
const KINDS_OF = Array.from({ length: ASCII }, (_, code) =>
  KINDS.filter(([starts]) => starts.test(String.fromCharCode(code))),
);
/** Outside of ASCII there are only words. */
const KINDS_BEYOND = KINDS.filter(([, kind]) => kind === 'word');
const BLANK = /\s/;
const QUOTES = '"\'`';

interface Token {
  readonly kind: Kind;
  readonly text: string;
  readonly at: number;
}

/** The token at a place, or null if a blank is there. */
function tokenAt(stretch: string, at: number): Token | null {
  const code = stretch.charCodeAt(at);
  for (const [, kind, pattern] of KINDS_OF[code] ?? KINDS_BEYOND) {
    if (pattern === null) return { kind, text: stretch.charAt(at), at };
    pattern.lastIndex = at;
    if (pattern.test(stretch)) return { kind, text: stretch.slice(at, pattern.lastIndex), at };
  }
  const text = String.fromCodePoint(stretch.codePointAt(at) ?? code);
  return code === 32 || BLANK.test(text) ? null : { kind: 'other', text, at };
}

/** A key of a map, or a string that a call is made on. */
const NAMES_OTHER =
  /^\s*(?:=>|:(?![:\w])|\.(?:format|join|split|replace|match|test|includes|startsWith|endsWith)\b)/;
/** What may stand between the name of a thing and the sign that gives it a value. */
const IS_VALUE = /(?:^|\.)(?:value|text|val|as_?string|content|data|string|default)$/i;
/** Words that do what a sign does. */
const GIVES = /^(?:value|default|is|to|as|with|be|equals?|becomes)$/i;
/** In `set the password of root to "…"` it is the third word; farther away something else is meant. */
const FARTHEST_GIVEN = 3;
const GOAL =
  /^(?:\)?\s{0,2}(?:to|into|for|in|->|=>|→)|\s{0,2}as)\s+(?:(?:the|my|our|a|your|its)\s+)?[$@&*:"'`]?([\w.-]{2,60})/i;
const GOAL_REACH = 80;

export const namesSecret = (name: string): boolean => {
  const kind = nameKindOf(name);
  return kind === 'password' || kind === 'token';
};

const LAST_NAME = /([\p{L}\p{N}_.-]+)(?:[\])"'=\s:*?]|%[svqr]|\{\w*\})*$/u;
const PLAIN_NAME = /^[\w.-]*$/;

/** `#login-password`, `input[name=password]`, `password: %s` and `By.id("password")` all speak of a password. */
export const lastName = (written: string): string => {
  const end = written.length > 60 ? written.slice(-60) : written;
  return PLAIN_NAME.test(end) ? end : (LAST_NAME.exec(end)?.[1] ?? '');
};

/** `passwordField.setText`, `tokenInput.value`: what is typed into it. */
export const WIDGET: RegExp =
  /(?:Field|Input|Box|Entry|_field|_input|_entry|passw\w{1,8}|passphrase|pwd)(?:\.|->)(?:(?:set)?_?(?:text|value|string)(?:_?value)?|send_?keys|type|fill|clear)$/i;
const OF_WIDGET = /_?(?:Text)?(?:Field|Input|Box|Entry)$/i;

const MOST_KNOWN = 10_000;
/** The part of `user.password` or `password.set` that names a secret, from the end. */
const secretIn = remembered((word: string): string => {
  if (!/[.>:]/.test(word)) return namesSecret(word) ? word : '';
  const parts = word.split(/\.|->|::|\?\./);
  return (
    parts.findLast(namesSecret) ??
    (WIDGET.test(word)
      ? parts.map((part) => part.replace(OF_WIDGET, '')).findLast(namesSecret)
      : '') ??
    ''
  );
}, MOST_KNOWN);

const newItem = (): Item => ({
  key: '',
  isPath: false,
  isCompared: false,
  secret: '',
  since: 0,
  word: '',
  isCondition: false,
  isChoice: false,
  text: '',
  parts: 0,
});
const lastOf = ({ items }: Group): Item => items[items.length - 1] ?? newItem();

/** What follows a string in words: `"…" TO name`, `"…" as name`. */
const LONG_NAME = /^[a-z]+(?:_[a-z]+){2,}$/;
export function goalOf({ stretch }: Clause, { to, value }: Literal): string {
  const goal = GOAL.exec(stretch.slice(to + 1, to + 1 + GOAL_REACH))?.[1] ?? '';
  // “a hook to pass it on”, “add `a_class_method` to your tokens”
  return /^pass$/i.test(goal) || LONG_NAME.test(value) ? '' : goal;
}

/** A statement as far as it was read. */
interface Reading {
  readonly stretch: string;
  readonly literals: Literal[];
  readonly groups: Group[];
  group: Group;
  remark: string;
  /** The kind and the text of the last token but for comments; the last word or string. */
  kind: Kind | '';
  last: string;
  previous: string;
  /** Whether a comma outside of brackets was the last sign but for some that say nothing. */
  isOver: boolean;
}

/** Reads a statement of any language as groups of arguments, their names and the strings in them. */
export function clauseOf(stretch: string): Clause {
  const group: Group = {
    ...{ callee: '', chain: '', own: '', parent: null, index: 0, items: [newItem()] },
  };
  const state: Reading = {
    ...{ stretch, literals: [], groups: [group], group, remark: '' },
    ...{ kind: '', last: '', previous: '', isOver: false },
  };
  for (let at = 0; at < stretch.length; ) {
    const token = tokenAt(stretch, at);
    if (token !== null) readToken(state, token);
    at += token?.text.length ?? 1;
  }
  return state;
}

function readToken(state: Reading, token: Token): void {
  const { kind, text } = token;
  if (kind === 'remark') {
    state.remark = text;
    return;
  }
  if (kind === 'ends') {
    // Outside of brackets a comma may belong to a type: what stands before it keeps its name until another follows.
    if (state.group.parent !== null || text === ';') state.group.items.push(newItem());
    else state.isOver = true;
  } else if (kind === 'closes') closeGroup(state);
  else {
    const item = lastOf(state.group);
    if (kind === 'opens') openGroup(state, state.isOver ? begun(item) : item, token.at);
    else if (kind === 'string') readString(state, item, token);
    else if (kind === 'word') readWord(state, item, text);
    else if (kind === 'sign' && item.key === '') readSign(state, item, text);
    else if (kind === 'other') readMark(state, item, token);
    item.parts++;
  }
  state.kind = kind;
  state.last = text;
}

/** `password.isEmpty ? a : b`, `password && f(…)`: what is done then. */
function readMark({ stretch }: Reading, item: Item, { text, at }: Token): void {
  const isThen = text === '?' && stretch.charAt(at + 1) === ' ';
  if (isThen) item.isChoice = true;
  if (isThen || (text === '&' && stretch.charAt(at + 1) === '&')) forget(item);
}

/** `expect(check(password)).to eq("…")`: what a call tells of a secret. */
const JUDGES =
  /(?:^|[._>:]|[a-z](?=[A-Z]))(?:check|validate|strength|state|kind|rate|score|classify|problems|measure|level|status|len|length|size|count|is_?valid)(?:_?[oO]f)?$/i;

function closeGroup(state: Reading): void {
  const isJudged = JUDGES.test(state.group.callee);
  const inner = isJudged
    ? ''
    : (state.group.items.find(({ secret }) => secret !== '')?.secret ?? '');
  state.group = state.group.parent ?? state.group;
  const outer = lastOf(state.group);
  if (inner !== '' && outer.key === '') mention(outer, inner);
}

function openGroup(state: Reading, item: Item, at: number): void {
  const { group, stretch, previous } = state;
  // `[]string{…}` is a list.
  const isList =
    stretch.charAt(at) === '{' && /\]\w+$/.test(stretch.slice(Math.max(0, at - 20), at));
  const isCall = !isList && /[\w$!?>\])]/.test(stretch.charAt(at - 1));
  state.group = {
    callee: isCall ? previous : '',
    chain: item.secret,
    // The block after a comparison is not what was compared.
    own: item.isCompared && stretch.charAt(at) === '{' ? '' : item.key,
    parent: group,
    index: group.items.length - 1,
    items: [newItem()],
  };
  state.groups.push(state.group);
}

/** What is typed before a key: `type("…{enter}")`, `send("…\\n")`. */
export const typedOf = (value: string): string =>
  /[}nr]$/.test(value) ? value.replace(/(?:\{(?:enter|tab|return)\}|\\[nr])$/i, '') : value;

function leadOf({ isChoice }: Item, kind: Kind | '', last: string): string {
  if (isChoice && last === ':') return '?';
  return kind === 'sign' || GIVES.test(last) ? '' : last;
}

function readString(state: Reading, item: Item, { text, at }: Token): void {
  const { stretch, group, kind, last } = state;
  let open = 0;
  while (!QUOTES.includes(text.charAt(open))) open++;
  const value = typedOf(text.slice(open + 1, -1));
  const from = at + open + 1;
  const after = stretch.slice(at + text.length, at + text.length + GOAL_REACH);
  const isSubscript = group.callee !== '' && after.startsWith(']') && item.parts === 0;
  const isName = isSubscript || (NAMES_OTHER.test(after) && !(item.isChoice && last === '?'));
  // A key in quotes opens the next entry.
  if (isName && kind === 'ends') {
    item.key = '';
    // What the last one speaks of is not what this one is for.
    if (state.isOver) forget(item);
  }
  if (kind === 'word' && GIVES.test(last) && item.key === '' && isGiven(item, last, stretch)) {
    item.key = item.secret;
    item.isPath = true;
  }
  // `"name" to "…"`: an entry of a map.
  if (last === 'to' && item.parts === 2 && item.text !== '' && item.key === '')
    item.key = item.text;
  state.literals.push({
    from,
    to: from + value.length,
    value,
    own: attributeBefore(stretch, at) || (isParameter(state, item) ? state.previous : item.key),
    group,
    isName,
    isPath: item.isPath,
    isCompared: item.isCompared,
    lead: leadOf(item, kind, last),
    index: group.items.length - 1,
  });
  if (namesSecret(lastName(value))) mention(item, value);
  item.text = item.parts === 0 ? value : '';
  state.previous = value;
}

/** `default: () => <div data-testid="…">`: an attribute has its own name, whatever the element is given to. */
const ATTRIBUTE = /<\w[^<>\n]*\s([a-z]+(?:-[a-z]+)+|id|className|type|role)=$/;
const LONGEST_ATTRIBUTE = 80;
const attributeBefore = (stretch: string, at: number): string =>
  stretch.charAt(at - 1) === '='
    ? (ATTRIBUTE.exec(stretch.slice(Math.max(0, at - LONGEST_ATTRIBUTE), at))?.[1] ?? '')
    : '';

/** `Authorization: Digest username="…"` */
const isParameter = ({ kind, last, previous }: Reading, { key }: Item): boolean =>
  kind === 'sign' && last === '=' && previous !== key && /^(?:proxy-?)?authorization$/i.test(key);

/** “similar to”, “pass … as …”: only what is set or changed becomes something. */
const CHANGES =
  /\b(?:chang|set|reset|updat|rotat|switch|default|assign|alter|equal|expect|should|be)\w*\b/i;
function isGiven({ secret, since }: Item, word: string, stretch: string): boolean {
  if (since > FARTHEST_GIVEN || /^pass$/i.test(secret)) return false;
  return !/^(?:to|as)$/i.test(word) || CHANGES.test(stretch);
}

function readWord(state: Reading, item: Item, word: string): void {
  // `a="…" b=`: the next attribute, or the next setting of a line.
  if (state.kind === 'string' || state.isOver) item.key = '';
  if (state.isOver) item.secret = '';
  state.isOver = false;
  if (item.parts === 0 && CONDITION.test(word)) item.isCondition = true;
  // `if (…) errors.add(…)`: a word right after brackets begins something new, as these words do.
  if (BEGINS.test(word) || (state.last === ')' && !GIVES.test(word))) forget(item);
  const secret = secretIn(word);
  // To pass something is a verb.
  if (state.kind === 'word' && state.last === 'pass') item.secret = '';
  if (secret === '') item.since++;
  else mention(item, secret);
  item.word = word;
  state.previous = word;
}

const CONDITION = /^(?:if|elif|else|elsif|elseif|unless|when|while|until|guard|for)$/i;
const BEGINS = /^(?:then|else|and|or|try|raise|throw|return|do)$/i;
/** `[a] = …,⏎[b] = …`: brackets after a comma outside of all others open the next one. */
function begun(item: Item): Item {
  item.key = '';
  forget(item);
  return item;
}

function forget(item: Item): void {
  item.secret = '';
  item.since = 0;
}

function mention(item: Item, secret: string): void {
  item.secret = secret;
  item.since = 0;
}

function readSign(state: Reading, item: Item, sign: string): void {
  // `if len(password) < 12: errors.append(…)`
  if (sign === ':' && item.isCondition) {
    forget(item);
    return;
  }
  // `isOver ? "pass" : "fail"`
  if (sign === ':' && item.isChoice) return;
  item.isPath = (state.last === ']' || IS_VALUE.test(state.previous)) && item.secret !== '';
  item.key = item.isPath ? item.secret : state.previous;
  item.isCompared = /^[!=]=/.test(sign);
}
