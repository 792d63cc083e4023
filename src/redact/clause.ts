import { nameKindOf } from './names.ts';

/** A string as it stands in a statement, with all that tells what it is for. */
export interface Literal {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  /** The number of the argument, element or entry it is of its group. */
  readonly index: number;
  /** The name it is given by itself: `name = "…"`, `name: "…"`, `x["name"] == "…"`. */
  readonly own: string;
  readonly group: Group;
  /** Whether that name stands right before it, where no reader can have missed it. */
  readonly isDirect: boolean;
  /** Whether it is compared with what has the name. */
  readonly isCompared: boolean;
  /** What follows it in words: `"…" TO name`, `"…" as name`. */
  readonly goal: string;
  /** Whether it names something else: a key, a subscript, the object of a further call. */
  readonly isName: boolean;
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
  readonly items: Item[];
}

/** One argument, element or entry. */
interface Item {
  /** The name that stands before a sign of assignment or comparison. */
  key: string;
  isDirect: boolean;
  isCompared: boolean;
  /** The last secret-sounding name in it. */
  secret: string;
  /** Its string, if it is nothing else. */
  text: string;
  parts: number;
}

export interface Clause {
  readonly literals: readonly Literal[];
  /** What a comment at the end says. */
  readonly remark: string;
}

const TOKEN =
  /(?<string>[@bBrRuUfFLN$]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`))|(?<word>(?:(?<=[\s([{,]):)?[\p{L}_$@][\p{L}\p{N}_$@-]*(?:(?:\.|->|::|\?\.)[\p{L}_$@][\p{L}\p{N}_$@-]*)*[!?]?)|(?<remark>(?<=\s)(?:#|\/\/|--|;;?|\/\*|<!--)\s.*)|(?<sign>=>|->|<-|:=|[=!]={1,2}|\|\|=?|\?\?=?|[-+.?]=|[=:])|[^\s]/gu;
/** A key of a map, or a string that a call is made on. */
const NAMES_OTHER = /^\s*(?:=>|:(?![:\w])|\.(?:format|join|split|replace|match|test|includes|startsWith|endsWith)\b)/;
const OPENS = '([{';
const CLOSES = ')]}';

const isSecretName = (name: string): boolean => {
  const kind = nameKindOf(name);
  return kind === 'password' || kind === 'token';
};

/** `#login-password`, `input[name=password]` and `By.id("password")` all speak of a password. */
export const lastName = (written: string): string =>
  /([\p{L}\p{N}_.-]+)[\])"'=\s:*?]*$/u.exec(written.slice(-60))?.[1] ?? '';

const newItem = (): Item => ({
  ...{ key: '', isDirect: true, isCompared: false, secret: '', text: '', parts: 0 },
});

/** What may stand between the name of a thing and the sign that gives it a value. */
const IS_VALUE = /(?:^|\.)(?:value|text|val|as_?string|content|data|string|default)$/i;
/** Words that do what a sign does. */
const GIVES = /^(?:value|default|is|to|as|with|be|equals?|becomes)$/i;
const GOAL = /^\)?\s{0,2}(?:to|into|as|for|in|->|=>|→)\s+(?:(?:the|my|our|a|your|its)\s+)?[$@&*:"'`]?([\w.-]{2,60})/i;

/** Reads a statement of any language as groups of arguments, their names and the strings in them. */
export function clauseOf(text: string, from: number, to: number): Clause {
  const literals: Literal[] = [];
  const stretch = text.slice(from, to);
  let group: Group = { callee: '', chain: '', own: '', parent: null, items: [newItem()] };
  let remark = '';
  let [previous, last] = ['', ''];
  for (const match of stretch.matchAll(TOKEN)) {
    const item = group.items[group.items.length - 1] ?? newItem();
    const { string, word, sign, remark: said } = match.groups ?? {};
    const [token] = match;
    if (said !== undefined) remark = said;
    else if (string !== undefined) {
      const open = string.search(/["'`]/);
      const value = string.slice(open + 1, -1);
      const start = from + match.index + open + 1;
      const rest = stretch.slice(match.index + token.length, match.index + token.length + 80);
      if (last === 'word' && GIVES.test(previous) && item.key === '') {
        item.key = item.secret;
        item.isDirect = false;
      }
      const isSubscript = group.callee !== '' && rest.startsWith(']') && item.parts === 0;
      const isName = isSubscript || NAMES_OTHER.test(rest);
      // A key in quotes opens the next entry.
      if (isName && last === ',') item.key = '';
      const { key: own, isDirect, isCompared } = item;
      const goal = GOAL.exec(rest)?.[1] ?? '';
      literals.push({
        ...{ from: start, to: start + value.length, value, own, isDirect, isCompared, goal, group, isName },
        index: group.items.length - 1,
      });
      if (isSecretName(lastName(value))) item.secret = value;
      item.text = item.parts === 0 ? value : '';
      previous = value;
      last = 'string';
    } else if (word !== undefined) {
      // `a="…" b=`: the next attribute, or the next setting of a line.
      if (last === 'string' || last === ',') item.key = '';
      if (isSecretName(word)) item.secret = word;
      previous = word;
      last = 'word';
    } else if (sign !== undefined) {
      const isPath = (last === ']' || IS_VALUE.test(previous)) && item.secret !== '';
      if (item.key === '') {
        item.key = isPath ? item.secret : previous;
        item.isDirect = !isPath || item.secret === previous;
        item.isCompared = /^[!=]=/.test(sign);
      }
      last = 'sign';
    } else if (OPENS.includes(token)) {
      const callee = /[\w$!?>\])]$/.test(stretch.slice(0, match.index)) ? previous : '';
      last = token;
      group = { callee, chain: item.secret, own: item.key, parent: group, items: [newItem()] };
    } else if (CLOSES.includes(token)) {
      last = token;
      if (group.parent !== null) {
        const inner = group.items.find(({ secret }) => secret !== '')?.secret ?? '';
        group = group.parent;
        const outer = group.items[group.items.length - 1];
        if (outer !== undefined && inner !== '' && outer.key === '') outer.secret = inner;
      }
    } else if (token === ',' || token === ';') {
      // Outside of brackets a comma may belong to a type: what stands before it keeps its name until another follows.
      if (group.parent !== null) group.items.push(newItem());
      else if (token === ';') group.items[0] = newItem();
      else last = ',';
    }
    item.parts++;
  }
  return { literals, remark };
}
