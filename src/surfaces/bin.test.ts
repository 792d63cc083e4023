import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/sheaf.js');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/** Runs the binary after a line of JavaScript that changes the process it runs in. */
function runAfter(
  prelude: string,
  ...argv: string[]
): { status: number | null; out: string; err: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-bin-'));
  try {
    const file = join(folder, 'prelude.cjs');
    writeFileSync(file, prelude);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', file, BIN, ...argv], {
      encoding: 'utf8',
    });
    return { status, out: stdout, err: stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const pretend = (node: string): string =>
  `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });`;

describe('bin/sheaf.js', () => {
  it('answers --version without loading anything but package.json', () => {
    const log =
      "process.on('exit', () => console.error(Object.keys(require.cache).filter((f) => !f.includes('prelude')).length));";
    expect(runAfter(log, '--version')).toEqual({ status: 0, out: `${version}\n`, err: '2\n' });
  });

  it.each(['0.12.18', '18.20.4', '20.18.9'])(
    'tells Node %s in one line that it is too old',
    (node) => {
      expect(runAfter(pretend(node), '--version')).toEqual({
        status: 2,
        out: '',
        err: `error: sheaf needs Node 20.19 or newer, this is ${node}\n`,
      });
    },
  );

  it.each(['20.19.0', '22.0.0', '100.1.0'])('accepts Node %s', (node) => {
    expect(runAfter(pretend(node), '--version').out).toBe(`${version}\n`);
  });

  it('is written so that an old Node can read it', () => {
    const code = readFileSync(BIN, 'utf8').replaceAll(/^(?:#!|\/\/).*$/gm, '');
    expect(code).toContain('process.versions.node');
    expect(code).not.toMatch(/=>|`|\?\.|\?\?|\b(?:const|let|class|async|import|export)\b/);
  });
});

describe('sheaf mcp', () => {
  it('refuses a message that is too long, and goes on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sheaf-mcp-'));
    const env = { ...process.env, XDG_CACHE_HOME: folder };
    const server = spawn(process.execPath, [BIN, 'mcp'], { cwd: folder, env });
    try {
      const answers: { readonly id: number; readonly error?: unknown }[] = [];
      const got = new Promise<void>((resolve) => {
        let text = '';
        server.stdout.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          const lines = text.split('\n');
          text = lines.pop() ?? '';
          answers.push(...lines.map((line) => JSON.parse(line)));
          if (answers.some(({ id }) => id === 3)) resolve();
        });
      });
      const ask = (id: number, method: string, params: object): void => {
        server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      };
      const clientInfo = { name: 'test', version: '1' };
      ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      ask(2, 'tools/call', { name: 'search', arguments: { query: 'a '.repeat(6e6) } });
      ask(3, 'tools/list', {});
      await got;
      expect(answers.map(({ id, error }) => [id, error !== undefined])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ]);
    } finally {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
