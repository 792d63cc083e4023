import { late } from '../math/memo.ts';
import type { StateView } from '../ports/store.ts';

export const HASH_PREFIX = 'blake3:';

/** What names the content of each path of a state for good. */
export function contentNames({ state, models }: StateView): (path: string) => string {
  const contents = late(() => new Map(state.files.map((file) => [file.path, file.content])));
  return (path) => {
    const content = contents().get(path) ?? 0;
    return models?.contentNames([content]).get(content) ?? `${state.root} ${path}`;
  };
}

/** `blake3:` of each file of a state; nothing for what is no file. */
export function contentHashes(view: StateView): (path: string) => { readonly content?: string } {
  const paths = new Set(view.state.files.map(({ path }) => path));
  const nameOf = contentNames(view);
  return (path) => {
    const [hash] = paths.has(path) ? nameOf(path).split(' ', 1) : [];
    return hash === undefined ? {} : { content: `${HASH_PREFIX}${hash}` };
  };
}
