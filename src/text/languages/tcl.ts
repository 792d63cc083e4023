import type { Language } from '../code/language.ts';
import { HASH } from '../code/marks.ts';

export const tcl: Language = {
  extensions: 'tcl',
  interpreters: /^tclsh/,
  comments: HASH,
  imports: /^\s*(?:source|package\s+require)\s+(\S+)/,
  definitions: { function: /^\s*proc\s+(\S+)/ },
};
