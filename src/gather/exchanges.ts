import { groupBy } from '../math/groups.ts';
import { countTerms } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';
import { meantOf, type Recorded, strengthOf } from './meant.ts';
import { hasWord, titleWords, weightOf } from './title-words.ts';

/*
 * A file of talk holds many matters. A turn is on that of the task by its own words; what answers it, or asks for it, belongs to it.
 */

/** Turns with less than this of what the best turn has are on another matter. */
const BESIDE_BEST = 0.45;
/** Whoever has not spoken for so long begins anew. */
const PAUSE_MS = 45 * 60_000;
const ASSENT =
  /^\W*(?:yes|no|nope|yep|ok|okay|right|agreed|done|sure|fine|exactly|correct|true|good|great|thanks|thank you|because|since|then|so|but|that's|that is|i'll|i will|will do|we'll|\+1|confirmed|decided|fixed)\b/i;

/** Which turns are on the matter of a task: for each its own place, or that of the turn it belongs to. */
export interface Exchanges {
  /** The turn of the same file to which a turn belongs; its own number where it is on the matter by itself; null where it is not. */
  readonly turnFor: (path: string, sequence: number) => number | null;
}

export function exchangesOf(view: StateView, task: Task, records: readonly Recorded[]): Exchanges {
  const turns = records.filter(({ isTurn }) => isTurn);
  const most = turns.reduce((best, one) => Math.max(best, strengthOf(one)), 0);
  const meant = new Set(meantOf(records));
  const byPath = new Map<string, { file: number; on: Set<number> }>();
  for (const turn of turns) {
    const isOn =
      meant.has(turn) || (strengthOf(turn) >= BESIDE_BEST * most && turn.words + turn.names > 0);
    if (!isOn) continue;
    const own = byPath.get(turn.path) ?? { file: turn.file, on: new Set() };
    own.on.add(turn.sequence);
    byPath.set(turn.path, own);
  }
  const belongs = new Map<string, number>();
  for (const [path, { file, on }] of byPath) {
    const entry = view.state.files[file];
    if (entry === undefined) continue;
    const facts = view.facts(entry.content);
    for (const at of on) belongs.set(`${path}#${at}`, at);
    for (const at of on) {
      for (const beside of besideOf(facts, at, on)) {
        const key = `${path}#${beside}`;
        if (!belongs.has(key)) belongs.set(key, at);
      }
    }
  }
  for (const [path, { file, on }] of byPath) {
    for (const [sequence, of] of withSession(view, file, on)) {
      const key = `${path}#${sequence}`;
      if (!belongs.has(key)) belongs.set(key, of);
    }
  }
  for (const [path, sequence, of] of underTitles(view, task)) {
    const key = `${path}#${sequence}`;
    if (!belongs.has(key)) belongs.set(key, of);
  }
  return { turnFor: (path, sequence) => belongs.get(`${path}#${sequence}`) ?? null };
}

/** Of a longer one only what was asked and answered is meant. */
const SHORT_SESSION = 2000;

/** A short talk with an agent is about one matter, until somebody says that it is another. */
function withSession(
  view: StateView,
  file: number,
  on: ReadonlySet<number>,
): [sequence: number, of: number][] {
  const facts = view.facts(view.state.files[file]?.content ?? 0);
  let matter = 0;
  const sessions = groupBy([...facts.chunks.keys()], (at) => {
    const turn = turnAt(facts, at);
    if (turn !== null && ASIDE.test(turn.text)) matter++;
    return `${matter} ${turn?.within}`;
  });
  return [...sessions.values()].flatMap((turns) => {
    const of = turns.find((at) => on.has(at));
    const length = turns.reduce((sum, at) => sum + (turnAt(facts, at)?.text.length ?? 0), 0);
    const isAgents = turns.every((at) => {
      const turn = turnAt(facts, at);
      return turn !== null && (isOfAgent(turn) || turn.speaker === 'tool');
    });
    if (of === undefined || !isAgents || length > SHORT_SESSION) return [];
    return turns.map((at): [number, number] => [at, of]);
  });
}

interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly within: string;
  readonly ms: number;
}

function turnAt({ chunks, text }: Facts, at: number): Turn | null {
  const chunk = chunks[at];
  if (chunk === undefined) return null;
  const said = text.slice(chunk.start, chunk.end).replace(/^(?:▌.*\n?|\s+)*/, '');
  const { speaker = chunk.name, time = '' } = chunk.meta ?? {};
  return { speaker, text: said, within: chunk.within.join(), ms: Date.parse(time) };
}

