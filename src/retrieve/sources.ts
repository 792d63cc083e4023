import type { FieldWeights } from '../math/bm25.ts';
import { byCodePoint } from '../math/order.ts';
import type { Chunk, Remark } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { LEVELS } from '../text/logs/level.ts';
import { readTime } from '../text/logs/time.ts';
import { SATURATION } from './fields.ts';
import { isTestData } from './penalty.ts';
import { FULL_QUERY, fullQuery } from './query.ts';

/** A chunk by where it lies. */
export interface ChunkPlace {
  readonly file: number;
  readonly path: string;
  readonly sequence: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Something said once that holds from then on. */
export interface StandingRemark extends Remark {
  readonly path: string;
}

const KINDS: readonly Remark['kind'][] = ['instruction', 'preference', 'decision'];

const normal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim();

/**
 * Instructions, preferences and decisions from all conversations: search can't find them, for they share no
 * word with the task they bind. Instructions first, then the newest; what was said twice counts when said last.
 */
export function standingRemarks(view: StateView): StandingRemark[] {
  const newest = new Map<string, StandingRemark>();
  for (const remark of saidInOrder(view)) {
    // Deleting first keeps the order of the map that of the last saying.
    const key = `${remark.kind} ${normal(remark.text)}`;
    newest.delete(key);
    newest.set(key, remark);
  }
  const ordered = [...newest.values()].reverse();
  return KINDS.flatMap((kind) => ordered.filter((remark) => remark.kind === kind));
}

const saidInOrder = (view: StateView): StandingRemark[] =>
  talks(view).flatMap(({ path, content }) =>
    view
      .facts(content)
      .remarks.filter(({ kind }) => KINDS.includes(kind))
      .sort((a, b) => a.line - b.line)
      .map((remark) => ({ ...remark, path })),
  );

/** An export that lies somewhere in the project, not where its talk is kept. */
const isFound = ({ shape }: StateFile): boolean => /(?:^|&)found$/.test(shape.options);

/**
 * Conversations from the oldest to the newest, by what they say of time; then by path, which often is a date. Nobody who works here
 * said what tests are fed with.
 */
function talks(
  view: StateView,
): { readonly file: number; readonly path: string; readonly content: number }[] {
  return view.state.files
    .flatMap((entry, file) => {
      const { shape, content, path } = entry;
      if (shape.source !== 'conversation' || content === 0) return [];
      if (isFound(entry) && isTestData(path)) return [];
      return [{ file, path, content, until: view.facts(content).meta['to'] ?? '' }];
    })
    .sort((a, b) => byCodePoint(a.until, b.until) || byCodePoint(a.path, b.path));
}

/**
 * The last turns of the newest conversation, in the order they were said: what a task without context goes on from. An export that lies
 * somewhere in the project is no such conversation.
 */
export function recentTurns(view: StateView, count: number): ChunkPlace[] {
  const newest = talks(view).findLast(({ file }) => {
    const entry = view.state.files[file];
    return entry !== undefined && !isFound(entry);
  });
  if (newest === undefined || count <= 0) return [];
  return view
    .facts(newest.content)
    .chunks.map((chunk, sequence) => placeOf(newest, chunk, sequence))
    .slice(-count);
}

const placeOf = (
  { file, path }: { readonly file: number; readonly path: string },
  { firstLine, lastLine }: Chunk,
  sequence: number,
): ChunkPlace => ({ file, path, sequence, firstLine, lastLine });

/** Whether a file is of a source that is asked. */
export type Accepts = (file: StateFile) => boolean;

export interface RelevantEvent extends ChunkPlace {
  readonly level: string;
  /** As the log writes it; empty if it does not. */
  readonly time: string;
  /** Files of its trace that the task's trace names too. */
  readonly sharedFrames: readonly string[];
  /** How many events of the log have the same form. */
  readonly repeats: number;
  readonly score: number;
  /** How well its words match the task, of the best piece of the project. */
  readonly words: number;
}

/** The name of what was raised says most; the path of a log says nothing. */
const EVENT_FIELDS: FieldWeights = { body: 1, doc: 0, name: 6, within: 0, path: 0 };
/** What speaks for an event, each in [0, 1]: what it says, its level, the trace it shares, how late it is. */
const EVENT_WEIGHTS = { words: 1, level: 0.5, frames: 0.75, recency: 0.25 };
/** An event of half this age (in hours before the last of its log) counts half. */
const RECENT_HOURS = 24;
const LEVEL_ORDER: readonly string[] = LEVELS;
const HOUR_MS = 3_600_000;

const fileOf = (place: string): string =>
  place
    .replaceAll('\\', '/')
    .replace(/(?::\d+)+$/, '')
    .split('/')
    .at(-1)
    ?.toLowerCase() ?? '';

/**
 * Faults in the logs by level, time, words and shared frames. Of the events of one form the best stands for all: a
 * thousand of the same say no more than one and their number.
 */
export function relevantEvents(
  view: StateView,
  task: Task,
  accepts: Accepts = () => true,
): RelevantEvent[] {
  const isLog = (entry: StateFile): boolean =>
    entry.shape.source === 'logs' && entry.content !== 0 && accepts(entry);
  // Most projects have none, and it takes a while to score all pieces of a large one.
  if (!view.state.files.some(isLog)) return [];
  const scores = view.lexical.score(fullQuery(task.sections, FULL_QUERY), EVENT_FIELDS, SATURATION);
  const asked = new Set(task.frames.map(({ path }) => fileOf(path)));
  const found: { event: RelevantEvent; words: number; form: string }[] = [];
  view.state.files.forEach((entry, file) => {
    const { content, path } = entry;
    if (!isLog(entry)) return;
    const { chunks } = view.facts(content);
    const times = chunks.map(({ meta }) => readTime(meta?.['time'] ?? '')?.ms ?? null);
    const last = times.reduce<number>(
      (latest, time) => Math.max(latest, time ?? latest),
      -Infinity,
    );
    chunks.forEach((chunk, i) => {
      const isWarning = chunk.kind === 'events' && chunk.name !== '';
      if (chunk.kind !== 'event' && !isWarning) return;
      const { level = '', time = '', frames = '', template = '' } = chunk.meta ?? {};
      const places = frames === '' ? [] : frames.split(',');
      const sharedFrames = [...new Set(places.map(fileOf))].filter((name) => asked.has(name));
      const at = times[i] ?? null;
      const hours = at === null ? RECENT_HOURS : (last - at) / HOUR_MS;
      const score =
        EVENT_WEIGHTS.level * (LEVEL_ORDER.indexOf(level) / (LEVELS.length - 1)) +
        EVENT_WEIGHTS.frames * (sharedFrames.length / Math.max(1, asked.size)) +
        EVENT_WEIGHTS.recency / (1 + hours / RECENT_HOURS);
      const words = scores[(view.lexical.starts[file] ?? 0) + i] ?? 0;
      const place = placeOf({ file, path }, chunk, i);
      const event = { ...place, level, time, sharedFrames, repeats: 1, score, words: 0 };
      found.push({ event, words, form: `${path}\n${template === '' ? chunk.name : template}` });
    });
  });
  const most = found.reduce((max, { words }) => Math.max(max, words), 0);
  const best = scores.reduce((max, score) => Math.max(max, score), 0);
  const byForm = new Map<string, RelevantEvent>();
  for (const { event, words, form } of found) {
    const share = most === 0 ? 0 : words / most;
    const scored = {
      ...event,
      score: event.score + EVENT_WEIGHTS.words * share,
      words: best === 0 ? 0 : words / best,
    };
    const other = byForm.get(form);
    const better = other === undefined || scored.score > other.score ? scored : other;
    byForm.set(form, { ...better, repeats: (other?.repeats ?? 0) + 1 });
  }
  return [...byForm.values()].sort(
    (a, b) => b.score - a.score || byCodePoint(a.path, b.path) || a.sequence - b.sequence,
  );
}
