import type { Composed } from '../compose/compose.ts';
import type { Config } from '../config/defaults.ts';
import type { Gathering } from '../gather/gathering.ts';
import { weightsOf } from '../gather/rank.ts';
import { LED_TO, LED_TO_DEFINITION, linksAmong, piecesLedTo } from '../gather/worth.ts';
import { SIGNALS, type Signal } from '../model/candidate.ts';
import type { Inspection, ReasonName, Reasons } from '../model/inspection.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import { termsIn } from './score.ts';
import { writtenIn } from './words.ts';

const WORDS_SHOWN = 6;
const DIGITS = 3;

/** Which reason each signal of retrieval belongs to. */
const REASON_OF: Readonly<Record<Signal, ReasonName>> = {
  lexical: 'words',
  title: 'words',
  nearness: 'words',
  heading: 'words',
  historyFull: 'history',
  historyTitle: 'history',
  historyFiles: 'history',
  historyBest: 'history',
  mention: 'frames',
  frame: 'frames',
  semantic: 'meaning',
};

/** What speaks for each part of a context and for each file that was left out of it. */
export function inspected(
  view: StateView,
  gathering: Gathering,
  made: Composed,
  request: { readonly config: Config; readonly without: readonly string[] },
): Pick<Inspection, 'parts' | 'leftOut' | 'sections' | 'sources'> {
  const reasonsOf = reasonsIn(view, gathering, request);
  const sourceOf = new Map(view.state.files.map(({ path, shape }) => [path, shape.source]));
  const shown = [...made.context.fixed, ...made.context.parts];
  return {
    parts: made.parts.map((part, i) => ({
      ...part,
      lines: shown[i]?.lines ?? 0,
      ...reasonsOf(part.path),
    })),
    leftOut: made.dropped.map((file) => ({
      ...file,
      source: sourceOf.get(file.path) ?? 'code',
      ...reasonsOf(file.path),
    })),
    sections: made.sections(),
    sources: countedSources(view),
  };
}

function countedSources({ state }: StateView): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { shape, stub } of state.files) {
    if (stub === null) counts[shape.source] = (counts[shape.source] ?? 0) + 1;
  }
  return counts;
}

/** The reasons of a file by its path; a path that was not ranked, such as a map, has none. */
function reasonsIn(
  view: StateView,
  { task, files, chunks, chains }: Gathering,
  request: { readonly config: Config; readonly without: readonly string[] },
): (path: string) => Reasons {
  const scored = new Map(files.map((file) => [file.path, file]));
  const weights = weightsOf({ text: task.text, sources: [], ...request }, task.ask);
  const termsOf = termsIn(view, task);
  const written = writtenIn(task);
  const linked = piecesLedTo(chains);
  const near = new Map<string, number>();
  for (const { to, strength } of linksAmong(chunks, {
    ask: task.ask,
    files,
    linked,
    terms: new Set(),
  })) {
    near.set(to.path, Math.max(near.get(to.path) ?? 0, strength));
  }
  const adds = ({ signals, parts, penalty }: ScoredFile, signal: Signal): number =>
    penalty * (parts?.[signal] ?? weights[signal] * signals[signal]);
  return (path) => {
    const file = scored.get(path);
    if (file === undefined) return { reasons: {}, words: [] };
    const sums: Partial<Record<ReasonName, number>> = {
      neighbourhood: LED_TO_DEFINITION * (near.get(path) ?? 0),
      chain: LED_TO * strongestChain(chains, path),
    };
    for (const signal of SIGNALS) {
      sums[REASON_OF[signal]] = (sums[REASON_OF[signal]] ?? 0) + adds(file, signal);
    }
    return {
      reasons: sharesOf(sums),
      words: [
        ...new Set(
          termsOf(file.file).map(({ term, kind }) =>
            written(`${kind === 'word' ? 'w' : 'p'}:${term}`),
          ),
        ),
      ].slice(0, WORDS_SHOWN),
    };
  };
}

const strongestChain = (chains: Gathering['chains'], path: string): number =>
  chains
    .filter(({ links }) => links.some((link) => link.path === path))
    .reduce((most, { score }) => Math.max(most, score), 0);

function sharesOf(sums: Partial<Record<ReasonName, number>>): Reasons['reasons'] {
  const total = Object.values(sums).reduce((sum, one) => sum + one, 0);
  const shares = Object.entries(sums)
    .map(([name, sum]) => [name, Number((sum / total).toFixed(DIGITS))] as const)
    .filter(([, share]) => share > 0);
  return Object.fromEntries(shares);
}
