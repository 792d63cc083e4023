import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, SEMICOLON } from '../code/marks.ts';
import { ESCAPED } from '../code/quoting.ts';

const likeLisp: Language = { comments: SEMICOLON, strings: [ESCAPED, LONG_DOUBLE] };

export const lisp: Language = {
  ...likeLisp,
  extensions: 'lisp lsp cl el',
  imports: /^\(require\s+'([\w-]+)/,
  definitions: { function: /^\(\s*(?:cl-)?def\w*\*?\s+\(?([^\s()]+)/ },
};

export const clojure: Language = {
  ...likeLisp,
  extensions: 'clj cljs cljc edn',
  definitions: {
    module: /^\(ns\s+([\w.-]+)/,
    function:
      /^\s*\(def(?:n|n-|macro|multi|method|test|protocol|record|type)?\s+(?:\^\S+\s+)*([^\s()]+)/,
  },
};

export const scheme: Language = {
  ...likeLisp,
  extensions: 'scm ss',
  definitions: { function: /^\(\s*define\S*\s+\(?([^\s()]+)/ },
};

export const racket: Language = {
  ...likeLisp,
  extensions: 'rkt',
  imports: /^\(require\s+"([^"]+)"/,
  definitions: { function: /^\(\s*(?:define\S*|struct)\s+\(*([^\s()]+)/ },
};
