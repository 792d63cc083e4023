import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenFile } from '../../src/adapters/token-file.ts';
import { VERSION } from '../../src/model/version.ts';
import { openApi } from '../../src/surfaces/http/openapi.ts';
import { defineOperation } from '../../src/surfaces/operation.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { command } from '../support/command.ts';
import { type Served, served } from '../support/http-server.ts';
import { callTool, clientOf, REVISIONS } from '../support/mcp-client.ts';
import { inFolder, manyModules, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'sessions expire too early after a refresh';
const ENV = process.env as Record<string, string>;

const inShop = <T>(
  work: (server: Served, root: string) => Promise<T>,
  options: Parameters<typeof served>[2] = {},
): Promise<T> =>
  inFolder((root) => {
    makeShop(root);
    return served(root, (server) => work(server, root), options);
  });

/** A request with headers that `fetch` would not send. */
function raw(
  { address, token }: Served,
  path: string,
  headers: Record<string, string>,
  body = '{}',
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(address);
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...headers },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('operations over HTTP (IF-1)', () => {
  it('give what the command gives with --json, and say which state they saw', async () => {
    await inShop(async ({ post }, root) => {
      const response = await post('assemble', { task: TASK, context_tokens: '2k' });
      expect(response.status).toBe(200);
      const { result, state, plan } = (await response.json()) as Record<string, never>;
      const argv = ['assemble', TASK, '--context-tokens', '2k', '--json'];
      const { out } = await command(root, argv, { env: ENV });
      expect(result).toEqual(JSON.parse(out));
      expect(state).toMatchObject({ root, dirty: 0, commit: expect.stringMatching(/^[0-9a-f]+$/) });
      const again = await post('replay', { plan });
      expect(await again.json()).toMatchObject({ result: { identical: true } });
    });
  });

  it('stream progress and then the answer to those who want to hear it', async () => {
    await inFolder(async (root) => {
      writeFiles(root, manyModules(500));
      await served(root, async ({ post }) => {
        const headers = { accept: 'text/event-stream' };
        const response = await post('search', { query: 'module 7' }, { headers });
        expect(response.headers.get('content-type')).toBe('text/event-stream');
        const events = (await response.text()).trim().split('\n\n');
        expect(events.at(-1)).toMatch(/^event: result\ndata: \{"result":\[/);
      });
    });
  });

  it('are described by an OpenAPI document made from the table', async () => {
    await inShop(async (server) => {
      const document = (await (await server.fetch('/openapi.json')).json()) as {
        openapi: string;
        paths: Record<string, unknown>;
      };
      expect(document).toEqual(JSON.parse(JSON.stringify(openApi(OPERATIONS, VERSION))));
      expect(document.openapi).toBe('3.1.0');
      expect(Object.keys(document.paths)).toContain('/v1/assemble');
      expect(Object.keys(document.paths)).not.toContain('/v1/shell');
      expect(JSON.stringify(document)).not.toContain('task_file');
    });
  });

  it('are counted for those who watch', async () => {
    await inShop(async ({ post, fetch: get, address }) => {
      await post('search', { query: 'session' });
      const text = await (await get('/metrics')).text();
      expect(text).toContain('sheaf_requests_total{operation="search",status="200"} 1');
      expect(text).toMatch(/sheaf_request_seconds_count\{operation="search"\} 1/);
      expect(text).toMatch(/process_resident_memory_bytes \d+/);
      const health = await fetch(`${address}/health`);
      expect(await health.json()).toEqual({ status: 'ok', version: VERSION });
    });
  });
});

/** What the server says to these very bytes, until it closes the connection. */
function spoken({ address }: Served, text: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(text);
  return new Promise((resolve) => {
    let all = '';
    socket.on('data', (chunk) => {
      all += chunk;
    });
    socket.on('close', () => resolve(all));
  });
}

/** What a server says to half a request takes it ten seconds to say; meanwhile other tests run. */
let saidInTheEnd: Promise<string>;
beforeAll(() => {
  saidInTheEnd = inShop((server) =>
    spoken(server, 'POST /v1/search HTTP/1.1\r\nHost: localhost\r\n'),
  );
});

describe('who may not ask', () => {
  it.each([
    'Host:',
    'Host: evil.example',
    'X-Host: 127.0.0.1',
    'Host: localhost\r\nHost: evil.example',
  ])('a caller whose headers are %j', async (line) => {
    await inShop(async (server) => {
      const { token } = server;
      const head = `POST /v1/search HTTP/1.1\r\n${line}\r\nAuthorization: Bearer ${token}`;
      const told = await spoken(
        server,
        `${head}\r\nConnection: close\r\nContent-Length: 19\r\n\r\n{"query":"session"}`,
      );
      expect(told).toMatch(/^HTTP\/1.1 40[03] /);
      expect(told).not.toContain('shop/');
    });
  });

  it.each([
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without an origin of its own', { origin: 'null' }, 403],
    ['a page on another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a name that was rebound to this machine', { host: 'evil.example' }, 403],
    ['a name that begins like ours', { host: 'localhost.evil.example:80' }, 403],
    ['a name with an account', { host: 'localhost@evil.example' }, 400],
    ['a caller without a token', { authorization: '' }, 401],
    ['a caller with another token', { authorization: `Bearer ${'0'.repeat(64)}` }, 401],
    ['a caller with a part of it', { authorization: 'Bearer 0' }, 401],
    ['a caller with another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 401],
  ])('%s', async (_, headers, status) => {
    await inShop(async (server) => {
      const refused = await raw(server, '/v1/search', headers as Record<string, string>);
      expect(refused.status).toBe(status);
      expect(refused.text).not.toContain('shop/');
      const mcp = await raw(server, '/mcp', headers as Record<string, string>);
      expect(mcp.status).toBe(status);
    });
  });

  it('whoever guesses tokens, while the right one still works', async () => {
    await inShop(async (server) => {
      const statuses: number[] = [];
      for (let i = 0; i < 30; i++) {
        const headers = { authorization: `Bearer ${i}` };
        statuses.push((await raw(server, '/v1/search', headers)).status);
      }
      expect(statuses.at(0)).toBe(401);
      expect(statuses.at(-1)).toBe(429);
      expect((await server.post('search', { query: 'session' })).status).toBe(200);
    });
  });

  it('pages, unless their origin was allowed', async () => {
    const origin = 'http://localhost:5173';
    const preflight = { method: 'OPTIONS', headers: { origin } };
    await inShop(async ({ fetch: get }) => {
      expect((await get('/v1/search', preflight)).status).toBe(403);
    });
    await inShop(
      async ({ fetch: get, post }) => {
        const asked = await get('/v1/search', preflight);
        expect(asked.status).toBe(204);
        expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
        const answer = await post('search', { query: 'session' }, { headers: { origin } });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      },
      { origins: [origin] },
    );
  });
});

describe('what is refused or bounded', () => {
  it.each([
    ['search', { query: 'x', root: '../../..' }, 403, /outside/],
    ['search', { query: 'x', root: '/etc' }, 403, /outside/],
    ['search', { query: 'x', root: 'a\0b' }, 404, /there is no/],
    ['summarize', { file: '../../../etc/passwd' }, 403, /outside|inside/],
    ['summarize', { file: '/etc/passwd' }, 403, /outside|inside/],
    ['replay', { plan: '../../../../etc/passwd' }, 404, /there is no plan/],
    ['assemble', { task: TASK, out: '/tmp/x' }, 400, /works on the command line only/],
    ['assemble', { task: TASK, task_file: '/etc/passwd' }, 400, /command line only/],
    ['assemble', { task: { a: 1 } }, 400, /task must be a text/],
    ['shell', {}, 404, /no such operation/],
    ['__proto__', {}, 404, /no such operation/],
    ['search', { query: 'x', limit: 1e9 }, 400, /limit must be/],
  ])('%s %j', async (operation, body, status, told) => {
    await inShop(async ({ post }) => {
      const response = await post(operation, body);
      const { error } = (await response.json()) as { error: { message: string; hint: string } };
      expect([response.status, `${error.message} ${error.hint}`]).toEqual([
        status,
        expect.stringMatching(told),
      ]);
    });
  });

  it('bodies that are too large, with and without a length, and bodies that are no JSON', async () => {
    await inShop(async ({ post, fetch: get }) => {
      const large = 'x'.repeat(3 * 1024 * 1024);
      expect((await post('search', { query: large })).status).toBe(413);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`{"query":"${large}`));
          controller.close();
        },
      });
      const streamed = { method: 'POST', body, duplex: 'half' } as RequestInit;
      expect((await get('/v1/search', streamed)).status).toBe(413);
      for (const wrong of ['{', '[]', '"x"', 'null']) {
        const told = await get('/v1/search', { method: 'POST', body: wrong });
        expect(told.status).toBe(400);
      }
      expect((await get('/nothing')).status).toBe(404);
    });
  });

  it('work for a client that has left', async () => {
    const leaving = new AbortController();
    // Ends only if it is told that nobody waits for it, so that no machine is quick enough to answer before.
    const wait = defineOperation({
      name: 'wait',
      summary: 'Wait.',
      description: 'Waits until nobody waits for it.',
      examples: {},
      run: (_, { signal }) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          leaving.abort();
        }),
      present: () => {},
    });
    await inShop(
      async ({ post, fetch: get }) => {
        await expect(post('wait', {}, { signal: leaving.signal })).rejects.toThrow(/abort/i);
        await expect
          .poll(async () => (await get('/metrics')).text(), { timeout: 30_000 })
          .toContain('sheaf_working 0');
      },
      { operations: [...OPERATIONS, wait] },
    );
  });
});

