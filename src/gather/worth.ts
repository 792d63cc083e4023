import { rememberedOf } from '../math/memo.ts';
import type { RankedChunk } from '../model/candidate.ts';
import type { Facts } from '../model/document.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { Ask } from '../model/task.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { byPriority, type FileChunks } from '../retrieve/chunks.ts';
import {
  leadsAmong,
  type NamedPiece,
  type NameLink,
  NO_LEAD,
  nameLinks,
  type Seed,
} from '../retrieve/symbols.ts';
import { calibrated, fieldOf } from '../score/calibration.ts';
import {
  densityOf,
  OPENING,
  type PieceEvidence,
  type PieceKind,
  pieceNeeded,
} from '../score/value.ts';
import { isOfElsewhere } from './elsewhere.ts';
import type { IsOtherMatter } from './events.ts';
import type { Exchanges } from './exchanges.ts';
import { openedBy } from './opening.ts';
import { isBare, isHeader, kindOfFile, kindOfPiece } from './piece-kind.ts';
import {
  entriesOf,
  hasRows,
  isSilentStretch,
  linesAround,
  stretchesOf,
  termsFound,
} from './stretches.ts';
import { isOfResources, together } from './together.ts';

/** How likely a file is needed at least that the task names, or a piece that evidence leads to. */
export const LED_TO = 0.5;
/** How likely such a piece is needed at least, whatever its words. */
export const LED_TO_PIECE = 0.1;
/**
 * What the best pieces use, and who uses them, has at least this share of what the best is worth: on 197 one-line tasks every file in 4k
 * tokens in 77 instead of 76 %, every line in 8k in 61 instead of 60 %; what an expert wants stays the same.
 */
export const LED_TO_DEFINITION = 0.15;
const LED_TO_USER = 0.1;
/** What is to be imitated is needed whatever its size: about as dense as the best pieces. */
const AS_MODEL = 0.15;
/** So many of the best pieces of code are asked where they lead. */
const SEEDS = 12;
const CHARACTERS_PER_TOKEN = 4;

export interface Need {
  readonly ask: Ask;
  readonly files: readonly ScoredFile[];
  /** Pieces that evidence leads to, by path, and how strong it is. */
  readonly linked: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Code that a change is to imitate. */
  readonly models?: readonly Link[];
  /** Pieces of which all is meant, however long they are. */
  readonly wholes?: readonly Link[];
  /** What is sought. */
  readonly terms: ReadonlySet<string>;
  /** Whether an event of a log is another matter. */
  readonly isOther?: IsOtherMatter;
  /** The lines of logs that are meant, by path. */
  readonly lines?: ReadonlyMap<string, ReadonlySet<number>>;
  /** The places that the task names. */
  readonly places?: ReadonlySet<string>;
  /** Which turns are on the matter of the task. */
  readonly exchanges?: Exchanges;
  /** Whether a file shares a word with the task by chance. */
  readonly isByChance?: (path: string) => boolean;
}

/** The pieces that chains lead to, by path, each with the strength of the best. */
export function piecesLedTo(linked: readonly Chain[]): Map<string, Map<number, number>> {
  const led = new Map<string, Map<number, number>>();
  for (const { score, links } of linked) {
    for (const { path, sequence } of links) {
      const own = led.get(path) ?? new Map<number, number>();
      led.set(path, own.set(sequence, Math.max(score, own.get(sequence) ?? 0)));
    }
  }
  return led;
}

