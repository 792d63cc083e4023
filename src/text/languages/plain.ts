import type { Language } from '../code/language.ts';
import { HASH, HASH_AT_START, MARKUP, marked, NO_COMMENTS, PERCENT } from '../code/marks.ts';

/** Languages of which we know the files and the comments, if they have any. */

export const asciidoc: Language = { prose: 'adoc asciidoc' };
export const bat: Language = { extensions: 'bat cmd', role: 'build', comments: marked('REM') };
export const cobol: Language = { extensions: 'cob cbl', comments: marked('*>') };
export const csv: Language = { extensions: 'csv tsv', role: 'data', comments: NO_COMMENTS };
export const diff: Language = { extensions: 'diff patch', role: 'data', comments: NO_COMMENTS };
export const env: Language = { comments: HASH_AT_START, strings: [] };
export const jsonl: Language = {
  extensions: 'jsonl ndjson',
  role: 'data',
  comments: NO_COMMENTS,
};
export const markdown: Language = {
  extensions: 'md mdx markdown',
  prose: 'md markdown mdx mdown mkd mkdn qmd rmd',
  role: 'markup',
  comments: MARKUP,
  strings: [],
};
export const nginx: Language = { comments: HASH_AT_START, strings: [] };
export const prolog: Language = { comments: PERCENT };
export const puppet: Language = { extensions: 'puppet', comments: HASH };
export const razor: Language = { extensions: 'cshtml razor', role: 'markup', comments: MARKUP };
export const restructuredtext: Language = { prose: 'rst rest', comments: marked('..') };
export const roff: Language = { comments: marked('.\\"') };
/** What the code source calls reStructuredText. */
export const rst: Language = { extensions: 'rst', role: 'markup', comments: marked('..') };
export const text: Language = { extensions: 'txt text', prose: 'txt text', comments: NO_COMMENTS };
