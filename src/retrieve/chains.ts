import { byCodePoint } from '../math/order.ts';
import type { Chunk } from '../model/document.ts';
import type { Frame, Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { amountsNamed, keysNamed, keysRead } from './config-keys.ts';
import { errorStringHits } from './error-strings.ts';
import { amountsSet, chunkAt, decisionsOn, definitionsOf, settersOf } from './look-ups.ts';
import { frameHits, PathLookup } from './mentions.ts';
import { type Accepts, type ChunkPlace, relevantEvents } from './sources.ts';

export type LinkKind = 'event' | 'symbol' | 'setting' | 'decision' | 'page';

/** One step of a chain: a piece of the project and the sentence that says why it is there. */
export interface Link extends ChunkPlace {
  readonly kind: LinkKind;
  readonly reason: string;
  /** All of the piece is meant, whatever words its lines have. */
  readonly isWhole?: boolean;
}

/** From what the task or a log shows, step by step to what explains it. */
export interface Chain {
  readonly links: readonly Link[];
  /** How strong the evidence at its start is, in [0, 1]. */
  readonly score: number;
}

const MOST_CHAINS = 12;
/** Log events that may start one … */
const MOST_EVENTS = 5;
/** … if the task says what they say, or shows their trace: every log has some fault that passes some code. */
const LEAST_WORDS = 0.25;
/** Settings followed from one piece of code. */
const MOST_KEYS = 3;

const SCORES = { thrown: 0.7, named: 0.5, event: 0.8, amount: 0.3, used: 0.3 };
const EXCEPTION_CLASS = /\b[A-Z]\w{2,80}(?:Error|Exception|Warning|Fault|Interrupt|Exit)\b/g;
const LONGEST_QUOTE = 80;

/** A first link, with the name (if any) that decisions may speak of. */
interface Start {
  readonly links: readonly Link[];
  readonly name: string;
  readonly score: number;
}

/**
 * Evidence chains: a frame, an exception or a printed message leads to the code that it names, that code to the settings
 * it reads, a setting to the resource that sets it, and both to the decision record that mentions them.
 */
export function chains(
  view: StateView,
  task: Task,
  accepts: Accepts = () => true,
): readonly Chain[] {
  const lookup = new PathLookup(view.state.files.map(({ path }) => path));
  const starts = [
    ...fromFrames(view, task.frames, lookup, 'The trace in the task'),
    ...fromMessages(view, task),
    ...fromExceptions(view, task.sections.exception),
    ...fromEvents(view, task, lookup, accepts),
    ...fromNamedKeys(view, task),
    ...fromAmounts(view, task),
  ];
  const found = starts.flatMap((start) => extend(view, start));
  return distinct(found.sort(byStrength)).slice(0, MOST_CHAINS);
}

/** The code that frames pass, and what the innermost one uses. */
export const frameChains = (view: StateView, frames: readonly Frame[], who: string): Chain[] =>
  fromFrames(view, frames, new PathLookup(view.state.files.map(({ path }) => path)), who);

function fromFrames(
  view: StateView,
  frames: readonly Frame[],
  lookup: PathLookup,
  who: string,
): Start[] {
  return frameHits(frames, lookup).flatMap(({ file, frame, score }) => {
    const at = chunkAt(view, file, frame.line, frame.function);
    if (at === null) return [];
    const where = frame.function === '' ? `line ${frame.line}` : `${frame.function}`;
    const reason = `${who} passes ${where} of ${at.place.path}.`;
    const name = frame.function === '' ? at.chunk.name : frame.function;
    const first: Link = { ...at.place, kind: 'symbol', reason };
    const used = score < INNERMOST ? [] : usedAt(view, at.place, frame.line);
    return [
      { links: [first], name, score },
      ...used.map((link) => ({ links: [first, link], name: '', score: SCORES.used * score })),
    ];
  });
}

/** The frame of the project where it happened. */
const INNERMOST = 1;
const MOST_USED = 2;
const CALLED = /\b[a-z_]\w{2,60}(?=\()/g;
const TYPE_NAME = /\b[A-Z][a-z0-9]+\w*/g;

/** What the line of a frame uses that another file of the project defines: it failed with what that gave. A test fails for what it tests. */
function usedAt(
  view: StateView,
  { file, path, firstLine, lastLine }: ChunkPlace,
  line: number,
): Link[] {
  const { content = 0, shape } = view.state.files[file] ?? {};
  const isTest = shape?.kind === 'test';
  const isHere = (at: number): boolean =>
    isTest ? firstLine <= at && at <= lastLine : at === line;
  const { references, text } = view.facts(content);
  const called = references.filter((own) => isHere(own.line)).map(({ name }) => name);
  const own = text.split('\n', line)[line - 1] ?? '';
  const said = own.match(TYPE_NAME) ?? [];
  // What a macro is given is no reference to those who parse.
  const given = isTest ? (own.match(CALLED) ?? []) : [];
  const names = isTest ? [...called, ...given, ...said] : [...said, ...called];
  return [...new Set(names)]
    .flatMap((name): Link[] => {
      const [place, ...others] = definitionsOf(view, name);
      if (place === undefined || others.length > 0 || place.file === file) return [];
      const reason = `${place.path} defines ${name}, which line ${line} of ${path} uses.`;
      return [{ ...place, kind: 'symbol', reason }];
    })
    .slice(0, MOST_USED);
}

function fromMessages(view: StateView, task: Task, who: string = 'the task'): Start[] {
  return [...errorStringHits(view, task)].flatMap(([file, { chunk, score, literal }]) => {
    const at = chunkAt(view, file, 0, '', chunk);
    if (at === null) return [];
    const quote = literal.length > LONGEST_QUOTE ? `${literal.slice(0, LONGEST_QUOTE)}…` : literal;
    const reason = `${at.place.path} prints the message of ${who}: "${quote.replace(/\s+/g, ' ')}".`;
    return [{ links: [{ ...at.place, kind: 'symbol', reason }], name: at.chunk.name, score }];
  });
}

function fromExceptions(view: StateView, text: string): Start[] {
  const names = [...new Set(text.match(EXCEPTION_CLASS) ?? [])];
  return names.flatMap((name) =>
    definitionsOf(view, name).map((place): Start => {
      const reason = `${place.path} defines ${name}, which the task shows raised.`;
      return { links: [{ ...place, kind: 'symbol', reason }], name, score: SCORES.thrown };
    }),
  );
}

/** Events that share a frame with the task, or lead by what they say, and the code their traces pass. */
function fromEvents(view: StateView, task: Task, lookup: PathLookup, accepts: Accepts): Start[] {
  return relevantEvents(view, task, accepts)
    .filter(({ words, sharedFrames }) => words >= LEAST_WORDS || sharedFrames.length > 0)
    .slice(0, MOST_EVENTS)
    .flatMap((event) => {
      const at = chunkAt(view, event.file, 0, '', event.sequence);
      if (at === null) return [];
      const times = event.repeats > 1 ? ` (${event.repeats} times)` : '';
      const when = event.time === '' ? '' : ` at ${event.time}`;
      const reason = `${event.path} records ${at.chunk.name}${when}${times}.`;
      const first: Link = { ...at.place, kind: 'event', reason };
      const frames = framesOf(at.chunk);
      const inner = [
        ...fromFrames(view, frames, lookup, 'The trace in the log'),
        ...fromExceptions(view, at.chunk.names.join(' ')),
        ...fromLogger(view, at.chunk),
        ...fromMessages(view, { ...task, messages: [messageOf(view, event, at.chunk)] }, 'a log'),
      ];
      return inner.map((start) => ({
        links: [first, ...start.links],
        name: start.name,
        score: SCORES.event * start.score,
      }));
    });
}

const BEFORE_MESSAGE =
  /^.{0,120}?\b(?:FATAL|CRITICAL|SEVERE|ERROR|ERR|WARN(?:ING)?|NOTICE)\b[\]):|\s-]*/i;
