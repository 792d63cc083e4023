import { late } from '../math/memo.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { TONGUE } from '../text/tongues.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** Few tasks can mean a language, and to list their names takes ten milliseconds. */
const MAY_ADD = /\b(?:add|support|introduce|provide|translate)\b.* [A-Z]/;
/** Whoever adds a language calls it by its name: `add Finnish`, `support Welsh and Irish`. */
const ADDED = late(() => {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const known = TONGUE.split('|').flatMap((code) => names.of(code) ?? []);
  const simple = known.filter((name) => /^[A-Z][a-z]+$/.test(name)).join('|');
  return new RegExp(
    `\\b(?:add|support|introduce|provide|translate)\\b(?: [\\w-]+){0,4} (?:${simple})\\b`,
  );
});
const LOWERED = /^[A-Z][a-z]/;

/** Where programs keep which languages they speak. */
const PLACE = /(?:^|[/._-])(?:i18n|l10n|intl|locales?|translations?)(?:[/._-]|$)/i;
const MOST_FILES = 3;
const MOST_CHARACTERS = 6000;
const SCORE = 0.4;

/** From a task that adds a language to the code that lists the languages, and its test: no word of it says what they are. */
export function languageChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const title = task.title.replace(LOWERED, (start) => start.toLowerCase());
  if (task.ask === 'question' || !MAY_ADD.test(title) || !ADDED().test(title)) return [];
  return view.state.files
    .flatMap((entry, file): Chain[] => {
      const { path, shape, content } = entry;
      if (shape.source !== 'code' || !/^(?:source|test)$/.test(shape.kind) || content === 0) {
        return [];
      }
      if (!PLACE.test(path) || !isAsked(entry, task, request)) return [];
      const { chunks, text } = view.facts(content);
      if (text.length > MOST_CHARACTERS) return [];
      const reason = `${path} has the languages, to which the task adds one.`;
      const links = chunks.map(
        ({ firstLine, lastLine }, sequence): Link => ({
          ...{ file, path, sequence, firstLine, lastLine, reason },
          kind: 'symbol',
        }),
      );
      return [{ score: SCORE, links }];
    })
    .slice(0, MOST_FILES);
}
