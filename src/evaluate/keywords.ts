import { byCodePoint } from '../math/order.ts';
import type { StateView } from '../ports/store.ts';

/* What a good plain search gives: BM25 over whole files by their words, nothing else. */

const K1 = 1.2;
const B = 0.75;

/** Lower-case words; names in camel case and with underscores are several. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z0-9]{2,}/g) ?? [];

interface Counted {
  readonly path: string;
  readonly text: string;
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Ranks the files that a change may be in: source and pages, no tests. All tasks are known beforehand, so each file is read once. */
export function keywordSearch(
  view: StateView,
  tasks: readonly string[],
): (task: string) => { readonly path: string; readonly text: string }[] {
  const wanted = new Set(tasks.flatMap(wordsOf));
  const files = view.state.files
    .filter(({ content, shape: { source, kind } }) => {
      const isOfUse = source === 'documentation' || (source === 'code' && kind === 'source');
      return content !== 0 && isOfUse;
    })
    .map(({ path, content }): Counted => {
      const { text } = view.facts(content);
      const words = wordsOf(`${path} ${text}`);
      const counts = new Map<string, number>();
      for (const word of words) {
        if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      return { path, text, length: words.length, counts };
    });
  const average = files.reduce((sum, { length }) => sum + length, 0) / Math.max(1, files.length);
  const holders = new Map<string, number>();
  for (const { counts } of files) {
    for (const word of counts.keys()) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  const rarity = (word: string): number => {
    const held = holders.get(word) ?? 0;
    return Math.log(1 + (files.length - held + 0.5) / (held + 0.5));
  };
  return (task) => {
    const words = [...new Set(wordsOf(task))].sort(byCodePoint);
    const scored = files.map(({ path, text, length, counts }) => {
      const norm = K1 * (1 - B + (B * length) / average);
      const score = words.reduce((sum, word) => {
        const count = counts.get(word) ?? 0;
        return sum + (rarity(word) * count * (K1 + 1)) / (count + norm);
      }, 0);
      return { path, text, score };
    });
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || byCodePoint(a.path, b.path));
  };
}
