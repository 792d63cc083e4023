import type { Language } from '../code/language.ts';
import { HASH_AT_START } from '../code/marks.ts';

export const dockerfile: Language = {
  files: 'dockerfile containerfile',
  named: /^dockerfile\b/,
  role: 'config',
  comments: HASH_AT_START,
  strings: [],
  runs: 'stage',
  definitions: { stage: [/^FROM\s+\S+\s+AS\s+(\S+)/i, /^FROM\s+(\S+)/i] },
};
