/**
 * Names are shown, not believed: what can't be seen, breaks a line or turns the reading direction is written as `\u{…}`, and so is the
 * first character of anything that looks like a marker of one of our formats. `\` is written `\\`, so that the name can be read back.
 */
const UNSEEN =
  /\\|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]|^\p{Zs}|\p{Zs}$/gu;

/** Anything in a name that a reader could take for the border of a part in some format. */
const LOOK_ALIKE =
  /\[(?=\s*(?:doc\s*:|meta\s*:|system\s*\]|request\s*\]))|(?<=\s)\[|<(?=[!/?a-z])|-(?=->|-!>)|\](?=\]>)|[`~]{3,}|#(?= *(?:evidence|system|user request)|##)|=(?==)|:(?=\d+\]*$)|\*/gi;

const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

export function nameText(name: string): string {
  return name
    .replace(UNSEEN, (found) => (found === '\\' ? '\\\\' : code(found)))
    .replace(LOOK_ALIKE, (found) => [...found].map(code).join(''));
}

const PLAIN_IN_URI = /[A-Za-z0-9._~/!$&'()*+,:@=-]/;

/** UTF-8, with a lone surrogate in the three bytes it would take: a name on disk can be anything. */
function bytesOf(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  const tail = [0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  if (point < 0x10000) return [0xe0 | (point >> 12), ...tail];
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), ...tail];
}

/** A path in the `file://` address of a comment: it holds neither the comment's end nor the sign between its fields. */
export function uriText(path: string): string {
  let text = '';
  for (const character of path) {
    const isDash = character === '-' && text.endsWith('-');
    if (PLAIN_IN_URI.test(character) && !isDash) text += character;
    else {
      for (const byte of bytesOf(character.codePointAt(0) ?? 0)) {
        text += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
      }
    }
  }
  return text;
}

/** Free words inside a comment's field: no end of comment, no field sign, no line break. */
export const noteText = (note: string): string =>
  nameText(note.replace(/\s+/g, ' ').trim())
    .replaceAll(';', ',')
    .replaceAll('--', '- -')
    .replaceAll('>', '›');
