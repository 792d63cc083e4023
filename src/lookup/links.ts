import { manifestsOf } from '../gather/surroundings.ts';
import { resolveImports } from '../graph/resolve.ts';
import type { LinkedFile } from '../model/flow.ts';
import type { StateView } from '../ports/store.ts';

/** What files define, what they use, and which files they import. Paths that are not in the state are passed over. */
export function linksOf(view: StateView, paths: readonly string[]): LinkedFile[] {
  const { files } = view.state;
  const wanted = new Set(paths);
  const edges = resolveImports(
    files.map(({ path, content, shape: { language, kind } }) => {
      const isAsked = wanted.has(path) && content !== 0;
      return { path, language, kind, imports: isAsked ? view.facts(content).imports : [] };
    }),
    manifestsOf(view),
  );
  return files
    .filter(({ path, content }) => wanted.has(path) && content !== 0)
    .map(({ path, content }) => {
      const { definitions, references } = view.facts(content);
      const imports = edges
        .filter(({ from }) => from === path)
        .map(({ to, line }) => ({ path: to, line }));
      return { path, definitions, references, imports };
    });
}