/** Every piece with how likely it is needed: by its file, its words, and what the best pieces lead to. The best one brings its file. */
export function withWorth(entries: readonly FileChunks[], need: Need): FileChunks[] {
  const evidence = evidenceOf(entries, need);
  const likely = new Map(Array.from(evidence, ([chunk, own]) => [chunk, neededOf(own)]));
  const ofCode = Array.from(evidence, ([chunk, own]) =>
    own.kind === 'code' ? (likely.get(chunk) ?? 0) : 0,
  );
  const most = ofCode.reduce((best, one) => Math.max(best, one), 0);
  const shares = new Map(
    entries.map(({ ranked: { path } }) => [path, need.isByChance?.(path) === true ? APART : 1]),
  );
  const isModel = isAmong(need.models);
  const isWhole = isAmong(need.wholes);
  const shareOf = (path: string): number => shares.get(path) ?? 1;
  const worthOf = (chunk: RankedChunk): number => {
    const { defines = 0, uses = 0 } = evidence.get(chunk) ?? {};
    const led = most * Math.max(LED_TO_DEFINITION * defines, LED_TO_USER * uses);
    const strength = need.linked.get(chunk.path)?.get(chunk.sequence) ?? 0;
    const own = shareOf(chunk.path) * (likely.get(chunk) ?? 0);
    const asModel = isModel(chunk) ? AS_MODEL / densityOf(1, tokensOf(chunk)) : 0;
    return Math.max(own, led, Math.min(LED_TO_PIECE, strength), asModel);
  };
  return entries.map((entry) => {
    const share = shareOf(entry.ranked.path);
    const said = Math.max(0, ...entry.chunks.map(({ words }) => words));
    const best = Math.max(0, ...entry.chunks.map(worthOf));
    const worths = entry.chunks.map((chunk) => {
      if (isApart(chunk, entry.facts, need)) return APART * worthOf(chunk);
      if (isWhole(chunk)) return worthOf(chunk);
      if (isSilentStretch(chunk, entry.facts, need.terms)) return SILENT * worthOf(chunk);
      const own = evidence.get(chunk);
      if (own !== undefined && isFarFrom(said, own)) {
        // Where no piece has a word the best one still opens the file.
        return said > NO_WORDS || worthOf(chunk) < best ? FAR * worthOf(chunk) : best;
      }
      return isBesideAnswer(own) ? BESIDE_ANSWER * worthOf(chunk) : worthOf(chunk);
    });
    const told = withExchanges(entry, worths, need);
    const opened = openedBy(
      entry.chunks.map((chunk, i) => {
        const opening = share * OPENING * (evidence.get(chunk)?.fileNeeded ?? 0);
        const own = { tokens: tokensOf(chunk), isBare: isBare(chunk, entry.facts) };
        return { ...own, worth: told[i] ?? 0, opening };
      }),
    );
    const chunks = entry.chunks.map((chunk, i) => {
      const worth = opened[i] ?? 0;
      if (isWhole(chunk)) return { ...chunk, worth };
      const stretches = shownOf(chunk, entry.facts, need);
      if (stretches === undefined) return { ...chunk, worth };
      return { ...chunk, worth, stretches, ...(hasRows(chunk, entry.facts) && { hasRows: true }) };
    });
    return together({ ...entry, chunks }, need.exchanges);
  });
}

/** Which lines of a piece are meant. */
function shownOf(chunk: RankedChunk, facts: Facts, { lines, terms }: Need) {
  const meant = facts.shape.source === 'logs' ? lines?.get(chunk.path) : undefined;
  const own = meant === undefined ? undefined : linesAround(chunk, facts, meant);
  if (own !== undefined) return own;
  return facts.shape.kind === 'audit'
    ? entriesOf(chunk, facts, terms)
    : stretchesOf(chunk, facts, terms);
}

/** What answers a turn, or asks for it, is worth nearly as much as the turn. */
const OF_EXCHANGE = 0.8;

function withExchanges(
  { ranked: { path }, facts, chunks }: FileChunks,
  worths: readonly number[],
  { exchanges }: Need,
): readonly number[] {
  if (facts.shape.source !== 'conversation' || exchanges === undefined) return worths;
  const bySequence = new Map(chunks.map(({ sequence }, i) => [sequence, worths[i] ?? 0]));
  return chunks.map(({ sequence }, i) => {
    const of = exchanges.turnFor(path, sequence);
    const own = worths[i] ?? 0;
    return of === null || of === sequence
      ? own
      : Math.max(own, OF_EXCHANGE * (bySequence.get(of) ?? 0));
  });
}

/** Tells whether a piece is one of those that links lead to. */
function isAmong(links: readonly Link[] = []): (chunk: RankedChunk) => boolean {
  const known = new Set(links.map(({ path, sequence }) => `${sequence} ${path}`));
  return ({ path, sequence }) => known.has(`${sequence} ${path}`);
}

/** What is left of the worth of a stretch that no word speaks for. */
export const SILENT = 0.01;
/** And of a file that has its words by chance, or a piece that stands for itself: an endpoint, lines that tell of nothing, other talk. */
const APART = 0.001;

/**
 * Who asks how something works does not want the whole file that does it: code that has few of the words and that nothing leads to. Of 84
 * things that experts want for eleven questions 46 instead of 43 are inside 6k tokens; where no size is given, contexts have 8,600 instead
 * of 9,900 tokens with 49 instead of 50 of them.
 */
