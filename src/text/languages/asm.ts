import type { Language } from '../code/language.ts';

export const asm: Language = {
  extensions: 'asm s nasm',
  comments: { marks: [';'], opens: /^\s*[;#@]/ },
  runs: 'function',
  imports: /^\s*[.%]include\s+"([^"]+)"/,
  definitions: { function: /^([A-Za-z_.$][\w.$]*):/, macro: /^\s*[.%]macro\s+(\w+)/ },
};
