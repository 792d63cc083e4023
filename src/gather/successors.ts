import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking } from './gathering.ts';

/** Whoever asks for what was before wants it. */
const ASKS_FOR_PAST =
  /\b(?:histor\w+|original(?:ly)?|previous(?:ly)?|former(?:ly)?|before|used to|old|supersed\w+|deprecated|rejected|abandon\w+|changed? our minds?)\b/i;
/** Records among so many of the best files, and not by one word of many. */
const FILES = 8;
const LEAST = 0.02;
const SCORE = 0.5;

const isRecord = ({ shape, content }: StateFile): boolean =>
  shape.kind === 'decision' && content !== 0;

/** `0006`, `ADR-6`, `[ADR 6](0006-opus.md)`: the number of a record. */
const numberIn = (text: string): string | null =>
  /(?<![\d.])0*(\d{1,5})(?![\d.])/.exec(text)?.[1] ?? null;
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The records that no longer hold, each with the one that took its place. */
export function supersededIn({ state, facts }: StateView): Map<string, number> {
  const records = state.files.flatMap((entry, file) =>
    isRecord(entry) ? [{ path: entry.path, file, meta: facts(entry.content).meta }] : [],
  );
  const called = (said: string, from: string) =>
    records.find(({ path }) => path !== from && said.includes(fileOf(path))) ??
    records.find(
      ({ path }) =>
        path !== from &&
        folderOf(path) === folderOf(from) &&
        numberIn(said) !== null &&
        numberIn(fileOf(path)) === numberIn(said),
    );
  const found = new Map<string, number>();
  for (const { path, file, meta } of records) {
    const next = called(meta['supersededBy'] ?? '', path);
    if (next !== undefined) found.set(path, next.file);
    const before = called(meta['supersedes'] ?? '', path);
    if (before !== undefined) found.set(before.path, file);
  }
  return found;
}

/** What holds now in place of a record that a task leads to; and which records that puts out of force. */
export function successorChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
): { readonly chains: Chain[]; readonly isPast: (path: string) => boolean } {
  const superseded = supersededIn(view);
  const isPast = (path: string): boolean =>
    superseded.has(path) &&
    !ASKS_FOR_PAST.test(task.title) &&
    !task.paths.some((own) => path.endsWith(own));
  const led = files.slice(0, FILES).filter(({ relevance }) => relevance >= LEAST);
  const chains = led.flatMap(({ path }): Chain[] => {
    const file = lastOf(view, superseded, path);
    const entry = view.state.files[file ?? -1];
    if (file === undefined || entry === undefined) return [];
    const reason = `${entry.path} took the place of ${path}.`;
    const links = view.facts(entry.content).chunks.map(
      ({ firstLine, lastLine }, sequence): Link => ({
        ...{ file, path: entry.path, sequence, firstLine, lastLine },
        kind: 'decision',
        reason,
      }),
    );
    return [{ score: SCORE, links }];
  });
  return { chains, isPast };
}

/** A record that took the place of another may have had its own taken; those that lead in a circle lead nowhere. */
function lastOf(
  { state }: StateView,
  superseded: ReadonlyMap<string, number>,
  path: string,
): number | undefined {
  const seen = new Set<string>();
  let last: number | undefined;
  for (let at = path; !seen.has(at); at = state.files[last ?? -1]?.path ?? '') {
    seen.add(at);
    const next = superseded.get(at);
    if (next === undefined) return last;
    last = next;
  }
  return undefined;
}
