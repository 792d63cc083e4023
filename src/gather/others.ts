import { countTerms } from '../math/terms.ts';
import type { ScoredFile } from '../model/relevance.ts';
import type { StateView } from '../ports/store.ts';
import { type TitleWord, weightOf, wordsIn } from './title-words.ts';

/** What describes one program of several. */
export const OF_ONE_PROGRAM: ReadonlySet<string> = new Set(['kubernetes', 'helm', 'systemd']);
/** A log of one build of several that has so little of what another has is not meant. */
const OTHER_BUILD = 0.6;

/** Tells what is one of several alike where the task means another: the manifests of other programs, the logs of other builds. */
export function othersThan(
  view: StateView,
  files: readonly ScoredFile[],
  words: readonly TitleWord[],
): (path: string) => boolean {
  const others = new Set([...otherPrograms(view, words), ...otherBuilds(view, files, words)]);
  return (path) => others.has(path);
}

/** Where the task calls some programs by their names, what describes the rest. */
function otherPrograms({ state, facts }: StateView, words: readonly TitleWord[]): string[] {
  const described = state.files
    .filter(({ shape, content }) => OF_ONE_PROGRAM.has(shape.kind) && content !== 0)
    .map(({ path, content }) => {
      const names = facts(content).chunks.flatMap(({ name, names: all }) => [name, ...all]);
      const file = path.slice(path.lastIndexOf('/') + 1);
      return { path, terms: countTerms([file, ...names].join(' ')) };
    });
  const bearers = words
    .map(({ term }) => described.filter(({ terms }) => terms.has(term)))
    .filter(({ length }) => length < described.length)
    .flat();
  return bearers.length === 0
    ? []
    : described.filter((own) => !bearers.includes(own)).map(({ path }) => path);
}

function otherBuilds(
  view: StateView,
  files: readonly ScoredFile[],
  words: readonly TitleWord[],
): string[] {
  const found = wordsIn(view, words);
  const builds = files
    .filter(({ file }) => view.state.files[file]?.shape.kind === 'build-log')
    .map((file) => ({ path: file.path, weight: weightOf(found(file)) }));
  const most = Math.max(0, ...builds.map(({ weight }) => weight));
  return builds.filter(({ weight }) => weight < OTHER_BUILD * most).map(({ path }) => path);
}
