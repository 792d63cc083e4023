import type { Language } from '../code/language.ts';
import { SLASHES } from '../code/marks.ts';

export const prisma: Language = {
  extensions: 'prisma',
  comments: SLASHES,
  calls: false,
  definitions: {
    class: /^(?:model|enum|type|datasource|generator)\s+(\w+)/,
    field: /^\s{1,4}(\w+)\s+[A-Z]\w*/,
  },
};
