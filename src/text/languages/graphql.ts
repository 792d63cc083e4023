import type { Language } from '../code/language.ts';
import { DOUBLE, HASH, TRIPLE } from '../code/marks.ts';

export const graphql: Language = {
  extensions: 'graphql gql',
  comments: HASH,
  strings: [TRIPLE, DOUBLE],
  calls: false,
  definitions: {
    type: /^(?:extend\s+)?(?:type|input|union|scalar|interface|enum)\s+(\w+)/,
    function: [/^(?:query|mutation|subscription|fragment)\s+(\w+)/, /^directive\s+@(\w+)/],
    field: /^\s{1,4}(\w+)\s*(?:\([^)]*\))?\s*:/,
  },
};
