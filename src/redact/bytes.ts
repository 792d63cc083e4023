/** Larger texts are few; what they need is given back. */
const KEPT_LENGTH = 1 << 20;
const kept = Buffer.alloc(KEPT_LENGTH);

/**
 * The low byte of every UTF-16 unit of a text, until the next text is asked for. Where most characters only have to be ruled out,
 * an array tells it several times as fast as the text does; what is not ruled out is asked of the text, since
 * different characters may have the same low byte.
 */
export function lowBytesOf(text: string): Uint8Array {
  const bytes = text.length > KEPT_LENGTH ? Buffer.alloc(text.length) : kept;
  bytes.write(text, 'latin1');
  return bytes;
}
