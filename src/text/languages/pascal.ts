import type { Language } from '../code/language.ts';
import { DASHES, marked } from '../code/marks.ts';

export const pascal: Language = {
  extensions: 'pas pp dpr',
  comments: { marks: ['(* *)'], opens: /^\s*(?:\/\/|\{|\(\*)/ },
  definitions: {
    class: /^\s*(\w+)\s*=\s*(?:class|record|interface|object)\b/i,
    function: /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor)\s+([\w.]+)/i,
  },
};

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

export const vb: Language = {
  extensions: 'vb vbs bas',
  comments: { marks: ["'"], opens: /^\s*'/ },
  imports: /^\s*Imports\s+([\w.]+)/i,
  definitions: {
    class:
      /^\s*(?:(?:Public|Private|Friend|Partial|MustInherit|NotInheritable)\s+)*(?:Class|Module|Structure|Interface|Enum)\s+(\w+)/i,
    function:
      /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Overrides|Overridable|Async)\s+)*(?:Sub|Function|Property)\s+(\w+)/i,
  },
};

export const cobol: Language = { extensions: 'cob cbl', comments: marked('*>') };

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
