import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES, TRIPLE, TRIPLE_SINGLE } from '../code/marks.ts';
import { MEMBER, modified } from '../code/modifiers.ts';
import { byPath } from '../imports/by-path.ts';

export const dart: Language = {
  extensions: 'dart',
  comments: { ...SLASHES, nests: true },
  strings: [TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
  imports: /^\s*(?:import|export|part)\s+['"]([^'"]+)['"]/,
  definitions: {
    class: modified`(?:class|mixin|extension)\s+(\w+)`,
    enum: modified`enum\s+(\w+)`,
    type: /^\s*typedef\s+(\w+)/,
    method: MEMBER,
  },
  modules: byPath('.dart'),
};
