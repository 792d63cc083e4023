import { SheafError } from '../../model/errors.ts';
import { VERSION } from '../../model/version.ts';
import type { Context } from '../context.ts';
import type { Door } from '../doors/door.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';

/** What is served, and to whom it is told that it has ended. */
async function doorFor({ place, env, operations, signal }: Context): Promise<Door> {
  const { openDoor } = await import('../doors/door.ts');
  return openDoor({ root: place.root, env, operations, signal });
}

const PROFILE = {
  profile: {
    type: 'enum',
    values: ['default', 'full'],
    default: 'default',
    help: 'Tools to offer to agents: default has context, search and why; full adds score, evidence, summarize, budget, report and replay.',
  },
} as const;

export const mcp: Operation = defineOperation({
  name: 'mcp',
  summary: 'Serve coding agents by MCP on standard input and output',
  description:
    'Speaks MCP on standard input and output, for coding agents that start it themselves. Starting reads nothing; the first question indexes the project and is answered from a part of it if that takes long. Tools take a root inside the folder that the server was started for, or a work tree of the same repository. Every answer names the state of the files it was made from.',
  examples: {
    'claude mcp add sheaf -- sheaf mcp': 'for an agent in the current project',
    'sheaf mcp --root ../other --profile full': 'all tools, for another project',
  },
  options: PROFILE,
  refuses: ['json', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ profile }, context) {
    const door = await doorFor(context);
    const [{ offerOf }, { serveOnStdio }] = await Promise.all([
      import('../mcp/offer.ts'),
      import('../mcp/stdio.ts'),
    ]);
    await serveOnStdio(offerOf(door, VERSION, profile), context.signal);
    await door.close();
    return null;
  },
  present() {
    // Everything was said by the protocol.
  },
});

export const serve: Operation = defineOperation({
  name: 'serve',
  summary: 'Serve programs and agents over HTTP',
  description:
    'Answers the operations as JSON at /v1/NAME (described in /openapi.json; progress as server-sent events) and agents by MCP at /mcp. Listens on this machine only, unless --host says otherwise. Every request needs the token, which is in a file that only you can read. /health says that the server is there, /metrics how busy it is.',
  examples: {
    'sheaf serve': 'for the project in the current folder, on port 4517',
    'sheaf serve --port 0 --profile full': 'on any free port, with all tools for agents',
    'sheaf serve --cors http://localhost:5173': 'let a page of yours ask, too',
  },
  options: {
    host: {
      placeholder: 'NAME',
      default: '127.0.0.1',
      help: 'The address to listen on. Others than this machine can reach any but the default.',
    },
    port: {
      type: 'integer',
      placeholder: 'N',
      default: 4517,
      limits: [0, 65_535],
      help: 'The port to listen on; 0 takes any free one.',
    },
    cors: {
      type: 'list',
      separator: 'none',
      placeholder: 'ORIGIN',
      help: 'Let web pages of this origin ask, such as http://localhost:5173; may be repeated.',
    },
    ...PROFILE,
  },
  refuses: ['json', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ host, port, cors, profile }, context) {
    const door = await doorFor(context);
    const [{ offerOf }, http] = await Promise.all([
      import('../mcp/offer.ts'),
      import('../http/serve.ts'),
    ]);
    const origins = cors.map(originOf);
    await http.serve({
      door,
      offer: offerOf(door, VERSION, profile),
      version: VERSION,
      host,
      port,
      origins,
      env: context.env,
      signal: context.signal,
      onListening: (address, file) => {
        context.note(`serving ${context.place.root}\n  at ${address}\n  token in ${file}`);
      },
    });
    await door.close();
    return null;
  },
  present() {
    // Everything was said while it ran.
  },
});

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.origin !== 'null' && text.replace(/\/$/, '') === url.origin) {
    return url.origin;
  }
  const hint = 'for example http://localhost:5173, without a path';
  throw new SheafError('usage', `--cors ${text} is not an origin`, hint);
}
