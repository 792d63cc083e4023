import { rememberedOf } from '../math/memo.ts';
import { countTerms } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { meantOf, type Recorded, strengthOf } from './meant.ts';
import { hasWord, titleWords, weightOf } from './title-words.ts';

/*
 * A file of talk holds many matters. A turn is on that of the task by its own words; what was said around it belongs to it.
 */

/** Turns with less than this of what the best turn has are on another matter. */
const BESIDE_BEST = 0.45;
/** Whoever has not spoken for so long begins anew. */
const PAUSE_MS = 45 * 60_000;

/** Which turns are on the matter of a task: for each its own place, or that of the turn it belongs to. */
export interface Exchanges {
  /** The turn of the same file to which a turn belongs; its own number where it is on the matter by itself; null where it is not. */
  readonly turnFor: (path: string, sequence: number) => number | null;
}

export function exchangesOf(view: StateView, task: Task, records: readonly Recorded[]): Exchanges {
  const turns = records.filter(({ isTurn }) => isTurn);
  const most = turns.reduce((best, one) => Math.max(best, strengthOf(one)), 0);
  const meant = new Set(meantOf(records));
  const on = turns.filter(
    (turn) =>
      meant.has(turn) || (strengthOf(turn) >= BESIDE_BEST * most && turn.words + turn.names > 0),
  );
  const own = on.map(({ path, sequence }): Belonging => [path, sequence, sequence]);
  const belongs = new Map<string, number>();
  for (const [path, at, of] of [...own, ...besideOf(view, on), ...underTitles(view, task)]) {
    const key = `${path}#${at}`;
    if (!belongs.has(key)) belongs.set(key, of);
  }
  return { turnFor: (path, sequence) => belongs.get(`${path}#${sequence}`) ?? null };
}

/** A turn, and the one that it belongs to. */
type Belonging = readonly [path: string, at: number, of: number];

/** Turns of so many characters are one matter, if nobody says that it is another or says nothing for long. */
const SHORT_TALK = 2000;

/** What was said around turns. */
function besideOf(view: StateView, on: readonly Recorded[]): Belonging[] {
  return on.flatMap(({ file, path, sequence: of }) => {
    const facts = view.facts(view.state.files[file]?.content ?? 0);
    const talk = talksIn(facts).find((turns) => turns.some(({ at }) => at === of)) ?? [];
    return around(talk, of).map(({ at }): Belonging => [path, at, of]);
  });
}

/** The turns nearest to one, as many as are short together, what follows before what came before. */
function around(turns: readonly Placed[], of: number): Placed[] {
  const nearest = turns.toSorted(
    (a, b) => Math.abs(a.at - of) - Math.abs(b.at - of) || b.at - a.at,
  );
  const own = turns.find(({ at }) => at === of)?.turn;
  const most = own === undefined || isOneTalk(own) ? turns.length : MOST_UNTOLD;
  let left = SHORT_TALK;
  const end = nearest.findIndex(({ at, turn }) => {
    left -= turn.text.length;
    return left < 0 || Math.abs(at - of) > most;
  });
  return end < 0 ? nearest : nearest.slice(0, Math.max(1, end));
}

/** So many turns before and behind belong together where nothing tells when or under which title they were said. */
const MOST_UNTOLD = 2;
const isOneTalk = ({ ms, within, speaker }: Turn): boolean =>
  !Number.isNaN(ms) || within !== '' || OF_AGENTS.has(speaker);
const OF_AGENTS: ReadonlySet<string> = new Set(['user', 'assistant', 'tool']);

interface Placed {
  readonly at: number;
  readonly turn: Turn;
}

/**
 * Turns that follow each other. A point of minutes that nobody is said to have made stands for itself, and so does each where nobody speaks
 * twice: what stands before the colon is no speaker then.
 */
const talksIn = rememberedOf((facts: Facts): Placed[][] => {
  const turns = facts.chunks.flatMap((_, at): Placed[] => {
    const turn = turnAt(facts, at);
    return turn === null || turn.speaker === '' ? [] : [{ at, turn }];
  });
  const isOfPoints =
    turns.every(({ turn }) => !isOneTalk(turn)) &&
    new Set(turns.map(({ turn }) => turn.speaker)).size === turns.length;
  const talks: Placed[][] = [];
  for (const placed of turns) {
    const own = talks.at(-1);
    const last = own?.at(-1);
    if (own !== undefined && last !== undefined && !isOfPoints && goesOn(last, placed)) {
      own.push(placed);
    } else talks.push([placed]);
  }
  return talks;
});

/** Whether a turn is on the matter of the one before. */
function goesOn(last: Placed, next: Placed): boolean {
  const leaves = last.turn.text.search(ASIDE) >= BEGINNING;
  const comesFrom = next.turn.text.slice(0, BEGINNING).search(ASIDE) >= 0;
  return next.at === last.at + 1 && isNear(last.turn, next.turn) && !leaves && !comesFrom;
}

/** Behind so many characters somebody has said something else before. */
const BEGINNING = 30;

interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly within: string;
  readonly ms: number;
}

/** For clocks that nobody says the day of. */
const SOME_DAY = '2000-01-01';

function turnAt({ chunks, text }: Facts, at: number): Turn | null {
  const chunk = chunks[at];
  if (chunk === undefined) return null;
  const said = text.slice(chunk.start, chunk.end).replace(/^(?:▌.*\n?|\s+)*/, '');
  const { speaker = chunk.name, time = '', clock = '' } = chunk.meta ?? {};
  const ms = Date.parse(
    time === '' && clock !== '' ? `${SOME_DAY}T${clock.padStart(5, '0')}Z` : time,
  );
  return { speaker, text: said, within: chunk.within.join(), ms };
}

/** What a talk is called by must have so much of the words, and so many of them, or it is not meant as a whole. */
const LEAST_OF_TITLE = 0.35;
const LEAST_WORDS = 2;

/** Minutes whose title is what the task is about are meant as a whole: each point belongs to the first. */
function underTitles(view: StateView, task: Task): Belonging[] {
  const words = titleWords(view, task).filter(({ found }) => found > 0);
  return view.state.files.flatMap(({ path, content, shape }) => {
    if (shape.kind !== 'minutes' || content === 0) return [];
    const { chunks } = view.facts(content);
    const terms = countTerms(`${path} ${chunks[0]?.within[0] ?? ''}`);
    const own = words.filter(({ term }) => hasWord(terms, term));
    const isMeant = own.length >= LEAST_WORDS && weightOf(own) >= LEAST_OF_TITLE * weightOf(words);
    return isMeant ? chunks.map((_, at): Belonging => [path, at, at]) : [];
  });
}

const isNear = (one: Turn, other: Turn): boolean =>
  one.within === other.within && !(Math.abs(one.ms - other.ms) > PAUSE_MS);

/** What is said behind such words is another matter, and what answers it, too. */
const ASIDE =
  /\b(?:(?:different|other|another|separate|unrelated) (?:thing|topic|question|matter|subject|note|ticket|issue)|unrelated|something else|by the way|btw|off[- ]topic)\b[^.\n]{0,3}[:,;.-]|^\W*also\b/i;
