import type { Language } from '../code/language.ts';
import { HASH } from '../code/marks.ts';

export const awk: Language = {
  extensions: 'awk',
  interpreters: /^(?:g|m)?awk/,
  comments: HASH,
  definitions: { function: /^\s*function\s+(\w+)/ },
};
