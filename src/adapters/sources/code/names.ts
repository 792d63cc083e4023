import { isWordCode } from '../../../text/code/words.ts';

/** Reading names out of the text around a position, without asking the syntax tree. */

const isWord = (code: number): boolean => isWordCode(code) || code === 36 || code >= 0x80;

/** Generic arguments between a callee and its arguments are short; a longer stretch is something else. */
const MAX_GENERICS = 200;

/** The start of a balanced `<…>` or `[…]` that ends before `end`, else -1. */
function openOf(text: string, end: number, open: number, close: number): number {
  let depth = 0;
  for (let i = end - 1; i >= 0 && end - i <= MAX_GENERICS; i--) {
    const code = text.charCodeAt(i);
    if (code === close) depth++;
    else if (code === open && --depth === 0) return i;
  }
  return -1;
}

/** How far back a callee may stand before its argument list. */
const MAX_GAP = 80;

/** Where the called name ends that stands before an argument list at `at`: spaces, generics, `?.`, `::` and `!` lie between. */
export function calleeEnd(text: string, at: number): number {
  let end = at;
  for (const floor = Math.max(0, at - MAX_GAP); end > floor; ) {
    const code = text.charCodeAt(end - 1);
    if (code === 32 || code === 10 || code === 13 || code === 9 || code === 33 || code === 63)
      end--;
    else if (code === 62 || code === 93) {
      const open = code === 62 ? openOf(text, end, 60, 62) : openOf(text, end, 91, 93);
      if (open === -1) return -1;
      end = open;
    } else if (code === 46 && text.charCodeAt(end - 2) === 63) end -= 2;
    else if (code === 58 && text.charCodeAt(end - 2) === 58) end -= 2;
    else break;
  }
  return end;
}

/** The identifier that ends at `end`, empty if none does. */
export function wordBefore(text: string, end: number): string {
  let from = end;
  while (from > 0 && isWord(text.charCodeAt(from - 1))) from--;
  const first = text.charCodeAt(from);
  return from === end || (first >= 48 && first <= 57) ? '' : text.slice(from, end);
}

/** The identifier that starts at `start`. */
export function wordAt(text: string, start: number): string {
  let end = start;
  while (end < text.length && isWord(text.charCodeAt(end))) end++;
  return text.slice(start, end);
}

/** True if nothing but blanks stands between the start of the line and `at`. */
export function opensLine(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (code === 10) return true;
    if (code !== 32 && code !== 9 && code !== 13 && code !== 0xfeff) return false;
  }
  return true;
}

const NOT_TYPES =
  /^(?:extends|implements|public|private|protected|virtual|where|with|metaclass|struct|class|None|True|False|self|typename|const|dyn|for)$/;

/** Last names of the types in a list such as `(a.B[T], c::D<E>, metaclass=M)`: `B`, `D`. */
export function typeNames(list: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let word = '';
  let keyword = false;
  const flush = (): void => {
    if (word !== '' && !keyword && !found.includes(word)) found.push(word);
    word = '';
  };
  const body = list.replace(/^\s*[(:<]?/, '').replace(/^\s*(?:extends|implements)\b/, '');
  for (const token of body.match(/[\w$\u0080-\uffff]+|[^\s\w]/g) ?? []) {
    if (/^[<[({]$/.test(token)) {
      if (depth === 0) flush();
      depth++;
    } else if (/^[>\])}]$/.test(token)) depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (token === ',') {
      flush();
      keyword = false;
    } else if (token === '=') {
      word = '';
      keyword = true;
    } else if (/^(?:implements|with|[+&])$/.test(token)) flush();
    else if (/[\w$\u0080-\uffff]/.test(token) && !NOT_TYPES.test(token)) word = token;
  }
  flush();
  return found;
}

/** Longer names are selectors or titles; the rest of them tells nothing. */
export const MAX_NAME = 120;

/** `(s *Stack[T])` → `Stack`. */
export function receiverOf(receiver: string): string {
  const end = receiver.lastIndexOf(')');
  const bare = receiver.slice(0, end === -1 ? undefined : end).replace(/\[[^\]]*\]\s*,?\s*$/, '');
  return /([\w\u0080-\uffff]+)\s*,?\s*$/.exec(bare.slice(-MAX_NAME))?.[1] ?? '';
}

/** `&'a mut fmt::Foo<T>` → `Foo`. */
function implemented(type: string): string {
  const generics = type.indexOf('<');
  const bare = (generics === -1 ? type : type.slice(0, generics)).replace(
    /^[&*\s]*(?:'\w+\s+)?(?:(?:mut|dyn|const)\s+)*/,
    '',
  );
  const name = bare.slice(bare.lastIndexOf(':') + 1).trim();
  return name === '' ? type : name;
}

/** A name as people say it, without quotes, sigils and generics, and the type it was written with (`A::b`). */
export function tidyName(written: string, kind: string): { name: string; owner: string } {
  const short = written.slice(0, MAX_NAME);
  if (kind === 'rule') return { name: short.replace(/\s+/g, ' '), owner: '' };
  if (kind === 'impl') return { name: implemented(short), owner: '' };
  const cut = short.lastIndexOf('::');
  if (cut !== -1) {
    const owner = short.slice(0, cut).replace(/<[^>]*>/g, '');
    const own = owner.slice(owner.lastIndexOf(':') + 1).trim();
    return { name: short.slice(cut + 2).trim(), owner: own };
  }
  const isQuoted = /^(['"`]).*\1$/s.test(short);
  return { name: (isQuoted ? short.slice(1, -1) : short).trim(), owner: '' };
}
