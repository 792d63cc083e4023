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
  /** What follows it in words: `"…" TO name`, `"…" as name`. */
  readonly goal: string;
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
  /** Its last word: of a parameter the name. */
  word: string;
  /** Its string, if it is nothing else. */
  text: string;
  parts: number;
}

export interface Clause {
  readonly literals: readonly Literal[];
  readonly groups: readonly Group[];
  /** What a comment at the end says. */
  readonly remark: string;
}

const TOKEN =
  /(?<string>[@bBrRuUfFLN$]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`))|(?<word>(?:(?<=[\s([{,]):)?[\p{L}_$@][\p{L}\p{N}_$@-]*(?:(?:\.|->|::|\?\.)[\p{L}_$@][\p{L}\p{N}_$@-]*)*[!?]?)|(?<remark>(?<=\s)(?:#|\/\/|--|;;?|\/\*|<!--)\s.*)|(?<sign>=>|->|<-|:=|[=!]={1,2}|\|\|=?|\?\?=?|[-+.?]=|[=:])|(?<opens>[([{])|(?<closes>[)\]}])|(?<ends>[,;])|[^\s]/gu;
/** A key of a map, or a string that a call is made on. */
const NAMES_OTHER =
  /^\s*(?:=>|:(?![:\w])|\.(?:format|join|split|replace|match|test|includes|startsWith|endsWith)\b)/;
/** What may stand between the name of a thing and the sign that gives it a value. */
const IS_VALUE = /(?:^|\.)(?:value|text|val|as_?string|content|data|string|default)$/i;
/** Words that do what a sign does. */
const GIVES = /^(?:value|default|is|to|as|with|be|equals?|becomes)$/i;
const GOAL =
  /^\)?\s{0,2}(?:to|into|as|for|in|->|=>|→)\s+(?:(?:the|my|our|a|your|its)\s+)?[$@&*:"'`]?([\w.-]{2,60})/i;
const GOAL_REACH = 80;

export const namesSecret = (name: string): boolean => {
  const kind = nameKindOf(name);
  return kind === 'password' || kind === 'token';
};

/** `#login-password`, `input[name=password]`, `password: %s` and `By.id("password")` all speak of a password. */
export const lastName = (written: string): string =>
  /([\p{L}\p{N}_.-]+)(?:[\])"'=\s:*?]|%[svqr]|\{\w*\})*$/u.exec(written.slice(-60))?.[1] ?? '';

/** The part of `user.password` or `password.set` that names a secret, from the end. */
function secretIn(word: string): string {
  if (!/[.>:]/.test(word)) return namesSecret(word) ? word : '';
  return word.split(/\.|->|::|\?\./).findLast(namesSecret) ?? '';
}

const newItem = (): Item => ({
  ...{ key: '', isPath: false, isCompared: false, secret: '', word: '', text: '', parts: 0 },
});
const lastOf = ({ items }: Group): Item => items[items.length - 1] ?? newItem();

/** Reads a statement of any language as groups of arguments, their names and the strings in them. */
export function clauseOf(stretch: string): Clause {
  const literals: Literal[] = [];
  let group: Group = {
    ...{ callee: '', chain: '', own: '', parent: null, index: 0, items: [newItem()] },
  };
  const groups: Group[] = [group];
  let remark = '';
  let last: { readonly kind: string; readonly text: string } = { kind: '', text: '' };
  let previous = '';
  for (const { 0: token, index: at, groups: parts = {} } of stretch.matchAll(TOKEN)) {
    const item = lastOf(group);
    const { string, word, sign, opens, closes, ends } = parts;
    if (parts['remark'] !== undefined) remark = token;
    else if (ends !== undefined) {
      // Outside of brackets a comma may belong to a type: what stands before it keeps its name until another follows.
      if (group.parent !== null || token === ';') group.items.push(newItem());
      last = { kind: 'end', text: token };
    } else if (closes !== undefined) {
      const inner = group.items.find(({ secret }) => secret !== '')?.secret ?? '';
      group = group.parent ?? group;
      const outer = lastOf(group);
      if (inner !== '' && outer.key === '') outer.secret = inner;
      last = { kind: 'close', text: token };
    } else {
      if (opens !== undefined) {
        const isCall = /[\w$!?>\])]/.test(stretch.charAt(at - 1));
        group = {
          ...{ callee: isCall ? previous : '', chain: item.secret, own: item.key },
          ...{ parent: group, index: group.items.length - 1, items: [newItem()] },
        };
        groups.push(group);
      } else if (string !== undefined) {
        const open = string.search(/["'`]/);
        const value = string.slice(open + 1, -1);
        const start = at + open + 1;
        const after = stretch.slice(at + token.length, at + token.length + GOAL_REACH);
        const isSubscript = group.callee !== '' && after.startsWith(']') && item.parts === 0;
        const isName = isSubscript || NAMES_OTHER.test(after);
        // A key in quotes opens the next entry.
        if (isName && last.kind === 'end') item.key = '';
        if (last.kind === 'word' && GIVES.test(last.text) && item.key === '') {
          item.key = item.secret;
          item.isPath = true;
        }
        literals.push({
          ...{ from: start, to: start + value.length, value, own: item.key, group, isName },
          ...{ isPath: item.isPath, isCompared: item.isCompared },
          lead: last.kind === 'sign' || GIVES.test(last.text) ? '' : last.text,
          goal: GOAL.exec(after)?.[1] ?? '',
          index: group.items.length - 1,
        });
        if (namesSecret(lastName(value))) item.secret = value;
        item.text = item.parts === 0 ? value : '';
        previous = value;
      } else if (word !== undefined) {
        // `a="…" b=`: the next attribute, or the next setting of a line.
        if (last.kind === 'string' || last.kind === 'end') item.key = '';
        item.secret = secretIn(word) || item.secret;
        item.word = word;
        previous = word;
      } else if (sign !== undefined && item.key === '') {
        item.isPath = (last.text === ']' || IS_VALUE.test(previous)) && item.secret !== '';
        item.key = item.isPath ? item.secret : previous;
        item.isCompared = /^[!=]=/.test(sign);
      }
      const kind = Object.keys(parts).find((each) => parts[each] !== undefined) ?? 'other';
      last = { kind, text: token };
      item.parts++;
    }
  }
  return { literals, groups, remark };
}
