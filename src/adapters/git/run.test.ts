import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createRepository, type Fixture } from '../../../test/support/git-fixture.ts';
import { workTree } from '../files/work-tree.ts';
import { commitTree } from './commit-tree.ts';
import { history } from './history.ts';
import { changedFiles } from './list-files.ts';
import { readBlobs } from './read-blobs.ts';
import { openRepository, resolveCommit } from './repository.ts';
import { runGit } from './run.ts';

let fixture: Fixture | undefined;
afterEach(() => fixture?.remove());

const FILTERS = ['clean', 'smudge', 'process'].map((kind) => `filter.evil.${kind}`);
/** Settings that name a program for some git command to run. */
const TRAPS = [
  ...['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.askPass'],
  ...['core.alternateRefsCommand', 'core.gitProxy', 'credential.helper', 'gpg.program'],
  ...['gpg.ssh.program', 'gpg.x509.program', 'diff.external', 'diff.evil.command'],
  ...['diff.evil.textconv', 'merge.evil.driver', 'uploadpack.packObjectsHook', 'sequence.editor'],
  ...['interactive.diffFilter', 'pager.ls-files', 'pager.ls-tree', 'pager.cat-file'],
  ...['pager.rev-list', 'pager.diff-tree', 'pager.rev-parse', 'trailer.evil.command'],
  ...['remote.origin.uploadpack', 'remote.origin.receivepack', 'sendemail.smtpserver', ...FILTERS],
];

function hostileRepository(isPartial = false): { root: string; canary: string; commit: string } {
  fixture = createRepository();
  const { root, write, git, commit } = fixture;
  const canary = join(root, '.git', 'canary');
  const program = join(root, '.git', 'trap.sh');
  write('.git/trap.sh', `#!/bin/sh\necho "$@" >> '${canary}'\ncat\n`);
  fs.chmodSync(program, 0o755);
  write('.gitattributes', '* filter=evil diff=evil merge=evil text=auto\n');
  for (let i = 0; i < 20; i++) write(`src/f${i}.txt`, `content ${i}\n`.repeat(20));
  commit('start');
  git('mv', 'src/f1.txt', 'src/g1.txt');
  write('src/g1.txt', `${'content 1\n'.repeat(20)}more\n`);
  const id = commit('renamed');
  // Racy and changed entries: what makes `git status` and `git diff` run clean filters.
  write('src/f2.txt', 'changed\n');
  write('src/new.txt', 'new\n');
  write('.git/extra', `[alias]\n\tls-files = !${program}\n\tls-tree = !${program}\n`);
  for (const key of TRAPS) git('config', key, program);
  for (const alias of ['ls-files', 'cat-file', 'rev-parse', 'rev-list', 'diff-tree']) {
    git('config', `alias.${alias}`, `!${program}`);
  }
  git('config', 'include.path', join(root, '.git/extra'));
  git('config', 'core.hooksPath', join(root, '.git/hooks'));
  git('config', 'log.showSignature', 'true');
  git('config', 'core.untrackedCache', 'true');
  git('config', 'filter.evil.required', 'true');
  // A promised object that is missing makes git fetch, by any protocol the repository allows.
  git('config', 'remote.origin.url', `ext::${program}`);
  git('config', 'protocol.ext.allow', 'always');
  git('config', 'core.repositoryFormatVersion', '1');
  if (isPartial) git('config', 'extensions.partialClone', 'origin');
  if (isPartial) git('config', 'remote.origin.promisor', 'true');
  git('config', 'core.worktree', '/');
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'pre-auto-gc']) {
    fs.copyFileSync(program, join(root, '.git/hooks', hook));
  }
  const lost = execFileSync('git', ['ls-tree', id, 'src/f3.txt'], {
    cwd: root,
    env: {
      ...process.env,
      GIT_NO_LAZY_FETCH: '1',
      GIT_WORK_TREE: root,
      GIT_DIR: join(root, '.git'),
    },
    encoding: 'utf8',
  }).slice(12, 52);
  fs.rmSync(join(root, '.git/objects', lost.slice(0, 2), lost.slice(2)));
  fs.rmSync(canary, { force: true });
  return { root, canary, commit: id };
}

describe('SR-3 a repository whose configuration names programs', () => {
  it('has traps that snap in everyday use', () => {
    const { root, canary } = hostileRepository();
    try {
      execFileSync('git', ['--work-tree', root, 'status'], { cwd: root, stdio: 'ignore' });
    } catch {
      // whatever it says, the trap is what counts
    }
    expect(fs.existsSync(canary)).toBe(true);
  });

  it.each([
    ['a whole clone', false],
    ['a partial clone', true],
  ])(
    '%s is listed, read and followed through its history without running any',
    async (_, isPartial) => {
      const { root, canary, commit } = hostileRepository(isPartial);
      const limit = (): { bytes: number; tail: boolean } => ({ bytes: 1e6, tail: false });

      const work = workTree(root);
      const listing = await work.list();
      expect(listing.entries.length).toBe(22);
      expect(listing.commit).toBe(commit);
      for await (const result of work.read(listing.entries, limit))
        expect(result.kind).toBe('read');

      const tree = commitTree({ gitDir: join(root, '.git'), ref: 'main' });
      const committed = await tree.list();
      expect(committed.leftOut).toMatchObject([{ path: 'src/f3.txt', reason: 'unreadable' }]);
      const lost = committed.entries.map((entry) => ({ ...entry, stamp: `oid:${'1'.repeat(40)}` }));
      for await (const result of tree.read(committed.entries, limit))
        expect(result.kind).toBe('read');
      for await (const result of tree.read(lost, limit)) expect(result.kind).toBe('left-out');

      const place = openRepository(root);
      const commits = [];
      for await (const one of history(place, await resolveCommit(place, 'HEAD'))) commits.push(one);
      expect(commits.map((one) => one.message)).toEqual(['renamed', 'start']);
      const renamed = { path: 'src/g1.txt', from: 'src/f1.txt' };
      if (!isPartial) expect(commits[0]?.files).toEqual([renamed]);
      expect(fs.existsSync(canary)).toBe(false);
    },
  );
});

