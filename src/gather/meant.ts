import { eachTerm } from '../math/terms.ts';
import type { Chunk, Facts } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { daysNamed, daysOf, isOnDay, namesDays, namesIn } from './named.ts';
import { hasWord, type TitleWord, titleWords, weightOf } from './title-words.ts';

/*
 * What was said, logged, counted or done stands in records: a turn, a line, an entry, a row. Each is weighed by itself, whatever the file
 * it lies in holds besides.
 */

/** One thing that was written down. */
export interface Recorded {
  readonly file: number;
  readonly path: string;
  readonly sequence: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Of what the words of the task say, how much it has. */
  readonly covered: number;
  readonly words: number;
  /** Names that the task names, of which there are few. */
  readonly names: number;
  readonly isOnDay: boolean;
  /** Whether it has what the task calls by its name: somebody, some place. */
  readonly isCalled: boolean;
  readonly isTurn: boolean;
}

/** A name in more records than this tells none of them from the others. */
const MOST_NAMED = 12;
/** Whoever tells a long story has all said in a record that has as much as so many of the rarest words. */
const ENOUGH = 2;
/** A record that has so much of the words is meant, */
const LEAST_COVERED = 0.35;
/** one that has what the task calls by its name with so much, */
const LEAST_CALLED = 0.25;
/** and on the day that the task names one with so much. */
const LEAST_ON_DAY = 0.12;
/** Records with less than this of what the best has are beside the matter. */
const BESIDE_BEST = 0.65;
const MOST = 10;
const MOST_OF_FILE = 6;
/** What a name is worth beside all the words, and a day. */
const NAME = 0.6;
const DAY = 0.35;

/** A short list of what changed is a record as well; a long one speaks of everything. */
const OF_CHANGES =
  /(?:^|\/)(?:changelog|changes|history|news|releases?|release[-_]notes)(?:\.\w+)?$/i;
const MOST_CHANGES = 12_000;

const isKept = (view: StateView, { content, path, shape: { source } }: StateFile): boolean => {
  if (content === 0) return false;
  if (source === 'conversation' || source === 'logs') return true;
  return (
    source === 'documentation' &&
    OF_CHANGES.test(path) &&
    view.facts(content).text.length <= MOST_CHANGES
  );
};

/** Programs for chats come with a room for what is not work, and people make others. */
const OFF_TOPIC =
  /(?:^|[/_.-])(?:random|off-?topic|social|lunch|watercooler|fun|memes|pets|party|kitchen|coffee|plauder\w*|smalltalk)(?:[/_.-]|$)/i;
/** What is said there shares words with a task by chance. */
const BY_CHANCE = 0.4;

/** All records that have a word, a name or a day of a task. */
export function recordsOf(view: StateView, task: Task): readonly Recorded[] {
  const { patterns: names, proper, terms: ofNames } = namesIn(task.sections.title);
  const words = titleWords(view, task).filter(({ found, term }) => found > 0 && !ofNames.has(term));
  const all = Math.min(weightOf(words), ENOUGH * Math.log(1 + view.lexical.lengths.length));
  const days = daysNamed(task);
  if (words.length === 0 && names.length === 0) return [];
  const found: (Omit<Recorded, 'names'> & { readonly text: string; readonly has: number[] })[] = [];
  view.state.files.forEach((entry, file) => {
    if (!isKept(view, entry)) return;
    const facts = view.facts(entry.content);
    const isTurn = entry.shape.source === 'conversation';
    const share = isTurn && OFF_TOPIC.test(entry.path) ? BY_CHANCE : 1;
    const inPath = wordsIn(isTurn ? talkName(entry.path, facts) : entry.path, words);
    const pieces = facts.chunks.flatMap((chunk, sequence) =>
      recordsIn(entry, facts, chunk).map((piece) => ({
        ...piece,
        sequence,
        own: wordsIn(piece.text, words),
      })),
    );
    const isTelling = tellingAmong(pieces.map(({ own }) => own));
    for (const { sequence, firstLine, lastLine, text, days: on, own } of pieces) {
      const has = names.flatMap((name, i) => (name.test(text) ? [i] : []));
      const isThen = namesDays(days) && isOnDay(on, days);
      const telling = isTurn ? own : own.filter(isTelling);
      if (telling.length === 0 && has.length === 0 && !(isThen && inPath.length > 0)) continue;
      const said = [...new Set([...telling, ...inPath])];
      const covered = all === 0 ? 0 : (share * weightOf(said)) / all;
      const place = { file, path: entry.path, sequence, firstLine, lastLine };
      found.push({
        ...place,
        covered,
        words: said.filter(isWord).length,
        isCalled: proper.some((name) => name.test(text)),
        isOnDay: isThen,
        isTurn,
        text,
        has,
      });
    }
  });
  const counts = names.map((_, i) => found.filter(({ has }) => has.includes(i)).length);
  return found.map(({ text: _, has, ...record }) => ({
    ...record,
    names: has.filter((i) => (counts[i] ?? 0) <= MOST_NAMED).length,
  }));
}

/** A talk is called by its file and its title; the folders above it hold others. */
const talkName = (path: string, { chunks }: Facts): string =>
  `${path.slice(path.lastIndexOf('/') + 1)} ${chunks[0]?.within[0] ?? ''}`;

