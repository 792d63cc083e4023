import type { Language } from '../code/language.ts';

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
