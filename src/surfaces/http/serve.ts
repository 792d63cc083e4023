import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SheafError } from '../../model/errors.ts';
import type { Door } from '../doors/door.ts';
import { type Offer, serverOf } from '../mcp/server.ts';
import type { Page } from '../page/files.ts';
import { routes } from './app.ts';
import { LOOPBACK, sha256, tokenIn } from './guard.ts';

/** Who may ask, and what is answered. */
export interface Served {
  /** SHA-256 of the token. */
  readonly digest: Uint8Array;
  readonly door: Door;
  readonly offer: Offer;
}

export interface ServeOptions {
  /** Each has its own view of what is served; nobody sees another's. */
  readonly served: readonly Served[];
  readonly version: string;
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
  /** The page that people look at. */
  readonly page?: Page | undefined;
  /** Told where the server listens. */
  onListening(address: string): void;
}

/** Whoever sends a request slowly holds a socket no longer than this. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
const CHECK_MS = 1_000;
const MOST_SOCKETS = 256;
const HEADER_BYTES = 16 * 1024;
const NOT_SERVED = 503;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Serves until the signal is aborted. */
export async function serve(options: ServeOptions): Promise<void> {
  const { served, version, host, port, origins, signal, page } = options;
  const [sdk, { Hono }, { getRequestListener }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('hono'),
    import('@hono/node-server'),
  ]);
  const apps = served.map(({ digest, door, offer }) => {
    const handler = sdk.createMcpHandler(() => serverOf(sdk, offer), { keepAliveMs: CHECK_MS });
    const app = routes(new Hono(), {
      door,
      version,
      digest,
      origins,
      page,
      hosts: [...new Set([...LOOPBACK, bracketed(host).toLowerCase()])],
      now: Date.now,
      memory: () => process.memoryUsage.rss(),
      mcp: (request) => handler.fetch(request),
    });
    return { digest, app, handler };
  });
  /** Whoever's token it is; the first one refuses tokens that are nobody's. All are compared, so that time tells nothing. */
  const fetch = (request: Request): Response | Promise<Response> => {
    const given = sha256(tokenIn(request.headers));
    const own = apps.filter(({ digest }) => timingSafeEqual(given, digest));
    const [{ app } = { app: null }] = [...own, ...apps];
    return app === null ? new Response(null, { status: NOT_SERVED }) : app.fetch(request);
  };
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: HEADER_BYTES,
    },
    getRequestListener(fetch),
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
  options.onListening(`http://${bracketed(host)}:${address.port}`);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      server.close(() => resolve());
      server.closeAllConnections();
    };
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });
  await Promise.all(apps.map(({ handler }) => handler.close()));
}
