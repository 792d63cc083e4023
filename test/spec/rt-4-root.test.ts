import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commitAll,
  git,
  indexFile,
  inFolder,
  sheaf,
  sheafJson,
  writeFiles,
} from '../support/project.ts';

interface Index {
  state_root: string;
  commit: string | null;
  documents: number;
  updated: number;
  analysed: number;
  left_out: Record<string, number>;
  sources: Record<string, number>;
}

/** A project with the things that differ between machines: links, modes, line ends, odd names. */
function makeProject(root: string): string {
  git(root, 'init', '-q');
  writeFiles(root, {
    'README.md': '# Sample\n\nReads tokens.\n',
    'src/token reader.ts':
      'export function readToken(text: string): string {\n  return text.trim();\n}\n',
    'src/größe.py': 'def größe(x):\n    return len(x)\n',
    'src/crlf.js': 'function a() {\r\n  return 1;\r\n}\r\n',
    'data/blob.bin': Buffer.from(
      '89504e470d0a1a0a0000000d4948445200000001000000010806000000',
      'hex',
    ),
    'deploy/app.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: api\n',
    '.env': 'API_TOKEN=abcdefghijklmnop1234\n',
    '.sheafignore': 'ignored/\n',
    'ignored/x.ts': 'export const x = 1;\n',
    'bin/run': '#!/bin/sh\necho run\n',
  });
  chmodSync(join(root, 'bin/run'), 0o755);
  symlinkSync('../README.md', join(root, 'src/link.md'));
  return commitAll(root, 'first');
}

describe('RT-4 the state root names the content and nothing else', () => {
  it('is the same in two clones at other paths, times and umasks, and straight from the commit', () =>
    inFolder(async (folder) => {
      const origin = join(folder, 'origin');
      execFileSync('mkdir', [origin]);
      const commit = makeProject(origin);
      const first = sheafJson<Index>(['index', '--root', origin]);
      expect(first.commit).toBe(commit);
      const clone = join(folder, 'a much longer path', 'clone');
      execFileSync('sh', ['-c', `umask 077 && git clone -q "${origin}" "${clone}"`]);
      utimesSync(join(clone, 'README.md'), 1, 1);
      const env = { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' };
      const second = sheafJson<Index>(['index', '--root', clone], { env });
      expect(second.state_root).toBe(first.state_root);
      const windows = join(folder, 'windows');
      git(folder, '-c', 'core.autocrlf=true', 'clone', '-q', origin, windows);
      expect(readFileSync(join(windows, 'README.md'), 'utf8')).toContain('\r\n');
      expect(sheafJson<Index>(['index', '--root', windows]).state_root).toBe(first.state_root);
      const bare = join(folder, 'bare.git');
      git(folder, 'clone', '-q', '--bare', origin, bare);
      const index = join(folder, 'bare.db');
      const third = sheafJson<Index>([
        'index',
        '--git-dir',
        bare,
        '--ref',
        'HEAD',
        '--index',
        index,
      ]);
      expect(third.state_root).toBe(first.state_root);
      expect(third.documents).toBe(first.documents);
      expect(third.left_out).toEqual(first.left_out);
    }));

  it('changes with a content or a name, and comes back with it', () =>
    inFolder((root) => {
      makeProject(root);
      const first = sheafJson<Index>(['index', '--root', root]);
      writeFiles(root, { 'README.md': '# Sample\n\nReads tokens twice.\n' });
      const edited = sheafJson<Index>(['index', '--root', root]);
      expect(edited.state_root).not.toBe(first.state_root);
      expect([edited.updated, edited.analysed]).toEqual([1, 1]);
      writeFiles(root, { 'README.md': '# Sample\n\nReads tokens.\n' });
      const back = sheafJson<Index>(['index', '--root', root]);
      expect(back.state_root).toBe(first.state_root);
      expect([back.updated, back.analysed]).toEqual([1, 0]); // its facts are known
      rmSync(join(root, 'src/crlf.js'));
      expect(sheafJson<Index>(['index', '--root', root]).state_root).not.toBe(first.state_root);
    }));

  it('answers from an older commit without a checkout, as if it were checked out', () =>
    inFolder((root) => {
      const commit = makeProject(root);
      const then = sheafJson(['search', '--files', 'read token', '--root', root]);
      writeFiles(root, { 'src/other.ts': 'export const readTokenAgain = 1;\n' });
      commitAll(root, 'second');
      expect(sheafJson(['search', '--files', 'read token', '--root', root])).not.toEqual(then);
      expect(
        sheafJson(['search', '--files', 'read token', '--root', root, '--ref', commit]),
      ).toEqual(then);
    }));

  it('says what it left out and why, and keeps secrets out of the index', () =>
    inFolder((root) => {
      makeProject(root);
      const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
      commitAll(root, `rotate the key, it was ${token}`);
      const index = sheafJson<Index>(['index', '--root', root]);
      expect(index.left_out).toMatchObject({ binary: 1, symlink: 1, ignored: 1 });
      expect(index.sources['deployment']).toBe(2);
      const stored = execFileSync('sh', ['-c', `cat "${indexFile(root)}"*`]);
      expect(stored.includes('abcdefghijklmnop1234')).toBe(false);
      expect(stored.includes(token)).toBe(false);
      expect(stored.includes(token.toLowerCase())).toBe(false); // terms are lower case
      const { out } = sheaf(['assemble', 'what is the API_TOKEN in .env', '--root', root]);
      expect(out).toContain('API_TOKEN');
      expect(out).not.toContain('abcdefghijklmnop1234');
    }));

  it('names a ref that is not there, and asks for an index file with a bare repository', () =>
    inFolder((root) => {
      makeProject(root);
      const wrong = sheaf(['index', '--root', root, '--ref', 'nowhere']);
      expect(wrong.code).toBe(2);
      expect(wrong.err).toContain('nowhere');
      const placeless = sheaf(['index', '--git-dir', join(root, '.git'), '--ref', 'HEAD']);
      expect(placeless.code).toBe(2);
      expect(placeless.err).toContain('--index');
    }));

  it('indexes a repository whose history lacks objects, and says what is missing', () =>
    inFolder(async (root) => {
      makeProject(root);
      const tree = git(root, 'rev-parse', 'HEAD^{tree}').trim();
      writeFiles(root, { 'README.md': '# Sample\n\nReads more tokens.\n' });
      commitAll(root, 'second');
      rmSync(join(root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
      const { code, out, err } = sheaf(['index', '--root', root, '--json']);
      expect(code).toBe(0);
      expect((JSON.parse(out) as Index).documents).toBeGreaterThan(4);
      expect(err).toContain('git could not read the history');
    }));
});
