import { kindOfPiece } from '../gather/piece-kind.ts';
import { LED_TO, LED_TO_PIECE, piecesLedTo, SILENT } from '../gather/worth.ts';
import { lineStarts } from '../math/lines.ts';
import { late } from '../math/memo.ts';
import { byCodePoint } from '../math/order.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import { familyOf } from '../model/shape.ts';
import type { Piece } from '../pack/piece.ts';
import { recency } from '../score/factors.ts';
import { densityOf, isWorthTaking, laterShare, MANY, openingDensity } from '../score/value.ts';
import { insideAny } from '../text/paths/place.ts';
import type { Candidates } from './candidates.ts';
import { companionsOf } from './companions.ts';
import type { CompositionRules } from './rules.ts';
import { withShortFiles } from './short-files.ts';
import { withTail } from './tail.ts';

/** A chunk that may be packed, or a part of one: the ranges it consists of, in order. */
export interface ChunkPiece extends Piece {
  readonly ranges: readonly RankedChunk[];
  /** Whether it is worth its tokens where nobody gave a size. */
  readonly isWorthIt: boolean;
  /** Somebody picked it: it is packed before all others. */
  readonly isPicked?: boolean;
}

/** Comments and docstrings of this many lines or more keep their first and last line; what lies between is a piece of its own. */
const LONG_COMMENT = 5;
/** How much less such an inside is wanted than its chunk (measured with bench/quality/localise.ts). */
const INSIDE_PENALTY = 1;

/** How much less the lines of a record are wanted that no word speaks for; of a table as much as a piece without words. */
const SILENT_PENALTY = 2;
const SILENT_ROW_PENALTY = -Math.log(SILENT);

/** Inclusive lines. */
type Lines = readonly [number, number];

/** Where the long comments of a document have their insides. */
export interface Insides {
  /** In order. */
  readonly lines: readonly Lines[];
  /** Offsets of the document's lines, looked for where a chunk is taken apart. */
  readonly starts: readonly number[];
}

export function insidesOf({ docLines, text }: Facts): Insides {
  const lines = docLines
    .filter(([first, last]) => last - first + 1 >= LONG_COMMENT)
    .map(([first, last]) => [first + 1, last - 1] as const);
  const starts = late(() => lineStarts(text));
  return {
    lines,
    get starts(): readonly number[] {
      return starts();
    },
  };
}

/** The insides of long comments that lie in a chunk. */
const insidesIn = ({ firstLine, lastLine }: RankedChunk, lines: readonly Lines[]): Lines[] =>
  lines
    // Every chunk asks all of them, and few lie in it: by number, which makes no iterators.
    .filter((own) => Math.min(own[1], lastLine) - Math.max(own[0], firstLine) + 3 >= LONG_COMMENT)
    .map(([first, last]): Lines => [Math.max(first, firstLine), Math.min(last, lastLine)]);

/** The lines of a chunk around those that are meant. */
function aroundStretches(
  { firstLine, lastLine }: RankedChunk,
  stretches: readonly Lines[],
): Lines[] {
  const around: Lines[] = [];
  let next = firstLine;
  for (const [first, last] of stretches) {
    if (first > next) around.push([next, first - 1]);
    next = last + 1;
  }
  return next <= lastLine ? [...around, [next, lastLine]] : around;
}

/** The pieces of a chunk: what it does, and the insides of its long comments; or the lines that are meant, and the others. */
export function piecesOfChunk(
  chunk: RankedChunk,
  score: number,
  document: Insides,
  isWorthIt: boolean = true,
): ChunkPiece[] {
  const { path, sequence, start, stretches, hasRows = false } = chunk;
  const insides =
    stretches === undefined ? insidesIn(chunk, document.lines) : aroundStretches(chunk, stretches);
  const lessOfSilent = hasRows ? SILENT_ROW_PENALTY : SILENT_PENALTY;
  const less = stretches === undefined ? INSIDE_PENALTY : lessOfSilent;
  const whole = { path, sequence, start, score, isWorthIt };
  if (insides.length === 0) return [{ ...whole, ranges: [chunk] }];
  const rangeOf = (firstLine: number, lastLine: number): RankedChunk => ({
    ...chunk,
    firstLine,
    lastLine,
    start: Math.max(chunk.start, document.starts[firstLine - 1] ?? chunk.start),
    end: lastLine >= chunk.lastLine ? chunk.end : (document.starts[lastLine] ?? chunk.end),
  });
  const ranges: RankedChunk[] = [];
  let next = chunk.firstLine;
  for (const [first, last] of insides) {
    if (first > next) ranges.push(rangeOf(next, first - 1));
    next = last + 1;
  }
  if (next <= chunk.lastLine) ranges.push(rangeOf(next, chunk.lastLine));
  // A chunk that is nothing but the inside of a comment stays as it is.
  if (ranges.length === 0) return [{ ...whole, score: score - less, ranges: [chunk] }];
  const body: ChunkPiece = { ...whole, ranges };
  return [
    body,
    ...insides.map(([first, last]): ChunkPiece => {
      const range = rangeOf(first, last);
      return {
        path,
        sequence,
        start: range.start,
        score: score - less,
        ranges: [range],
        isWorthIt: isWorthIt && stretches === undefined,
        needs: body,
      };
    }),
  ];
}

