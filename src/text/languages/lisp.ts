import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, SEMICOLON } from '../code/marks.ts';
import { ESCAPED } from '../code/quoting.ts';

export const lisp: Language = {
  extensions: 'lisp lsp cl el',
  comments: SEMICOLON,
  strings: [ESCAPED, LONG_DOUBLE],
  imports: /^\(require\s+'([\w-]+)/,
  definitions: { function: /^\(\s*(?:cl-)?def\w*\*?\s+\(?([^\s()]+)/ },
};

export const clojure: Language = {
  extensions: 'clj cljs cljc edn',
  comments: SEMICOLON,
  strings: [ESCAPED, LONG_DOUBLE],
  definitions: {
    module: /^\(ns\s+([\w.-]+)/,
    function:
      /^\s*\(def(?:n|n-|macro|multi|method|test|protocol|record|type)?\s+(?:\^\S+\s+)*([^\s()]+)/,
  },
};

export const scheme: Language = {
  extensions: 'scm ss',
  comments: SEMICOLON,
  strings: [ESCAPED, LONG_DOUBLE],
  definitions: { function: /^\(\s*define\S*\s+\(?([^\s()]+)/ },
};

export const racket: Language = {
  extensions: 'rkt',
  comments: SEMICOLON,
  strings: [ESCAPED, LONG_DOUBLE],
  imports: /^\(require\s+"([^"]+)"/,
  definitions: { function: /^\(\s*(?:define\S*|struct)\s+\(*([^\s()]+)/ },
};
