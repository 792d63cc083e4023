const REACH = 300;
/** A key that opens a line, a mapping or an item; of any other one nothing is asked. */
const OPENS = /(?:^|[\n{,(-])[ \t]*["']?$/;
const OPENER = /([\w.-]{1,60})["']?\s{0,4}(?:[:=]|=>)?\s{0,4}$/;
const MAPPING = /^[ \t]*(?:-[ \t]+)?["']?([\w.-]{1,60})["']?[ \t]*:[ \t]*(?:#.*)?$/;
const SECTION = /^[ \t]*\[{1,2}["']?([^[\]"'\n]{1,60})["']?\]{1,2}[ \t]*$/;

/** Under which key a key stands: of `"jwt": {"key": `, `jwt:⏎  key: ` and `[jwt]⏎key = ` it is `jwt`. Empty if under none. */
export function parentOf(text: string, from: number): string {
  if (!OPENS.test(text.slice(Math.max(0, from - 40), from))) return '';
  const near = text.slice(Math.max(0, from - REACH), from);
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
      const indent = line.search(/\S/);
      const name = SECTION.exec(line)?.[1] ?? (indent < ownIndent ? MAPPING.exec(line)?.[1] : '');
      if (name !== undefined && name !== '') return name;
      end = at + 1;
    }
  }
  return '';
}
