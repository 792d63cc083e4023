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
type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'suffix'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: readonly Token[] }
  | { readonly kind: 'folders' };

const FOLDERS: Part = { kind: 'folders' };
const ANYTHING: Part = { kind: 'suffix', text: '' };
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
  return { folderOnly, nameOnly, prefix, parts, path: prefix === '' ? literalPath(parts) : null };
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
  if (glob.nameOnly) return matchesPart(only, name);
  const { prefix } = glob;
  if (!path.startsWith(prefix)) return false;
  return matchesParts(glob.parts, path.slice(prefix.length).split('/'));
}

function literalPath(parts: readonly Part[]): BytePath | null {
  const texts = parts.flatMap((part) => (part.kind === 'literal' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('/') : null;
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
  if (tokens.every(isCode)) return { kind: 'literal', text: String.fromCharCode(...tokens) };
  if (first === 'many' && rest.every(isCode)) {
    return { kind: 'suffix', text: String.fromCharCode(...rest) };
  }
  return { kind: 'tokens', tokens };
}

const isCode = (token: Token): token is number => typeof token === 'number';

function matchesParts(parts: readonly Part[], names: readonly string[]): boolean {
  let part = 0;
  let name = 0;
  let resumePart = -1;
  let resumeName = -1;
  while (name < names.length) {
    const current = parts[part];
    if (current?.kind === 'folders') {
      resumePart = part + 1;
      resumeName = name;
      part += 1;
    } else if (current !== undefined && matchesPart(current, names[name] ?? '')) {
      part += 1;
      name += 1;
    } else if (resumePart !== -1) {
      resumeName += 1;
      part = resumePart;
      name = resumeName;
    } else return false;
  }
  return part === parts.length;
}

function matchesPart(part: Part, name: string): boolean {
  switch (part.kind) {
    case 'literal':
      return part.text === name;
    case 'suffix':
      return name.endsWith(part.text);
    case 'tokens':
      return matchesTokens(part.tokens, name);
    case 'folders':
      return true;
  }
}

function matchesTokens(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let resumeToken = -1;
  let resumeAt = -1;
  while (at < name.length) {
    const current = tokens[token];
    if (current === 'many') {
      resumeToken = token + 1;
      resumeAt = at;
      token += 1;
    } else if (current !== undefined && accepts(current, name.charCodeAt(at))) {
      token += 1;
      at += 1;
    } else if (resumeToken !== -1) {
      resumeAt += 1;
      token = resumeToken;
      at = resumeAt;
    } else return false;
  }
  while (tokens[token] === 'many') token += 1;
  return token === tokens.length;
}

function accepts(token: Exclude<Token, 'many'>, code: number): boolean {
  if (token === 'one') return true;
  return typeof token === 'number' ? token === code : token[code] === 1;
}
