import type { Evaluation, OutcomeShares, TaskOutcome } from '../../model/evaluation.ts';
import { number as grouped } from '../../record/report.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, type Page } from '../operation.ts';
import { snakeCased } from '../printable.ts';
import { EVALUATION } from './outputs.ts';

/** Of several roots each has one. */
const OID = /\b[0-9a-f]{40,64}\b/g;
const OID_SHOWN = 12;

export const evaluate: Operation = defineOperation({
  name: 'eval',
  summary: "Measure on the project's own history what contexts hold",
  description:
    'Takes a state of the project some commits back, indexes it with what was known then, and asks for what later commits did: the subject of each is the task, the files and lines it changed are what should be found. Merges, reverts, releases, upgrades, formatting and very large commits are left out. Prints how often every changed file is among the first files, how often every file and every line is inside the usual context, what the contexts cost, and whether the probabilities Sheaf states come true; beside it a plain keyword search (BM25 over whole files) that gets as many tokens. The working tree is not touched.',
  examples: {
    'sheaf eval': 'figures for this project, on 60 tasks',
    'sheaf eval --tasks 200 --at v2.0': 'later commits as tasks for the state of a tag',
    'sheaf eval --svg recall.svg': 'a picture as well: files found against tokens',
    'sheaf eval --json | jq ".tasks[] | select(.sheaf.every_file | not) | .task"':
      'the tasks whose context lacks a file',
  },
  options: {
    tasks: {
      type: 'integer',
      short: 'n',
      placeholder: 'N',
      default: 60,
      limits: [1, 10_000],
      help: 'How many commits to use as tasks at most.',
    },
    at: {
      placeholder: 'REV',
      help: 'The commit, branch or tag whose state is searched; its later commits are the tasks. Defaults to the newest commit that enough tasks follow.',
    },
    svg: {
      local: true,
      placeholder: 'FILE',
      help: 'Write a picture of files found against tokens to a file.',
    },
  },
  output: EVALUATION,
  async run({ tasks, at, svg }, context) {
    const result = await withWorkspace(context, (workspace) => workspace.evaluate({ tasks, at }));
    if (svg !== undefined) {
      const { writeWhole } = await import('../cli/files.ts');
      writeWhole(context.resolvePath(svg), result.svg);
      context.note(`picture: ${svg}`);
    }
    if (result.tasks.length < FEW) {
      context.note(
        `only ${result.tasks.length} commits make a task: a few more or less found change these figures by much`,
      );
    }
    return result;
  },
  json: ({ state, tasks, sizes, firsts, sheaf, keyword, calibration, svg }) => ({
    version: 1,
    state,
    sizes,
    firsts,
    sheaf: snakeCased(sheaf),
    keyword: snakeCased(keyword),
    calibration,
    picture: svg,
    tasks: tasks.map((task) => ({
      ...snakeCased(task),
      sheaf: outcome(task.sheaf),
      keyword: outcome(task.keyword),
    })),
  }),
  present,
});

/** Fewer tasks say little. */
const FEW = 30;
const outcome = (one: TaskOutcome): object => snakeCased(one);

const NAME_WIDTH = 18;
const CELL_WIDTH = 9;
const percent = (share: number): string => (100 * share).toFixed(1);
const row = (name: string, cells: readonly string[]): string =>
  `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(CELL_WIDTH)).join('')}`;

function present(result: Evaluation, page: Page): void {
  const { state, tasks, sizes, firsts, sheaf, keyword, calibration } = result;
  const table = (
    title: string,
    heads: readonly string[],
    cells: (shares: OutcomeShares) => string[],
  ): void => {
    page.line();
    page.line(page.style.bold(title));
    page.line(row('', heads));
    page.line(row('sheaf', cells(sheaf)));
    page.line(row('keyword search', cells(keyword)));
  };
  page.line(
    `${tasks.length} tasks from commits after ${state.commit.replace(OID, (oid) => oid.slice(0, OID_SHOWN))}, searched in its ${grouped(state.files)} files`,
  );
  table(
    'Every changed file among the first files, % of tasks',
    firsts.map((k) => `first ${k}`),
    ({ firstK }) => firstK.map(percent),
  );
  table(
    'Usual contexts, % of tasks; keyword search gets as many tokens',
    ['files', 'lines', 'tokens', 'in those'],
    ({ everyFile, everyLine, meanTokens, goldShare }) => [
      percent(everyFile),
      percent(everyLine),
      grouped(Math.round(meanTokens)),
      percent(goldShare),
    ],
  );
  table(
    'Every changed file inside, % of tasks, by tokens of the context',
    sizes.map((size) => `${size / 1000}k`),
    ({ everyFileAt }) => everyFileAt.map(percent),
  );
  page.line();
  page.line(page.style.bold('What Sheaf says and what was so'));
  const { expected, observed, bins } = calibration;
  if (expected !== null) {
    page.line(`every file inside: said ${percent(expected)} %, observed ${percent(observed)} %`);
  }
  const told = bins.map(
    ({ said, observed: was, files }) => `${percent(said)} → ${percent(was)} (${grouped(files)})`,
  );
  page.line(`files by relevance, said → needed in % (files): ${told.join(', ')}`);
}
