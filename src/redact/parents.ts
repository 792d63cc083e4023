const REACH = 200;
/** A key that opens a line, a mapping or an item; of any other one nothing is asked. */
const OPENS = /(?:^|[\n{,(-])[ \t]*["']?$/;
const OPENER = /([\w.-]{1,60})["']?\s{0,4}(?:[:=]|=>)?\s{0,4}$/;
const MAPPING = /^[ \t]*(?:-[ \t]+)?["']?([\w.-]{1,60})["']?[ \t]*:[ \t]*(?:#.*)?$/;
const SECTION = /^[ \t]*\[{1,2}["']?([^[\]"'\n]{1,60})["']?\]{1,2}[ \t]*$/;

/** Under which key a key stands: of `"jwt": {"key": `, `jwt:⏎  key: ` and `[jwt]⏎key = ` it is `jwt`. Empty if under none. */
export function parentOf(text: string, from: number): string {
  if (!OPENS.test(text.slice(Math.max(0, from - 40), from))) return '';
  const near = text.slice(Math.max(0, from - REACH), from);
  if (!/[[{(]|:[ \t]*\n/.test(near)) return '';
  let end = near.lastIndexOf('\n') + 1;
  const ownIndent = near.slice(end).search(/[\w"']|$/);
  let depth = 0;
  for (let at = near.length - 1; at >= -1; at--) {
    const char = near.charAt(at);
    if (char === '}' || char === ')') depth++;
    else if (char === '{' || char === '(') {
      if (depth === 0) return OPENER.exec(near.slice(Math.max(0, at - 70), at))?.[1] ?? '';
      depth--;
    } else if ((char === '\n' || at === -1) && depth === 0 && at + 1 < end) {
      const line = near.slice(at + 1, end - 1);
      const pattern = line.trimStart().startsWith('[') ? SECTION : MAPPING;
      const isAbove = pattern === SECTION || line.search(/\S/) < ownIndent;
      const name = isAbove ? pattern.exec(line)?.[1] : undefined;
      if (name !== undefined) return name;
      end = at + 1;
    }
  }
  return '';
}
