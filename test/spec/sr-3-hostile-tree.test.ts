import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, inFolder, sheaf, sheafJson, writeFiles } from '../support/project.ts';

interface Index {
  state_root: string;
  documents: number;
  left_out: Record<string, number>;
  left_out_files: { path: string; reason: string; detail: string }[];
}

/** Everything that makes naive walkers hang, crash or lie. */
function makeHostile(root: string): void {
  writeFiles(root, {
    'ok.py': 'def fine():\n    return 1\n',
    'long-line.txt': 'word '.repeat(210_000),
    'latin1.txt': Buffer.from('Gr\xf6\xdfe und Stra\xdfe, ganz ohne UTF-8.\n', 'latin1'),
    'utf16.txt': Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('sixteen bits wide\n', 'utf16le'),
    ]),
    'bad-bytes.py': Buffer.concat([
      Buffer.from('def broken():\n    """'),
      Buffer.from([0xff, 0xfe, 0x80]),
      Buffer.from('"""\n    return 2\n'),
    ]),
    'new\nline.md': '# A name with a line break\n',
    '\u001b[2Jescape.md': '# A name with an escape\n',
    'quote"and\'semicolon;.md': '# Quotes\n',
    'image.png': Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
  });
  writeFileSync(join(root, 'sparse.dat'), '');
  truncateSync(join(root, 'sparse.dat'), 10 * 1024 ** 3);
  symlinkSync('loop-b', join(root, 'loop-a'));
  symlinkSync('loop-a', join(root, 'loop-b'));
  symlinkSync('..', join(root, 'up'));
  symlinkSync('/etc/passwd', join(root, 'outside'));
  symlinkSync('ok.py', join(root, 'inside.py'));
  mkdirSync(join(root, 'folder'));
  symlinkSync('..', join(root, 'folder/back'));
  execFileSync('mkfifo', [join(root, 'pipe.log')]);
  const deep = join(root, 'd/'.repeat(1100));
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'end.md'), 'x\n');
}

describe('SR-3 a hostile tree is indexed in bounded time and memory', () => {
  for (const kind of ['with git', 'without git'] as const) {
    it(`names each oddity with its reason, ${kind}`, { timeout: 120_000 }, () =>
      inFolder((root) => {
        if (kind === 'with git') git(root, 'init', '-q');
        makeHostile(root);
        const index = sheafJson<Index>(['index', '--root', root], {
          env: { NODE_OPTIONS: '--max-old-space-size=512' },
        });
        const reasons = new Map(index.left_out_files.map(({ path, reason }) => [path, reason]));
        expect(reasons.get('sparse.dat')).toBe('oversized');
        expect(reasons.get('pipe.log')).toBe('special');
        expect(reasons.get('loop-a')).toBe('symlink-broken');
        expect(reasons.get('outside')).toBe('symlink-outside');
        expect(reasons.get('inside.py')).toBe('symlink');
        expect(reasons.get('image.png')).toBe('binary');
        expect([...reasons.values()]).toContain('too-deep');
        expect(index.documents).toBe(8); // ok, long-line, latin1, utf16, bad-bytes and three odd names
        expect(sheafJson<Index>(['index', '--root', root]).state_root).toBe(index.state_root);
        // Names reach a terminal without their control characters.
        const { out } = sheaf(['search', '--files', 'a name with an escape', '--root', root]);
        expect(out).toContain('escape.md');
        expect(out).not.toContain('\u001b');
      }),
    );
  }

  it('reads Latin-1 and UTF-16, and what is left of broken UTF-8', () =>
    inFolder((root) => {
      makeHostile(root);
      const files = (query: string): string[] =>
        sheafJson<{ path: string }[]>(['search', '--files', query, '--root', root]).map(
          ({ path }) => path,
        );
      expect(files('Straße')[0]).toBe('latin1.txt');
      expect(files('sixteen bits')[0]).toBe('utf16.txt');
      expect(files('broken')[0]).toBe('bad-bytes.py');
    }));
});
