import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  git,
  indexFile,
  inFolder,
  manyModules,
  SHEAF,
  sheaf,
  sheafJson,
  writeFiles,
} from '../support/project.ts';
import { runs } from '../support/runs.ts';

interface Index {
  state_root: string;
  documents: number;
  chunks: number;
}

/** Spread over the time that indexing takes. */
const KILLS = runs(12, 5);

/** Starts indexing and kills it after a while; true if it was still at work. */
async function killAfter(root: string, ms: number): Promise<boolean> {
  const child = spawn(process.execPath, [SHEAF, 'index', '--root', root, '-q'], {
    stdio: 'ignore',
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  await sleep(ms);
  child.kill('SIGKILL');
  return (await ended) === null;
}

describe('RT-4 the index survives kill -9 at any point', () => {
  it(
    'finds the old or the new state, and finishing gives the undisturbed root',
    { timeout: 300_000 },
    () =>
      inFolder(async (folder) => {
        const root = join(folder, 'tree');
        mkdirSync(root);
        git(root, 'init', '-q');
        writeFiles(root, manyModules(400));
        commitAll(root, 'first');
        const began = performance.now();
        const first = sheafJson<Index>(['index', '--root', root]);
        const whole = performance.now() - began;
        writeFiles(
          root,
          Object.fromEntries(
            Object.entries(manyModules(400)).map(([path, text]) => [path, `${text}# edited\n`]),
          ),
        );
        commitAll(root, 'second');
        const reference = join(folder, 'reference.db');
        const second = sheafJson<Index>(['index', '--root', root, '--index', reference]);
        expect(second.state_root).not.toBe(first.state_root);
        let killed = 0;
        for (let i = 0; i < KILLS; i++) {
          if (await killAfter(root, ((i + 1) / (KILLS + 1)) * whole)) killed++;
          const status = sheafJson<Index>(['index', '--status', '--root', root]);
          expect([first.state_root, second.state_root]).toContain(status.state_root);
          expect([first.chunks, second.chunks]).toContain(status.chunks);
        }
        expect(killed).toBeGreaterThan(0);
        const finished = sheafJson<Index>(['index', '--root', root]);
        expect(finished.state_root).toBe(second.state_root);
        expect(sheafJson(['search', '--files', 'module 17 reader', '--root', root])).toEqual(
          sheafJson([
            'search',
            '--files',
            'module 17 reader',
            '--root',
            root,
            '--index',
            reference,
          ]),
        );
      }),
  );

  it('lets two processes index at once, and both see the whole', { timeout: 120_000 }, () =>
    inFolder(async (root) => {
      writeFiles(root, manyModules(150));
      const run = (): Promise<string> =>
        new Promise((resolve) => {
          const child = spawn(process.execPath, [SHEAF, 'index', '--root', root, '--json'], {
            stdio: ['ignore', 'pipe', 'ignore'],
          });
          let out = '';
          child.stdout.on('data', (chunk: Buffer) => {
            out += chunk.toString();
          });
          child.on('exit', () => resolve(out));
        });
      const roots = (await Promise.all([run(), run(), run()])).map(
        (out) => (JSON.parse(out) as Index).state_root,
      );
      expect(new Set(roots).size).toBe(1);
    }),
  );
});

describe('RT-4 what cannot be read is rebuilt, never misread', () => {
  const damages: Record<string, (file: string) => void> = {
    'is no database': (file) =>
      writeFileSync(
        file,
        'not a database at all, but long enough to look like a file of one '.repeat(50),
      ),
    'was cut short': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    'has flipped bytes all over': (file) => {
      const handle = openSync(file, 'r+');
      for (let at = 4096; at < statSync(file).size; at += 2048)
        writeSync(handle, Buffer.from([0x5a, 0xa5, 0x5a]), 0, 3, at);
      closeSync(handle);
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`rebuilds an index that ${name}, with a warning`, { timeout: 60_000 }, () =>
      inFolder((root) => {
        writeFiles(root, manyModules(40));
        const before = sheafJson<Index>(['index', '--root', root]);
        const answer = sheafJson(['search', '--files', 'reader 7', '--root', root]);
        for (const suffix of ['-wal', '-shm'])
          rmSync(`${indexFile(root)}${suffix}`, { force: true });
        damage(indexFile(root));
        const { code, out, err } = sheaf([
          'search',
          '--files',
          'reader 7',
          '--root',
          root,
          '--json',
        ]);
        expect(err).toContain('rebuilt');
        expect(code).toBe(0);
        expect(JSON.parse(out)).toEqual(answer);
        expect(sheafJson<Index>(['index', '--root', root]).state_root).toBe(before.state_root);
      }),
    );
  }
});
