import { isBlank } from './line.ts';
import type { Heading } from './structure.ts';

/** Headings are short; what is longer is not one, and the patterns below stay cheap. */
const LONGEST_TITLE = 300;

const IMAGE = /!\[([^\]]*)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\]]*\])/g;
const LINK = /\[([^\]]*)\](?:\([^()]*(?:\([^()]*\))?[^()]*\)|\[[^\]]*\])/g;
const ALT = /<img\b[^>]*?\balt=(?:"([^"]*)"|'([^']*)')[^>]*>/gi;
const TAG = /<\/?[A-Za-z][^>]*>/g;
const ATTRIBUTES = /\s*\{[:#.][^}]*\}\s*$/;
/** A role, and the escape that lets a letter follow it: :class:`QuerySet`\s. */
const ROLE = /:[A-Za-z][\w:+.-]*:`([^`]*)`(?:\\(?=\w))?/g;
const TARGET = /`([^`<]*?)\s*<[^`>]*>`_{0,2}/g;
const EMPHASIS = /(\*\*|\*|__|~~)(?=\S)([^*]*?\S)\1/g;

/** A heading as a person reads it: without links, tags, emphasis, anchors. */
export function titleText(raw: string): string {
  const linked = raw.slice(0, LONGEST_TITLE).replace(IMAGE, '$1').replace(LINK, '$1');
  const bare = linked.replace(ALT, '$1$2').replace(TARGET, '$1').replace(ATTRIBUTES, '');
  const pieces = bare.replace(ROLE, (_, target: string) => roleText(target)).split('`');
  // What stands in backticks is kept as written: `__init__` is no emphasis, `<T>` no tag.
  const plain = (piece: string): string => piece.replace(TAG, '').replace(EMPHASIS, '$2');
  const text = pieces.map((piece, index) => (index % 2 === 1 ? piece : plain(piece))).join('');
  const unescaped = text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return unescaped.replace(/[\s\u00b6]+/g, ' ').trim();
}

/** The text of a role's target: `Model <django.db.Model>` shows Model, `~a.b.C` shows C, `!x` shows x. */
function roleText(target: string): string {
  const shown = /^([^<]*\S)\s*</.exec(target)?.[1] ?? target.replace(/^!/, '');
  if (!shown.startsWith('~')) return shown;
  return shown.slice(shown.lastIndexOf('.') + 1).replace(/^~/, '');
}

const CODE_SPAN = /(`{1,3})([^`]+)\1/g;
const IN_CODE = /-{1,2}[A-Za-z][\w-]*|[A-Za-z_$@][\w$]*(?:(?:\.|::|->|#|-)[A-Za-z_$][\w$]*)*/g;
const WORD = /--[a-z][\w-]*|[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?/g;
const MOST_NAMES_OF_A_SPAN = 4;

/** Identifiers a heading is about: those in code, and words no prose would spell like that. */
export function identifiers(raw: string): string[] {
  const text = raw.slice(0, LONGEST_TITLE);
  const names = new Set<string>();
  const prose = text.replace(CODE_SPAN, (_, _ticks: string, code: string) => {
    const inside = code.replace(/^[~!]/, '').match(IN_CODE) ?? [];
    for (const name of inside.slice(0, MOST_NAMES_OF_A_SPAN)) addQualified(names, name);
    return ' ';
  });
  for (const word of prose.replace(TAG, ' ').replace(LINK, '$1').match(WORD) ?? []) {
    if (isIdentifier(word)) addQualified(names, word.replace(/\(\)$/, ''));
  }
  return [...names];
}

const isIdentifier = (word: string): boolean =>
  word.length > 2 &&
  (/[A-Za-z0-9]_[A-Za-z0-9]|^__?[a-z]|::|->|\(\)$|^\$[a-z]|^--[a-z]/.test(word) ||
    /[a-z0-9][A-Z][a-z]|^[A-Z][a-z]+[A-Z]/.test(word) ||
    /[A-Za-z]{2}\.[A-Za-z]{2}/.test(word));

/** What a file name ends in says nothing about what it is called. */
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|py|rs|go|c|h|cc|cpp|java|kt|rb|php|cs|sh|md|rst|txt|html?|css|json|ya?ml|toml|xml|ini|cfg|conf|env|lock|sql|log|com|org|io|net|dev)$/i;

/** Adds a name and, of a qualified one, what it ends in: people ask for either. */
export function addQualified(names: Set<string>, name: string): void {
  if (name === '') return;
  names.add(name);
  if (FILE_ENDING.test(name)) return;
  const last = /[A-Za-z_$][\w$]*$/.exec(name)?.[0];
  if (last && last.length > 1 && last.length < name.length && /[.:>#]/.test(name)) names.add(last);
}

/** Notes what a line says of its document, such as `:Status: Accepted`, if it is the first to say so. */
export function noteFact(facts: Map<string, string>, [, key, value = '']: readonly string[]): void {
  const name = key?.toLowerCase();
  if (name !== undefined && !facts.has(name)) facts.set(name, value.trimEnd());
}

/** A heading, unless it says nothing. Lines count from 1. */
export function headingOf(
  raw: string,
  firstLine: number,
  bodyLine: number,
  level: number,
): Heading[] {
  const title = titleText(raw);
  return title === '' ? [] : [{ firstLine, bodyLine, level, title, names: identifiers(raw) }];
}

/** The index of the first line right above a heading that belongs to it, such as its anchor; blank lines between do not count. */
export function startAbove(
  lines: readonly string[],
  index: number,
  floor: number,
  belongs: (line: string) => boolean,
): number {
  let start = index;
  for (let up = index - 1; up >= floor; up--) {
    const line = lines[up] ?? '';
    if (isBlank(line)) continue;
    if (!belongs(line)) break;
    start = up;
  }
  return start;
}
