/** What was gathered for real tasks, reduced to what fitting and packing need; kept in a file, so that both can be repeated in seconds. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { evidenceOf, piecesLedTo } from '../../src/gather/worth.ts';
import { gather } from '../../src/gather.ts';
import type { RankedChunk, Signals } from '../../src/model/candidate.ts';
import type { Ask } from '../../src/model/task.ts';
import type { Ports } from '../../src/ports/ports.ts';
import type { StateView } from '../../src/ports/store.ts';
import type { PieceEvidence } from '../../src/score/value.ts';
import { say } from '../support/table.ts';
import { changedLines } from './changed-lines.ts';

export interface RowCase {
  readonly kind?: TaskRow['kind'];
  readonly repo: string;
  readonly base_commit: string;
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly gold_lines?: Readonly<Record<string, readonly number[]>>;
  readonly items?: readonly Item[];
}

/** Lines that an expert would put into the context. */
interface Item {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

export interface PieceRow extends PieceEvidence {
  /** What it was weighed as, with all that leads to it, and the share of its lines that would be shown. */
  readonly worth: number;
  readonly shown: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Holds a line that was changed, or a good part of what an expert wants. */
  readonly needed: boolean;
}

export interface FileRow {
  readonly path: string;
  readonly score: number;
  readonly needed: boolean;
  readonly signals: Signals;
  readonly penalty: number;
  readonly isNamed: boolean;
  readonly pieces: readonly PieceRow[];
}

export interface TaskRow {
  readonly repo: string;
  readonly kind: 'change' | 'docs' | 'must';
  readonly ask: Ask;
  readonly gold: readonly string[];
  readonly lines: Readonly<Record<string, readonly number[]>> | null;
  /** Scores of the best files, falling. */
  readonly scores: readonly number[];
  readonly files: readonly FileRow[];
}

const FILES_KEPT = 60;
const SCORES_KEPT = 12;
/** A piece is needed that lies in an item with so much of its lines, or holds so much of the item's. */
const OF_PIECE = 0.3;
const OF_ITEM = 0.4;

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
  const cases = inputs.flatMap((file): RowCase[] => {
    if (existsSync(file)) return casesOf(file);
    say(`skipped: ${file} is not there`);
    return [];
  });
  const byState = new Map<string, RowCase[]>();
  for (const task of cases) {
    if (repos.length > 0 && !repos.includes(task.repo)) continue;
    const key = `${task.repo} ${task.base_commit}`;
    byState.set(key, [...(byState.get(key) ?? []), task]);
  }
  const config: Config = {
    ...DEFAULTS,
    index: { ...DEFAULTS.index, states_kept: 1000 },
    relevance: { ...DEFAULTS.relevance, fusion },
  };
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
    for (const task of tasks) {
      const isDated = task.kind === 'change';
      const lines = task.gold_lines ?? (isDated ? changedLines(gitDir, task) : null);
      made.push(await rowOf(engine.ports, view, task, lines, config));
    }
    view.close();
    engine.close();
  }
  return made;
}

/** One task a line, or a list of tasks with the items that must be inside. */
function casesOf(file: string): RowCase[] {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.json')) {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RowCase);
  }
  const listed = JSON.parse(text) as (RowCase & { commit: string; must: readonly Item[] })[];
  return listed.map(({ repo, commit: base_commit, task, must: items }) => {
    return { kind: 'must', repo, base_commit, task, gold_files: [], items };
  });
}

async function rowOf(
  ports: Ports,
  view: StateView,
  task: RowCase,
  lines: TaskRow['lines'],
  config: Config,
): Promise<TaskRow> {
  const gathering = await gather(ports, view, { text: task.task, sources: [], config });
  const { ask } = gathering.task;
  const linked = piecesLedTo(gathering.chains);
  const evidence = evidenceOf(gathering.chunks, {
    ask,
    files: gathering.files,
    linked,
    terms: new Set(),
  });
  const isNeeded = (path: string, firstLine: number, lastLine: number): boolean => {
    const inItem = task.items?.some(({ path: own, first, last }) => {
      const shared = Math.min(last, lastLine) - Math.max(first, firstLine) + 1;
      const isEnough =
        shared >= OF_PIECE * (lastLine - firstLine + 1) || shared >= OF_ITEM * (last - first + 1);
      return own === path && shared > 0 && isEnough;
    });
    return inItem ?? lines?.[path]?.some((line) => line >= firstLine && line <= lastLine) ?? false;
  };
  return {
    repo: task.repo,
    kind: task.kind ?? 'change',
    ask,
    gold: task.gold_files,
    lines,
    scores: gathering.files.slice(0, SCORES_KEPT).map(({ score }) => score),
    files: gathering.chunks.slice(0, FILES_KEPT).map(({ ranked: { path, ...ranked }, chunks }) => ({
      path,
      score: ranked.score,
      needed: task.gold_files.includes(path),
      signals: ranked.signals,
      penalty: ranked.penalty,
      isNamed: ranked.standing === 'mentioned',
      pieces: chunks.flatMap((chunk) => {
        const { firstLine, lastLine } = chunk;
        const own = evidence.get(chunk);
        const needed = isNeeded(path, firstLine, lastLine);
        const { worth } = chunk;
        const shown = shownOf(chunk);
        return own === undefined ? [] : [{ ...own, worth, shown, firstLine, lastLine, needed }];
      }),
    })),
  };
}

/** The share of a piece's lines that are meant. */
function shownOf({ firstLine, lastLine, stretches }: RankedChunk): number {
  if (stretches === undefined) return 1;
  const lines = stretches.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return lines / (lastLine - firstLine + 1);
}
