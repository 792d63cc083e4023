import type { Language } from '../code/language.ts';
import { MARKUP } from '../code/marks.ts';

export const html: Language = {
  extensions: 'html htm xhtml',
  role: 'markup',
  comments: MARKUP,
  strings: [],
  definitions: {
    section:
      /^\s{0,4}<((?:head|body|main|nav|header|footer|section|article|form|script|style|template|table)\b)/,
  },
};
