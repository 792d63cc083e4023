import type { Language } from '../code/language.ts';
import { PERCENT } from '../code/marks.ts';

export const latex: Language = {
  extensions: 'tex sty bib',
  role: 'markup',
  comments: { ...PERCENT, place: 'start' },
  strings: [],
  runs: 'section',
  definitions: { section: /^\s*\\(?:chapter|section|subsection|subsubsection)\*?\{([^}]*)/ },
};
