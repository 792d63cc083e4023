import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';

export const verilog: Language = {
  extensions: 'v sv svh',
  comments: SLASHES,
  strings: [DOUBLE, SINGLE],
  imports: /^\s*`include\s+"([^"]+)"/,
  definitions: {
    module: /^\s*(?:module|interface|package|program)\s+(\w+)/,
    class: /^\s*(?:virtual\s+)?class\s+(\w+)/,
    function: /^\s*(?:function|task)\s+(?:automatic\s+)?(?:[\w[\]:]+\s+)*?(\w+)\s*[(;]/,
  },
};
