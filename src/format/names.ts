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

export function readName(text: string): string {
  return text.replace(/\\(?:\\|u\{([0-9a-f]{1,6})\})/g, (_, hex: string | undefined) =>
    hex === undefined ? '\\' : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
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

export function readUri(text: string): string {
  const units: string[] = [];
  let at = 0;
  const byte = (): number => {
    const isCoded = text[at] === '%';
    const value = isCoded ? Number.parseInt(text.slice(at + 1, at + 3), 16) : text.charCodeAt(at);
    at += isCoded ? 3 : 1;
    return value;
  };
  const more = (count: number, high: number): number => {
    let point = high;
    for (let i = 0; i < count; i++) point = (point << 6) | (byte() & 0x3f);
    return point;
  };
  while (at < text.length) {
    const lead = byte();
    if (lead >= 0xf0) units.push(String.fromCodePoint(more(3, lead & 0x07)));
    else if (lead >= 0xe0) units.push(String.fromCharCode(more(2, lead & 0x0f)));
    else if (lead >= 0xc0) units.push(String.fromCharCode(more(1, lead & 0x1f)));
    else units.push(String.fromCharCode(lead));
  }
  return units.join('');
}

/** Free words inside a comment's field: no end of comment, no field sign, no line break. */
export const noteText = (note: string): string =>
  nameText(note.replace(/\s+/g, ' ').trim())
    .replaceAll(';', ',')
    .replaceAll('--', '- -')
    .replaceAll('>', '›');
