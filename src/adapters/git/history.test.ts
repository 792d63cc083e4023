import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createFixture,
  createRepository,
  type Fixture,
} from '../../../test/support/git-fixture.ts';
import type { HistoryCommit } from '../../ports/store.ts';
import { createHistoryParser, type HistoryOptions, history } from './history.ts';
import { openRepository, resolveCommit } from './repository.ts';

const fixtures: Fixture[] = [];
function keep(fixture: Fixture): Fixture {
  fixtures.push(fixture);
  return fixture;
}
afterEach(() => {
  for (const fixture of fixtures.splice(0)) fixture.remove();
});

async function read(root: string, options?: HistoryOptions): Promise<HistoryCommit[]> {
  const place = openRepository(root);
  const commits: HistoryCommit[] = [];
  for await (const commit of history(place, await resolveCommit(place, 'HEAD'), options)) {
    commits.push(commit);
  }
  return commits;
}

describe('the history of a commit', () => {
  it('goes on where a content is missing that a rename would have to be judged by', async () => {
    const { root, write, commit, git } = keep(createRepository());
    write('old.txt', 'a\n'.repeat(30));
    const first = commit('first');
    const blob = git('rev-parse', 'HEAD:old.txt').trim();
    git('mv', 'old.txt', 'new.txt');
    write('new.txt', `${'a\n'.repeat(30)}b\n`);
    const second = commit('second');
    write('more.txt', 'm');
    const third = commit('third');
    fs.rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const commits = await read(root);
    expect(commits.map(({ oid }) => oid)).toEqual([third, second, first]);
    expect(commits[1]?.files).toEqual([{ path: 'new.txt' }, { path: 'old.txt' }]);
  });

  it('goes on also where thousands of commits lie behind a missing content', async () => {
    const { root, write, commit, git } = keep(createRepository());
    const plain = 'commit refs/heads/main\ncommitter Ada <a@b> 1700000000 +0000\ndata 1\nm\n';
    execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: plain.repeat(6000) });
    git('reset', '-q', '--hard');
    write('old.txt', 'a\n'.repeat(30));
    commit('first');
    const blob = git('rev-parse', 'HEAD:old.txt').trim();
    git('mv', 'old.txt', 'new.txt');
    write('new.txt', `${'a\n'.repeat(30)}b\n`);
    commit('second');
    fs.rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    expect(await read(root)).toHaveLength(6002);
  });

  it('tells message, time, parents and what happened to each file, newest first', async () => {
    const { root, write, commit, git } = keep(createRepository());
    write('a.txt', 'a\n'.repeat(30));
    write('name with\nnewline', 'x');
    const first = commit('first\n\nwith a body\nof two lines');
    git('mv', 'a.txt', 'b.txt');
    write('b.txt', `${'a\n'.repeat(30)}b\n`);
    fs.rmSync(join(root, 'name with\nnewline'));
    write('ü.txt', 'y');
    const second = commit('second: größer');
    fs.rmSync(join(root, 'ü.txt'));
    fs.symlinkSync('b.txt', join(root, 'ü.txt'));
    write('b.txt', 'other\n');
    commit('third');
    const [third, ...rest] = await read(root);
    expect(third).toMatchObject({
      parents: [second],
      time: 1_709_287_200,
      files: [{ path: 'b.txt' }, { path: 'ü.txt' }],
    });
    expect(rest).toEqual([
      {
        oid: second,
        parents: [first],
        time: 1_709_287_200,
        message: 'second: größer',
        files: [
          { path: 'b.txt', from: 'a.txt' },
          { path: 'name with\nnewline' },
          { path: 'ü.txt' },
        ],
      },
      {
        oid: first,
        parents: [],
        time: 1_709_287_200,
        message: 'first\n\nwith a body\nof two lines',
        files: [{ path: 'a.txt' }, { path: 'name with\nnewline' }],
      },
    ]);
  });

  it('lists merges and empty commits without files', async () => {
    const { root, write, commit, git } = keep(createRepository());
    write('a', 'a');
    commit('base');
    git('checkout', '-q', '-b', 'side');
    write('b', 'b');
    commit('side');
    git('checkout', '-q', 'main');
    commit('nothing');
    git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
    const commits = await read(root);
    expect(commits.map((one) => [one.message, one.parents.length, one.files.length])).toEqual([
      ['merge', 2, 0],
      ...commits.slice(1, 3).map((one) => [one.message, 1, one.message === 'side' ? 1 : 0]),
      ['base', 0, 1],
    ]);
  });

  it('goes on from what is known, also if some of it is gone', async () => {
    const { root, write, commit } = keep(createRepository());
    write('a', '1');
    const known = commit('one');
    write('a', '2');
    commit('two');
    const messages = async (ids: string[]): Promise<string[]> =>
      (await read(root, { known: ids })).map((one) => one.message);
    expect(await messages([known])).toEqual(['two']);
    expect(await messages([known, '1'.repeat(40)])).toEqual(['two']);
    expect(await messages([])).toEqual(['two', 'one']);
  });

  it('sees one folder as its own root', async () => {
    const { root, write, commit } = keep(createRepository());
    write('pkg/a', 'a');
    write('b', 'b');
    commit('start');
    const [only] = await read(root, { folder: 'pkg' });
    expect(only?.files).toEqual([{ path: 'a' }]);
  });

  it('does not take the edge of a shallow clone for a commit that added everything', async () => {
    const { root, write, commit } = keep(createRepository());
    write('a', '1');
    commit('one');
    write('b', '2');
    commit('two');
    const place = join(keep(createFixture()).root, 'shallow');
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${root}`, place]);
    expect(await read(place)).toMatchObject([{ message: 'two', files: [] }]);
  });

  it('follows a partial clone without the contents it does not have', async () => {
    const { root, write, commit, git } = keep(createRepository());
    git('config', 'uploadpack.allowFilter', 'true');
    write('a', 'a\n'.repeat(30));
    write('c', 'c\n'.repeat(30));
    commit('one');
    git('mv', 'a', 'b');
    git('mv', 'c', 'd');
    write('d', `${'c\n'.repeat(30)}d\n`);
    commit('two');
    const place = join(keep(createFixture()).root, 'partial.git');
    execFileSync('git', ['clone', '-q', '--bare', '--filter=blob:none', `file://${root}`, place]);
    const [two] = await read(place);
    expect(two?.files).toEqual([{ path: 'b', from: 'a' }, { path: 'c' }, { path: 'd' }]);
  });

  it('survives messages of any bytes and refuses an unknown commit', async () => {
    const { root, git, write, commit } = keep(createRepository());
    write('a', 'a');
    commit('start');
    const raw = Buffer.concat([
      Buffer.from(`tree ${git('rev-parse', 'HEAD^{tree}')}\nauthor a <a> 1 +0000\n`),
      Buffer.from('committer a <a> 5 +0000\n\n'),
      Buffer.from([0x4d, 0xff, 0x0a, 0x41, 0x0a, 0x62]),
      Buffer.from(`\nM\n${'1'.repeat(40)}\n`),
    ]);
    const id = execFileSync(
      'git',
      ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'],
      {
        cwd: root,
        input: raw,
        encoding: 'utf8',
      },
    ).trim();
    git('update-ref', 'HEAD', id);
    const [odd] = await read(root);
    expect(odd).toMatchObject({ time: 5, message: `M\ufffd\nA\nb\nM\n${'1'.repeat(40)}` });
    const all = history(openRepository(root), 'f'.repeat(40));
    await expect(all.next()).resolves.toMatchObject({ done: true });
  });
});

describe('the history parser', () => {
  it('gives the same commits however the bytes are cut', () => {
    const id = 'a'.repeat(40);
    const fields = [
      id,
      '',
      '7',
      'm\n',
      '\nM',
      'x',
      'R090',
      'y',
      'z',
      id,
      id,
      '8',
      '',
      id,
      '',
      '9',
      'n',
      '\nA',
      'q',
    ];
    const bytes = Buffer.from(`${fields.join('\0')}\0`);
    const parse = (cuts: readonly number[]): HistoryCommit[] => {
      const parser = createHistoryParser();
      const ends = [...cuts, bytes.length].toSorted((a, b) => a - b);
      const found = ends.flatMap((end, i) => parser.push(bytes.subarray(ends[i - 1] ?? 0, end)));
      return [...found, ...parser.end()];
    };
    const whole = parse([]);
    expect(whole.map((one) => one.files.length)).toEqual([2, 0, 1]);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        expect(parse(cuts)).toEqual(whole);
      }),
    );
  });
});
