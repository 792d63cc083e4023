import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, STARRED } from '../code/marks.ts';
import { importing } from '../code/words.ts';
import { styleModules } from '../imports/by-path.ts';

/** The scanner looks for the end of a statement from each word of it. */
const MAX_STATEMENT = 20_000;

/** What style sheets have in common. */
const likeCss: Language = {
  role: 'style',
  comments: STARRED,
  strings: [DOUBLE, SINGLE],
  definitions: {
    rule: [
      /^([^\s@{}/][^{};]*?)\s*\{?\s*$/,
      /^(@(?:media|keyframes|supports|font-face|mixin|function|layer)[^{]*)\{/,
    ],
  },
  modules: styleModules,
};

export const css: Language = {
  ...likeCss,
  extensions: 'css',
  grammar: {
    wasm: 'css',
    oddWords: true,
    query: `
(rule_set (selectors) @name) @rule
(keyframes_statement (keyframes_name) @name) @keyframes
(import_statement) @import (comment) @comment
`,
    imports: importing(/['"(]\s*([^'"()\s]+)\s*['")]/),
    stumbles: (text) => text.split(/[{};]/).some(({ length }) => length >= MAX_STATEMENT),
    // Classes and ids of a selector.
    namesIn: (selector) => [
      ...new Set(Array.from(selector.matchAll(/[.#]([A-Za-z_][\w-]*)/g), ([, name = '']) => name)),
    ],
  },
};

export const less: Language = {
  ...likeCss,
  extensions: 'less',
  comments: { ...STARRED, marks: ['/* */', '//'] },
};

export const scss: Language = {
  ...likeCss,
  extensions: 'scss',
  comments: { ...STARRED, marks: ['//', '/* */'] },
};

export const sass: Language = { ...scss, extensions: 'sass styl' };