const LONGEST_LINE = 500;

/** What an event says, without when and how bad. */
function messageOf(view: StateView, { file }: ChunkPlace, { start, end }: Chunk): string {
  const { text } = view.facts(view.state.files[file]?.content ?? 0);
  const [line = ''] = text.slice(start, Math.min(end, start + LONGEST_LINE)).split('\n', 1);
  return line.replace(BEFORE_MESSAGE, '');
}

const LOGGER_CLASS = /(?:^|[.:/\\])([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)$/;
const SAYS_FIRST = /^([\w.$:/]{3,120}?)\s{0,3}(?::|-)\s/;
/** Longer parts of a name are hardly words such as `Pool`. */
const LONGEST_COMMON = 5;

/** The class that logged an event, or what configures a library that did: `o.shop.MenuImporter`, `c.z.h.pool.HikariPool`. */
function fromLogger(view: StateView, { meta }: Chunk): Start[] {
  // Where a thread stands before it, the class is read as the beginning of the message.
  const first = SAYS_FIRST.exec(meta?.['template'] ?? '')?.[1] ?? '';
  const name =
    LOGGER_CLASS.exec(meta?.['logger'] ?? '')?.[1] ?? LOGGER_CLASS.exec(first)?.[1] ?? '';
  if (name === '') return [];
  const start = (place: ChunkPlace, kind: LinkKind, what: string, score: number): Start => {
    return { links: [{ ...place, kind, reason: `${place.path} ${what}.` }], name, score };
  };
  const own = definitionsOf(view, name);
  if (own.length > 0) {
    return own.map((place) =>
      start(place, 'symbol', `defines ${name}, which logged it`, SCORES.thrown),
    );
  }
  const parts = (name.match(/[A-Z][a-z0-9]+/g) ?? []).filter(
    ({ length }) => length > LONGEST_COMMON,
  );
  return parts.flatMap((part) =>
    settersOf(view, part.toLowerCase(), null)
      .slice(0, 1)
      .map((place) => start(place, 'setting', `configures ${part}, which logged it`, SCORES.named)),
  );
}

/** The frames of a log event as its unit names them: `file:line`, outermost last or first as the log has it. */
export function framesOf({ meta }: Chunk): Frame[] {
  const { frames = '' } = meta ?? {};
  if (frames === '') return [];
  return frames.split(',').map((place) => {
    const at = /^(.*?)(?::(\d{1,7}))?(?::\d{1,7})?$/.exec(place);
    const path = (at?.[1] ?? place).replaceAll('\\', '/');
    return { path, line: Number(at?.[2] ?? 0), function: '' };
  });
}

/** A setting the task names itself, with what sets it. */
function fromNamedKeys(view: StateView, task: Task): Start[] {
  return keysNamed(task.text).flatMap((key) =>
    settersOf(view, key, null).map((place): Start => {
      const reason = `${place.path} sets ${key}, which the task names.`;
      return { links: [{ ...place, kind: 'setting', reason }], name: key, score: SCORES.named };
    }),
  );
}

/** An amount the task speaks of, with what sets it: a limit is felt where nobody knows its name. */
function fromAmounts(view: StateView, task: Task): Start[] {
  return amountsNamed(task.sections.title).flatMap(({ said, value }) =>
    amountsSet(view, value).map((place): Start => {
      const reason = `${place.path} sets something to the ${said} that the task speaks of.`;
      return { links: [{ ...place, kind: 'setting', reason }], name: said, score: SCORES.amount };
    }),
  );
}

/** Follows a start on: settings that its code reads, what sets them, and the decisions on either. */
function extend(view: StateView, start: Start): Chain[] {
  const last = start.links.at(-1);
  if (last === undefined) return [];
  const named = decisionLinks(view, [start.name]);
  if (last.kind !== 'symbol') return [{ links: [...start.links, ...named], score: start.score }];
  const { text, chunks } = view.facts(view.state.files[last.file]?.content ?? 0);
  const { start: from = 0, end = 0 } = chunks[last.sequence] ?? {};
  const followed = keysRead(text.slice(from, end)).flatMap((key): Link[][] => {
    const setters = settersOf(view, key, last).slice(0, 1);
    const links = setters.map((place): Link => {
      const reason = `${place.path} sets ${key}, which ${last.path} reads.`;
      return { ...place, kind: 'setting', reason };
    });
    const decided = decisionLinks(view, [key, start.name]);
    return links.length + decided.length === 0 ? [] : [[...links, ...decided]];
  });
  if (followed.length === 0) return [{ links: [...start.links, ...named], score: start.score }];
  return followed
    .slice(0, MOST_KEYS)
    .map((more) => ({ links: [...start.links, ...more], score: start.score }));
}

/** The best decision record that mentions the first of the names that any does. */
function decisionLinks(view: StateView, names: readonly string[]): Link[] {
  for (const name of names) {
    const place = decisionsOn(view, name)[0];
    if (place === undefined) continue;
    const reason = `${place.path} records a decision that mentions ${name}.`;
    return [{ ...place, kind: 'decision', reason }];
  }
  return [];
}

const keyOf = ({ links }: Chain): string =>
  links.map(({ path, sequence }) => `${path}#${sequence}`).join(' ');

function byStrength(a: Chain, b: Chain): number {
  return b.score - a.score || b.links.length - a.links.length || byCodePoint(keyOf(a), keyOf(b));
}

/** Without chains whose places are all in a stronger one. */
function distinct(sorted: readonly Chain[]): Chain[] {
  const kept: { chain: Chain; key: string }[] = [];
  for (const chain of sorted) {
    const key = keyOf(chain);
    if (!kept.some((other) => other.key.includes(key))) kept.push({ chain, key });
  }
  return kept.map(({ chain }) => chain);
}
