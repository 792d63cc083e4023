import type { Language } from '../code/language.ts';
import { HASH, LONG_DOUBLE, quote } from '../code/marks.ts';

export const nix: Language = {
  extensions: 'nix',
  role: 'config',
  comments: { ...HASH, marks: ['#', '/* */'] },
  strings: [quote("''", '', true), LONG_DOUBLE],
  definitions: { key: /^\s{0,4}([\w.-]+)\s*=/ },
};
