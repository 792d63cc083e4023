import type { Language } from '../code/language.ts';
import { DASHES } from '../code/marks.ts';

export const ada: Language = {
  extensions: 'ada adb ads',
  comments: DASHES,
  imports: /^\s*with\s+([\w.]+)/i,
  definitions: {
    module: /^\s*package\s+(?:body\s+)?([\w.]+)/i,
    function: /^\s*(?:procedure|function)\s+(\w+)/i,
    type: /^\s*(?:sub)?type\s+(\w+)/i,
  },
};
