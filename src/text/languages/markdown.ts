import type { Language } from '../code/language.ts';
import { MARKUP, marked, NO_COMMENTS } from '../code/marks.ts';

export const markdown: Language = {
  extensions: 'md mdx markdown',
  prose: 'md markdown mdx mdown mkd mkdn qmd rmd',
  role: 'markup',
  comments: MARKUP,
  strings: [],
};

export const asciidoc: Language = { prose: 'adoc asciidoc' };
export const restructuredtext: Language = { prose: 'rst rest', comments: marked('..') };
export const roff: Language = { comments: marked('.\\"') };
/** What the code source calls reStructuredText. */
export const rst: Language = { extensions: 'rst', role: 'markup', comments: marked('..') };
export const text: Language = { extensions: 'txt text', prose: 'txt text', comments: NO_COMMENTS };

export const csv: Language = { extensions: 'csv tsv', role: 'data', comments: NO_COMMENTS };
export const diff: Language = { extensions: 'diff patch', role: 'data', comments: NO_COMMENTS };
