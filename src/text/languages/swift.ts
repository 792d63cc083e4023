import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES, TRIPLE, TRIPLE_SINGLE } from '../code/marks.ts';
import { MEMBER, modified } from '../code/modifiers.ts';
import { byPath } from '../imports/by-path.ts';

export const swift: Language = {
  extensions: 'swift',
  comments: { ...SLASHES, nests: true },
  strings: [TRIPLE, DOUBLE, SINGLE],
  imports: /^\s*(?:@\w+\s+)?import\s+(?:\w+\s+)?([\w.]+)/,
  definitions: {
    class: modified`(?:class|actor)\s+(?!func\b|var\b|let\b)(\w+)`,
    struct: modified`struct\s+(\w+)`,
    enum: modified`enum\s+(\w+)`,
    interface: modified`protocol\s+(\w+)`,
    impl: modified`extension\s+([\w.]+)`,
    type: modified`(?:typealias|associatedtype)\s+(\w+)`,
    function: modified`(?:class\s+)?func\s+([\w+\-*/<>=]+)`,
    method: modified`(init|deinit|subscript)\b[?!]?\s*[({]`,
  },
};

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
