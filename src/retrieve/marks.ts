import { byCodePoint } from '../math/order.ts';
import type { RankedFile } from '../model/candidate.ts';

/** How a language model marked the best files, from 0 to 1 by number of the file. */
export type Marks = ReadonlyMap<number, number>;

/** Reorders the marked files: a full mark counts `mix` times the best score. No file that was not marked passes one that was. */
export function withMarks(files: readonly RankedFile[], marks: Marks, mix: number): RankedFile[] {
  const best = files[0]?.score ?? 0;
  return files
    .map((file) => {
      const value = marks.get(file.file);
      if (value === undefined) return file;
      const score = file.score + mix * value * best;
      const adds = file.penalty > 0 ? (mix * value * best) / file.penalty : 0;
      return { ...file, mark: { value, adds }, score };
    })
    .sort((a, b) => b.score - a.score || byCodePoint(a.path, b.path));
}
