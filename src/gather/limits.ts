import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { titleQuery } from '../retrieve/query.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { stems } from './title-words.ts';

/** What is limited in more places points to none of them. */
const MOST = 2;
const SCORE = 0.3;

/** What a fault or a wish calls it, and what settings do. */
const CALLED: readonly (readonly [
  said: ReadonlySet<string>,
  setting: RegExp,
  /** What else the title must say, where the word alone says nothing of a limit. */
  about?: RegExp,
])[] = [
  [
    stems('connection client slot pool'),
    /\b(?:\w+[_.-])?pool(?:[_-]?size)?["']?\s{0,3}[:=]\s{0,3}["']?\d+|\bmax[_-]?(?:connections|clients|pool[_-]?size)["']?\s{0,3}[:= ]\s{0,3}["']?\d+|=\s{0,3}["']max_connections["']/i,
  ],
  [stems('heap jvm memory oom'), /-Xmx\d+\w?/],
  [
    stems('upload body attachment'),
    /\b(?:client_max_body_size|proxy-body-size|(?:max[-_]?)?(?:request|upload|body|file|payload|content)[-_]?(?:body[-_]?)?(?:size|length|limit|bytes))["']?\s{0,3}[:= ]\s{0,3}["']?\d+\w*/i,
    /\b\d+ ?[kmg]i?b\b|\b(?:large|larger|big|bigger|size|limits?|413|maximum)\b/i,
  ],
];

/** From a fault to the limit that it met, where settings call it by other words than people. */
export function limitChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const words = new Set(titleQuery(task.sections).map(({ term }) => term));
  const meant = settingsMeant(words, task.title);
  // Most changes have to do with no limit, and settings need not be opened for them.
  if (meant.length === 0) return [];
  const found = view.state.files.flatMap((entry, file): Chain[] => {
    const { path, content, shape } = entry;
    const isSettings = shape.source === 'deployment' || shape.kind === 'config';
    if (!isSettings || content === 0 || !isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(content);
    return chunks.flatMap(({ start, end, firstLine, lastLine }, sequence): Chain[] => {
      const own = text.slice(start, end);
      const name = calledIn(own, meant);
      if (name === null) return [];
      const reason = `${path} sets ${name}, a limit on what the task speaks of.`;
      const place = { file, path, sequence, firstLine, lastLine };
      return [{ score: SCORE, links: [{ ...place, kind: 'setting', reason }] }];
    });
  });
  return found.length > MOST ? [] : found;
}

/** What settings call that of which one of the words is another name. */
const settingsMeant = (words: ReadonlySet<string>, title: string): readonly RegExp[] =>
  CALLED.filter(
    ([said, , about]) => [...said].some((word) => words.has(word)) && about?.test(title) !== false,
  ).map(([, setting]) => setting);

/** The first setting of a text that is called so. */
function calledIn(text: string, meant: readonly RegExp[]): string | null {
  for (const setting of meant) {
    const found = setting.exec(text);
    if (found !== null) return found[0];
  }
  return null;
}
