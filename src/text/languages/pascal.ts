import type { Language } from '../code/language.ts';

export const pascal: Language = {
  extensions: 'pas pp dpr',
  comments: { marks: ['(* *)'], opens: /^\s*(?:\/\/|\{|\(\*)/ },
  definitions: {
    class: /^\s*(\w+)\s*=\s*(?:class|record|interface|object)\b/i,
    function: /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor)\s+([\w.]+)/i,
  },
};
