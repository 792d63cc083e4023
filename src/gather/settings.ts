import { rememberedOf } from '../math/memo.ts';
import { countTerms, stem, termsOf } from '../math/terms.ts';
import type { Facts } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';
import { synonymsFor } from '../retrieve/synonyms.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { allowedIn } from './record-chains.ts';
import { otherNames } from './recorded.ts';
import { filesWith, stems } from './title-words.ts';

/** Of what the words of a setting's name say, by how rare they are, so much stands in the task, and so many of them. */
const LEAST_SAID = 0.75;
const LEAST_WORDS = 2;
/** Names with so much less than the best are not meant. */
const BESIDE_BEST = 0.5;
const MOST_NAMES = 3;
/** What is set in more places is no choice that somebody made once. */
const MOST_PLACES = 4;
const SCORE = 0.3;

/** `POOL_SIZE=8`, `poolSize: 8`, `- name: POOL_SIZE`, `{name: POOL_SIZE, value: "8"}`, `pool.size = 8`. */
const SET =
  /^[ \t]*(?:-[ \t]*)?(?:(?:export|ENV|ARG)[ \t]+)?(?:\{?[ \t]*["']?name["']?[ \t]*:[ \t]*["']?([A-Za-z][\w.-]{2,60})\b|["']?([A-Za-z][\w.-]{2,60})["']?[ \t]*[:=][ \t]*["']?[^\s"'{[])/gm;

/** How much of a thing, and in which units, says nothing of which thing it is. */
const AMOUNTS = stems(
  'max maximum min minimum limit default total ms millis s sec secs second minute min hour day byte kb mb gb mib gib percent pct',
);

interface Setting {
  readonly name: string;
  readonly words: readonly string[];
  readonly line: number;
}

/** What a file sets, by names of several words. */
const settingsIn = rememberedOf(({ text }: Facts): readonly Setting[] => {
  const found: Setting[] = [];
  let [line, from] = [1, 0];
  for (const match of text.matchAll(SET)) {
    for (; from < match.index; from++) if (text.charCodeAt(from) === 10) line++;
    const name = match[1] ?? match[2] ?? '';
    const words = [...new Set(name.split(/[.-]/).flatMap(termsOf))].filter(
      (term) => term.startsWith('p:') && !AMOUNTS.has(term),
    );
    if (words.length >= LEAST_WORDS) found.push({ name, words, line });
  }
  return found;
});

/** From a task to what sets the things it speaks of: a setting's name says in a few words what it is for. */
export function settingChains(
  view: StateView,
  ranking: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  const said = saidIn(ranking.task.title);
  const pieces = view.lexical.lengths.length;
  const weightOf = (term: string): number =>
    Math.log(1 + pieces / (1 + view.lexical.places(term).chunks.items.length));
  const isAllowed = allowedIn(view, ranking, request);
  const having = new Map<number, number>();
  for (const term of said) {
    for (const file of filesWith(view.lexical, term)) having.set(file, (having.get(file) ?? 0) + 1);
  }
  const found = view.state.files.flatMap((entry, file) => {
    // Most files need not be opened.
    if ((having.get(file) ?? 0) < LEAST_WORDS || !isOfSettings(entry) || !isAllowed(file))
      return [];
    const facts = view.facts(entry.content);
    return settingsIn(facts).flatMap(({ name, words, line }) => {
      const own = words.filter((word) => said.has(word));
      if (own.length < LEAST_WORDS) return [];
      const sum = (all: readonly string[]): number =>
        all.reduce((s, word) => s + weightOf(word), 0);
      const share = sum(own) / sum(words);
      const sequence = facts.chunks.findIndex((c) => line >= c.firstLine && line <= c.lastLine);
      if (share < LEAST_SAID || sequence < 0) return [];
      return [{ file, path: entry.path, name, sequence, line, worth: sum(own) }];
    });
  });
  const best = found.reduce((most, { worth }) => Math.max(most, worth), 0);
  const meant = found.filter(({ worth }) => worth >= BESIDE_BEST * best);
  const names = [...new Set(meant.map(({ name }) => name))];
  if (names.length > MOST_NAMES) return [];
  return names.flatMap((name) => {
    const own = meant.filter((place) => place.name === name);
    return own.slice(0, MOST_PLACES).map(({ file, path, sequence, line }): Chain => {
      const reason = `${path} sets ${name}, which the task speaks of.`;
      const place = { file, path, sequence, firstLine: line, lastLine: line };
      return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
    });
  });
}

const isOfSettings = ({ content, shape: { source, kind } }: StateFile): boolean =>
  content !== 0 && ((source === 'deployment' && kind !== 'build-log') || kind === 'config');

/** The words of a text, and what may stand in their place. */
function saidIn(text: string): ReadonlySet<string> {
  const own = [...countTerms(text).keys()].filter(
    (term) => term.startsWith('p:') && !STOP_WORDS.has(term.slice(2)),
  );
  return new Set(own.flatMap((term) => [term, ...otherNames(term), ...synonymsFor(term)]));
}
