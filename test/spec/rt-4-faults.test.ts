import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { asSheafError } from '../../src/model/errors.ts';
import {
  commitAll,
  git,
  inFolder,
  manyModules,
  type Ran,
  SHEAF,
  writeFiles,
} from '../support/project.ts';

const TASK = 'the total of reader 7 is wrong';

interface Place {
  readonly root: string;
  /** Runs the program after a line of shell that makes things difficult for it. */
  hardly(line: string, ...argv: string[]): Ran;
  run(...argv: string[]): Ran;
}

const inPlace = (work: (place: Place) => void): Promise<void> =>
  inFolder((folder) => {
    const root = join(folder, 'project');
    writeFiles(root, { ...manyModules(12), 'home/x': '' });
    git(root, 'init', '-q');
    commitAll(root, 'readers of items');
    const hardly = (line: string, ...argv: string[]): Ran => {
      const script = `${line}; exec "$0" "$@"`;
      const ran = spawnSync('bash', ['-c', script, process.execPath, SHEAF, ...argv], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: join(folder, 'home') },
      });
      return { code: ran.status ?? -1, out: ran.stdout, err: ran.stderr };
    };
    work({ root, hardly, run: (...argv) => hardly(':', ...argv) });
  });

/** A sentence that says what, where and what to do. */
function expectSentence({ code, err }: Ran, says: RegExp): void {
  expect(err).toMatch(says);
  expect(err).not.toMatch(/unexpected|^ +at /m);
  expect(code).toBe(2);
}

const NO_SIGNAL = "trap '' XFSZ";

describe('RT-4 a machine that gives too little', () => {
  it('of room for addresses: it says so, and its hint helps', () =>
    inPlace(({ hardly, run }) => {
      const limit = 'ulimit -v 4000000';
      expectSentence(hardly(limit, 'index'), /too little memory.*\n.*ulimit -v/);
      const hinted = `${limit}; export NODE_OPTIONS=--disable-wasm-trap-handler`;
      expect(hardly(hinted, 'assemble', TASK)).toMatchObject({
        code: 0,
        out: run('assemble', TASK).out,
      });
    }));

  it('of the disk: questions are answered, and the index is told to be missing', () =>
    inPlace(({ hardly, run }) => {
      for (const blocks of [0, 8, 90]) {
        const limit = `${NO_SIGNAL}; ulimit -f ${blocks}`;
        expectSentence(hardly(limit, 'index'), /could not be written.*\n.*Free some disk space/);
        const asked = hardly(limit, 'assemble', TASK);
        expect(asked.err).toContain('It is made in memory, for this run alone.');
        expect(asked).toMatchObject({
          code: 0,
          out: run('assemble', TASK, '--index', '../x.db').out,
        });
      }
    }));

  it('of memory, in a thread: it says so', async () => {
    const script = 'const all = []; for (;;) all.push(new Array(10000).fill(all));';
    const limits = { maxOldGenerationSizeMb: 8 };
    const worker = new Worker(script, { eval: true, resourceLimits: limits });
    const thrown = await once(worker, 'exit').catch((error: unknown) => error);
    const { message, hint } = asSheafError(thrown);
    expect(message).toContain('too little memory');
    expect(hint).toContain('--max-old-space-size');
  });

  it('of the disk: a part of the output is not taken for the whole', () =>
    inPlace(({ root, hardly, run }) => {
      run('index');
      const full = `${NO_SIGNAL}; ulimit -f 1; exec > ../prompt.md`;
      expectSentence(hardly(full, 'assemble', TASK), /cannot write the output: .*EFBIG.*\n.*hint/);
      expect(statSync(join(root, '../prompt.md')).size).toBe(1024);
      expectSentence(
        run('assemble', TASK, '--out', '/dev/full'),
        /cannot write \/dev\/full: the disk is full/,
      );
      const flow = hardly(`${NO_SIGNAL}; ulimit -f 0`, 'flow', 'new', TASK);
      expectSentence(flow, /cannot write .*EFBIG.*\n.*ulimit -f/);
    }));

  it('of open files: nothing is taken for unreadable, now or later', () =>
    inPlace(({ hardly, run }) => {
      const whole = run('assemble', TASK, '--index', '../x.db').out;
      const codes = [20, 24, 26, 28, 30, 32, 36, 64].map((limit) => {
        const ran = hardly(`ulimit -n ${limit}`, 'index');
        if (ran.code !== 0) expectSentence(ran, /too many files|ulimit -n/i);
        expect([limit, run('assemble', TASK).out]).toEqual([limit, whole]);
        return ran.code;
      });
      expect(codes[0]).toBe(2);
      expect(codes.at(-1)).toBe(0);
    }));

  it.skipIf(!existsSync('/dev/full'))('of room for the output: it is said', () =>
    inPlace(({ hardly }) =>
      expectSentence(
        hardly('exec > /dev/full', 'assemble', TASK),
        /cannot write the output: the disk is full/,
      ),
    ),
  );

  it('of folders: the current one is gone', () =>
    inPlace(({ hardly }) =>
      expectSentence(
        hardly('mkdir gone; cd gone; rmdir ../gone', 'assemble', TASK),
        /current folder no longer exists/,
      ),
    ));

  it('of nothing but standard streams', () =>
    inPlace(({ hardly, run }) => {
      const { out } = run('assemble', TASK);
      expect(hardly('exec <&-', 'assemble', TASK)).toMatchObject({ code: 0, out });
      expect(hardly('exec 2>&-', 'assemble', TASK)).toMatchObject({ code: 0, out });
      expect(hardly('exec >&-', 'index').code).toBe(0);
      expectSentence(hardly('exec <&-', 'assemble', '-'), /empty/);
    }));
});

describe('RT-4 something else in the place of the index', () => {
  it.each(['', '-wal', '-shm', '.lock'])('a folder named like index.db%s', (end) =>
    inPlace(({ root, run }) => {
      const { out } = run('assemble', TASK);
      writeFiles(join(root, '..'), { [`index.db${end}/x`]: '' });
      const ran = run('assemble', TASK, '--index', '../index.db');
      if (ran.code === 0) expect(ran.out).toBe(out);
      else expectSentence(ran, /index\.db/);
    }),
  );
});
