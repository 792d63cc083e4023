import type { Language } from '../code/language.ts';
import { DASHES } from '../code/marks.ts';

export const vhdl: Language = {
  extensions: 'vhd vhdl',
  comments: DASHES,
  imports: /^\s*use\s+([\w.]+)/i,
  definitions: {
    module: /^\s*(?:entity|architecture|package(?:\s+body)?)\s+(\w+)/i,
    function: /^\s*(?:function|procedure)\s+(\w+)/i,
  },
};
