import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** A program that says a word and runs as long as one that does some work. */
const program = (word: string, digest: string): string =>
  `exports.run = async () => { await new Promise((done) => setTimeout(done, 350)); process.stdout.write('${word}'); };\n//${digest}`;

describe('bin/load.js keeps the program compiled', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sheaf-load-'));
    cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    mkdirSync(join(folder, 'dist'));
    write('one', 'aaaaaaaaaaaaaaaa');
  });
  afterEach(() => {
    chmodSync(join(folder, 'dist'), 0o755);
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (word: string, digest: string): void =>
    writeFileSync(join(folder, 'dist/cli.cjs'), program(word, digest));
  const run = (): { status: number | null; out: string; err: string } => {
    const argv = [join(folder, 'bin/sheaf.js'), 'index'];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    return { status, out: stdout, err: stderr };
  };
  const kept = (): string[] =>
    readdirSync(join(folder, 'dist')).filter((name) => name !== 'cli.cjs');
  const fine = (word: string): object => ({ status: 0, out: word, err: '' });

  it('beside it, and runs the same from there', () => {
    expect(run()).toEqual(fine('one'));
    expect(kept()).toEqual([expect.stringContaining(`aaaaaaaaaaaaaaaa-${process.version}`)]);
    expect(run()).toEqual(fine('one'));
  });

  // Which flags go together is known of this version.
  it.runIf(process.version.startsWith('v20.'))('also under the flags of a short parse', () => {
    const brief = `require('node:v8').setFlagsFromString('--liftoff-only');\n`;
    writeFileSync(join(folder, 'dist/cli.cjs'), brief + program('one', 'cccccccccccccccc'));
    expect(run()).toEqual(fine('one'));
    const [name = ''] = kept();
    const { ino } = statSync(join(folder, 'dist', name));
    expect(run()).toEqual(fine('one'));
    // V8 did not refuse it, so nobody made it again.
    expect(statSync(join(folder, 'dist', name)).ino).toBe(ino);
  });

  it('and never runs another program of the same length from it', () => {
    run();
    write('two', 'bbbbbbbbbbbbbbbb');
    expect(run()).toEqual(fine('two'));
  });

  it('and makes it anew if it is damaged', () => {
    run();
    const [name = ''] = kept();
    const file = join(folder, 'dist', name);
    const good = readFileSync(file);
    writeFileSync(file, good.subarray(0, 100));
    expect(run()).toEqual(fine('one'));
    expect(readFileSync(file).length).toBe(good.length);
  });

  it('or does without where nothing may be written', () => {
    rmSync(join(folder, 'dist/cli.cjs'));
    expect(run()).toMatchObject({ status: 2, err: expect.stringContaining('npm run build') });
    write('one', 'aaaaaaaaaaaaaaaa');
    // Stands where a draft would be renamed to, so that keeping it fails for any user.
    mkdirSync(join(folder, `dist/cli.cjs-aaaaaaaaaaaaaaaa-${process.version}-${process.arch}`));
    expect(run()).toEqual(fine('one'));
    expect(kept()).toHaveLength(1);
  });
});
