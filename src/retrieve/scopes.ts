import type { StateView } from '../ports/store.ts';
import { longBeginnings } from './abbreviations.ts';

/**
 * What a scope says of a file that bears its name, and of one in a folder or package that does: less than a path that names the file. Chosen among
 * four settings on 386 subjects of commits; on 99 of two other states all files come first in 39 instead of 35 (bench/RESULTS.md).
 */
const NAMED = 0.5;
const INSIDE = 0.4;
const MANIFEST = /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|go\.mod|composer\.json)$/;
const NAME = /^[ \t{]*"?(?:name"?[ \t]*[:=][ \t]*"|module[ \t]+)([\w@./-]{1,100})/m;

/** Names are told apart by letters and digits only: `runtime-core`, `runtime_core`, `runtimeCore`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The names of a path from the outside in: its folders, and its file without endings. */
const namesOf = (path: string): string[] => {
  const names = path.split('/');
  const file = names.pop() ?? '';
  return [...names, /^\.?[^.]+/.exec(file)?.[0] ?? file].map(plain);
};

/** How strongly the scopes that a title begins with, as in `fix(router): …`, point at each file: by its path, or by the name of its package. */
export function scopeScores(view: StateView, scopes: readonly string[]): Map<number, number> {
  const scores = new Map<number, number>();
  if (scopes.length === 0) return scores;
  const { files } = view.state;
  const paths = files.map(({ path }) => namesOf(path));
  for (const scope of scopes) {
    const wanted = namesOf(scope.replace(/^@[^/]*\//, '')).filter((name) => name !== '');
    const readings = [
      () => (wanted.length === 0 ? new Map<number, number>() : scoresOf(wanted, paths, equals)),
      () => packageScores(view, scope),
      ...longBeginnings(scope).map((long) => () => scoresOf([long], paths, begins)),
    ];
    for (const read of readings) {
      const all = read();
      for (const [file, score] of all) scores.set(file, Math.max(score, scores.get(file) ?? 0));
      if (all.size > 0) break;
    }
  }
  return scores;
}

type Comparison = (name: string | undefined, wanted: string) => boolean;
const equals: Comparison = (name, wanted) => name === wanted;
const begins: Comparison = (name, wanted) => name?.startsWith(wanted) === true;

function scoresOf(
  wanted: readonly string[],
  paths: readonly (readonly string[])[],
  isAlike: Comparison,
): Map<number, number> {
  const scores = new Map<number, number>();
  paths.forEach((names, file) => {
    for (let at = names.length - wanted.length; at >= 0; at--) {
      if (!wanted.every((name, i) => isAlike(names[at + i], name))) continue;
      scores.set(file, at + wanted.length === names.length ? NAMED : INSIDE);
      return;
    }
  });
  return scores;
}

/** The files of packages that call themselves so. */
function packageScores({ state: { files }, facts }: StateView, scope: string): Map<number, number> {
  const name = plain(scope);
  const folders = files.flatMap(({ path, content }) => {
    if (content === 0 || !MANIFEST.test(path)) return [];
    const [, own = ''] = NAME.exec(facts(content).text) ?? [];
    return own !== '' && [own, own.replace(/^.*\//, '')].some((said) => plain(said) === name)
      ? [path.slice(0, path.lastIndexOf('/') + 1)]
      : [];
  });
  return new Map(
    files.flatMap(({ path }, file) =>
      folders.some((folder) => path.startsWith(folder)) ? [[file, INSIDE] as const] : [],
    ),
  );
}
