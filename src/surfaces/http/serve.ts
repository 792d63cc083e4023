import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tokenFile } from '../../adapters/token-file.ts';
import { SheafError } from '../../model/errors.ts';
import type { Door } from '../doors/door.ts';
import { type Offer, serverOf } from '../mcp/server.ts';
import { routes } from './app.ts';
import { LOOPBACK } from './guard.ts';

export interface ServeOptions {
  readonly door: Door;
  readonly offer: Offer;
  readonly version: string;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly origins: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Told where the server listens and where its token is. */
  onListening(address: string, tokenFile: string): void;
}

/** Whoever sends a request slowly holds a socket no longer than this. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
const CHECK_MS = 1_000;
const MOST_SOCKETS = 256;
const HEADER_BYTES = 16 * 1024;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Serves until the signal is aborted. */
export async function serve(options: ServeOptions): Promise<void> {
  const { door, offer, version, host, port, origins, env, signal } = options;
  const [sdk, { Hono }, { getRequestListener }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('hono'),
    import('@hono/node-server'),
  ]);
  const { file, token } = tokenFile(env);
  const handler = sdk.createMcpHandler(() => serverOf(sdk, offer), { keepAliveMs: CHECK_MS });
  const app = routes(new Hono(), {
    door,
    version,
    token,
    origins,
    hosts: [...new Set([...LOOPBACK, bracketed(host).toLowerCase()])],
    now: Date.now,
    memory: () => process.memoryUsage.rss(),
    mcp: (request) => handler.fetch(request),
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: HEADER_BYTES,
    },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  server.maxConnections = MOST_SOCKETS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const hint = error.code === 'EADDRINUSE' ? 'choose another one with --port' : '';
      const sentence = `cannot listen on ${bracketed(host)}:${port}: ${error.code}`;
      reject(new SheafError('busy', sentence, hint, error));
    });
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  options.onListening(`http://${bracketed(host)}:${address.port}`, file);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
  await handler.close();
}
