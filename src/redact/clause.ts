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

const newItem = (): Item => ({ key: '', secret: '', text: '', parts: 0 });

/** Reads a statement of any language as groups of arguments, their names and the strings in them. */
export function clauseOf(text: string, from: number, to: number): Clause {
  const literals: Literal[] = [];
  const stretch = text.slice(from, to);
  let group: Group = { callee: '', chain: '', own: '', parent: null, items: [newItem()] };
  let remark = '';
  let [previous, beforeComma] = ['', false];
  for (const match of stretch.matchAll(TOKEN)) {
    const item = group.items[group.items.length - 1] ?? newItem();
    const { string, word, sign, remark: said } = match.groups ?? {};
    const [token] = match;
    if (said !== undefined) remark = said;
    else if (string !== undefined) {
      const open = string.search(/["'`]/);
      const value = string.slice(open + 1, -1);
      const start = from + match.index + open + 1;
      const rest = stretch.slice(match.index + token.length, match.index + token.length + 16);
      const isSubscript = group.callee !== '' && rest.startsWith(']') && item.parts === 0;
      const isName = isSubscript || NAMES_OTHER.test(rest);
      const own = item.key;
      literals.push({
        ...{ from: start, to: start + value.length, value, own, group, isName },
        index: group.items.length - 1,
      });
      if (isSecretName(lastName(value))) item.secret = value;
      item.text = item.parts === 0 ? value : '';
      previous = value;
    } else if (word !== undefined) {
      if (isSecretName(word)) item.secret = word;
      previous = word;
    } else if (sign !== undefined) {
      if (item.key === '' || beforeComma) item.key = item.secret === '' ? previous : item.secret;
      beforeComma = false;
    } else if (OPENS.includes(token)) {
      const callee = /[\w$!?>\])]$/.test(stretch.slice(0, match.index)) ? previous : '';
      group = { callee, chain: item.secret, own: item.key, parent: group, items: [newItem()] };
    } else if (CLOSES.includes(token)) {
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
      else beforeComma = true;
    }
    item.parts++;
  }
  return { literals, remark };
}
