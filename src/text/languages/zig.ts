import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';
import { byPath } from '../imports/by-path.ts';

export const zig: Language = {
  extensions: 'zig zon',
  comments: { marks: ['//'], opens: /^\s*\/\// },
  strings: [DOUBLE, SINGLE],
  imports: /@import\(\s*"([^"]+)"/,
  definitions: {
    function: modified`(?:export\s+|inline\s+)?fn\s+(\w+)`,
    struct: modified`const\s+(\w+)\s*=\s*(?:extern\s+|packed\s+)?(?:struct|union|enum|opaque|error)\b`,
    case: /^\s*test\s+"([^"]*)"/,
    constant: /^(?:pub\s+)?(?:const|var)\s+(\w+)/,
  },
  modules: byPath('.zig'),
};
