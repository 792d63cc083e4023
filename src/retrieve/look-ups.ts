import { nameOf } from '../math/postings.ts';
import { termsOf } from '../math/terms.ts';
import type { Chunk } from '../model/document.ts';
import type { Shape } from '../model/shape.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { keysRead } from './config-keys.ts';
import type { ChunkPlace } from './sources.ts';

/** A name that stands in more places points to none. */
const MOST_PLACES = 200;

interface Located {
  readonly place: ChunkPlace;
  readonly chunk: Chunk;
}

function locate(view: StateView, file: number, sequence: number): Located | null {
  const found = view.state.files[file];
  if (found === undefined || found.content === 0) return null;
  const chunk = view.facts(found.content).chunks[sequence];
  if (chunk === undefined) return null;
  const { firstLine, lastLine } = chunk;
  return { chunk, place: { file, path: found.path, sequence, firstLine, lastLine } };
}

/**
 * The chunk of a file that a frame means: the function's own where it is named (line numbers of a report are often
 * those of another version), else the one around the line; or the one of a known number.
 */
export function chunkAt(
  view: StateView,
  file: number,
  line: number,
  name: string,
  sequence?: number,
): Located | null {
  if (sequence !== undefined) return locate(view, file, sequence);
  const content = view.state.files[file]?.content ?? 0;
  if (content === 0) return null;
  const { chunks } = view.facts(content);
  const around = chunks.findIndex((c) => c.firstLine <= line && line <= c.lastLine);
  const isOwn = name === '' || chunks[around]?.names.includes(name) === true;
  if (around >= 0 && isOwn) return locate(view, file, around);
  const named = chunks.findIndex(({ names }) => names.includes(name));
  const at = named >= 0 ? named : around;
  return at < 0 ? null : locate(view, file, at);
}

/** The last part of a dotted key is what files call it: `server.port` stands under `server:` as `port:`. */
const ownPart = (key: string): string => key.split(/[.:/]/).at(-1) ?? key;

interface Spot extends Located {
  readonly shape: Shape;
  readonly text: string;
  readonly defines: boolean;
}

/**
 * The chunks that hold a name as a word, those that define it first; in the order of the state's files. Who asks only for those that define it
 * spares the texts of all others.
 */
function spotsOf(
  view: StateView,
  name: string,
  accepts: (shape: Shape) => boolean,
  which: 'all' | 'defining' = 'all',
): Spot[] {
  const whole = termsOf(ownPart(name))[0];
  if (whole === undefined) return [];
  const { items, counts } = view.lexical.places(whole).chunks;
  const ordinals = Array.from(items, (ordinal, i) => ({
    ordinal,
    defines: nameOf(counts[i] ?? 0) > 0,
  }))
    .filter(({ defines }) => defines || which === 'all')
    .sort((a, b) => Number(b.defines) - Number(a.defines) || a.ordinal - b.ordinal);
  const spots: Spot[] = [];
  let read = 0;
  for (const { ordinal, defines } of ordinals) {
    const file = fileOf(view.lexical.starts, ordinal);
    const found = view.state.files[file];
    if (found === undefined || !accepts(found.shape)) continue;
    if (read++ >= MOST_PLACES) break;
    const located = locate(view, file, ordinal - (view.lexical.starts[file] ?? 0));
    if (located === null) continue;
    const { start, end } = located.chunk;
    const text = view.facts(found.content).text.slice(start, end);
    if (text.includes(ownPart(name))) spots.push({ ...located, shape: found.shape, text, defines });
  }
  return spots;
}

/** The file whose chunks hold an ordinal. */
export function fileOf(starts: Int32Array, ordinal: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle + 1] ?? 0) <= ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

const MOST_DEFINITIONS = 3;

/** By its whole name, or by what stands last in `Payments.Gateway` and `Billing::Invoice`: users of a module leave the rest out. */
const isNamed = ({ names }: Chunk, name: string): boolean =>
  names.some((own) => own === name || own.endsWith(`.${name}`) || own.endsWith(`::${name}`));

/** The chunks of code, tests apart, that define a name; none if it is defined all over. */
export function definitionsOf(view: StateView, name: string): ChunkPlace[] {
  const isCode = ({ source, kind }: Shape): boolean => source === 'code' && kind !== 'test';
  const own = spotsOf(view, name, isCode, 'defining').filter(({ chunk }) => isNamed(chunk, name));
  return own.length > MOST_DEFINITIONS ? [] : own.map(({ place }) => place);
}

