import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES, TRIPLE } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';

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