const NO_INSIDES: Insides = { lines: [], starts: [] };

const asWhole = ({ stretches: _, ...chunk }: RankedChunk): RankedChunk => chunk;

/** What the newest gains, on the scale of priorities and as the logarithm of a value. */
const RECENT_WEIGHT = { priority: 0.25, value: 1 } as const;

/** Which pieces there are of everything gathered: only what speaks for the task, the newest a little sooner where that is wanted. */
export function piecesOf(
  {
    task,
    chunks,
    files,
    fixed,
    surroundings,
    isChosen = false,
    pins = [],
    picks = [],
    chains = [],
  }: Candidates,
  {
    preferRecent,
    recentDays,
    strategy,
    isOpen,
  }: Pick<CompositionRules, 'preferRecent' | 'recentDays' | 'strategy' | 'isOpen'>,
  available: number,
): ChunkPiece[] {
  const isFixed = new Set(fixed.documents.map(({ path }) => path));
  const scored = new Map(files.map((file) => [file.path, file]));
  const pinned = new Set(pins);
  const led = piecesLedTo(chains);
  const isPicked = insideAny(picks);
  const { ask = 'change' } = task;
  const answering =
    isOpen && ask === 'question' && files.length >= MANY ? pagesOpened(chunks) : NO_PAGES;
  const isByValue = strategy === 'value';
  const hasCompanions = isByValue && !isOpen && !isChosen;
  const companions = hasCompanions ? companionsOf(chunks, ask, available) : new Set();
  const recent = (path: string): number => {
    const file = scored.get(path);
    if (!preferRecent || file === undefined) return 0;
    const weight = RECENT_WEIGHT[isByValue ? 'value' : 'priority'];
    return weight * recency(surroundings.timeOf(file), surroundings.newest(), recentDays);
  };
  const pieces = chunks.flatMap(({ ranked: { path }, facts, chunks: own }) => {
    if (isFixed.has(path)) return [];
    const sooner = recent(path);
    const isPinned = pinned.has(path);
    const insides = isChosen ? NO_INSIDES : insidesOf(facts);
    const isPage = familyOf(facts.shape.source) !== 'code';
    const able = own.filter(({ priority }) => priority > 0);
    const { densities, first } = densitiesOf(able, isPage);
    const crowds = ask === 'question' && !isPage ? crowdsOf(able, densities) : [];
    const file = scored.get(path);
    const ofFile = {
      ask,
      filesFound: files.length,
      isPage: isPage || task.asksForCode === true,
    };
    const ledTo = led.get(path);
    const known = Math.max(file?.relevance ?? 0, file?.standing === 'mentioned' ? LED_TO : 0);
    return able.flatMap((found, i) => {
      const isOwn = isPicked(path, found);
      // What somebody asked for comes whole.
      const chunk = isOwn || isPinned || isChosen ? asWhole(found) : found;
      const density = densities[i] ?? 0;
      const kind = kindOfPiece(facts, chunk);
      const isFirst = i === first;
      const crowded = density / (crowds[i] ?? 1);
      const fileNeeded = Math.max(known, Math.min(LED_TO, ledTo?.get(chunk.sequence) ?? 0));
      const { worth } = chunk;
      const offered = { ...ofFile, fileNeeded, kind, density: crowded, worth, isFirst };
      const raised = isOwn ? PICKED_ABOVE : PINNED_ABOVE;
      const isFurther = ask === 'question' && isPage && i !== first;
      const isLater = ask !== 'question' && !isPage && !isFirst;
      const share = isLater ? laterShare(fileNeeded, worth) : 1;
      const value = Math.log(share * density) - (isFurther ? FURTHER_PASSAGE : 0);
      const ranked = companions.has(found) ? Math.max(COMPANION, value) : value;
      const byValue = ranked + (isOwn || isPinned ? raised : 0);
      const score = (isByValue ? byValue : chunk.priority) + sooner;
      const isWorthIt =
        isOwn || isPinned || isWorthTaking(offered) || (isFirst && answering.has(path));
      const pieces = piecesOfChunk(chunk, score, isOwn ? NO_INSIDES : insides, isWorthIt);
      return isOwn ? pieces.map((piece) => ({ ...piece, isPicked: true })) : pieces;
    });
  });
  const needed = (path: string): number => {
    const { relevance = 0, standing = null } = scored.get(path) ?? {};
    return pinned.has(path) || standing === 'mentioned' ? 1 : relevance;
  };
  const isLedTo = (path: string): boolean =>
    [...(led.get(path)?.values() ?? [])].some((strength) => strength >= LED_TO_PIECE);
  if (!isOpen) return pieces;
  const likely = fromLikelyFiles(withShortFiles(pieces, chunks), needed, isLedTo);
  if (ask !== 'change' && ask !== 'topic') return likely;
  const factsOf = new Map(chunks.map(({ ranked: { path }, facts }) => [path, facts]));
  return withTail(likely, needed, isLedTo, factsOf);
}

