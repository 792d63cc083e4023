import type { Language } from '../code/language.ts';
import { DOUBLE, HASH, SINGLE, SLASHES, TRIPLE } from '../code/marks.ts';
import { byPath } from '../imports/by-path.ts';

export const protobuf: Language = {
  extensions: 'proto',
  comments: SLASHES,
  strings: [DOUBLE, SINGLE],
  imports: /^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"/,
  calls: false,
  definitions: {
    class: /^\s*(?:message|extend|oneof)\s+([\w.]+)/,
    interface: /^\s*service\s+(\w+)/,
    enum: /^\s*enum\s+(\w+)/,
    method: /^\s*rpc\s+(\w+)/,
    field: /^\s+(?:repeated\s+|optional\s+|required\s+)?[\w.<>, ]+\s+(\w+)\s*=\s*\d/,
  },
  modules: byPath('.proto', '.thrift'),
};

export const thrift: Language = {
  extensions: 'thrift',
  comments: { ...SLASHES, opens: /^\s*(?:\/\/|#|\/?\*)/ },
  strings: [DOUBLE, SINGLE],
  imports: /^\s*include\s+"([^"]+)"/,
  definitions: {
    struct: /^\s*(?:struct|union|exception)\s+(\w+)/,
    interface: /^\s*service\s+(\w+)/,
    enum: /^\s*enum\s+(\w+)/,
  },
  modules: byPath('.proto', '.thrift'),
};

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

export const prisma: Language = {
  extensions: 'prisma',
  comments: SLASHES,
  calls: false,
  definitions: {
    class: /^(?:model|enum|type|datasource|generator)\s+(\w+)/,
    field: /^\s{1,4}(\w+)\s+[A-Z]\w*/,
  },
};
