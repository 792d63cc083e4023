import { Transform } from 'node:stream';

/** A message is a line. A longer one is a file that somebody pasted; the other end of a pipe would end with it. */
export const LONGEST_MESSAGE_BYTES: number = 10_000_000;
const NEWLINE = 0x0a;
/** An id stands at the head of a message, or behind its parameters, which are gone. */
const HEAD_BYTES = 200;
const ID = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/;

/** The answer to a message that is too long to be read. */
export function refusalOf(head: string): string {
  const id: unknown = JSON.parse(ID.exec(head)?.[1] ?? 'null');
  const message = `a message may have ${LONGEST_MESSAGE_BYTES / 1e6} MB; give the name of a file instead of its text`;
  return `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } })}\n`;
}

/** Passes lines on whole; of one that is too long only its head is told, and the next is read as ever. */
export function linesUpTo(most: number, onTooLong: (head: string) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let isSkipping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      while (from < chunk.length) {
        const at = chunk.indexOf(NEWLINE, from);
        const to = at < 0 ? chunk.length : at + 1;
        if (!isSkipping) {
          held.push(chunk.subarray(from, to));
          bytes += to - from;
          if (bytes > most) {
            onTooLong(Buffer.concat(held).toString('utf8', 0, HEAD_BYTES));
            isSkipping = true;
          } else if (at >= 0) this.push(Buffer.concat(held));
        }
        if (at >= 0 || isSkipping) [held, bytes] = [[], 0];
        if (at >= 0) isSkipping = false;
        from = to;
      }
      done();
    },
  });
}
