import type { BytePath } from './byte-path.ts';
import { parseBracket } from './glob-bracket.ts';

/**
 * One pattern of git's ignore syntax. Compiled by hand, not to a regular expression: `**` and `*`
 * each backtrack to the last one only, so that no pattern of a hostile project can take more than
 * quadratic time (the usual translation needs half a minute for seven `**` and one path).
 */
export interface Glob {
  readonly folderOnly: boolean;
  /** Without a slash the pattern speaks of names anywhere below, with one of whole paths. */
  readonly nameOnly: boolean;
  /** What a path begins with, apart from the parts; empty for nearly all patterns. */
  readonly prefix: BytePath;
  readonly parts: readonly Part[];
  /** The one path it matches, if it has no wildcards. */
  readonly path: BytePath | null;
}

type Token = number | 'one' | 'many' | Uint8Array;
/** Which names a part of a path may be; `only` is the one it must be if it has no wildcards. */
interface Part {
  readonly takes: (name: string) => boolean;
  readonly only?: string;
}

const FOLDERS: Part = { takes: () => true };
const ANYTHING: Part = { takes: () => true };
/** Twice the longest path a system takes: a longer pattern can match nothing. */
const MAX_PATTERN_LENGTH = 8192;

/** Null if the pattern can match nothing, as git holds of an unclosed bracket or a final backslash. */
export function compileGlob(pattern: string): Glob | null {
  const folderOnly = pattern.endsWith('/');
  const body = folderOnly ? pattern.slice(0, -1) : pattern;
  if (body === '' || body.length > MAX_PATTERN_LENGTH) return null;
  const nameOnly = !body.includes('/');
  const whole = body.startsWith('/') ? body.slice(1) : body;
  const prefix = nameOnly ? '' : strippedPrefix(whole);
  const split = splitParts(whole.slice(prefix.length));
  if (split === null) return null;
  const parts = split.map((part) => toPart(part, nameOnly));
  // A final `**` asks for at least one name, an inner one for none.
  if (parts.at(-1) === FOLDERS) parts.push(ANYTHING);
  const literals = parts.flatMap(({ only }) => only ?? []);
  const isLiteral = prefix === '' && literals.length === parts.length;
  return { folderOnly, nameOnly, prefix, parts, path: isLiteral ? literals.join('/') : null };
}

const BEFORE_WILDCARDS = /^[^*?[\\]*/;

/** git compares what stands before the first wildcard by itself; so in `a**` + `/b` the stars come to stand first, and match folders. */
function strippedPrefix(pattern: string): string {
  const [prefix = ''] = BEFORE_WILDCARDS.exec(pattern) ?? [];
  return pattern.startsWith('**', prefix.length) && !prefix.endsWith('/') ? prefix : '';
}

/** `name` is the last part of the path. */
export function matchesGlob(
  glob: Glob,
  path: BytePath,
  name: BytePath,
  isFolder: boolean,
): boolean {
  if (glob.folderOnly && !isFolder) return false;
  if (glob.path !== null) return glob.path === (glob.nameOnly ? name : path);
  const [only] = glob.parts;
  if (only === undefined) return false;
  if (glob.nameOnly) return only.takes(name);
  const { prefix } = glob;
  if (!path.startsWith(prefix)) return false;
  const names = path.slice(prefix.length).split('/');
  return matchesAll(glob.parts, FOLDERS, names.length, (part, at) => part.takes(names[at] ?? ''));
}

function splitParts(pattern: string): Token[][] | null {
  const parts: Token[][] = [];
  let part: Token[] = [];
  for (let at = 0; at < pattern.length; at++) {
    // To git a slash parts names whether it is quoted or not.
    const isQuoted = pattern.startsWith('\\/', at);
    if (isQuoted) at += 1;
    const char = pattern.charAt(at);
    if (char === '/') {
      parts.push(part);
      // After `**` a quoted slash asks for at least one folder.
      if (isQuoted && part.length > 1 && part.every((token) => token === 'many'))
        parts.push(['many']);
      part = [];
    } else if (char === '*') part.push('many');
    else if (char === '?') part.push('one');
    else if (char === '[') {
      const bracket = parseBracket(pattern, at);
      if (bracket === null) return null;
      part.push(bracket.members);
      at = bracket.end;
    } else if (char === '\\') {
      at += 1;
      if (at === pattern.length) return null;
      part.push(pattern.charCodeAt(at));
    } else part.push(pattern.charCodeAt(at));
  }
  parts.push(part);
  return parts;
}

function toPart(tokens: readonly Token[], nameOnly: boolean): Part {
  if (tokens.length > 1 && tokens.every((token) => token === 'many')) {
    return nameOnly ? ANYTHING : FOLDERS;
  }
  const [first, ...rest] = tokens;
  if (tokens.every(isCode)) {
    const only = String.fromCharCode(...tokens);
    return { only, takes: (name) => name === only };
  }
  if (first === 'many' && rest.every(isCode)) {
    const end = String.fromCharCode(...rest);
    return { takes: (name) => name.endsWith(end) };
  }
  const takes = (name: string): boolean =>
    matchesAll(tokens, 'many', name.length, (token, at) => accepts(token, name.charCodeAt(at)));
  return { takes };
}

const isCode = (token: Token): token is number => typeof token === 'number';

/** Whether a pattern takes so many items, all of them; `many` takes any number. Only the last one that did is gone back to. */
function matchesAll<P>(
  pattern: readonly P[],
  many: P,
  length: number,
  takes: (part: P, at: number) => boolean,
): boolean {
  let place = 0;
  let at = 0;
  let resumePlace = -1;
  let resumeAt = -1;
  while (at < length) {
    const current = pattern[place];
    if (current === many) {
      resumePlace = place + 1;
      resumeAt = at;
      place += 1;
    } else if (current !== undefined && takes(current, at)) {
      place += 1;
      at += 1;
    } else if (resumePlace !== -1) {
      resumeAt += 1;
      place = resumePlace;
      at = resumeAt;
    } else return false;
  }
  while (pattern[place] === many) place += 1;
  return place === pattern.length;
}

function accepts(token: Token, code: number): boolean {
  if (typeof token === 'string') return true;
  return typeof token === 'number' ? token === code : token[code] === 1;
}
