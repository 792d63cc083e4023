import type { Language, OddString } from '../code/language.ts';
import { DASHES, DOUBLE, SINGLE } from '../code/marks.ts';
import { byPath } from '../imports/by-path.ts';

/** [==[ … ]==] */
const LONG_BRACKET: OddString = {
  first: '[',
  end: (scan) => {
    const [open, level] = /^\[(={0,20})\[/.exec(scan.text.slice(scan.at, scan.at + 24)) ?? [];
    return open === undefined ? -1 : scan.closing(`]${level}]`, scan.at + open.length);
  },
};

export const lua: Language = {
  extensions: 'lua luau',
  interpreters: /^lua/,
  comments: { ...DASHES, marks: ['--', '--[[ ]]'], long: /--\[(=+)\[/y },
  strings: [LONG_BRACKET, DOUBLE, SINGLE],
  imports: /\brequire\s*\(?\s*['"]([^'"]+)['"]/,
  definitions: {
    function: [
      /^\s*(?:local\s+)?function\s+([\w.:]+)/,
      /^\s*(?:local\s+)?([\w.]+)\s*=\s*function\b/,
    ],
    variable: /^(?:local\s+)?(\w+)\s*=/,
  },
  modules: byPath('.lua', '/init.lua'),
  braceless: true,
};
