/*
 * Runs the conformance suite of the Model Context Protocol against our own server:
 *
 *   mkdir suite && cd suite && npm install @modelcontextprotocol/conformance@0.2.0-alpha.12 node@22
 *   npx tsx tools/conformance.ts suite
 *
 * The suite needs a newer Node than Sheaf, so it brings one along and is no dependency of ours. It has no token, so one is
 * added to its requests; everything else is as `sheaf serve` does it.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import * as sdk from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { openDoor } from '../src/surfaces/doors/door.ts';
import { routes } from '../src/surfaces/http/app.ts';
import { LOOPBACK } from '../src/surfaces/http/guard.ts';
import { serverOf } from '../src/surfaces/mcp/server.ts';
import { CONFORMANCE } from '../test/support/conformance-offer.ts';

const REVISIONS = ['2025-11-25', '2026-07-28'];
/** What a server may offer and ours does not: it says so in its capabilities. */
const NOT_OFFERED =
  /^(?:tasks-|sep-2640|logging|resources-(?:un)?subscribe|elicitation|input-required|tools-call-(?:sampling|elicitation|with-logging)|server-sse-polling|server-session|http-custom-header)/;

const [folder = '', only = ''] = process.argv.slice(2);
const NODE = resolve(folder, 'node_modules/.bin/node');
const SUITE = resolve(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Runs the suite beside us: the server answers in this process. */
function suite(...args: readonly string[]): Promise<{ code: number | null; told: string }> {
  const child = spawn(NODE, [SUITE, ...args]);
  let told = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      told += chunk;
    });
  }
  return new Promise((done) => child.on('close', (code) => done({ code, told })));
}

async function scenariosOf(revision: string): Promise<string[]> {
  const { told } = await suite('list', '--server');
  return told
    .split('\n')
    .map((line) => /^ {2}- (\S+) \[(.*)\]$/.exec(line))
    .filter((found) => found?.[2]?.split(',').includes(revision))
    .map((found) => found?.[1] ?? '')
    .filter((name) => name.includes(only) && !NOT_OFFERED.test(name));
}

async function main(): Promise<number> {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  let [passed, failed] = [0, 0];
  for (const revision of REVISIONS) {
    for (const scenario of await scenariosOf(revision)) {
      const url = `http://localhost:${port}/mcp`;
      const asked = ['--url', url, '--scenario', scenario, '--spec-version', revision];
      const { code, told } = await suite('server', ...asked);
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'} ${revision} ${scenario}\n`);
      if (code === 0) passed++;
      else {
        failed++;
        process.stdout.write(`${told}\n`);
      }
    }
  }
  server.close();
  server.closeAllConnections();
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  // A suite that found nothing to ask has proved nothing.
  return failed === 0 && passed > 0 ? 0 : 1;
}

function listen() {
  const { signal } = new AbortController();
  const door = openDoor({ root: process.cwd(), env: process.env, operations: [], signal });
  const handler = sdk.createMcpHandler(() => serverOf(sdk, CONFORMANCE));
  const token = 'conformance';
  const app = routes(new Hono(), {
    door,
    version: '1.0.0',
    token,
    origins: [],
    hosts: LOOPBACK,
    now: Date.now,
    memory: () => 0,
    mcp: (request) => handler.fetch(request),
  });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    request.rawHeaders.push('Authorization', `Bearer ${token}`);
    return answer(request, response);
  });
  return new Promise<typeof server>((done) => server.listen(0, 'localhost', () => done(server)));
}

process.exit(await main());
