import { Client, type Transport } from '@modelcontextprotocol/client';
import * as sdk from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openDoor } from '../../src/surfaces/doors/door.ts';
import { offerOf } from '../../src/surfaces/mcp/offer.ts';
import { type Offer, serverOf } from '../../src/surfaces/mcp/server.ts';
import type { Profile } from '../../src/surfaces/mcp/tools.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';

/** So patient that no answer is partial, however busy the machine is. */
export const WHOLE = 600_000;

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** A client that speaks one revision and no other. */
export const clientOf = (revision: Revision): Client =>
  new Client(
    { name: 'test', version: '1.0.0' },
    revision === '2025-11-25' ? {} : { versionNegotiation: { mode: { pin: revision } } },
  );

/** A client and a server in this process, each with its end of one connection. */
export async function connected<T>(
  offer: Offer,
  revision: Revision,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const [ours, theirs] = sdk.InMemoryTransport.createLinkedPair();
  const handle = serveStdio(() => serverOf(sdk, offer), { transport: ours });
  const client = clientOf(revision);
  await client.connect(theirs as Transport);
  try {
    return await work(client);
  } finally {
    await client.close();
    await handle.close();
  }
}

/** The server of a folder, as `sheaf mcp` starts it. */
export async function withServer<T>(
  root: string,
  work: (client: Client) => Promise<T>,
  {
    revision = '2026-07-28',
    profile = 'full',
    patienceMs = WHOLE,
  }: { revision?: Revision; profile?: Profile; patienceMs?: number } = {},
): Promise<T> {
  const ending = new AbortController();
  const door = openDoor({
    root,
    env: process.env,
    operations: OPERATIONS,
    signal: ending.signal,
    patienceMs,
  });
  try {
    return await connected(offerOf(door, '1.2.3', profile), revision, work);
  } finally {
    await door.close();
    ending.abort();
  }
}

interface Called {
  readonly isError: boolean;
  /** The blocks of text, in their order. */
  readonly texts: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Called> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { isError: isError === true, texts, data: Object(structuredContent) };
}
