import type { StateView } from '../ports/store.ts';
import { fileOf } from './look-ups.ts';
import { stemsIn, tellingOf } from './nearness.ts';
import { isOrdinary } from './ordinary-words.ts';

/** Words that only say that something is asked. */
const ASKING =
  /^\W*(?:explain|describe|tell me|show me how|overview of|guide to|introduction to)\b/i;
const NAMELESS = /^(?:index|readme)$/i;

/** A page that is called what is asked for comes before one with a section of that name. */
const SECTION = 0.85;

/** A heading counts as far as its page speaks of the question: one that lacks its rare word is headed like it by chance. */
const COVERED = 2;
/** What people write of any project is rare in programs, and tells little all the same. */
const ORDINARY = 0.3;

/** What a page is called, by its file's name (or the folder's, where that says nothing) and its title; and what its sections are called. */
function namesOf(view: StateView, file: number): { own: string[]; sections: string[] } {
  const { path = '', content = 0 } = view.state.files[file] ?? {};
  if (content === 0) return { own: [], sections: [] };
  const { chunks, meta } = view.facts(content);
  const parts = path.split('/');
  const name = (parts.at(-1) ?? '').replace(/\.[^.]*$/, '');
  const own = NAMELESS.test(name) ? (parts.at(-2) ?? '') : name;
  const sections = chunks.flatMap(({ name, within, names }) => [name, ...within, ...names]);
  return { own: [own, meta['title'] ?? ''], sections };
}

/**
 * How well the best heading of each of the files fits the question: the share of what the question tells that stands in the heading, less
 * where the heading says other things too, as a share of the best, and less where the page lacks what the question tells. By number of the file.
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
  const fits = (heading: string): number => {
    const stems = new Set(stemsIn(heading));
    const matched = asked.filter((stem) => stems.has(stem));
    if (matched.length === 0) return 0;
    const share = matched.reduce((sum, stem) => sum + (telling.get(stem) ?? 0), 0) / whole;
    return share * Math.sqrt(matched.length / stems.size);
  };
  for (const file of files) {
    const { own, sections } = namesOf(view, file);
    const best = (names: readonly string[]): number =>
      names.reduce((most, name) => Math.max(most, fits(name)), 0);
    values[file] = Math.max(best(own), SECTION * best(sections));
  }
  const most = values.reduce((best, value) => Math.max(best, value), 0);
  const covers = coverageOf(view, telling, files);
  for (const file of most === 0 ? [] : files) {
    values[file] = ((values[file] ?? 0) / most) * (covers.get(file) ?? 0) ** COVERED;
  }
  return values;
}

/** How much of what a question tells, as far as the project has it, each of some files has. */
function coverageOf(
  { lexical }: StateView,
  telling: ReadonlyMap<string, number>,
  files: readonly number[],
): Map<number, number> {
  const covers = new Map(files.map((file) => [file, 0]));
  let known = 0;
  for (const [stem, tells] of telling) {
    const { chunks, documents } = lexical.places(`p:${stem}`);
    const having = new Set(documents.items);
    for (const chunk of chunks.items) having.add(fileOf(lexical.starts, chunk));
    const weight = isOrdinary(stem) ? ORDINARY * tells : tells;
    if (having.size > 0) known += weight;
    for (const [file, sum] of covers) if (having.has(file)) covers.set(file, sum + weight);
  }
  return new Map(Array.from(covers, ([file, sum]) => [file, known > 0 ? sum / known : 0]));
}
