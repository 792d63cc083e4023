/** What was gathered for real tasks, reduced to what fitting and packing need; kept in a file, so that both can be repeated in seconds. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { gather } from '../../src/gather.ts';
import type { Ask } from '../../src/model/task.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { StateView } from '../../src/ports/store.ts';
import type { PiecePlace } from '../../src/score/calibration.ts';
import { say } from '../support/table.ts';
import { changedLines } from './changed-lines.ts';

export interface RowCase {
  readonly kind?: 'change' | 'docs';
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly gold_lines?: Readonly<Record<string, readonly number[]>>;
}

export interface PieceRow extends PiecePlace {
  readonly firstLine: number;
  readonly lastLine: number;
  /** Holds a line that was changed. */
  readonly changed: boolean;
}

export interface FileRow {
  readonly path: string;
  readonly score: number;
  readonly needed: boolean;
  readonly pieces: readonly PieceRow[];
}

export interface TaskRow {
  readonly repo: string;
  readonly kind: 'change' | 'docs';
  readonly ask: Ask;
  readonly gold: readonly string[];
  readonly lines: Readonly<Record<string, readonly number[]>> | null;
  /** Scores of the best files, falling. */
  readonly scores: readonly number[];
  readonly files: readonly FileRow[];
}

const FILES_KEPT = 60;
const SCORES_KEPT = 12;
const CHARACTERS_PER_TOKEN = 4;

export interface RowOptions {
  readonly inputs: readonly string[];
  readonly mirrors: string;
  /** Where indexes lie. */
  readonly state: string;
  /** Where rows are kept; they are read from there if they are. */
  readonly rows: string | undefined;
  readonly repos: readonly string[];
  readonly fusion?: Config['relevance']['fusion'];
}

export async function taskRows(options: RowOptions): Promise<TaskRow[]> {
  const { rows } = options;
  if (rows !== undefined && existsSync(rows)) {
    return JSON.parse(readFileSync(rows, 'utf8')) as TaskRow[];
  }
  const made = await gatherAll(options);
  if (rows !== undefined) writeFileSync(rows, JSON.stringify(made));
  return made;
}

async function gatherAll({
  inputs,
  mirrors,
  state,
  repos,
  fusion = 'weighted',
}: RowOptions): Promise<TaskRow[]> {
  mkdirSync(state, { recursive: true });
  const cases = inputs.flatMap((file) => {
    if (existsSync(file))
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
    say(`skipped: ${file} is not there`);
    return [];
  });
  const byState = new Map<string, RowCase[]>();
  for (const line of cases) {
    const task = JSON.parse(line) as RowCase;
    if (repos.length > 0 && !repos.includes(task.repo)) continue;
    const key = `${task.repo} ${task.base_commit}`;
    byState.set(key, [...(byState.get(key) ?? []), task]);
  }
  const config: Config = {
    ...DEFAULTS,
    index: { ...DEFAULTS.index, states_kept: 1000 },
    relevance: { ...DEFAULTS.relevance, fusion },
  };
  const tokenizer = await loadTokenizer('o200k');
  const made: TaskRow[] = [];
  for (const tasks of byState.values()) {
    const [{ repo, base_commit: ref } = { repo: '', base_commit: '' }] = tasks;
    const name = repo.replace('/', '+');
    const gitDir = join(mirrors, name, 'repo');
    if (!existsSync(gitDir)) {
      say(`skipped ${repo}: ${tasks.length} tasks, no repository under the mirrors`);
      continue;
    }
    const engine = await openEngine({
      root: process.cwd(),
      gitDir,
      ref,
      indexFile: join(state, `${name}.db`),
      config,
      warn: say,
      onProgress: () => {},
    });
    const view = await engine.view();
    const counted = new Map<string, number>();
    const count = (key: string, text: string): number => {
      const known = counted.get(key) ?? tokenizer.count(text);
      counted.set(key, known);
      return known;
    };
    for (const task of tasks) {
      const isDated = task.kind === 'change';
      const lines = task.gold_lines ?? (isDated ? changedLines(gitDir, task) : null);
      made.push(await rowOf(engine.ports, view, task, lines, count, config));
    }
    view.close();
    engine.close();
  }
  return made;
}

async function rowOf(
  ports: Ports,
  view: StateView,
  task: RowCase,
  lines: TaskRow['lines'],
  count: (key: string, text: string) => number,
  config: Config,
): Promise<TaskRow> {
  const gathering = await gather(ports, view, { text: task.task, sources: [], config });
  const files = gathering.chunks.slice(0, FILES_KEPT).map(({ ranked, facts, chunks }): FileRow => {
    const content = view.state.files[ranked.file]?.content ?? 0;
    const order = [...chunks].sort((a, b) => b.priority - a.priority || a.sequence - b.sequence);
    const changed = lines?.[ranked.path] ?? [];
    return {
      path: ranked.path,
      score: ranked.score,
      needed: task.gold_files.includes(ranked.path),
      pieces: order.map(({ priority, sequence, firstLine, lastLine, start, end }, place) => ({
        priority,
        bestPriority: order[0]?.priority ?? 0,
        place,
        tokens: count(`${content} ${sequence}`, facts.text.slice(start, end)),
        fileTokens: facts.text.length / CHARACTERS_PER_TOKEN,
        firstLine,
        lastLine,
        changed: changed.some((line) => line >= firstLine && line <= lastLine),
      })),
    };
  });
  return {
    repo: task.repo,
    kind: task.kind ?? 'change',
    ask: gathering.task.ask,
    gold: task.gold_files,
    lines,
    scores: gathering.files.slice(0, SCORES_KEPT).map(({ score }) => score),
    files,
  };
}
