import type { StateView } from '../ports/store.ts';
import { stemsIn, tellingOf } from './nearness.ts';

/** Words that only say that something is asked. */
const ASKING =
  /^\W*(?:explain|describe|tell me|show me how|overview of|guide to|introduction to)\b/i;
const NAMELESS = /^(?:index|readme)$/i;

/** What a page is called: its headings, its title, and its file's name (or the folder's, where that says nothing). */
function headingsOf(view: StateView, file: number): string[] {
  const { path = '', content = 0 } = view.state.files[file] ?? {};
  if (content === 0) return [];
  const { chunks, meta } = view.facts(content);
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '');
  const own = NAMELESS.test(name) ? (parts.at(-2) ?? '') : name;
  return [own, meta['title'] ?? '', ...chunks.flatMap(({ names }) => names)];
}

/**
 * How well the best heading of each of the files fits the question: the share of what the question tells that stands in the heading, less
 * where the heading says other things too. By number of the file.
 */
export function headingScores(
  view: StateView,
  question: string,
  files: readonly number[],
): Float64Array {
  const values = new Float64Array(view.state.files.length);
  const asked = [...new Set(stemsIn(question.replace(ASKING, '')))];
  const telling = tellingOf(view, asked);
  const whole = asked.reduce((sum, stem) => sum + (telling.get(stem) ?? 0), 0);
  if (whole === 0) return values;
  for (const file of files) {
    for (const heading of headingsOf(view, file)) {
      const stems = new Set(stemsIn(heading));
      const matched = asked.filter((stem) => stems.has(stem));
      if (matched.length === 0) continue;
      const share = matched.reduce((sum, stem) => sum + (telling.get(stem) ?? 0), 0) / whole;
      const value = share * Math.sqrt(matched.length / stems.size);
      if (value > (values[file] ?? 0)) values[file] = value;
    }
  }
  return values;
}
