import type { Language } from '../code/language.ts';
import { HASH, HASH_AT_START, MARKUP, marked, NO_COMMENTS, PERCENT } from '../code/marks.ts';

/** Languages of which we know the files and the comments, if they have any. */
export const plain: Readonly<Record<string, Language>> = {
  asciidoc: { prose: 'adoc asciidoc' },
  bat: { extensions: 'bat cmd', role: 'build', comments: marked('REM') },
  cobol: { extensions: 'cob cbl', comments: marked('*>') },
  csv: { extensions: 'csv tsv', role: 'data', comments: NO_COMMENTS },
  diff: { extensions: 'diff patch', role: 'data', comments: NO_COMMENTS },
  env: { comments: HASH_AT_START, strings: [] },
  jsonl: {
    extensions: 'jsonl ndjson',
    role: 'data',
    comments: NO_COMMENTS,
  },
  markdown: {
    extensions: 'md mdx markdown',
    prose: 'md markdown mdx mdown mkd mkdn qmd rmd',
    role: 'markup',
    comments: MARKUP,
    strings: [],
  },
  nginx: { comments: HASH_AT_START, strings: [] },
  prolog: { comments: PERCENT },
  puppet: { extensions: 'puppet', comments: HASH },
  razor: { extensions: 'cshtml razor', role: 'markup', comments: MARKUP },
  restructuredtext: { prose: 'rst rest', comments: marked('..') },
  roff: { comments: marked('.\\"') },
  /** What the code source calls reStructuredText. */
  rst: { extensions: 'rst', role: 'markup', comments: marked('..') },
  text: { extensions: 'txt text', prose: 'txt text', comments: NO_COMMENTS },
};
