/**
 * Question: how quick and how steady are the servers?
 *
 *   node --import tsx bench/doors.bench.ts --tree DIR [--clients 64] [--seconds 60] [--runs 5]
 *        [--only start,first,cancel,load,tokens]
 *
 *   --tree     a git checkout of about 7,000 files (django); read, never written
 *
 * Runs what `npm run build` made, as clients start it. Beside a start stands `node -e 0`, in turns.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { loadTokenizer } from '../src/adapters/tokenizers/tokenizers.ts';
import {
  machine,
  median,
  milliseconds,
  note,
  quantile,
  type Row,
  say,
  table,
  times,
} from './support/table.ts';

const { values } = parseArgs({
  options: {
    tree: { type: 'string', default: '.' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'start,first,cancel,load,tokens' },
  },
});

const NAMES = {
  what: 'what',
  ours: 'sheaf',
  beside: 'beside',
  ratio: 'ratio',
  target: 'target',
  cpu: 'errors',
  peak: 'memory',
};
const BIN = join(import.meta.dirname, '../bin/sheaf.js');
const TASKS = [
  'bulk_create ignores the default of a GeneratedField when the primary key is set',
  'the admin filters a changelist by date hierarchy in the wrong time zone',
  'a form field keeps its initial value after the form was cleaned',
  'how does the migration autodetector find renamed models',
];

const tree = resolve(values.tree);
const runs = Number(values.runs);
const scratch = mkdtempSync(join(tmpdir(), 'bench-doors-'));
const env = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache'), XDG_STATE_HOME: scratch };
const rows: Row[] = [];

async function timed<T>(work: () => Promise<T>): Promise<readonly [number, T]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}

async function overStdio<T>(work: (client: Client) => Promise<T>, profile = 'full'): Promise<T> {
  const args = [BIN, 'mcp', '--root', tree, '--profile', profile];
  const client = new Client(
    { name: 'bench', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return work(client).finally(() => client.close());
}

const context = (client: Client, task = TASKS[0], onprogress = (): void => undefined) =>
  client.callTool({ name: 'context', arguments: { task } }, { onprogress });

/** From the start of the process to its list of tools, in turns with a Node that does nothing. */
async function start(): Promise<void> {
  const [ours, nothing]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    ours.push((await timed(() => overStdio((client) => client.listTools())))[0]);
    const node = async () => spawnSync(process.execPath, ['-e', '0']);
    nothing.push((await timed(node))[0]);
  }
  rows.push({
    what: 'start to tools/list',
    ours: milliseconds(median(ours)),
    beside: `node -e 0: ${milliseconds(median(nothing))}`,
    ratio: times(median(ours) / median(nothing)),
  });
}

/** The first question on a project without an index, and how often its asker hears that work goes on. */
async function first(): Promise<void> {
  const [answers, silences]: [number[], number[]] = [[], []];
  let share = Number.NaN;
  for (let run = 0; run < runs; run++) {
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
    await overStdio(async (client) => {
      let [heard, silence] = [performance.now(), 0];
      const hear = (): void => {
        silence = Math.max(silence, performance.now() - heard);
        heard = performance.now();
      };
      const [took, { structuredContent }] = await timed(() => context(client, TASKS[0], hear));
      hear();
      answers.push(took);
      silences.push(silence);
      share = Object(Object(structuredContent).state).partial ?? 1;
    });
  }
  rows.push(
    {
      what: `first answer without an index (${(100 * share).toFixed(0)} % of the files)`,
      ours: milliseconds(Math.max(...answers)),
      target: '≤ 5000 ms',
    },
    {
      what: 'longest silence meanwhile',
      ours: milliseconds(Math.max(...silences)),
      target: '≤ 1000 ms',
    },
  );
}

/** How soon a server is free again after a question was cancelled while the index is made. */
async function cancel(): Promise<void> {
  const free: number[] = [];
  for (let run = 0; run < runs; run++) {
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
    await overStdio(async (client) => {
      const leaving = new AbortController();
      const asked = client
        .callTool(
          { name: 'summarize', arguments: { path: 'README.rst' } },
          { signal: leaving.signal },
        )
        .catch(() => null);
      await new Promise((done) => setTimeout(done, 500));
      const [took] = await timed(async () => {
        leaving.abort();
        await asked;
        await client.readResource({ uri: 'sheaf://nothing' }).catch(() => null);
      });
      free.push(took);
    });
  }
  const ours = milliseconds(Math.max(...free));
  rows.push({ what: 'free after a cancelled question', ours, target: '≤ 200 ms' });
}