const BESIDE_ANSWER = 0.3;
const FEW_WORDS = 0.4;
const LEAST_LEAD = 0.2;

const isBesideAnswer = (piece: PieceEvidence | undefined): boolean =>
  piece !== undefined &&
  piece.ask === 'question' &&
  (piece.kind === 'code' || piece.kind === 'test') &&
  piece.words < FEW_WORDS &&
  Math.max(piece.defines, piece.uses, piece.tests) < LEAST_LEAD;

/**
 * In a large file whose words tell where a change belongs, what neither has them nor stands beside them nor is led to: of 263 one-line
 * tasks of eight projects none needed such a piece, and "fix cors" brought whole files for the ten lines that speak of it. So does a large
 * file that only its commits speak for: no piece of it is likelier than the next.
 */
const FAR = 0.1;
const LARGE_FILE_TOKENS = 4000;
const TELLING = 0.5;
const NO_WORDS = 0.02;

const isFarFrom = (said: number, piece: PieceEvidence): boolean =>
  piece.ask !== 'question' &&
  piece.ask !== 'report' &&
  piece.kind === 'code' &&
  piece.fileTokens >= LARGE_FILE_TOKENS &&
  (said >= TELLING || said <= NO_WORDS) &&
  Math.max(piece.words, piece.besideWords) <= NO_WORDS &&
  Math.max(piece.defines, piece.uses, piece.tests) < LEAST_LEAD;

/** Whether a piece says all of what it is about, has nothing to do with the others of its file, and no word speaks for it. */
function isApart(
  { start, end, sequence, words, path }: RankedChunk,
  { shape, chunks, text }: Facts,
  { terms, linked, isOther, exchanges, lines, places }: Need,
): boolean {
  const { kind = '', name = '' } = chunks[sequence] ?? {};
  if (places !== undefined && isOfResources(shape)) {
    const others = chunks.map((other) => other.name);
    if (isOfElsewhere(name, others, places)) return true;
  }
  if (linked.get(path)?.has(sequence) === true) return false;
  if (isOther?.({ path, sequence }) === true) return true;
  if (shape.source === 'conversation') {
    return exchanges === undefined ? words === 0 : exchanges.turnFor(path, sequence) === null;
  }
  // Rows of a table are meant one by one.
  if (kind === 'rows') return true;
  // Where entries of a trail are meant, the others are not.
  if (shape.kind === 'audit' && lines?.has(path) === true) return true;
  const isOwn =
    (shape.kind === 'api' && kind === 'endpoint') ||
    (shape.source === 'logs' && (kind === 'metric' || (kind === 'events' && name === ''))) ||
    (isOfResources(shape) && name !== '');
  if (!isOwn) return false;
  // What it is called by may stand above it: the path of an endpoint.
  const own = `${name}\n${text.slice(start, end)}`;
  return (
    termsFound(own, terms).size === 0 ||
    ((shape.kind === 'api' || isOfResources(shape)) && isBeside(own, { chunks, text }, terms))
  );
}

/** An endpoint that has fewer of the words than half of what another has. */
function isBeside(
  own: string,
  { chunks, text }: Pick<Facts, 'chunks' | 'text'>,
  terms: ReadonlySet<string>,
): boolean {
  const wordsIn = (said: string): number =>
    [...termsFound(said, terms)].filter((term) => term.startsWith('p:')).length;
  const most = Math.max(
    ...chunks.map(({ name, start, end }) => wordsIn(`${name}\n${text.slice(start, end)}`)),
  );
  return wordsIn(own) <= most / 2;
}

/** What speaks for each piece; the names of the best lead to others. */
export function evidenceOf(
  entries: readonly FileChunks[],
  need: Need,
): Map<RankedChunk, PieceEvidence> {
  const evidence = ownEvidence(entries, need);
  const named = namedPieces(entries);
  for (const [chunk, lead] of leadsAmong(named, seedsOf(named, evidence))) {
    const own = evidence.get(chunk);
    if (own !== undefined) evidence.set(chunk, { ...own, ...lead });
  }
  return evidence;
}

/** Through which names the best pieces lead to others, the strongest first. */
export function linksAmong(entries: readonly FileChunks[], need: Need): NameLink[] {
  const named = namedPieces(entries);
  return nameLinks(named, seedsOf(named, ownEvidence(entries, need))).sort(
    (a, b) => b.strength - a.strength,
  );
}

