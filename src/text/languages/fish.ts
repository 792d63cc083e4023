import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, LONG_SINGLE, SPACED_HASH } from '../code/marks.ts';
import { byPath } from '../imports/by-path.ts';

export const fish: Language = {
  extensions: 'fish',
  interpreters: /^fish/,
  comments: SPACED_HASH,
  strings: [LONG_DOUBLE, LONG_SINGLE],
  imports: /^\s*source\s+(\S+)/,
  definitions: { function: /^\s*function\s+(\S+)/ },
  modules: byPath('.sh', '.bash', '.fish'),
};
