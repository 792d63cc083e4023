import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  Tool,
} from '@modelcontextprotocol/server';
import type { Step } from '../cli/progress.ts';
import type { Caller } from '../doors/answer.ts';
import { withoutSecrets } from '../doors/door.ts';
import type { Given } from '../doors/read.ts';

/* An offer of tools, prompts and resources as an MCP server. It knows the protocol and nothing of what is offered. */

export interface Offer {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly {
    readonly shown: Tool;
    call(given: Given, caller: Caller): Promise<CallToolResult>;
  }[];
  readonly prompts: readonly {
    readonly shown: Prompt;
    get(given: Readonly<Record<string, string>>, caller: Caller): Promise<GetPromptResult>;
  }[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  /** Values that an argument of a prompt may have, by how it begins. */
  complete(prompt: string, argument: string, begun: string): readonly string[];
  /** Null for an address that names nothing. */
  read(uri: string, caller: Caller): Promise<ReadResourceResult | null>;
}

/** Clients are told at least so often that work goes on, and no more often than that how far it is. */
const PROGRESS_MS = 900;
const OFTEN_MS = 100;
/** Lists change only with the program, so clients need not ask for them again and again. */
const LISTS = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** The package, which only servers load. */
export type Sdk = typeof import('@modelcontextprotocol/server');

/** A new server for one connection or one request; both revisions of the protocol are served from it. */
export function serverOf(sdk: Sdk, offer: Offer): Server {
  const { name, version, instructions, tools, prompts, resources, templates } = offer;
  const unknownName = async (
    kind: string,
    said: string,
    known: readonly string[],
  ): Promise<Error> => {
    const name = JSON.stringify((await withoutSecrets(said)).slice(0, 80));
    const sentence = `there is no ${kind} ${name}; there is ${known.join(', ')}`;
    return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, sentence);
  };
  const server = new sdk.Server(
    { name, version },
    {
      instructions,
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      cacheHints: {
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
        'server/discover': LISTS,
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ shown }) => shown) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ shown }) => shown.name === params.name);
    if (tool === undefined) {
      const known = tools.map(({ shown }) => shown.name);
      throw await unknownName('tool', params.name, known);
    }
    return telling(context, (caller) => tool.call(params.arguments ?? {}, caller));
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ shown }) => shown) }));
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const prompt = prompts.find(({ shown }) => shown.name === params.name);
    if (prompt === undefined) {
      const known = prompts.map(({ shown }) => shown.name);
      throw await unknownName('prompt', params.name, known);
    }
    return telling(context, (caller) => prompt.get(params.arguments ?? {}, caller));
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...resources] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...templates],
  }));
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const found = await telling(context, (caller) => offer.read(params.uri, caller));
    if (found !== null) return found;
    throw new sdk.ResourceNotFoundError(await withoutSecrets(params.uri));
  });
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) => {
    const prompt = ref.type === 'ref/prompt' ? ref.name : '';
    const values = offer.complete(prompt, argument.name, argument.value);
    return { completion: { values: [...values], total: values.length, hasMore: false } };
  });
  return server;
}

/** Work that tells the client how far it is, if the client wants to hear that, and ends when it is cancelled. */
async function telling<T>(
  { mcpReq: { signal, _meta: meta, notify } }: ServerContext,
  work: (caller: Caller) => Promise<T>,
): Promise<T> {
  const token = meta?.progressToken;
  if (token === undefined) return work({ signal, onProgress: () => undefined });
  let step: Step | null = null;
  let told: number | null = null;
  let toldMs = 0;
  const tell = (): void => {
    if (signal.aborted) return;
    toldMs = performance.now();
    const { files, filesTotal } = step ?? { files: 0, filesTotal: undefined };
    // Progress must grow with every message: between two files a tick is a thousandth of one.
    told = told === null || files > told ? files : told + 0.001;
    const message = step === null ? 'working' : `indexing: ${files} of ${filesTotal} files`;
    const total = filesTotal === undefined ? {} : { total: Math.max(filesTotal, told) };
    const params = { progressToken: token, progress: told, ...total, message };
    // A client that is gone hears nothing; the signal ends the work.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const clock = setInterval(tell, PROGRESS_MS);
  try {
    return await work({
      signal,
      onProgress: (next) => {
        step = next;
        if (performance.now() - toldMs >= OFTEN_MS) tell();
      },
    });
  } finally {
    clearInterval(clock);
  }
}
