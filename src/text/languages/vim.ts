import type { Language } from '../code/language.ts';

export const vim: Language = {
  extensions: 'vim',
  files: '.vimrc',
  comments: { marks: ['"'], opens: /^\s*"/ },
  imports: /^\s*(?:source|runtime)\s+(\S+)/,
  definitions: {
    function: /^\s*function!?\s+([\w:#.]+)/,
    command: /^\s*command!?\s+(?:-\S+\s+)*(\w+)/,
  },
};
