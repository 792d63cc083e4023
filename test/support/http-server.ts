import { tokenFile } from '../../src/adapters/token-file.ts';
import { VERSION } from '../../src/model/version.ts';
import { type DoorOptions, openDoor } from '../../src/surfaces/doors/door.ts';
import { sha256 } from '../../src/surfaces/http/guard.ts';
import { serve } from '../../src/surfaces/http/serve.ts';
import { offerOf } from '../../src/surfaces/mcp/offer.ts';
import type { Page } from '../../src/surfaces/page/files.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { WHOLE } from './mcp-client.ts';

export interface Served {
  readonly address: string;
  readonly token: string;
  readonly tokenFile: string;
  /** Asks an operation; the answer as it comes. */
  post(operation: string, body: unknown, init?: RequestInit): Promise<Response>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs work beside a server of a folder, on a port of its own. */
export async function served<T>(
  root: string,
  work: (server: Served) => Promise<T>,
  options: Partial<DoorOptions> & {
    readonly origins?: readonly string[];
    readonly page?: Page;
  } = {},
): Promise<T> {
  const ending = new AbortController();
  const { env = process.env, origins = [], operations = OPERATIONS } = options;
  const door = openDoor({
    root,
    env,
    operations,
    signal: ending.signal,
    patienceMs: WHOLE,
    ...options,
  });
  const { token, file } = tokenFile(env);
  let told = (_: string): void => undefined;
  const listening = new Promise<string>((resolve) => {
    told = resolve;
  });
  const running = serve({
    served: [{ digest: sha256(token), door, offer: offerOf(door, VERSION, 'full') }],
    version: VERSION,
    host: '127.0.0.1',
    port: 0,
    origins,
    signal: ending.signal,
    page: options.page,
    onListening: (where) => told(where),
  });
  const address = await Promise.race([listening, running.then(() => '')]);
  const fetched = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  try {
    return await work({
      address,
      token,
      tokenFile: file,
      fetch: fetched,
      post: (operation, body, init = {}) =>
        fetched(`/v1/${operation}`, { method: 'POST', body: JSON.stringify(body), ...init }),
    });
  } finally {
    ending.abort();
    await running;
    await door.close();
  }
}
