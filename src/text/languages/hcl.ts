import type { Language, Lines } from '../code/language.ts';
import { DOUBLE } from '../code/marks.ts';
import { heredoc } from '../code/quoting.ts';

/** What is written in blocks with names. */
const hclLines: Lines = {
  comments: { marks: ['#', '//', '/* */'], opens: /^\s*(?:#|\/\/)/ },
  imports: [],
  definitions: { block: [/^\w+(?:\s+"[^"]*")*\s+"?([\w-]+)"?\s*\{/, /^(\w+)\s*\{/] },
};

export const hcl: Language = {
  ...hclLines,
  extensions: 'hcl tf tfvars nomad',
  role: 'config',
  strings: [heredoc(/<<(-?)([A-Za-z_]\w{0,79})(?=\r?\n)/y, true), DOUBLE],
};

export const bicep: Language = {
  ...hclLines,
  extensions: 'bicep',
  calls: false,
  comments: { ...hclLines.comments, marks: ['//'] },
};
