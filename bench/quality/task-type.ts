/**
 * Question: is the type of a task read rightly from its words?
 *
 *   node --import tsx bench/quality/task-type.ts [--mirrors DIR] [--chore]
 *
 * Conventional-commit subjects of the git directories DIR/<owner>+<name>/repo, without their prefix: fix → bug, feat →
 * feature, ci and build (and chore, if asked) → infra, docs → research. Macro F1 over the types a repository has.
 * Subjects that change documentation count as research here, which the rules take for changes: read it beside src/task/type.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { TASK_TYPES } from '../../src/model/task.ts';
import { sectionsOf } from '../../src/task/sections.ts';
import { typeOf } from '../../src/task/type.ts';

const { values } = parseArgs({
  options: {
    mirrors: { type: 'string', default: '../.mirror' },
    chore: { type: 'boolean', default: false },
  },
});
interface Labelled {
  readonly text: string;
  readonly type: number;
  readonly repository: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const TYPE_OF: Readonly<Record<string, (typeof TASK_TYPES)[number]>> = {
  fix: 'bug',
  feat: 'feature',
  ci: 'infra',
  build: 'infra',
  docs: 'research',
  ...(values.chore ? { chore: 'infra' } : {}),
};
const SUBJECT = /^(\w+)(?:\([^)]*\))?!?: +(.*)$/;
const MOST_PER_TYPE = 500;
const FEWEST_PER_TYPE = 8;
const FEWEST_SUBJECTS = 75;

/** A repository's subjects, those that differ in numbers or the name of a dependency only once. */
function subjectsOf(repository: string): Labelled[] {
  const log = spawnSync(
    'git',
    ['--git-dir', join(values.mirrors, repository, 'repo'), 'log', '--no-merges', '--format=%s'],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const seen = new Set<string>();
  const counts = TASK_TYPES.map(() => 0);
  const subjects: Labelled[] = [];
  for (const line of log.status === 0 ? log.stdout.split('\n') : []) {
    const [, prefix = '', rest = ''] = SUBJECT.exec(line) ?? [];
    const type = TASK_TYPES.indexOf(TYPE_OF[prefix] ?? ('' as 'bug'));
    const text = rest.replace(/\(?#\d+\)?/g, '').trim();
    const form = text
      .toLowerCase()
      .replace(/[\d.]+/g, '0')
      .replace(/\b(bump|update dependency|update) \S+/, '$1 x');
    if (type < 0 || text === '' || seen.has(form) || (counts[type] ?? 0) >= MOST_PER_TYPE) continue;
    seen.add(form);
    counts[type] = (counts[type] ?? 0) + 1;
    subjects.push({ text, type, repository });
  }
  const third = [...counts].sort((a, b) => b - a)[2] ?? 0;
  return third < FEWEST_PER_TYPE || subjects.length < FEWEST_SUBJECTS ? [] : subjects;
}

function macroF1(subjects: readonly Labelled[], read: (text: string) => number): number {
  const guesses = subjects.map(({ text }) => read(text));
  const scores = TASK_TYPES.flatMap((_, type) => {
    const actual = subjects.filter((each) => each.type === type).length;
    if (actual === 0) return [];
    const guessed = guesses.filter((guess) => guess === type).length;
    const right = guesses.filter((guess, i) => guess === type && subjects[i]?.type === type).length;
    return [(2 * right) / (actual + guessed)];
  });
  return scores.reduce((a, b) => a + b, 0) / scores.length;
}

const reading = (text: string): number =>
  TASK_TYPES.indexOf(typeOf(sectionsOf(text).sections, false).type);

const all = readdirSync(values.mirrors)
  .filter((name) => name.includes('+'))
  .sort()
  .map((name) => ({ name, subjects: subjectsOf(name) }))
  .filter(({ subjects }) => subjects.length > 0);
if (all.length === 0) {
  say(`skipped: no repositories with conventional commits under ${values.mirrors}`);
  process.exit(0);
}
say('repository                           subjects  macro F1');
let sum = 0;
for (const { name, subjects } of all) {
  const score = macroF1(subjects, reading);
  sum += score;
  say(`${name.padEnd(38)} ${String(subjects.length).padStart(6)}  ${score.toFixed(3)}`);
}
say(`${'mean'.padEnd(38)} ${' '.repeat(6)}  ${(sum / all.length).toFixed(3)}`);