interface Server {
  readonly address: string;
  readonly token: string;
  memory(): Promise<number>;
}

async function serving(work: (server: Server) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, [BIN, 'serve', '--root', tree, '--port', '0'], { env });
  try {
    const address = await new Promise<string>((found, failed) => {
      let told = '';
      child.stderr.on('data', (chunk) => {
        told += chunk;
        const [, at] = /at (http:\S+)\n {2}token in/.exec(told) ?? [];
        if (at !== undefined) found(at);
      });
      child.on('exit', () => failed(new Error(told)));
    });
    const token = readFileSync(join(scratch, 'sheaf/token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${token}` };
    const memory = async (): Promise<number> => {
      const text = await (await fetch(`${address}/metrics`, { headers })).text();
      return Number(/process_resident_memory_bytes (\d+)/.exec(text)?.[1]);
    };
    await work({ address, token, memory });
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGINT');
  }
}

type Ask = (task: string) => Promise<boolean>;

/** Clients that ask one question after another, as many as find time. */
async function load(): Promise<void> {
  const [clients, seconds] = [Number(values.clients), Number(values.seconds)];
  await serving(async (server) => {
    const { address, token } = server;
    const headers = { authorization: `Bearer ${token}` };
    const overHttp: Ask = async (task) => {
      const body = JSON.stringify({ task, context_tokens: 3000 });
      const response = await fetch(`${address}/v1/assemble`, { method: 'POST', headers, body });
      await response.text();
      return response.ok;
    };
    const agents = await Promise.all(
      Array.from({ length: clients }, async () => {
        const client = new Client(
          { name: 'bench', version: '1.0.0' },
          { versionNegotiation: { mode: { pin: '2026-07-28' } } },
        );
        const requestInit = { headers };
        const url = new URL(`${address}/mcp`);
        await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
        return client;
      }),
    );
    const index = { method: 'POST', headers, body: '{}' };
    await fetch(`${address}/v1/index`, index);
    const doors: Record<string, (number: number) => Ask> = {
      HTTP: () => overHttp,
      MCP: (number) => async (task) => {
        const client = agents[number];
        return client !== undefined && (await context(client, task)).isError !== true;
      },
    };
    for (const [door, askOf] of Object.entries(doors)) {
      await overHttp(TASKS[0] ?? '');
      const before = await server.memory();
      const until = performance.now() + seconds * 1000;
      const took: number[] = [];
      let errors = 0;
      const client = async (number: number): Promise<void> => {
        const ask = askOf(number);
        for (let turn = number; performance.now() < until; turn++) {
          const [ms, isRight] = await timed(() =>
            ask(TASKS[turn % TASKS.length] ?? '').catch(() => false),
          );
          took.push(ms);
          if (!isRight) errors++;
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
      const drift = ((await server.memory()) - before) / 1e6;
      rows.push({
        what: `${clients} clients over ${door} for ${seconds} s: ${took.length} answers, p50 and p99`,
        ours: `${milliseconds(median(took))}, ${milliseconds(quantile(took, 0.99))}`,
        cpu: String(errors),
        peak: `${drift >= 0 ? '+' : ''}${drift.toFixed(0)} MB`,
      });
    }
    await Promise.all(agents.map((client) => client.close()));
  });
}

/** What the lists of tools cost an agent in every turn. */
async function tokens(): Promise<void> {
  const { count } = await loadTokenizer('o200k');
  for (const [profile, most] of [
    ['default', 800],
    ['full', 1500],
  ] as const) {
    const { tools } = await overStdio((client) => client.listTools(), profile);
    const ours = `${count(JSON.stringify(tools))} tokens`;
    rows.push({ what: `tools of the profile ${profile}`, ours, target: `≤ ${most}` });
  }
}

const JOBS = { start, first, cancel, load, tokens };
try {
  for (const [name, job] of Object.entries(JOBS)) {
    if (!values.only.split(',').includes(name)) continue;
    note(name);
    await job();
  }
  say(machine());
  say(table(rows, NAMES));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
