import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** For tests only: a folder of its own that is removed at the end, with git at hand. */
export interface Fixture {
  readonly root: string;
  write(path: string, content: string | Uint8Array): void;
  git(...args: string[]): string;
  commit(message: string): string;
  remove(): void;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
  GIT_AUTHOR_DATE: '2024-03-01T10:00:00Z',
  GIT_COMMITTER_DATE: '2024-03-01T10:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

export function createFixture(): Fixture {
  const root = mkdtempSync(join(tmpdir(), 'sheaf-tree-'));
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      env: { ...process.env, ...IDENTITY },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  return {
    root,
    git,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    commit(message) {
      git('add', '-A', '-f');
      git('commit', '-q', '--allow-empty', '-m', message);
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

export function createRepository(): Fixture {
  const fixture = createFixture();
  fixture.git('init', '-q', '-b', 'main');
  return fixture;
}
