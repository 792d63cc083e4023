import type { Language } from '../code/language.ts';
import { HASH, LONG_DOUBLE, quote } from '../code/marks.ts';

export const cmake: Language = {
  extensions: 'cmake',
  files: 'cmakelists.txt',
  role: 'build',
  comments: { ...HASH, marks: ['#', '#[[ ]]'] },
  strings: [LONG_DOUBLE, quote('[[', '', true, ']]')],
  imports: /^\s*include\s*\(\s*([^\s()]+)/i,
  definitions: {
    function: /^\s*(?:function|macro)\s*\(\s*(\w+)/i,
    target: /^\s*add_(?:executable|library|custom_target|test|subdirectory)\s*\(\s*([^\s()]+)/i,
    variable: /^\s*(?:set|option)\s*\(\s*(\w+)/i,
  },
};
