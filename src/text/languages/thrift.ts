import type { Language } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES } from '../code/marks.ts';
import { byPath } from '../imports/by-path.ts';

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
