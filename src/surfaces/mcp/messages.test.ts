import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesUpTo, refusalOf } from './messages.ts';

/** What comes out of a stream that gets these texts, one after another. */
async function passed(texts: readonly string[], most: number) {
  const heads: string[] = [];
  const stream = linesUpTo(most, (head) => heads.push(head));
  const out: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => out.push(chunk));
  for (const text of texts) stream.write(Buffer.from(text));
  await new Promise<void>((resolve) => stream.end(resolve));
  return { out: Buffer.concat(out).toString(), heads };
}

describe('messages of MCP on standard input', () => {
  it('pass whole, however they are cut, but for those that are too long', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 12 }).map((line) => line.replaceAll('\n', ''))),
        fc.array(fc.nat(12), { minLength: 1 }),
        async (lines, cuts) => {
          const most = 8;
          const all = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const texts: string[] = [];
          for (let at = 0, i = 0; at < all.length; i++) {
            const next = at + 1 + (cuts[i % cuts.length] ?? 0);
            texts.push(all.subarray(at, next).toString('latin1'));
            at = next;
          }
          // Bytes are cut anywhere, so they are compared as bytes.
          const bytes = lines.map((line) => Buffer.from(`${line}\n`).toString('latin1'));
          const { out, heads } = await passed(texts, most);
          const short = bytes.filter((line) => Buffer.from(line).length <= most);
          expect(out).toBe(short.join(''));
          expect(heads).toHaveLength(bytes.length - short.length);
        },
      ),
    ));

  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"x":"aaa', 7],
    ['{"id": "a-1", "method":"x', 'a-1'],
    ['{"jsonrpc":"2.0","method":"x","params":{', null],
  ])('are refused by the id that stands at their head: %s', (head, id) => {
    const refusal: unknown = JSON.parse(refusalOf(head));
    expect(refusal).toMatchObject({ jsonrpc: '2.0', id, error: { code: -32600 } });
  });
});
