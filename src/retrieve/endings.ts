import { countTerms } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';

/** A name with an ending, as `cors.go`. */
const FILE_NAME = /[\w-]\.([A-Za-z]\w{0,9})\b(?!\.?\w)/g;
const ENDING = /\.([A-Za-z]\w{0,9})$/;

/** The terms of endings: whoever names `cors.go` does not seek "go", unless they say so elsewhere. An ending is what files here end in. */
export function endingTerms({ state }: StateView, { text, title }: Task): Set<string> {
  const endings = new Set(
    Array.from(title.matchAll(FILE_NAME), ([, ending = '']) => ending.toLowerCase()),
  );
  if (endings.size === 0) return endings;
  const inUse = new Set(state.files.map(({ path }) => ENDING.exec(path)?.[1]?.toLowerCase()));
  const said = countTerms(
    text.replace(FILE_NAME, (name, ending: string) => name.slice(0, -ending.length)),
  );
  return new Set(
    [...endings]
      .filter((ending) => inUse.has(ending))
      .flatMap((ending) => [...countTerms(ending).keys()].filter((term) => !said.has(term))),
  );
}
