import type { Language } from '../code/language.ts';
import { DOUBLE, HASH, quote, SINGLE } from '../code/marks.ts';

export const nim: Language = {
  extensions: 'nim nims',
  comments: { ...HASH, marks: ['#', '#[ ]#'], nests: true },
  strings: [quote('"""', '', true), DOUBLE, SINGLE],
  imports: /^\s*(?:import|include|from)\s+([\w/.]+)/,
  definitions: {
    function: /^\s*(?:proc|func|method|iterator|template|macro|converter)\s+`?([^\s`*([]+)/,
    type: /^\s+(\w+)\*?\s*(?:\{[^}]*\}\s*)?=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/,
  },
  braceless: true,
};
