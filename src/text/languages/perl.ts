import type { Language } from '../code/language.ts';
import { HASH, HASH_AT_START, PERCENT } from '../code/marks.ts';
import { heredoc, pod } from '../code/quoting.ts';

const HEREDOC = /<<(~?)(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))/y;

export const perl: Language = {
  extensions: 'pl pm t',
  files: 'makefile.pl cpanfile',
  interpreters: /^perl/,
  unless: [
    ['pl', /^\s*:-/m, 'prolog'],
    ['t', /^/, 'text', /^\s*(?:use|package|my|#!.*perl)\b/m],
  ],
  comments: HASH_AT_START,
  strings: [heredoc(HEREDOC)],
  lineBlock: pod(/^=[a-z]\w*/, '\n=cut'),
  imports: /^\s*(?:use|require)\s+([\w:]+)/,
  definitions: { module: /^\s*package\s+([\w:]+)/, function: /^\s*sub\s+(\w+)/ },
};

export const tcl: Language = {
  extensions: 'tcl',
  interpreters: /^tclsh/,
  comments: HASH,
  imports: /^\s*(?:source|package\s+require)\s+(\S+)/,
  definitions: { function: /^\s*proc\s+(\S+)/ },
};

export const awk: Language = {
  extensions: 'awk',
  interpreters: /^(?:g|m)?awk/,
  comments: HASH,
  definitions: { function: /^\s*function\s+(\w+)/ },
};

export const vim: Language = {
  extensions: 'vim',
  files: '.vimrc',
  comments: { marks: ['"'], opens: /^\s*"/ },
  imports: /^\s*(?:source|runtime)\s+(\S+)/,
  definitions: {
    function: /^\s*function!?\s+([\w:#.]+)/,
    command: /^\s*command!?\s+(?:-\S+\s+)*(\w+)/,
  },
};

export const prolog: Language = { comments: PERCENT };

export const puppet: Language = { extensions: 'puppet', comments: HASH };
