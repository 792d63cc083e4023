import type { Language } from '../code/language.ts';
import { HASH_AT_START } from '../code/marks.ts';

export const makefile: Language = {
  extensions: 'mk mak make',
  files: 'makefile gnumakefile bsdmakefile justfile',
  named: /^(?:gnu)?makefile\b/,
  interpreters: /^make/,
  role: 'build',
  comments: HASH_AT_START,
  strings: [],
  definitions: {
    target: /^([\w./%$(){}-][\w./%$(){} -]*?)\s*::?(?![=:])/,
    variable: /^(?:export\s+|override\s+)?([\w.-]+)\s*[:?+!]?=/,
  },
};
