import type { Language } from '../code/language.ts';
import {
  DOUBLE,
  HASH,
  LONG_DOUBLE,
  LONG_SINGLE,
  PERCENT,
  quote,
  SINGLE,
  TRIPLE,
} from '../code/marks.ts';
import { CHARACTER, PRIMED_WORDS } from '../code/quoting.ts';

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

export const julia: Language = {
  extensions: 'jl',
  interpreters: /^julia/,
  comments: { ...HASH, marks: ['#', '#= =#'], nests: true },
  strings: [CHARACTER, TRIPLE, DOUBLE],
  words: PRIMED_WORDS,
  imports: /^\s*(?:using|import)\s+([\w.]+)/,
  definitions: {
    module: /^\s*(?:bare)?module\s+(\w+)/,
    struct: /^\s*(?:mutable\s+)?struct\s+(\w+)/,
    type: /^\s*abstract\s+type\s+(\w+)/,
    function: [/^\s*function\s+([\w.!]+)/, /^([\w.!]+)\([^()]*\)\s*(?:::\w+\s*)?=(?!=)/],
    macro: /^\s*macro\s+(\w+)/,
  },
  braceless: true,
};

export const matlab: Language = {
  extensions: 'mlx',
  comments: { ...PERCENT, place: 'start' },
  strings: [],
  definitions: {
    class: /^\s*classdef\s+(?:\([^)]*\)\s*)?(\w+)/,
    function: /^\s*function\s+(?:[^=]*=\s*)?(\w+)/,
  },
};

export const nim: Language = {
  extensions: 'nim nims',
  comments: { ...HASH, marks: ['#', '#[ ]#'], nests: true },
  strings: [quote('"""', '', true), DOUBLE, SINGLE],
  imports: /^\s*(?:import|include|from)\s+([\w/.]+)/,
  definitions: {
    function: /^\s*(?:proc|func|method|iterator|template|macro|converter)\s+`?([^\s`*([]+)/,
    type: /^\s+(\w+)\*?\s*(?:\{[^}]*\}\s*)?=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/,
  },
  braceless: true,
};
