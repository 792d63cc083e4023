import type { Language } from '../code/language.ts';
import { DOUBLE, HASH, TRIPLE } from '../code/marks.ts';
import { CHARACTER, PRIMED_WORDS } from '../code/quoting.ts';

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