/** What a talk is called by must have so much of the words, and so many of them, or it is not meant as a whole. */
const LEAST_OF_TITLE = 0.35;
const LEAST_WORDS = 2;

/** Minutes whose title is what the task is about are meant as a whole: each point belongs to the first. */
function underTitles(view: StateView, task: Task): [path: string, sequence: number, of: number][] {
  const words = titleWords(view, task).filter(({ found }) => found > 0);
  return view.state.files.flatMap(({ path, content, shape }) => {
    if (shape.kind !== 'minutes' || content === 0) return [];
    const { chunks } = view.facts(content);
    const terms = countTerms(`${path} ${chunks[0]?.within[0] ?? ''}`);
    const own = words.filter(({ term }) => hasWord(terms, term));
    const isMeant = own.length >= LEAST_WORDS && weightOf(own) >= LEAST_OF_TITLE * weightOf(words);
    return isMeant ? chunks.map((_, at): [string, number, number] => [path, at, at]) : [];
  });
}

/** The turns that ask for a turn or answer it. */
function besideOf(facts: Facts, at: number, on: ReadonlySet<number>): number[] {
  const own = turnAt(facts, at);
  // A point of minutes that nobody is said to have made stands for itself.
  if (own === null || own.speaker === '') return [];
  if (isOfAgent(own)) return withAgent(facts, at);
  const found: number[] = [];
  const before = turnAt(facts, at - 1);
  if (before !== null && isNear(before, own) && (asks(before) || ASSENT.test(own.text))) {
    found.push(at - 1);
  }
  // Who speaks soon after somebody else answers, and is not to be answered.
  const isAnswering =
    on.has(at - 1) ||
    (before !== null && isNear(before, own) && !Number.isNaN(before.ms) && !Number.isNaN(own.ms));
  const isOpening = (after: Turn): boolean =>
    !isAnswering && own.speaker !== after.speaker && (!Number.isNaN(own.ms) || shares(own, after));
  let last = own;
  for (let next = at + 1; ; next++) {
    const after = turnAt(facts, next);
    if (after === null || !isNear(last, after)) break;
    const isReply = ASSENT.test(after.text) || (next === at + 1 && (asks(own) || isOpening(after)));
    if (!isReply) break;
    found.push(next);
    last = after;
  }
  return found;
}

/** What a person said to an agent, and what it answered, up to what the person says next. */
function withAgent(facts: Facts, at: number): number[] {
  const own = turnAt(facts, at);
  const found: number[] = [];
  if (own?.speaker !== 'user') {
    for (let i = at - 1; i >= Math.max(0, at - MOST_STEPS); i--) {
      if (turnAt(facts, i)?.speaker !== 'user') continue;
      found.push(i);
      break;
    }
    return found;
  }
  if (!asks(own) && ASIDE.test(own.text)) return found;
  for (let i = at + 1; i <= at + MOST_STEPS; i++) {
    const turn = turnAt(facts, i);
    if (turn === null || turn.speaker === 'user' || turn.within !== own.within) break;
    if (turn.speaker !== 'tool') found.push(i);
  }
  return found;
}

const MOST_STEPS = 8;
const isOfAgent = ({ speaker }: Turn): boolean => /^(?:user|assistant)$/.test(speaker);

const isNear = (one: Turn, other: Turn): boolean =>
  one.within === other.within && !(Math.abs(one.ms - other.ms) > PAUSE_MS);

/** Whether two turns have a word in common that says something. */
function shares(one: Turn, other: Turn): boolean {
  const own = countTerms(one.text);
  return [...countTerms(other.text).keys()].some(
    (term) => term.startsWith('p:') && own.has(term) && !STOP_WORDS.has(term.slice(2)),
  );
}

/** What is said behind such words is another matter, and what answers it, too. */
const ASIDE =
  /\b(?:(?:different|other|another|separate|unrelated) (?:thing|topic|question|matter|subject|note)|unrelated|something else|by the way|btw|off[- ]topic)\b[^.\n]{0,3}[:,;.-]/i;

const asks = ({ text }: Turn): boolean => /\?/.test(text.split(ASIDE, 1)[0] ?? '');
