import type { Language } from '../code/language.ts';

export const fortran: Language = {
  extensions: 'f f90 f95 f03 f08 for',
  comments: { marks: ['!'], opens: /^(?:\s*!|[cC*]\s)/ },
  imports: /^\s*use\s+(\w+)/i,
  definitions: {
    module: /^\s*(?:module|program)\s+(?!procedure\b)(\w+)/i,
    function: /^\s*(?!end\b)(?:[\w()*= ]+\s+)?(?:subroutine|function)\s+(\w+)/i,
    type: /^\s*type\s*(?:,[^:]*)?(?:::)?\s*(\w+)\s*$/i,
  },
};
