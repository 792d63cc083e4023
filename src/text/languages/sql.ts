import type { Language, OddString } from '../code/language.ts';
import { quote, RAW_SINGLE } from '../code/marks.ts';

/** $tag$ … $tag$ */
const DOLLAR: OddString = {
  first: '$',
  end: (scan) => {
    const tag = /^\$(?:[A-Za-z_]\w{0,60})?\$/.exec(scan.text.slice(scan.at, scan.at + 64))?.[0];
    return tag === undefined ? -1 : scan.closing(tag, scan.at + tag.length);
  },
};

export const sql: Language = {
  extensions: 'sql psql ddl',
  comments: { marks: ['--', '/* */'], opens: /^\s*(?:--|\/\*)/ },
  strings: [DOLLAR, RAW_SINGLE, quote('"', '', true)],
  runs: 'class function type constant block',
  calls: false,
  definitions: {
    class:
      /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unlogged\s+|materialized\s+|global\s+)*(?:table|view)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
    function:
      /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|aggregate)\s+([\w."`]+)/i,
    type: /^\s*create\s+(?:type|domain|schema|sequence|role|extension)\s+(?:if\s+not\s+exists\s+)?([\w."`]+)/i,
    constant:
      /^\s*create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w."`]+)/i,
    block: /^\s*alter\s+table\s+(?:only\s+|if\s+exists\s+)*([\w."`]+)/i,
  },
};
