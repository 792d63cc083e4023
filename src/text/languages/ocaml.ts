import type { Language } from '../code/language.ts';
import { DASHES, DOUBLE, LONG_DOUBLE, SLASHES, TRIPLE } from '../code/marks.ts';
import { CHARACTER, PRIMED_WORDS } from '../code/quoting.ts';

export const ocaml: Language = {
  extensions: 'ml mli',
  comments: { marks: ['(* *)'], opens: /^\s*\(\*/, nests: true },
  strings: [CHARACTER, LONG_DOUBLE],
  words: PRIMED_WORDS,
  imports: /^\s*open\s+([\w.]+)/,
  definitions: {
    module: /^\s*module\s+(?:type\s+|rec\s+)?(\w+)/,
    type: /^\s*(?:type|and)\s+(?:[^=]*\s)?(\w+)\s*=/,
    function: /^\s{0,2}(?:let|and|val|external)\s+(?:rec\s+)?([\w']+)/,
  },
  braceless: true,
};

export const fsharp: Language = {
  extensions: 'fs fsi fsx',
  comments: { ...SLASHES, marks: ['//', '(* *)'], nests: true },
  strings: [CHARACTER, TRIPLE, LONG_DOUBLE],
  words: PRIMED_WORDS,
  imports: /^\s*open\s+([\w.]+)/,
  definitions: {
    module: /^\s*(?:module|namespace)\s+(?:rec\s+)?([\w.]+)/,
    type: /^\s*(?:type|and)\s+(?:private\s+)?(\w+)/,
    function:
      /^\s*(?:let|member|static member|override)\s+(?:inline\s+|rec\s+|private\s+)*(?:\w+\.)?([\w']+)/,
  },
  braceless: true,
};

export const haskell: Language = {
  extensions: 'hs lhs',
  comments: {
    marks: ['--', '{- -}'],
    opens: /^\s*(?:--|\{-)/,
    nests: true,
    unless: /--[!#$%&*+./<=>?@\\^|~:]/y,
  },
  strings: [CHARACTER, DOUBLE],
  words: PRIMED_WORDS,
  imports: /^import\s+(?:qualified\s+)?([\w.]+)/,
  definitions: {
    module: /^module\s+([\w.]+)/,
    type: /^(?:data|newtype|type(?:\s+family)?)\s+(\w+)/,
    class: /^class\s+(?:.*=>\s*)?(\w+)/,
    impl: /^instance\s+(.+?)\s+where/,
    function: [/^([a-z_][\w']*)\s*::/, /^([a-z_][\w']*)\s[^=|]*=/],
  },
  braceless: true,
};

export const elm: Language = {
  extensions: 'elm',
  comments: { ...DASHES, marks: ['--', '{- -}'], nests: true, unless: /--[!#$%&*+./<=>?@\\^|~:]/y },
  strings: [CHARACTER, TRIPLE, DOUBLE],
  words: PRIMED_WORDS,
  imports: /^import\s+([\w.]+)/,
  definitions: { type: /^type\s+(?:alias\s+)?(\w+)/, function: /^([a-z]\w*)\s*:/ },
  braceless: true,
};