const ENVIRONMENT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** What gives a setting its value: a resource of the deployment, then a configuration, then code that defines the name. */
export function settersOf(view: StateView, key: string, reader: ChunkPlace | null): ChunkPlace[] {
  const own = ownPart(key);
  const spots = spotsOf(view, key, ({ source, kind }) => {
    if (source === 'deployment') return true;
    return source === 'code' && (kind === 'config' || kind === 'data' || kind === 'source');
  });
  const rank = ({ shape }: Spot): number => {
    if (shape.source === 'deployment') return 0;
    return shape.kind === 'source' ? 2 : 1;
  };
  return spots
    .filter(({ shape, chunk, text, place }) => {
      if (reader?.file === place.file && reader.sequence === place.sequence) return false;
      // In code only a definition sets; a lower-case key is a word like any other, so it must be named or assigned.
      if (shape.source === 'code' && shape.kind === 'source') {
        return ENVIRONMENT.test(own) && chunk.names.includes(own);
      }
      return ENVIRONMENT.test(own) || chunk.names.includes(own) || assigns(text, own);
    })
    .sort((a, b) => rank(a) - rank(b))
    .map(({ place }) => place);
}

/** The code that reads a setting from outside. */
export function readersOf(view: StateView, key: string): ChunkPlace[] {
  return spotsOf(view, key, ({ source, kind }) => source === 'code' && kind !== 'test')
    .filter(({ text }) => keysRead(text).includes(key))
    .map(({ place }) => place);
}

/** True if a line of the text gives the key a value: `key: x`, `key = x`, `"key": x`. */
function assigns(text: string, key: string): boolean {
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + 1)) {
    const before = text[at - 1] ?? '\n';
    const after = text.slice(at + key.length, at + key.length + 8);
    if (/[\s"'-]/.test(before) && /^["']?\s{0,4}[:=]/.test(after)) return true;
  }
  return false;
}

/** A number that more resources have says nothing of any. */
const MOST_SETTERS = 3;
/** What a program did and what exists are no settings. */
const NO_SETTING: ReadonlySet<string> = new Set(['runs', 'state']);

/** The resources of the deployment that have an amount as a value; none where it is a common one. */
export function amountsSet(view: StateView, value: RegExp): ChunkPlace[] {
  const found: ChunkPlace[] = [];
  let read = 0;
  for (const [file, { shape, content }] of view.state.files.entries()) {
    if (shape.source !== 'deployment' || NO_SETTING.has(shape.kind) || content === 0) continue;
    if (read++ >= MOST_PLACES) break;
    const { text, chunks } = view.facts(content);
    if (!value.test(text)) continue;
    chunks.forEach(({ start, end }, sequence) => {
      const at = value.test(text.slice(start, end)) ? locate(view, file, sequence) : null;
      if (at !== null) found.push(at.place);
    });
    if (found.length > MOST_SETTERS) return [];
  }
  return found;
}

/** A name of several words or in capitals: `load` or `value` would be found in any prose. */
const DISTINCT = /[a-z0-9][A-Z]|\w_\w|^[A-Z][A-Z0-9]{3,}$/;

/** The decision records that mention a name, those whose decision itself does first. */
export function decisionsOn(view: StateView, name: string): ChunkPlace[] {
  if (!DISTINCT.test(ownPart(name))) return [];
  const isRecord = ({ kind, source }: Shape): boolean =>
    source === 'documentation' && kind === 'decision';
  const rank = ({ chunk }: Spot): number => (chunk.kind === 'decision' ? 0 : 1);
  return spotsOf(view, name, isRecord)
    .sort((a, b) => rank(a) - rank(b))
    .map(({ place }) => place);
}

/** Nobody names more faults than this. */
const MOST_NAMES = 20;
/** Shorter titles may stand in a log by chance. */
const LEAST_QUOTED = { characters: 16, words: 3 };

/** Whether a log says the title as it is. */
function isLogged({ state, facts }: StateView, title: string): boolean {
  const said = title.trim().toLowerCase();
  if (said.length < LEAST_QUOTED.characters || said.split(/\s+/).length < LEAST_QUOTED.words)
    return false;
  return state.files.some(
    ({ shape, content }) =>
      shape.source === 'logs' && content !== 0 && facts(content).text.toLowerCase().includes(said),
  );
}

/** A class: the last of `Inventory::OutOfStock` or `shop.errors.PoolExhausted`. */
const CLASS_NAME = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+\b/g;

/** Whether the task names a fault that a log has, or repeats what a log says: then it is about what happened, whatever else it says. */
export function namesFault(view: StateView, task: Task): boolean {
  const { state, lexical } = view;
  if (isLogged(view, task.title)) return true;
  return (task.text.match(CLASS_NAME) ?? []).slice(0, MOST_NAMES).some((name) => {
    const { items } = lexical.places(`w:${name.toLowerCase()}`).chunks;
    return items.some(
      (ordinal) => state.files[fileOf(lexical.starts, ordinal)]?.shape.source === 'logs',
    );
  });
}
