import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';
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
