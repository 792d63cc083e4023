import type { Language } from '../code/language.ts';
import { HASH, HASH_AT_START, LONG_DOUBLE, marked, quote } from '../code/marks.ts';

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

export const cmake: Language = {
  extensions: 'cmake',
  files: 'cmakelists.txt',
  role: 'build',
  comments: { ...HASH, marks: ['#', '#[[ ]]'] },
  strings: [LONG_DOUBLE, quote('[[', '', true, ']]')],
  imports: /^\s*include\s*\(\s*([^\s()]+)/i,
  definitions: {
    function: /^\s*(?:function|macro)\s*\(\s*(\w+)/i,
    target: /^\s*add_(?:executable|library|custom_target|test|subdirectory)\s*\(\s*([^\s()]+)/i,
    variable: /^\s*(?:set|option)\s*\(\s*(\w+)/i,
  },
};

export const dockerfile: Language = {
  files: 'dockerfile containerfile',
  named: /^dockerfile\b/,
  role: 'config',
  comments: HASH_AT_START,
  strings: [],
  runs: 'stage',
  definitions: { stage: [/^FROM\s+\S+\s+AS\s+(\S+)/i, /^FROM\s+(\S+)/i] },
};

export const bat: Language = { extensions: 'bat cmd', role: 'build', comments: marked('REM') };