/** Of many lines of a log a word that a good part of them have tells none from the others. */
const COMMON = 0.4;
const MANY_LINES = 8;

function tellingAmong(all: readonly (readonly TitleWord[])[]): (word: TitleWord) => boolean {
  if (all.length < MANY_LINES) return () => true;
  const counts = new Map<TitleWord, number>();
  for (const word of all.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => (counts.get(word) ?? 0) <= COMMON * all.length;
}

/** A number that several things have tells of none of them. */
const isWord = ({ term }: TitleWord): boolean => !/^[pw]:\d+$/.test(term);

function wordsIn(text: string, words: readonly TitleWord[]): readonly TitleWord[] {
  const terms = new Set<string>();
  eachTerm(text, (term) => terms.add(term));
  return words.filter(({ term }) => hasWord(terms, term));
}

interface Piece {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
  readonly days: readonly string[];
}

/** The records of a chunk: a turn is one, of a log each line. */
function recordsIn({ shape, path }: StateFile, { text }: Facts, chunk: Chunk): Piece[] {
  const own = text.slice(chunk.start, chunk.end);
  const { firstLine, lastLine } = chunk;
  const orElse = (days: readonly string[], other: () => readonly string[]): readonly string[] =>
    days.length > 0 ? days : other();
  if (shape.source === 'conversation') {
    const said = own.replace(/^▌.*\n?/, '');
    const told = daysOf(`${chunk.meta?.['time'] ?? ''} ${chunk.within.join(' ')}`);
    return [{ firstLine, lastLine, text: said, days: orElse(told, () => daysOf(path)) }];
  }
  const within = daysOf(path);
  if (chunk.kind === 'event') {
    return [{ firstLine, lastLine, text: own, days: orElse(daysOf(own), () => within) }];
  }
  const lines = own.trimEnd().split('\n');
  const columns = chunk.kind === 'rows' ? (lines[0] ?? '') : '';
  return lines.flatMap((line, i) => {
    if (columns !== '' && i === 0) return [];
    const at = firstLine + i;
    const days = orElse(daysOf(line), () => within);
    return [
      { firstLine: at, lastLine: at, text: columns === '' ? line : `${columns}\n${line}`, days },
    ];
  });
}

export const strengthOf = ({ covered, names, isOnDay: isThen }: Recorded): number =>
  covered + NAME * Math.min(2, names) + (isThen ? DAY : 0);

const isMeant = ({ covered, words, names, isCalled, isOnDay: isThen }: Recorded): boolean =>
  names > 0 ||
  (isCalled && covered >= LEAST_CALLED) ||
  (words > 1 && covered >= LEAST_COVERED) ||
  (isThen && words > 0 && covered >= LEAST_ON_DAY);

/** The records that a task means, the best first. */
export function meantOf(records: readonly Recorded[]): readonly Recorded[] {
  const meant = records.filter(isMeant);
  const most = meant.reduce((best, one) => Math.max(best, strengthOf(one)), 0);
  const perFile = new Map<string, number>();
  return meant
    .filter((one) => one.names > 0 || strengthOf(one) >= BESIDE_BEST * most)
    .sort((a, b) => strengthOf(b) - strengthOf(a) || a.file - b.file || a.firstLine - b.firstLine)
    .filter(({ path }) => {
      const count = (perFile.get(path) ?? 0) + 1;
      perFile.set(path, count);
      return count <= MOST_OF_FILE;
    })
    .slice(0, MOST);
}

/** Whether a log holds what a task means, so that logs are worth a look. */
export const isLogged = (view: StateView, task: Task): boolean =>
  meantOf(recordsOf(view, task)).some(
    ({ isTurn, names, isOnDay: isThen }) => !isTurn && (names > 0 || isThen),
  );

/** The lines of records in logs that are meant, by path; what stands beside a fault came before it or of it. */
export function linesMeant(
  view: StateView,
  records: readonly Recorded[],
): ReadonlyMap<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  const meant = meantOf(records).filter(({ isTurn }) => !isTurn);
  for (const { path, firstLine, lastLine } of [...meant, ...besideMeant(view, meant)]) {
    const own = lines.get(path) ?? new Set();
    for (let line = firstLine; line <= lastLine; line++) own.add(line);
    lines.set(path, own);
  }
  return lines;
}

/** The lines before and after what a log tells, where they lie in other pieces. */
export function besideMeant(
  view: StateView,
  meant: readonly Recorded[],
): readonly Pick<Recorded, 'file' | 'path' | 'sequence' | 'firstLine' | 'lastLine'>[] {
  return meant.flatMap(({ file, path, sequence, firstLine, lastLine, isTurn }) => {
    const { content = 0, shape } = view.state.files[file] ?? {};
    if (isTurn || content === 0 || shape?.source !== 'logs') return [];
    if (shape.kind === 'audit' || shape.kind === 'metrics') return [];
    const { chunks } = view.facts(content);
    const own = chunks[sequence];
    return [firstLine - 1, lastLine + 1].flatMap((line) => {
      if (own !== undefined && line >= own.firstLine && line <= own.lastLine) return [];
      const at = chunks.findIndex((chunk) => line >= chunk.firstLine && line <= chunk.lastLine);
      if (at < 0 || chunks[at]?.kind === 'event') return [];
      return [{ file, path, sequence: at, firstLine: line, lastLine: line }];
    });
  });
}
