import type { Language } from '../code/language.ts';
import { DOUBLE, HASH, quote, TRIPLE } from '../code/marks.ts';

export const toml: Language = {
  extensions: 'toml',
  files: 'pipfile cargo.lock poetry.lock uv.lock',
  role: 'config',
  comments: HASH,
  strings: [TRIPLE, quote("'''", '', true), DOUBLE, quote("'", '')],
  runs: 'section',
  definitions: { section: /^\[\[?\s*([^\]]+?)\s*\]/, key: /^([\w."-]+)\s*=/ },
};
