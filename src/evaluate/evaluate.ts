import { contextsFor } from '../assemble.ts';
import type { ContextRequest } from '../compose/request.ts';
import type { Config } from '../config/defaults.ts';
import { remembered } from '../math/memo.ts';
import { SheafError } from '../model/errors.ts';
import type { EvaluatedTask, Evaluation, TaskOutcome } from '../model/evaluation.ts';
import type { PlannedPart } from '../model/plan.ts';
import type { Commits } from '../ports/commits.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { keywordSearch } from './keywords.ts';
import { evaluationOf, type Judged } from './summary.ts';
import { type CommitTask, stateFor, tasksFor } from './tasks.ts';

/** Contexts of these sizes make the curve of recall against tokens. */
const SIZES: readonly number[] = [1000, 2000, 4000, 8000, 16_000];
/** Files whose relevance is compared with what was needed. */
const FILES_JUDGED = 100;

/** A state of the past, opened; whoever opened it closes it. */
export interface OpenState {
  readonly ports: Ports;
  readonly view: StateView;
  close(): void;
}

/** What an evaluation works on. */
export interface Project {
  readonly commits: Commits;
  /** The newest commit that may be a task. */
  readonly head: string;
  readonly open: (commit: string) => Promise<OpenState>;
  readonly config: Config;
  readonly isSizeGiven: boolean;
}

/** Of commits that look like tasks not all are: some only change tests, or blanks. If fewer are, an older state is tried. */
const SURPLUS = 2;
const TRIES = 3;

/** Makes tasks from commits later than a state, assembles the usual context of each, and searches by keywords in as many tokens. */
export async function evaluate(
  project: Project,
  { tasks: most, at }: { readonly tasks: number; readonly at: string | null },
): Promise<Evaluation> {
  const { commits, head } = project;
  let wanted = SURPLUS * most;
  for (let round = 1; ; round++) {
    const state = at ?? (await stateFor(commits, head, wanted));
    const opened = await project.open(state);
    try {
      const tasks = await tasksFor(commits, opened.view, { state, head, most });
      const isEnough = tasks.length >= most || at !== null || round === TRIES;
      if (isEnough) return await evaluatedOn({ ...project, ...opened, state }, tasks);
      wanted = Math.ceil((SURPLUS * wanted * most) / Math.max(1, tasks.length));
    } finally {
      opened.close();
    }
  }
}

type Past = Project & Pick<OpenState, 'ports' | 'view'> & { readonly state: string };

async function evaluatedOn(past: Past, tasks: readonly CommitTask[]): Promise<Evaluation> {
  const { view, state, config } = past;
  if (tasks.length === 0) {
    const hint = 'name an older state with --at, or give more history (git fetch --unshallow)';
    throw new SheafError('not-found', `no commit after ${state} makes a task`, hint);
  }
  const tokenizer = await past.ports.tokenizer(config.budget.tokenizer);
  const count = remembered((text: string) => tokenizer.count(text));
  const search = keywordSearch(
    view,
    tasks.map(({ task }) => task),
  );
  const judged: Judged[] = [];
  for (const task of tasks) {
    const own = await judgedContext(past, task);
    const found = search(task.task);
    const keyword = keywordOutcome(found, task, own.outcome.tokens, count);
    judged.push({ ...task, expected: own.expected, said: own.said, sheaf: own.outcome, keyword });
  }
  const { root, files } = view.state;
  return evaluationOf({ commit: state, root, files: files.length }, judged, SIZES);
}

/** The usual context of a task, and what stands in contexts of other sizes. */
async function judgedContext(
  { ports, view, config, isSizeGiven }: Past,
  task: CommitTask,
): Promise<{
  readonly outcome: TaskOutcome;
  readonly expected: EvaluatedTask['expected'];
  readonly said: Judged['said'];
}> {
  const nothing = { sources: [], without: [], pins: [], include: [], exclude: [], look: {} };
  const request: ContextRequest = {
    ...nothing,
    task: task.task,
    type: 'auto',
    maxTokens: null,
    isSizeGiven,
    config,
  };
  const { files, made, others } = await contextsFor(ports, view, request, SIZES);
  const isGold = new Set(task.goldFiles);
  const ranked = files.filter(({ score }) => score > 0);
  const gold = made.parts.filter(({ path }) => isGold.has(path));
  return {
    expected: made.expected?.every_file ?? null,
    said: ranked
      .slice(0, FILES_JUDGED)
      .map(({ path, relevance }) => ({ relevance, isNeeded: isGold.has(path) })),
    outcome: {
      place: placeOf(
        ranked.map(({ path }) => path),
        task,
      ),
      tokens: made.totalTokens,
      goldTokens: gold.reduce((sum, { tokens }) => sum + tokens, 0),
      ...insideOf(made.parts, task),
      everyFileAt: others.map(({ parts }) => insideOf(parts, task).everyFile),
    },
  };
}

type Shown = Pick<PlannedPart, 'path' | 'spans'>;

function insideOf(
  parts: readonly Shown[],
  { goldFiles, goldLines }: CommitTask,
): Pick<TaskOutcome, 'everyFile' | 'everyLine'> {
  const spans = new Map(parts.map((part) => [part.path, part.spans]));
  const holds = (path: string, line: number): boolean =>
    spans.get(path)?.some(([first, last]) => first <= line && line <= last) ?? false;
  const isWhole = (path: string): boolean =>
    (goldLines[path] ?? []).every((line) => holds(path, line));
  const everyFile = goldFiles.every((path) => spans.has(path));
  return { everyFile, everyLine: everyFile && goldFiles.every(isWhole) };
}

function placeOf(order: readonly string[], { goldFiles }: CommitTask): number | null {
  const places = goldFiles.map((path) => order.indexOf(path));
  return places.includes(-1) ? null : Math.max(...places) + 1;
}

/** Whole files, best first, until there is no room; of the last one as many lines as fit. */
function keywordOutcome(
  found: readonly { readonly path: string; readonly text: string }[],
  task: CommitTask,
  tokens: number,
  count: (text: string) => number,
): TaskOutcome {
  const packed = (size: number): { parts: (Shown & { tokens: number })[]; used: number } => {
    const parts: (Shown & { tokens: number })[] = [];
    let used = 0;
    for (const { path, text } of found) {
      const lines = text.split('\n');
      const kept = count(text) <= size - used ? lines.length : fitting(lines, size - used, count);
      if (kept === 0) break;
      const own = count(lines.slice(0, kept).join('\n'));
      parts.push({ path, spans: [[1, kept]], tokens: own });
      used += own;
      if (kept < lines.length) break;
    }
    return { parts, used };
  };
  const { parts, used } = packed(tokens);
  const isGold = new Set(task.goldFiles);
  const gold = parts.filter(({ path }) => isGold.has(path));
  return {
    place: placeOf(
      found.map(({ path }) => path),
      task,
    ),
    tokens: used,
    goldTokens: gold.reduce((sum, part) => sum + part.tokens, 0),
    ...insideOf(parts, task),
    everyFileAt: SIZES.map((size) => insideOf(packed(size).parts, task).everyFile),
  };
}

/** How many of the first lines fit, found by halving. */
function fitting(
  lines: readonly string[],
  tokens: number,
  count: (text: string) => number,
): number {
  let [good, bad] = [0, lines.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (count(lines.slice(0, middle).join('\n')) <= tokens) good = middle;
    else bad = middle;
  }
  return good;
}
