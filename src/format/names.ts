import { percentEncoded } from '../text/utf8.ts';

/**
 * Names are shown, not believed: what can't be seen, breaks a line or turns the reading direction is written as `\u{…}`, and so is the
 * first character of anything that looks like a marker of one of our formats. `\` is written `\\`, so that the name can be read back.
 */
const UNSEEN =
  /\\|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]|^\p{Zs}|\p{Zs}$/gu;

/** Anything in a name that a reader could take for the border of a part in some format. */
const LOOK_ALIKE =
  /\[(?=\s*(?:doc\s*:|meta\s*:|system\s*\]|request\s*\]))|(?<=\s)\[|<(?=[!/?a-z])|-(?=->|-!>)|\](?=\]>)|[`~]{3,}|#(?= *(?:evidence|system|user request)|##)|=(?==)|:(?=\d+\]*$)|\*/gi;

export const code = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

export const nameText = (name: string): string =>
  name
    .replace(UNSEEN, (found) => (found === '\\' ? '\\\\' : code(found)))
    .replace(LOOK_ALIKE, (found) => [...found].map(code).join(''));

const UNSAFE_IN_URI = /[^A-Za-z0-9._~/!$&'()*+,:@=-]/gu;

/** A path in the `file://` address of a comment: it holds neither the comment's end nor the sign between its fields. */
export const uriText = (path: string): string => percentEncoded(path, UNSAFE_IN_URI);

/** Free words inside a comment's field: no end of comment, no field sign, no line break. */
export const noteText = (note: string): string =>
  nameText(note.replace(/\s+/g, ' ').trim())
    .replaceAll(';', ',')
    .replaceAll('--', '- -')
    .replaceAll('>', '›');
