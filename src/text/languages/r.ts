import type { Language } from '../code/language.ts';
import { HASH, LONG_DOUBLE, LONG_SINGLE } from '../code/marks.ts';

export const r: Language = {
  extensions: 'r rmd',
  interpreters: /^Rscript/,
  comments: HASH,
  strings: [LONG_DOUBLE, LONG_SINGLE],
  imports: /^\s*(?:library|require|source)\(\s*['"]?([\w./]+)/,
  definitions: {
    function: /^\s*[`'"]?([\w.]+)[`'"]?\s*(?:<-|=)\s*function\b/,
    class: /^\s*(?:\w+\s*<-\s*)?(?:setClass|R6Class|setRefClass)\(\s*['"](\w+)/,
    variable: /^([\w.]+)\s*<-/,
  },
  braceless: true,
};
