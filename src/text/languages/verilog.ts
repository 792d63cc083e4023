import type { Language } from '../code/language.ts';
import { DASHES, DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';

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

export const vhdl: Language = {
  extensions: 'vhd vhdl',
  comments: DASHES,
  imports: /^\s*use\s+([\w.]+)/i,
  definitions: {
    module: /^\s*(?:entity|architecture|package(?:\s+body)?)\s+(\w+)/i,
    function: /^\s*(?:function|procedure)\s+(\w+)/i,
  },
};

export const asm: Language = {
  extensions: 'asm s nasm',
  comments: { marks: [';'], opens: /^\s*[;#@]/ },
  runs: 'function',
  imports: /^\s*[.%]include\s+"([^"]+)"/,
  definitions: { function: /^([A-Za-z_.$][\w.$]*):/, macro: /^\s*[.%]macro\s+(\w+)/ },
};