describe('the token', () => {
  it('is made once, for its owner alone', () => {
    const env = { XDG_STATE_HOME: mkdtempSync(join(tmpdir(), 'sheaf-state-')) };
    const { file, token } = tokenFile(env);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenFile(env).token).toBe(token);
    chmodSync(file, 0o644);
    expect(() => tokenFile(env)).toThrow(/can be read by other users/);
  });
});

describe('eight clients at work while files change', () => {
  it('see whole states: one state, one answer', async () => {
    await inShop(async ({ post }, root) => {
      const file = join(root, 'shop/session.py');
      const text = readFileSync(file, 'utf8');
      const answers = new Map<string, Set<string>>();
      let isOver = false;
      const edit = (async () => {
        for (let turn = 0; !isOver; turn++) {
          writeFileSync(file, `${text}\n\ndef expire_${turn}():\n    return ${turn}\n`);
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
      })();
      const client = async (): Promise<void> => {
        for (let i = 0; i < 6; i++) {
          const response = await post('assemble', { task: TASK, context_tokens: 2000 });
          expect(response.status).toBe(200);
          const { result, state } = (await response.json()) as {
            result: { prompt: string; state_root: string };
            state: { state_root: string };
          };
          expect(result.state_root).toBe(state.state_root);
          const known = answers.get(state.state_root) ?? new Set();
          answers.set(state.state_root, known.add(result.prompt));
        }
      };
      await Promise.all(Array.from({ length: 8 }, client));
      isOver = true;
      await edit;
      expect(answers.size).toBeGreaterThan(1);
      for (const prompts of answers.values()) expect(prompts.size).toBe(1);
    });
  });
});

describe.each(REVISIONS)('an agent over HTTP in the revision %s', (revision) => {
  const transport = ({ address, token }: Served): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });

  it('asks for a context, why, and the same context again, with the bytes of the command', async () => {
    await inShop(async (server, root) => {
      const client: Client = clientOf(revision);
      await client.connect(transport(server));
      const { texts, data } = await callTool(client, 'context', { task: TASK, tokens: '2k' });
      const argv = ['assemble', TASK, '--context-tokens', '2k'];
      expect(texts[0]).toBe((await command(root, argv, { env: ENV })).out);
      const why = await callTool(client, 'why', { path: 'shop/session.py', task: TASK });
      expect(why.data).toMatchObject({ decision: 'in' });
      await client.close();
      // Nothing is kept in a session: another client goes on with the plan.
      const other = clientOf(revision);
      await other.connect(transport(server));
      const again = await callTool(other, 'replay', { plan: data['plan'] });
      expect(again.texts[0]).toBe(texts[0]);
      await other.close();
    });
  });
});

describe('what is bounded in time', () => {
  it('sockets that never send a request', async () => {
    expect(await saidInTheEnd).toMatch(/^HTTP\/1.1 408/);
  });
});
