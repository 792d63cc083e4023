import {
  type AbsentFile,
  type FileReasons,
  type FileScore,
  NO_SUCH_FILE,
} from '../../model/explanation.ts';
import { number as grouped } from '../../record/report.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, type Page } from '../operation.ts';
import { printableLine } from '../printable.ts';
import {
  ASSEMBLY_OPTIONS,
  CHOICE_OPTIONS,
  choiceOf,
  RANKING_OPTIONS,
  TASK_OPTIONS,
  taskText,
} from './assembly-options.ts';

/** That a file is left out is an answer; that there is none is a slip. */
const exitCodeOf = (result: AbsentFile | { readonly kind: string }): number =>
  'reason' in result && result.kind === 'absent' && result.reason === NO_SUCH_FILE ? 2 : 0;

/** Where all is about a place and a task, the second needs no flag. */
const TASK = { ...TASK_OPTIONS, task: { ...TASK_OPTIONS.task, rest: true } } as const;

export const why: Operation = defineOperation({
  name: 'why',
  summary: 'Explain why a file is in the context of a task or not',
  description:
    'Tells whether a file, or a line of it, is in the context of a task, and why: the signal its rank depends on, the words and commits that match, and its tier; also the smallest budget that includes it, and what it would replace. Updates the index first.',
  examples: {
    'sheaf why src/session.ts "fix the race in the session store"': 'is the file included, and why',
    'sheaf why src/session.ts:120 --task-file issue.md --budget 8k':
      'is line 120 included in a window of 8,000 tokens',
  },
  positionals: {
    place: { required: true, help: 'Path of the file relative to the root, or PATH:LINE.' },
  },
  options: {
    ...TASK,
    budget: ASSEMBLY_OPTIONS.budget,
    context_tokens: ASSEMBLY_OPTIONS.context_tokens,
    fill: ASSEMBLY_OPTIONS.fill,
    sources: ASSEMBLY_OPTIONS.sources,
    pin: ASSEMBLY_OPTIONS.pin,
    include: ASSEMBLY_OPTIONS.include,
    exclude: ASSEMBLY_OPTIONS.exclude,
    ...RANKING_OPTIONS,
    ...CHOICE_OPTIONS,
  },
  apart: [
    ['task', 'task_file'],
    ['budget', 'context_tokens'],
  ],
  answersInPart: true,
  async run(input, context) {
    const task = await taskText(input.task, input.task_file, context);
    const { place, type, without, context_tokens: maxTokens } = input;
    const { sources, pin: pins, include, exclude } = input;
    return withWorkspace(context, (workspace) =>
      workspace.why({
        ...{ place, task, type, without, maxTokens, sources, pins, include, exclude },
        ...choiceOf(input),
      }),
    );
  },
  exitCode: exitCodeOf,
  present(result, page) {
    if (result.kind === 'absent') presentAbsent(result, page);
    else presentReasons(result, page);
  },
});

function presentReasons(result: FileReasons, page: Page): void {
  const { style } = page;
  const what = `${result.path}${result.line === null ? '' : `:${result.line}`}`;
  const level = result.level === null ? '' : ` (${result.level})`;
  const decided = style.bold(result.decision);
  page.line(`${style.bold(printableLine(what))}  ${decided}${level}: ${result.reason}`);
  page.line();
  for (const note of result.notes) page.line(`Of this file, ${note}.`);
  presentEntry(result, page);
  const words = result.terms.map(
    ({ term, kind, weight, idf, contribution, lines: [first, last] }) =>
      `${contribution.toFixed(2).padStart(7)}  ${printableLine(term)}${kind === 'part' ? '…' : ''}  ${style.dim(`weight ${weight.toFixed(2)} × rarity ${idf.toFixed(2)}, lines ${first}–${last}`)}`,
  );
  const commits = result.commits.map(
    ({ oid, subject, full, title }) =>
      `${oid}  ${printableLine(subject)}  ${style.dim(`${percent(full)} of the votes, ${percent(title)} by the title`)}`,
  );
  const frames = result.frames.map(({ path, line, function: name }) =>
    printableLine(`${path}:${line} ${name}`),
  );
  const chains = result.chains.map((links) =>
    stepsOf(links)
      .map(({ path, span, reason }) => printableLine(`${path}:${span.join('-')} (${reason})`))
      .join(' → '),
  );
  const names = result.names.map(({ name, relation, span, from }) =>
    printableLine(
      `lines ${span.join('–')}: ${RELATIONS[relation](name)} in ${from.path}:${from.span.join('-')}`,
    ),
  );
  const sections: Readonly<Record<string, readonly string[]>> = {
    ...causesOf(result),
    words,
    'commits that touched it and resemble the task': commits,
    'named by the task as': result.mentions.map(printableLine),
    'names that lead to it': names,
    'stack frames': frames,
    'chains of evidence': chains,
  };
  for (const [title, lines] of Object.entries(sections)) {
    if (lines.length === 0) continue;
    page.line(style.bold(title));
    for (const line of lines) page.line(`  ${line}`);
    page.line();
  }
  presentScore(result, page);
}

type Step = FileReasons['chains'][number][number];

/** The steps of a chain; pieces of one file that stand there for one reason are one. */
function stepsOf(links: readonly Step[]): Step[] {
  const steps: Step[] = [];
  for (const link of links) {
    const last = steps.at(-1);
    const isOn = last?.path === link.path && last.reason === link.reason;
    if (isOn) steps.splice(-1, 1, { ...last, span: [last.span[0], link.span[1]] });
    else steps.push(link);
  }
  return steps;
}

