import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';
import { byPath } from '../imports/by-path.ts';

export const solidity: Language = {
  extensions: 'sol',
  comments: SLASHES,
  strings: [DOUBLE, SINGLE],
  imports: /^\s*import\b[^'"]*['"]([^'"]+)['"]/,
  definitions: {
    class: /^\s*(?:abstract\s+)?(?:contract|library)\s+(\w+)/,
    interface: /^\s*interface\s+(\w+)/,
    struct: /^\s*struct\s+(\w+)/,
    enum: /^\s*enum\s+(\w+)/,
    function: /^\s*(?:function|modifier|event|error)\s+(\w+)/,
    method: /^\s*(constructor|receive|fallback)\s*\(/,
  },
  modules: byPath('.sol'),
};
