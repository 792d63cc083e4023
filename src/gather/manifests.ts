import { byCodePoint } from '../math/order.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { STOP_WORDS } from '../retrieve/stop-words.ts';
import { ASIDE, isOnDependencies, MANIFEST } from './dependencies.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** "upgrade react to 19", "migrate from jest to vitest": what stands behind may be something the project depends on. */
const MOVED =
  /\b(?:updat\w*|upgrad\w*|bump\w*|pin\w*|downgrad\w*|unpin\w*|migrat\w*|switch\w*|mov\w*|replac\w*|drop\w*|remov\w*)\s+((?:(?:from|to|with|off|the|our|version|of|dependency|package)\s+|[@\w./-]{2,60}\s*){1,6})/i;
const LINKING = /^(?:from|to|with|off|the|our|version|of|dependency|package|latest|v?\d[\w.]*)$/i;
/** Which part of a long one tells. */
const DECLARES = /dependenc|require|version|\bgem ['"]|==|~=|>=/i;

/** Of the context: it is what the task is about, and a list of thirty takes a third of 4,000 tokens. */
const SHARE = 0.4;
/** For those who do not say how large the context is. */
const USUAL_TOKENS = 12_000;
const CHARACTERS_PER_TOKEN = 4;
const SCORE = 0.5;

/** For a task about what the project stands on, where it says so: those files seldom have the task's words. */
export function manifestChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const tells = tellsOf(task.title);
  if (tells === null) return [];
  const depthOf = (path: string): number => path.split('/').length;
  let left = SHARE * (request.tokens ?? USUAL_TOKENS) * CHARACTERS_PER_TOKEN;
  return view.state.files
    .flatMap((entry, file) => {
      const { path, content } = entry;
      const isOne = MANIFEST.test(path) && !ASIDE.test(path);
      return isOne && content !== 0 && isAsked(entry, task, request)
        ? [{ file, path, content }]
        : [];
    })
    .sort((a, b) => depthOf(a.path) - depthOf(b.path) || byCodePoint(a.path, b.path))
    .flatMap(({ file, path, content }): Chain[] => {
      const { chunks, text } = view.facts(content);
      const links = chunks.flatMap((chunk, sequence): Link[] => {
        const { firstLine, lastLine, start, end } = chunk;
        if (end - start > left || !tells.test(text.slice(start, end))) return [];
        left -= end - start;
        const reason = `${path} says what the project depends on, which the task is about.`;
        const place = { file, path, sequence, firstLine, lastLine };
        return [{ ...place, kind: 'setting', reason, isWhole: true }];
      });
      return links.length === 0 ? [] : [{ links, score: SCORE }];
    });
}

/** What a piece of a manifest must have to tell of the task; null where the task is about nothing that stands there. */
function tellsOf(title: string): RegExp | null {
  if (isOnDependencies(title)) return DECLARES;
  const [, said = ''] = MOVED.exec(title) ?? [];
  const isName = (word: string): boolean =>
    /[a-z]/i.test(word) && !LINKING.test(word) && !STOP_WORDS.has(word.toLowerCase());
  const names = said.split(/\s+/).filter(isName);
  if (names.length === 0) return null;
  const own = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  // A name of its own, or the last part of one, with a version: `"@types/node": "^20"`, `rack (~> 2)`, `gin v1.9`, `serde = { version`.
  return new RegExp(
    `(?<![\\w-])(?:${own})(?:/v\\d+)?["'>\\]]{0,2}\\s{0,20}(?:[:=,(<>~^]|\\s)\\s{0,20}[{\\["'~^<>=!(v\\s]{0,12}(?:version\\W{0,6})?[~^<>=! ]{0,4}(?:v?\\d|\\*|workspace:|latest)`,
    'i',
  );
}
