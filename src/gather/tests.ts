import { DEFAULTS } from '../config/defaults.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** Tests of so many of the best files. */
const FILES = 2;
/** A hint, no evidence: a short test comes along, a long one has to earn its place. */
const SCORE = 0.015;

const MARK = /(?:^|[._-])(?:tests?|specs?)(?=$|[._-])|(?<=[a-z0-9])(?:Tests?|Spec)$/g;

/** What a file is called, whatever its language writes around it: `price_list` and `PriceListTest` are `pricelist`. */
const plain = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w{1,5}$/, '')
    .replace(MARK, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

/** The first piece of the tests that are called by the code a change is about: they say what it must go on doing. */
export function testChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const { supporting_threshold: least } = (request.config ?? DEFAULTS).relevance.thresholds;
  const best = files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .slice(0, FILES);
  const names = new Map(best.map(({ path }) => [plain(path), path]));
  return view.state.files.flatMap((entry, file): Chain[] => {
    const { path, content, shape } = entry;
    const tested = shape.kind === 'test' ? names.get(plain(path)) : undefined;
    if (tested === undefined || tested === path || content === 0) return [];
    if (!isAsked(entry, task, request)) return [];
    const reason = `${path} tests ${tested}.`;
    const links = view.facts(content).chunks.map(({ firstLine, lastLine }, sequence): Link => {
      return { file, path, sequence, firstLine, lastLine, kind: 'symbol', reason };
    });
    return [{ score: SCORE, links: links.slice(0, 2) }];
  });
}