/** The same for the pieces of one file. */
export const linksTo = (
  entries: readonly FileChunks[],
  need: Need,
  path: string,
): readonly NameLink[] => linksAmong(entries, need).filter(({ to }) => to.path === path);

const namedPieces = (entries: readonly FileChunks[]): NamedPiece[] =>
  entries
    .filter(({ facts }) => facts.shape.source === 'code')
    .flatMap(({ facts, chunks }) =>
      chunks.map((chunk) => ({ chunk, facts, isTest: kindOfPiece(facts, chunk) === 'test' })),
    );

function ownEvidence(
  entries: readonly FileChunks[],
  { ask, files, linked }: Need,
): Map<RankedChunk, PieceEvidence> {
  const scored = new Map(files.map((file) => [file.path, file]));
  const isCode = ({ facts }: FileChunks): boolean => kindOfFile(facts) === 'code';
  const codeField = fieldOf(entries.filter(isCode).map(({ ranked }) => ranked.score));
  const wordsPlace = placesByWords(entries);
  const evidence = new Map<RankedChunk, PieceEvidence>();
  for (const entry of entries) {
    const { ranked, facts, chunks } = entry;
    const file = scored.get(ranked.path);
    const relevance = file?.relevance ?? 0;
    const led = linked.get(ranked.path);
    const isNamed = file?.standing === 'mentioned';
    const isBehind = ask === 'question' && isCode(entry);
    const behindAnswer = isBehind ? calibrated(ranked.score, codeField) : 0;
    const fileTokens = facts.text.length / CHARACTERS_PER_TOKEN;
    const words = new Map(chunks.map((chunk) => [chunk.sequence, chunk.words]));
    [...chunks].sort(byPriority).forEach((chunk, place) => {
      const { priority, sequence } = chunk;
      const ledTo = isNamed ? LED_TO : Math.min(LED_TO, led?.get(sequence) ?? 0);
      // Without spreading anything: there are thousands of them for each task.
      evidence.set(chunk, {
        ask,
        behindAnswer,
        fileTokens,
        defines: NO_LEAD.defines,
        uses: NO_LEAD.uses,
        tests: NO_LEAD.tests,
        kind: kindOfPiece(facts, chunk),
        fileNeeded: Math.max(relevance, ledTo),
        words: chunk.words,
        wordsPlace: wordsPlace.get(chunk) ?? 0,
        besideWords: Math.max(words.get(sequence - 1) ?? 0, words.get(sequence + 1) ?? 0),
        priority,
        place,
        tokens: tokensOf(chunk),
        isHeader: isHeader(chunk, facts),
      });
    });
  }
  return evidence;
}

function placesByWords(entries: readonly FileChunks[]): Map<RankedChunk, number> {
  const places = new Map<RankedChunk, number>();
  const seen = new Map<PieceKind, number>();
  const all = entries.flatMap(({ facts, chunks }) =>
    chunks.map((chunk) => ({ chunk, kind: kindOfPiece(facts, chunk) })),
  );
  all.sort((a, b) => b.chunk.words - a.chunk.words || byPriority(a.chunk, b.chunk));
  for (const { chunk, kind } of all) {
    const place = seen.get(kind) ?? 0;
    places.set(chunk, place);
    seen.set(kind, place + 1);
  }
  return places;
}

/** Of most pieces it is asked twice: as a seed, and once more with what the seeds lead to. */
const neededOf = rememberedOf(pieceNeeded);

const tokensOf = ({ start, end }: RankedChunk): number => (end - start) / CHARACTERS_PER_TOKEN;

/** The best pieces of code, each with its strength beside the best. */
function seedsOf(
  named: readonly NamedPiece[],
  evidence: ReadonlyMap<RankedChunk, PieceEvidence>,
): Seed[] {
  const weighed = named.flatMap((piece) => {
    const own = evidence.get(piece.chunk);
    if (own === undefined || own.kind !== 'code' || own.isHeader) return [];
    const likely = neededOf(own);
    return [{ piece, likely, density: densityOf(likely, own.tokens) }];
  });
  weighed.sort((a, b) => b.density - a.density || byPriority(a.piece.chunk, b.piece.chunk));
  const seeds = weighed.slice(0, SEEDS);
  const most = Math.max(...seeds.map(({ likely }) => likely));
  return seeds.map(({ piece, likely }) => ({ piece, strength: likely / most }));
}
