import type { Language } from '../code/language.ts';
import { MARKUP } from '../code/marks.ts';

export const jinja: Language = {
  extensions: 'j2 jinja jinja2 njk twig liquid hbs handlebars mustache ejs erb haml pug jade',
  role: 'markup',
  comments: { ...MARKUP, opens: /^\s*\{#/ },
  definitions: { section: /^\s*\{%-?\s*(?:block|macro)\s+(\w+)/ },
};
