import { DEFAULTS } from '../config/defaults.ts';
import { remembered } from '../math/memo.ts';
import { byCodePoint } from '../math/order.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { definitionsOf } from '../retrieve/look-ups.ts';
import { languageNamed } from '../text/code/known.ts';
import { folderOf } from '../text/imports/paths.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { importsOf } from './surroundings.ts';

/** Types of so many of the best files are looked up. */
const FILES = 2;
const MOST_NAMES = 40;
const MOST_TYPES = 3;
/** A longer type has more than the task needs of it, and the head of a class without its methods says little. */
const MOST_LINES = 30;
/** A hint, no evidence: the type is small, and the best file says little without it. */
const SCORE = 0.015;
const TYPE_NAME = /^[A-Z]\w*[a-z]/;
const KINDS: ReadonlySet<string> = new Set('class enum interface record struct type'.split(' '));

/** The types that the best files use and other files define: no word of the task is in them, and who changes the code needs them. */
export function typeChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  { config = DEFAULTS }: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const { primary_threshold: least } = config.relevance.thresholds;
  const best = files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .slice(0, FILES);
  const sees = seenFrom(view);
  return best.flatMap(({ file, path: user }) =>
    namesUsed(view, file)
      .flatMap((name) => {
        const [place, ...others] = definitionsOf(view, name);
        if (place === undefined || others.length > 0 || place.file === file) return [];
        const isMeant = isSmallType(view, place.file, name) && sees(user)(place.path);
        return isMeant ? [{ place, name }] : [];
      })
      .slice(0, MOST_TYPES)
      .map(({ place, name }): Chain => {
        const reason = `${place.path} defines ${name}, which ${user} uses.`;
        return { score: SCORE, links: [{ ...place, kind: 'symbol', reason }] };
      }),
  );
}

/** What only passes on what others define. */
const BARREL = /(?:^|\/)(?:index|mod|lib|prelude|__init__)\.\w+$/;

/**
 * Whether a file means another one by a name: it imports it, if only through a barrel, or lies beside it. A name that it has from elsewhere,
 * such as `http.Request`, is not what a project happens to call the same. Languages whose imports are not understood see all files.
 */
function seenFrom(view: StateView): (user: string) => (path: string) => boolean {
  const importedBy = importsOf(view);
  return remembered((user: string) => {
    const language = view.state.files.find(({ path }) => path === user)?.shape.language ?? '';
    if (languageNamed(language)?.modules === undefined) return () => true;
    const seen = new Set(importedBy((path) => path === user));
    const barrels = new Set([...seen].filter((path) => BARREL.test(path)));
    if (barrels.size > 0) for (const path of importedBy((own) => barrels.has(own))) seen.add(path);
    return (path: string) => seen.has(path) || folderOf(path) === folderOf(user);
  });
}

/** Names of types in a file, the most used first. */
function namesUsed(view: StateView, file: number): string[] {
  const counts = new Map<string, number>();
  for (const { name } of view.facts(view.state.files[file]?.content ?? 0).references) {
    if (TYPE_NAME.test(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || byCodePoint(a, b))
    .slice(0, MOST_NAMES)
    .map(([name]) => name);
}

const isSmallType = (view: StateView, file: number, name: string): boolean =>
  view
    .facts(view.state.files[file]?.content ?? 0)
    .definitions.some(
      (own) => own.name === name && KINDS.has(own.kind) && own.lastLine - own.line <= MOST_LINES,
    );
