/** Control characters but tab and newline, and the characters that turn the direction of text. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;
const PICTURE_OF_DELETE = '\u2421';

function visible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
  return code === DELETE ? PICTURE_OF_DELETE : '\ufffd';
}

/**
 * Text from a file, safe for a terminal: what could move the cursor, change colours or turn the
 * reading direction becomes a visible sign. `\r` goes where it only ends a line.
 */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, visible);
}

/** The same for text that must stay on one line, such as a path. */
export function printableLine(text: string): string {
  return text.replace(UNSAFE, visible).replaceAll('\n', '␊').replaceAll('\t', '␉');
}

/** A JSON document that is safe on a terminal and the same data to any parser; on one line where its tokens count. */
export function jsonText(value: unknown, isTerse: boolean = false): string {
  const text = JSON.stringify(value ?? null, null, isTerse ? 0 : 2);
  const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0');
  return `${text.replace(UNSAFE, (character) => `\\u${hex(character)}`)}\n`;
}

/** The fields of a result by the names that programs get with `--json`: `stateRoot` is `state_root`. */
export const snakeCased = (result: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
