import { DEFAULTS } from '../config/defaults.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { definitionsOf } from '../retrieve/look-ups.ts';
import type { ChunkPlace } from '../retrieve/sources.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';

const NAMED = /`([^`\n]{3,80})`/g;
const NAME = /[A-Za-z_]\w{2,60}/g;
const MOST_NAMED = 3;
/** What a page leads to is likely, no more. */
const SCORE = 0.2;

/** From the page that fits a change best to the code it names. */
export function pageChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  { config = DEFAULTS }: UnderstoodRequest,
): Chain[] {
  const [best] = files;
  const { primary_threshold: least } = config.relevance.thresholds;
  if (best === undefined || task.ask === 'question' || best.relevance < least) return [];
  if (best.source !== 'documentation' && best.source !== 'research') return [];
  const { text } = view.facts(view.state.files[best.file]?.content ?? 0);
  return namedIn(view, text).map(({ place, name }): Chain => {
    const reason = `${place.path} defines ${name}, which ${best.path} names.`;
    return { score: SCORE, links: [{ ...place, kind: 'symbol', reason }] };
  });
}

/** What a page names as code, and the project defines once. */
function namedIn(view: StateView, text: string): { place: ChunkPlace; name: string }[] {
  const quoted = Array.from(text.matchAll(NAMED), ([, name = '']) => name).join(' ');
  const names = [...new Set(quoted.match(NAME) ?? [])];
  return names
    .flatMap((name) => {
      const [place, ...others] = definitionsOf(view, name);
      return place === undefined || others.length > 0 ? [] : [{ place, name }];
    })
    .slice(0, MOST_NAMED);
}
