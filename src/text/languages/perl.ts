import type { Language } from '../code/language.ts';
import { HASH_AT_START } from '../code/marks.ts';
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
