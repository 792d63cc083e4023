/**
 * Question: do spans follow their content while files move on, and are they ever silently wrong?
 *
 *   node --import tsx bench/quality/spans.ts --repos DIR,DIR,… [--commits 200] [--apart 1]
 *
 * Takes commits of real repositories, spans of 5 to 60 lines of the files they change, and asks where each span is after the
 * commit (or that many commits later). What git's own diff says of each line is the truth: of the lines it
 * keeps, how many stand in the span that was found? `same` and `moved` make no noise, so they must never be wrong: other
 * words, or one of two equal places where git says the other. `--blind` goes without the hashes of the source's lines;
 * `--bytes` cuts the spans in the middle of their first and last lines.
 */
import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { type Followed, follow } from '../../src/flow/follow.ts';
import { followBytes, placeOf, type RememberedBytes } from '../../src/flow/follow-bytes.ts';
import { lineHashes } from '../../src/flow/line-hashes.ts';
import { linesOf } from '../../src/flow/span.ts';
import { enclosingSymbol } from '../../src/flow/symbol.ts';
import { lineStarts, splitLines } from '../../src/math/lines.ts';
import { say } from '../support/table.ts';

const { values } = parseArgs({
  options: {
    repos: { type: 'string', default: '' },
    commits: { type: 'string', default: '200' },
    apart: { type: 'string', default: '1' },
    blind: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    bytes: { type: 'boolean', default: false },
  },
});

const FILES_PER_COMMIT = 3;
const SPANS_PER_FILE = 6;
const MAX_LINES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['--git-dir', dir, ...args], {
    encoding: 'utf8',
    maxBuffer: MAX_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** Old line (from 0) → new line by git's diff; -1 for those it removes. */
function truth(dir: string, from: string, to: string, lines: number): Int32Array {
  const diff = git(dir, 'diff', '-U0', '--no-color', '--no-ext-diff', from, to);
  const map = new Int32Array(lines).fill(-1);
  let old = 0;
  let now = 0;
  for (const [, a, an, b, bn] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)) {
    const removed = an === undefined ? 1 : Number(an);
    const added = bn === undefined ? 1 : Number(bn);
    const start = removed === 0 ? Number(a) : Number(a) - 1;
    while (old < start) map[old++] = now++;
    old = start + removed;
    now = (added === 0 ? Number(b) : Number(b) - 1) + added;
  }
  while (old < lines) map[old++] = now++;
  return map;
}

const isTwice = (text: string, part: string): boolean =>
  text.indexOf(part) !== text.lastIndexOf(part);

/** A fixed row of numbers without pattern. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Less of the first line, and of the last. */
function cutInside(whole: string, next: () => number): string {
  const head = Math.floor(next() * Math.max(1, whole.indexOf('\n')));
  const tail = whole.length - 1 - whole.lastIndexOf('\n', whole.length - 2);
  return whole.slice(head, whole.length - Math.floor(next() * tail));
}

type Remembered = Omit<RememberedBytes, 'place'>;

function bytesFound(
  before: string,
  after: string,
  from: number,
  old: Remembered,
): Followed & { text: string } {
  const at = before.indexOf(old.body, from);
  const {
    from: start,
    to,
    ...rest
  } = followBytes({ ...old, place: placeOf(before, at, old.body) }, after, at);
  const line = (offset: number): number => after.slice(0, offset).split('\n').length;
  return {
    ...rest,
    first: line(start),
    last: line(Math.max(start, to - 1)),
    text: after.slice(start, to),
  };
}

const counts = {
  commits: 0,
  spans: 0,
  kept: 0,
  followed: 0,
  silent: 0,
  silentWrong: 0,
  gone: 0,
  goneSaid: 0,
  lostWrong: 0,
};
const kinds = new Map<string, number>();

