import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { groupBy } from '../../../src/math/groups.ts';

/** A value in a real file that people judged to be a credential, or not. */
export interface Judged {
  readonly path: string;
  readonly text: string;
  readonly rows: readonly {
    /** From 0. */
    readonly line: number;
    /** What of the value stands on its first full line. */
    readonly value: string;
    readonly isSecret: boolean;
    readonly category: string;
  }[];
}

const git = (repo: string, ...args: readonly string[]): string =>
  execFileSync('git', ['--git-dir', repo, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });

/** Kinds that the measurement leaves out: who they let in is not told by what they look like. */
const LEFT_OUT = /UUID|Bucket|Nonce|Salt/;
const LARGEST_FILE = 3_000_000;

/** Those repositories of CredData that are mirrored with the commit that was judged; positions are of the untouched files. */
export function credData(mirror: string): Map<string, Judged[]> {
  const own = join(mirror, 'Samsung+CredData', 'repo');
  const snapshot = JSON.parse(git(own, 'show', 'HEAD:snapshot.json')) as Record<string, string>;
  const found = new Map<string, Judged[]>();
  for (const [id, url] of Object.entries(snapshot)) {
    const name = url.split('/').slice(-2).join('+');
    const mirrored = join(mirror, name, 'repo');
    if (!existsSync(mirrored)) continue;
    const repo = existsSync(join(mirrored, '.git')) ? join(mirrored, '.git') : mirrored;
    // A mirror may lack the commit that was judged.
    if (spawnSync('git', ['--git-dir', repo, 'cat-file', '-e', id.slice(0, 40)]).status !== 0)
      continue;
    const commit = id.slice(0, 40);
    const meta = crc32(Buffer.from(id, 'hex')).toString(16).padStart(8, '0');
    const byFile = groupBy(
      git(own, 'show', `HEAD:meta/${meta}.csv`).trim().split('\n').slice(1),
      (row) => row.split(',')[1] ?? '',
    );
    const files: Judged[] = [];
    for (const path of git(repo, 'ls-tree', '-r', '-z', '--name-only', commit).split('\0')) {
      const rows = byFile.get(createHash('sha256').update(path).digest('hex').slice(0, 8));
      if (rows === undefined) continue;
      // A mirror may lack its largest files.
      const { stdout: text } = spawnSync('git', ['--git-dir', repo, 'show', `${commit}:${path}`], {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      if (text.length > LARGEST_FILE || text.includes('\ufffd')) continue;
      const lines = text.split('\n');
      files.push({ path, text, rows: rows.flatMap((row) => placed(row, lines)) });
    }
    found.set(name, files);
  }
  return found;
}

const PRIVATE_PART = /(?:^|[\s{,"'])(?:d|k)["']?\s{0,4}:\s{0,4}["']/;

function placed(row: string, lines: readonly string[]): Judged['rows'] {
  const [, , , , , first, last, truth, start, end, , , category = ''] = row.split(',');
  if (LEFT_OUT.test(category)) return [];
  // Of a key on many lines, its second tells whether it is gone; of a JWK, the one with its private part.
  const second = Number(first) - (first === last ? 1 : 0);
  const own = lines
    .slice(Number(first) - 1, Number(last))
    .findIndex((each) => PRIVATE_PART.test(each));
  const line =
    category.includes('JWK') && first !== last && own !== -1 ? Number(first) - 1 + own : second;
  const whole = lines[line] ?? '';
  const value =
    first === last && Number(end) > 0 ? whole.slice(Number(start), Number(end)) : whole.trim();
  return value === '' ? [] : [{ line, value, isSecret: truth === 'T', category }];
}