/** Where the best pieces lead, and how. */
const RELATIONS: Readonly<
  Record<FileReasons['names'][number]['relation'], (name: string) => string>
> = {
  defines: (name) => `${name}, which is used`,
  uses: (name) => `use of ${name}, which is defined`,
  tests: (name) => `test of ${name}, which is defined`,
};

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function presentEntry(result: FileReasons, page: Page) {
  const { entry, rivals, decision, available_tokens: available } = result;
  if (entry === null) page.line('No budget would include it.');
  else {
    const lost = entry.displaces.map(
      ({ path, lost: how }) => `${printableLine(path)}${how === 'lines' ? ' (some lines)' : ''}`,
    );
    const instead = lost.length === 0 ? 'replacing nothing' : `replacing ${lost.join(', ')}`;
    const how = `as ${entry.tier} at level ${entry.level}, ${instead}`;
    const from = `${grouped(entry.context_tokens)} tokens`;
    // Without a size the context ends where nothing more is worth it; what fills one is another matter.
    page.line(
      result.size_given
        ? `It is included from ${from} of context (available: ${grouped(available)}), ${how}.`
        : `The context takes ${grouped(result.total_tokens)} tokens, because no size is given. Where a size is given and filled, it is included from ${from}, ${how}.`,
    );
  }
  if (decision === 'out' && rivals.length > 0) {
    page.line(`Ranked just above it: ${rivals.map(({ path }) => printableLine(path)).join(', ')}.`);
  }
  page.line();
}

function causesOf({ rank, top_signal, decisive, ablations }: FileReasons) {
  if (top_signal === null) return {};
  // Often several signals say the same; then none of them alone is the cause, and none may be named as it.
  const title =
    decisive.length === 1
      ? `its rank depends on ${top_signal}`
      : `its rank depends on ${decisive.join(' and ')} together, not on a single signal`;
  const lines = ablations.map(
    ({ signal, rank_without: there }) =>
      `without ${signal}: rank ${there ?? 'none'}${there === rank ? ', as now' : ''}`,
  );
  return { [title]: lines };
}

export const score: Operation = defineOperation({
  name: 'score',
  summary: 'Show how the relevance of a file to a task is calculated',
  description:
    'Prints the signals, factors, weights and thresholds behind the relevance and tier of a file, and what would have to change for another tier. Updates the index first.',
  examples: {
    'sheaf score src/session.ts "fix the race in the session store"': 'the table of factors',
    'sheaf score src/session.ts --task-file issue.md --json':
      'read the task from a file, print JSON',
  },
  positionals: {
    file: { required: true, help: 'Path of the file, relative to the root.' },
  },
  options: { ...TASK, ...RANKING_OPTIONS },
  apart: [['task', 'task_file']],
  answersInPart: true,
  async run(input, context) {
    const task = await taskText(input.task, input.task_file, context);
    const { file: path, type, without } = input;
    return withWorkspace(context, (workspace) => workspace.score({ path, task, type, without }));
  },
  exitCode: exitCodeOf,
  present(result, page) {
    if (result.kind === 'absent') presentAbsent(result, page);
    else presentScore(result, page);
  },
});

const NAME_WIDTH = 16;
const NUMBER_WIDTH = 9;

const number = (value: number | null, digits = 3): string =>
  value === null ? '–' : value.toFixed(digits);
const row = (name: string, ...cells: readonly string[]): string =>
  `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(NUMBER_WIDTH)).join('')}`;

function presentAbsent({ path, reason, near }: AbsentFile, page: Page): void {
  page.line(`${page.style.bold(printableLine(path))}  ${reason}`);
  for (const other of near) page.line(`  did you mean ${printableLine(other)}?`);
}

/** The numbers of a score from the signals up to the tier. */
function presentScore(result: Omit<FileScore, 'kind'>, page: Page): void {
  const { style } = page;
  const place = result.rank === null ? 'not ranked' : `rank ${result.rank} of ${result.ranked}`;
  page.line(`${style.bold(printableLine(result.path))}  ${result.source}, ${place}`);
  page.line();
  page.line(style.bold(row('signal', 'weight', 'raw', 'value', 'adds')));
  for (const { signal, weight, raw, value, contribution } of result.signals) {
    page.line(row(signal, number(weight, 2), number(raw), number(value), number(contribution)));
  }
  const sum = row('score', '', '', '', number(result.score));
  page.line(`${sum}  ${style.dim(`sum × ${Number(result.penalty.toFixed(3))}`)}`);
  page.line();
  page.line(style.bold(row('factor', 'weight', '', 'value', 'adds')));
  for (const { name, weight, value, contribution, because } of result.factors) {
    const numbers = row(name, number(weight, 2), '', number(value), number(contribution));
    page.line(`${numbers}  ${style.dim(printableLine(because))}`);
  }
  const { level, multiplier } = result.priority;
  const how = `sum × ${multiplier}: ${result.source} has ${level} priority in a ${result.task_type} task`;
  const { relevance, relevance_by_itself: byItself } = result;
  page.line(`${row('relevance', '', '', '', number(byItself))}  ${style.dim(how)}`);
  if (byItself !== relevance) {
    const why = 'because of what the file is to the task, or what leads to it';
    page.line(`${row('counts as', '', '', '', number(relevance))}  ${style.dim(why)}`);
  }
  page.line();
  const { include, source, supporting, primary } = result.thresholds;
  const thresholds = `include ${include}, ${result.source} ${source}, supporting ${supporting}, primary ${primary}`;
  page.line(style.dim(`thresholds: ${thresholds}`));
  page.line(result.verdict);
}