/**
 * Of so many likely pages the passage that fits best stands in the context of a question whose size nobody gave, however unlikely they are: pages
 * are short. Of 316 questions of 18 projects 91 instead of 88 % have their page inside, for 500 tokens more (bench/RESULTS.md). In a project of
 * a few dozen files further pages are mostly what the question does not mean.
 */
const PAGES_OPENED = 14;
/** What shares a word with the question by chance is less likely than this. */
const LEAST_WORTH = 0.0005;
const NO_PAGES: ReadonlySet<string> = new Set();

/** Which pages are opened though their passages are not worth their tokens by themselves. */
function pagesOpened(entries: Candidates['chunks']): ReadonlySet<string> {
  const pages = entries
    .filter(({ facts }) => facts.shape.source === 'documentation')
    .map(({ ranked: { path }, chunks }) => {
      return { path, worth: chunks.reduce((most, { worth }) => Math.max(most, worth), 0) };
    })
    .filter(({ worth }) => worth >= LEAST_WORTH)
    .sort((a, b) => b.worth - a.worth || byCodePoint(a.path, b.path));
  return new Set(pages.slice(0, PAGES_OPENED).map(({ path }) => path));
}

/**
 * Where nobody gave a size, so many files are opened at most: a hundred handlers that all call what a task names are each as unlikely as
 * the next. Those that evidence leads to come beside them. Chosen on 250 one-line tasks of ten projects, none of which needed a file that came after these (bench/TRIED.md).
 */
const FILES_OPENED = 40;

function fromLikelyFiles(
  pieces: readonly ChunkPiece[],
  needed: (path: string) => number,
  isLedTo: (path: string) => boolean,
): ChunkPiece[] {
  const worthIt = pieces.filter((piece) => piece.isWorthIt || piece.isPicked === true);
  const paths = [...new Set(worthIt.map(({ path }) => path))].filter((path) => !isLedTo(path));
  const far = new Set(paths.sort((a, b) => needed(b) - needed(a)).slice(FILES_OPENED));
  return pieces.map((piece) =>
    far.has(piece.path) && piece.isPicked !== true ? { ...piece, isWorthIt: false } : piece,
  );
}

/** What each piece of a file is worth for what it costs. Code comes after the piece that opens its file, which pays for the heading. */
function densitiesOf(
  chunks: readonly RankedChunk[],
  isPage: boolean,
): { readonly densities: readonly number[]; readonly first: number } {
  const by = (measure: typeof densityOf): number[] =>
    chunks.map(({ worth, start, end }) => measure(worth, (end - start) / CHARACTERS_PER_TOKEN));
  const opening = by(isPage ? densityOf : openingDensity);
  const best = opening.reduce((top, one) => Math.max(top, one), 0);
  const first = opening.indexOf(best);
  const densities = isPage
    ? opening
    : by(densityOf).map((density, i) => (i === first ? best : Math.min(density, best)));
  return { densities, first };
}

/** Of a file behind an answer so much is as welcome as the first; then less and less, for a file of types has the words all over. */
const WELCOME_TOKENS = 4000;
const CROWD_TOKENS = 1000;

/** How much the pieces of a file that come before it take from each of them. */
function crowdsOf(chunks: readonly RankedChunk[], densities: readonly number[]): number[] {
  const order = chunks.map((_, i) => i).sort((a, b) => (densities[b] ?? 0) - (densities[a] ?? 0));
  const crowds: number[] = [];
  let before = 0;
  for (const i of order) {
    crowds[i] = 1 + Math.max(0, before - WELCOME_TOKENS) / CROWD_TOKENS;
    const { start = 0, end = 0 } = chunks[i] ?? {};
    before += (end - start) / CHARACTERS_PER_TOKEN;
  }
  return crowds;
}

/** Of a page the passage that fits best answers; the others leave room for the code behind the answer, where it is scarce. */
const FURTHER_PASSAGE = Math.log(2);
/** About where the best pieces are. */
const COMPANION = 0;
/** Above the logarithm of every density. */
const PINNED_ABOVE = 100;
const PICKED_ABOVE = 200;
const CHARACTERS_PER_TOKEN = 4;
