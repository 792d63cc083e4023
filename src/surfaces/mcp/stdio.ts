import { LONGEST_MESSAGE_BYTES, linesUpTo, refusalOf } from './messages.ts';
import { type Offer, serverOf } from './server.ts';

/** Serves on standard input and output until the client closes them or the signal is aborted. */
export async function serveOnStdio(offer: Offer, signal: AbortSignal): Promise<void> {
  const [sdk, { serveStdio, StdioServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  await new Promise<void>((resolve) => {
    const input = linesUpTo(LONGEST_MESSAGE_BYTES, (head) => {
      process.stdout.write(refusalOf(head));
    });
    const limits = { maxBufferSize: 2 * LONGEST_MESSAGE_BYTES };
    const handle = serveStdio(() => serverOf(sdk, offer), {
      transport: new StdioServerTransport(process.stdin.pipe(input), process.stdout, limits),
      // Standard output belongs to the protocol; people read standard error.
      onerror: (error) => process.stderr.write(`${error.message}\n`),
    });
    process.stdin.once('close', resolve);
    process.stdin.once('end', resolve);
    signal.addEventListener('abort', () => {
      handle.close().then(resolve, resolve);
    });
  });
}
