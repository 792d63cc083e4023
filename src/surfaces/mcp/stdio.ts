import { type Offer, serverOf } from './server.ts';

/** Serves on standard input and output until the client closes them or the signal is aborted. */
export async function serveOnStdio(offer: Offer, signal: AbortSignal): Promise<void> {
  const [sdk, { serveStdio }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  await new Promise<void>((resolve) => {
    const handle = serveStdio(() => serverOf(sdk, offer), {
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
