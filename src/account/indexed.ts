import type { IndexResult } from '../model/results.ts';
import type { State } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';

/** Where states are kept, and the newest of them to look into. */
interface Index {
  readonly indexFile: string;
  latestView(): StateView | null;
}

/** What bringing it up to date did; null where nobody asked for that. */
type Done = { readonly read: number; readonly analysed: number; readonly removed: number } | null;

/** What an index holds, what was left out and why. */
export function indexResult(index: Index, state: State, done: Done): IndexResult {
  const indexed = state.files.filter((file) => file.stub === null);
  const stubs = state.files.map(({ stub }) => stub).filter((stub) => stub !== null);
  return {
    indexFile: index.indexFile,
    stateRoot: state.root,
    commit: state.commit,
    documents: indexed.length,
    chunks: indexed.reduce((sum, file) => sum + file.chunks, 0),
    sources: counted(indexed.map((file) => file.shape.source)),
    languages: counted(indexed.map((file) => file.shape.language)),
    leftOut: counted([...stubs, ...state.leftOut.map((file) => file.reason)]),
    leftOutFiles: state.leftOut.map(({ path, reason, detail }) => ({ path, reason, detail })),
    outsideWindow: eventsOutside(index, state),
    updated: done?.read ?? 0,
    analysed: done?.analysed ?? 0,
    removed: done?.removed ?? 0,
  };
}

/** Log events that are older than the window lets in. */
function eventsOutside(index: Index, state: State): number {
  const logs = state.files.filter(({ shape, content }) => shape.source === 'logs' && content !== 0);
  const view = logs.length === 0 ? null : index.latestView();
  if (view === null) return 0;
  try {
    const outside = logs.map(({ content }) => Number(view.facts(content).meta['outside'] ?? 0));
    return outside.reduce((sum, count) => sum + count, 0);
  } finally {
    view.close();
  }
}

/** Counts by name, most first, then by name. */
function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
