import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { commitAll, git, inFolder, writeFiles } from '../support/project.ts';

const TASK = 'the race in the session store';
const FOREIGN = 'FOREIGN words about the session store';

interface Place {
  readonly root: string;
  /** Another repository of the same user, and its only commit. */
  readonly other: string;
  readonly commit: string;
}

const inPlace = (work: (place: Place) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const [root, other] = [join(folder, 'project'), join(folder, 'other')];
    for (const [at, text] of [
      [root, 'export class SessionStore {} // the race\n'],
      [other, `// ${FOREIGN}\n`],
    ] as const) {
      writeFiles(at, { 'src/session.ts': text });
      git(at, 'init', '-q', '-b', 'main');
      commitAll(at, at === other ? FOREIGN : 'the session store');
    }
    await work({ root, other: join(other, '.git'), commit: git(other, 'rev-parse', 'HEAD') });
  });

const replace = (from: string, to: string): void => {
  rmSync(from, { recursive: true });
  symlinkSync(to, from);
};
/** Ways in which a `.git` that came in an archive leads to the other repository. */
const WAYS: Readonly<Record<string, (place: Place) => void>> = {
  'a .git that names it': ({ root, other }) => {
    rmSync(join(root, '.git'), { recursive: true });
    writeFileSync(join(root, '.git'), `gitdir: ${other}\n`);
  },
  'a .git that is a link': ({ root, other }) => replace(join(root, '.git'), other),
  commondir: ({ root, other, commit }) =>
    writeFiles(root, { '.git/commondir': `${other}\n`, '.git/HEAD': `${commit}\n` }),
  alternates: ({ root, other, commit }) =>
    writeFiles(root, {
      '.git/objects/info/alternates': `${other}/objects\n`,
      '.git/HEAD': `${commit}\n`,
    }),
  'linked objects': ({ root, other, commit }) => {
    replace(join(root, '.git/objects'), join(other, 'objects'));
    writeFiles(root, { '.git/HEAD': `${commit}\n` });
  },
  'linked packs': ({ root, other, commit }) => {
    git(join(other, '..'), 'repack', '-adq');
    replace(join(root, '.git/objects/pack'), join(other, 'objects/pack'));
    writeFiles(root, { '.git/HEAD': `${commit}\n` });
  },
  ...Object.fromEntries(
    [
      ...['shallow', 'config.worktree', 'refs/heads/main', 'refs/tags/deep/v1', 'info/grafts'],
      ...['objects/info/commit-graph', `sharedindex.${'0'.repeat(40)}`],
    ].map((part) => [
      `a linked ${part}`,
      ({ root, other }: Place) => {
        const entry = join(root, '.git', part);
        mkdirSync(dirname(entry), { recursive: true });
        rmSync(entry, { force: true });
        symlinkSync(join(other, 'description'), entry);
      },
    ]),
  ),
};

describe('SR-3 a .git that leads to a repository outside the project', () => {
  it.each(Object.entries(WAYS))('by %s is not used, and said so', (_, lead) =>
    inPlace(async (place) => {
      lead(place);
      const asked = await command(place.root, ['assemble', TASK, '--plan', '-']);
      expect(asked.code).toBe(0);
      expect(asked.err).toMatch(/^\.git\S* leads out of the project or nowhere, so git is not us/);
      const named = await command(place.root, ['assemble', TASK, '--ref', 'HEAD']);
      expect(named.code).toBe(2);
      const searched = await command(place.root, ['search', 'FOREIGN words']);
      for (const { out } of [asked, named, searched]) expect(out).not.toContain('FOREIGN words a');
    }),
  );
});

describe('SR-3 a repository that is kept elsewhere and knows of the folder', () => {
  const isUsed = async (root: string): Promise<void> => {
    const { code, out, err } = await command(root, ['search', 'session', '--ref', 'HEAD']);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('session.ts');
  };

  it('is used: a linked work tree, a submodule, one beside the files', () =>
    inPlace(async ({ root, other }) => {
      const linked = join(root, '../linked');
      git(root, 'worktree', 'add', '-q', linked, 'HEAD');
      await isUsed(linked);

      git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'part');
      await isUsed(join(root, 'part'));

      const inside = join(root, '../inside');
      mkdirSync(inside);
      git(root, 'clone', '-q', '--bare', root, join(inside, '.bare'));
      writeFileSync(join(inside, '.git'), 'gitdir: ./.bare\n');
      await isUsed(inside);
    }));
});

describe('SR-3 a clone of the user that borrows objects', () => {
  it('is used once the user trusts it, until what it borrows changes', () =>
    inPlace(async ({ root, other }) => {
      const clone = join(root, '../clone');
      git(root, 'clone', '-q', '--shared', root, clone);
      const env = { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
      const run = (...argv: string[]) => command(clone, argv, { env });
      const isUsed = async (): Promise<boolean> => {
        const { out, err } = await run('index', '--json');
        const isTold = err.includes('If this clone is yours: sheaf trust --git');
        expect(JSON.parse(out).commit === null).toBe(isTold);
        return !isTold;
      };
      expect(await isUsed()).toBe(false);
      expect((await run('trust', '--git')).out).toContain(join(root, '.git/objects'));
      expect(await isUsed()).toBe(true);
      expect((await run('search', 'session', '--ref', 'HEAD')).out).toContain('session.ts');
      expect((await run('trust', '--git', '--revoke')).code).toBe(0);
      expect(await isUsed()).toBe(false);

      await run('trust', '--git');
      writeFiles(clone, { '.git/objects/info/alternates': `${other}/objects\n` });
      expect(await isUsed()).toBe(false);
    }));

  it('is no other than it says: trust in a sheaf.toml is none in git, nor in a project that borrows nothing', () =>
    inPlace(async ({ root, other, commit }) => {
      const env = { XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? '' };
      const run = (...argv: string[]) => command(root, argv, { env });
      expect((await run('trust', '--git')).code).toBe(2);
      writeFiles(root, { 'sheaf.toml': '[index]\nmax_file_bytes = 400000000\n' });
      WAYS['alternates']?.({ root, other, commit });
      expect((await run('trust')).code).toBe(0);
      const { out, err } = await run('search', 'FOREIGN words');
      expect(err).toContain('so git is not used');
      expect(out).not.toContain('FOREIGN');
    }));
});