function measure(dir: string, from: string, to: string, seed: number): void {
  const before = git(dir, 'cat-file', 'blob', from);
  const after = git(dir, 'cat-file', 'blob', to);
  const lines = splitLines(before);
  if (lines.length < 5 || lines.length > MAX_LINES || before.includes('\0')) return;
  const map = truth(dir, from, to, lines.length);
  const source = lineHashes(before);
  const next = numbers(seed);
  const hunk = map.indexOf(-1);
  for (let i = 0; i < SPANS_PER_FILE; i++) {
    const size = Math.min(lines.length, 5 + Math.floor(next() * 56));
    // Half of the spans lie where something changed.
    const centre = i % 2 === 0 && hunk !== -1 ? hunk : Math.floor(next() * lines.length);
    const first = Math.max(
      1,
      Math.min(lines.length - size + 1, centre + 1 - Math.floor(next() * size)),
    );
    const last = first + size - 1;
    const source_ = values.blind ? null : source;
    const symbol = enclosingSymbol(lines, first, last);
    const whole = linesOf(before, first, last);
    const body = values.bytes ? cutInside(whole, next) : whole;
    const remembered = { body, source: source_, symbol };
    const found = values.bytes
      ? bytesFound(before, after, before.indexOf(whole, lineStarts(before)[first - 1]), remembered)
      : follow({ first, last, ...remembered }, after);
    const kept = [...map.subarray(first - 1, last)].filter((line) => line >= 0);
    const followed = kept.filter((line) => line + 1 >= found.first && line + 1 <= found.last);
    counts.spans++;
    counts.kept += kept.length;
    counts.followed += followed.length;
    kinds.set(`${found.kind} by ${found.by}`, (kinds.get(`${found.kind} by ${found.by}`) ?? 0) + 1);
    if (found.kind === 'same' || found.kind === 'moved') {
      counts.silent++;
      // git may call a block that moved removed, and slide the ends of a hunk over equal lines; both are no errors of ours.
      const now = 'text' in found ? found.text : linesOf(after, found.first, found.last);
      const isElsewhere = followed.length * 2 < kept.length && isTwice(before, body);
      if (now !== body || isElsewhere) {
        counts.silentWrong++;
        if (values.wrong)
          say(
            `${from} ${to} ${first}-${last} → ${found.first}-${found.last} ${found.kind} ${followed.length}/${kept.length}/${size}`,
          );
      }
    }
    if (kept.length === 0) {
      counts.gone++;
      if (found.kind === 'lost') counts.goneSaid++;
    } else if (found.kind === 'lost') counts.lostWrong++;
  }
}

for (const dir of values.repos.split(',').filter((name) => name !== '')) {
  const wanted = Number(values.commits);
  const apart = Number(values.apart);
  const log = git(
    dir,
    'log',
    '--no-merges',
    '--first-parent',
    '--format=%H',
    '-n',
    String(wanted * 3 + apart),
  );
  const oids = log.split('\n').filter((oid) => oid !== '');
  let taken = 0;
  for (let i = 0; i + apart < oids.length && taken < wanted; i++) {
    const [to = '', from = ''] = [oids[i], oids[i + apart]];
    const raw = git(
      dir,
      'diff-tree',
      '-r',
      '--raw',
      '--no-renames',
      '--diff-filter=M',
      '--no-abbrev',
      from,
      to,
    );
    const files = [...raw.matchAll(/^:\d+ 100\d+ ([0-9a-f]+) ([0-9a-f]+) M\t(.+)$/gm)];
    const some = files.slice(0, FILES_PER_COMMIT);
    let isMeasured = false;
    for (const [at, [, old = '', now = '']] of some.entries()) {
      try {
        measure(dir, old, now, i * 31 + at + 1);
        isMeasured = true;
      } catch {
        // a blob that the mirror does not hold
      }
    }
    if (isMeasured) taken++;
  }
  counts.commits += taken;
  say(`${basename(dirname(dir))}: ${taken} commits, ${counts.spans} spans so far`);
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
const results: readonly [string, string | number][] = [
  ['commits', counts.commits],
  ['spans', counts.spans],
  ['lines git keeps that stand in the span found', share(counts.followed, counts.kept)],
  ['silent answers (same, moved)', counts.silent],
  ['silent and wrong', counts.silentWrong],
  ['spans of which git keeps nothing', counts.gone],
  ['… and said lost', counts.goneSaid],
  ['said lost though lines are left', counts.lostWrong],
  ...[...kinds].sort(),
];
for (const [what, value] of results) say(`${what}: ${value}`);