describe('SR-3 asking which files differ from the index', () => {
  /** Files younger than their index look unchanged, so that git wants to see their bytes. */
  const racyRepository = (): ReturnType<typeof hostileRepository> => {
    const hostile = hostileRepository();
    fs.utimesSync(join(hostile.root, '.git/index'), 1, 1);
    return hostile;
  };

  it('would run a filter if it were asked in the usual way', async () => {
    const { root, canary } = racyRepository();
    const place = { gitDir: join(root, '.git'), workTree: root };
    await runGit(place, ['diff-files', '--name-only']);
    expect(fs.existsSync(canary)).toBe(true);
  });

  it('names them without running one', async () => {
    const { root, canary } = racyRepository();
    const changed = await changedFiles({ gitDir: join(root, '.git'), workTree: root });
    expect([...(changed ?? [])]).toEqual(['src/f2.txt']);
    expect(fs.existsSync(canary)).toBe(false);
  });

  it('is not answered without an index', async () => {
    fixture = createRepository();
    const { root } = fixture;
    expect(await changedFiles({ gitDir: join(root, '.git'), workTree: root })).toBeNull();
  });
});

describe('SR-3 running git', () => {
  it('never takes a git from the project, whatever the PATH says', async () => {
    fixture = createRepository();
    const { root, write } = fixture;
    write('git', '#!/bin/sh\ntouch stolen\n');
    fs.chmodSync(join(root, 'git'), 0o755);
    write('a', 'a');
    const path = process.env['PATH'];
    process.env['PATH'] = ['.', '', path].join(delimiter);
    try {
      const { entries } = await workTree(root).list();
      expect(entries.map((entry) => entry.path)).toEqual(['a', 'git']);
    } finally {
      process.env['PATH'] = path;
    }
    expect(fs.existsSync(join(root, 'stolen'))).toBe(false);
  });

  it('does not listen to GIT_ variables of the caller', async () => {
    fixture = createRepository();
    const { root, write, commit } = fixture;
    write('a', 'a');
    const id = commit('start');
    process.env['GIT_DIR'] = '/nowhere';
    process.env['GIT_INDEX_FILE'] = '/nowhere';
    try {
      expect((await workTree(root).list()).commit).toBe(id);
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    }
  });

  it('reports a failure as data', async () => {
    fixture = createRepository();
    const end = await runGit(openRepository(fixture.root), ['cat-file', 'blob', 'nothing']);
    expect(end.code).not.toBe(0);
    expect(end.stderr).toContain('nothing');
  });

  it('leaves the repository as it was', async () => {
    fixture = createRepository();
    const { root, write, commit } = fixture;
    write('a', 'a');
    commit('start');
    const state = (): string =>
      execFileSync('sh', ['-c', 'find .git -type f -exec stat -c "%n %Y %s" {} + | sort'], {
        cwd: root,
        encoding: 'utf8',
      });
    const before = state();
    await workTree(root).list();
    await commitTree({ gitDir: root, ref: 'HEAD' }).list();
    expect(state()).toBe(before);
  });
});

describe('RT-4 a git that hangs', () => {
  const PATH = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = PATH;
  });

  function silentGit(first: string): { gitDir: string; workTree: string; patienceMs: number } {
    fixture = createRepository();
    const { root, write } = fixture;
    write('bin/git', `#!/bin/sh\n${first}\nexec sleep 600\n`);
    fs.chmodSync(join(root, 'bin/git'), 0o755);
    process.env['PATH'] = `${join(root, 'bin')}${delimiter}${PATH}`;
    return { gitDir: join(root, '.git'), workTree: root, patienceMs: 150 };
  }

  it('is given up with what it was asked, where, and what to do', async () => {
    const place = silentGit('');
    await expect(runGit(place, ['ls-files'])).rejects.toMatchObject({
      code: 'unreadable',
      message: expect.stringMatching(/^git did not answer for 0 s \(git ls-files in .+\)$/),
      hint: expect.stringContaining('git status'),
    });
  });

  it('is given up in the middle of its answer too, and ends whoever reads it', async () => {
    const place = silentGit('printf abc');
    const commits = history(place, 'a'.repeat(40));
    await expect(commits.next()).rejects.toMatchObject({ code: 'unreadable' });
    const blobs = readBlobs(place, [{ oid: 'a'.repeat(40), keepBytes: 10 }]);
    await expect(blobs.next()).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('is ended when it says more than memory holds, as of a commit of millions of files', async () => {
    const place = { ...silentGit('while echo words; do :; done'), mostBytes: 1 << 20 };
    await expect(runGit(place, ['ls-tree'])).rejects.toMatchObject({
      code: 'unreadable',
      message: 'git ls-tree said more than 1 MB',
    });
  });

  it('is waited for as long as it goes on', async () => {
    const place = silentGit('for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done; exit 0');
    const { stdout } = await runGit(place, ['ls-files']);
    expect(stdout.toString()).toBe('1\n2\n3\n4\n5\n6\n');
  });
});
