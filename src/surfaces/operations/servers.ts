import { randomBytes } from 'node:crypto';
import { isStore } from '../../config/rules.ts';
import { SheafError } from '../../model/errors.ts';
import { VERSION } from '../../model/version.ts';
import type { Context } from '../context.ts';
import type { Door } from '../doors/door.ts';
import { defineOperation, INDEX_FLAGS, type Operation } from '../operation.ts';

/** What is served, and to whom it is told that it has ended. */
async function doorFor({ place, env, operations, signal }: Context): Promise<Door> {
  const { openDoor } = await import('../doors/door.ts');
  return openDoor({ root: place.root, roots: place.roots, env, operations, signal });
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
    'sheaf serve --store postgres://sheaf@db/team --users users.toml':
      "a team's store, to those in the file",
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
    store: {
      placeholder: 'URL',
      help: "The team's store to serve to --users; team.store unless given. Put a password into PGPASSWORD.",
    },
    users: {
      placeholder: 'FILE',
      help: "Serve the repositories of the team's store to the users in this file, each with a token and the repositories they may read.",
    },
    ...PROFILE,
  },
  refuses: ['json', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ host, port, cors, profile, users, store }, context) {
    const [{ offerOf }, http] = await Promise.all([
      import('../mcp/offer.ts'),
      import('../http/serve.ts'),
    ]);
    const { served, said, close } = await servedBy(context, users, store);
    await http.serve({
      served: served.map(({ digest, door }) => ({
        digest,
        door,
        offer: offerOf(door, VERSION, profile),
      })),
      version: VERSION,
      host,
      port,
      origins: cors.map(originOf),
      signal: context.signal,
      onListening: (address) => context.note(said(address)),
    });
    await close();
    return null;
  },
  present() {
    // Everything was said while it ran.
  },
});

const TOKEN_BYTES = 32;

export const ui: Operation = defineOperation({
  name: 'ui',
  summary: 'Watch a context form in your browser, and change it',
  description:
    'Opens a page that shows the context of a task while you type: what is in it, what speaks for each part, what it costs and what just missed. What you change there is saved as a flow, so the command line continues where the page stopped. The page is served on this machine only and talks to nothing else; its address holds a token that ends with the command.',
  examples: {
    'sheaf ui': 'for the project in the current folder',
    'sheaf ui --no-open --port 4600': 'print the address instead of opening it',
  },
  options: {
    port: {
      type: 'integer',
      placeholder: 'N',
      default: 0,
      limits: [0, 65_535],
      help: 'The port to listen on; 0 takes any free one.',
    },
    no_open: { type: 'boolean', help: 'Print the address and open no browser.' },
  },
  refuses: ['json', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ port, no_open: isClosed }, context) {
    const [{ offerOf }, http, { sha256 }, { loadPage }, { openBrowser }] = await Promise.all([
      import('../mcp/offer.ts'),
      import('../http/serve.ts'),
      import('../http/guard.ts'),
      import('../page/files.ts'),
      import('../page/browser.ts'),
    ]);
    const page = loadPage();
    const door = await doorFor(context);
    // It ends with the command.
    const token = randomBytes(TOKEN_BYTES).toString('hex');
    await http.serve({
      served: [{ digest: sha256(token), door, offer: offerOf(door, VERSION, 'default') }],
      version: VERSION,
      host: '127.0.0.1',
      port,
      origins: [],
      signal: context.signal,
      page,
      onListening: async (address) => {
        const place = `${address}/#${token}`;
        const isOpened = !isClosed && (await openBrowser(place));
        context.note(
          `${isOpened ? 'opened' : 'open'} ${place}\n  for ${context.place.root}; Ctrl+C ends it`,
        );
      },
    });
    await door.close();
    return null;
  },
  present() {
    // Everything was said while it ran.
  },
});

interface Serving {
  readonly served: readonly { readonly digest: Uint8Array; readonly door: Door }[];
  said(address: string): string;
  close(): Promise<void>;
}

/** A folder for its owner, or a team's store for its users. */
async function servedBy(
  context: Context,
  users: string | undefined,
  given: string | undefined,
): Promise<Serving> {
  const { sha256 } = await import('../http/guard.ts');
  if (users === undefined) {
    if (given !== undefined) {
      const hint = 'name the file that says who may read what with --users';
      throw new SheafError('usage', '--store works only with --users', hint);
    }
    const { tokenFile } = await import('../../adapters/token-file.ts');
    const door = await doorFor(context);
    const { file, token } = tokenFile(context.env);
    return {
      served: [{ digest: sha256(token), door }],
      said: (address) => `serving ${context.place.root}\n  at ${address}\n  token in ${file}`,
      close: () => door.close(),
    };
  }
  const { config } = await context.config();
  const store = given ?? config.team.store;
  if (!isStore(store)) {
    const hint = 'give it with --store postgres://user@host/database, or set team.store';
    throw new SheafError('usage', "--users needs the address of a team's store", hint);
  }
  const { openTeam } = await import('../doors/team.ts');
  const team = openTeam(context, { ...config.team, store }, context.resolvePath(users));
  return {
    served: team.doors.map(({ user, door }) => ({ digest: user.digest, door })),
    said: (address) => `serving a team of ${team.doors.length}\n  at ${address}`,
    close: () => team.close(),
  };
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && url.origin !== 'null' && text.replace(/\/$/, '') === url.origin) {
    return url.origin;
  }
  const hint = 'for example http://localhost:5173, without a path';
  throw new SheafError('usage', `--cors ${text} is not an origin`, hint);
}
