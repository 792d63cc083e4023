import { DEFAULTS } from '../config/defaults.ts';
import { byCodePoint } from '../math/order.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

/** Tests of so many of the best files. */
const FILES = 2;
/** Where many files are called alike, such as `index`, the nearest tests of each. */
const TESTS = 2;
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

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1);

/** How many folders two paths share, however deep: tests often lie in a tree of their own. */
function nearness(path: string, other: string): number {
  const folders = new Set(foldersOf(other));
  return foldersOf(path).filter((folder) => folders.has(folder)).length;
}

/** The first pieces of the tests that are called by the code a change is about: they say what it must go on doing. */
export function testChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  if (task.ask === 'question') return [];
  const { supporting_threshold: least } = (request.config ?? DEFAULTS).relevance.thresholds;
  const tested = files
    .filter(({ source, relevance }) => source === 'code' && relevance >= least)
    .slice(0, FILES);
  const names = new Set(tested.map(({ path }) => plain(path)));
  const tests = view.state.files.flatMap((entry, file) => {
    const { path, content, shape } = entry;
    const isOne = shape.kind === 'test' && content !== 0 && names.has(plain(path));
    return isOne && isAsked(entry, task, request) ? [{ path, file, content }] : [];
  });
  return tested.flatMap(({ path: code }) =>
    tests
      .filter(({ path }) => plain(path) === plain(code) && path !== code)
      .sort(
        (a, b) => nearness(b.path, code) - nearness(a.path, code) || byCodePoint(a.path, b.path),
      )
      .slice(0, TESTS)
      .map(({ path, file, content }): Chain => {
        const reason = `${path} tests ${code}.`;
        const links = view.facts(content).chunks.map(({ firstLine, lastLine }, sequence): Link => {
          return { file, path, sequence, firstLine, lastLine, kind: 'symbol', reason };
        });
        return { score: SCORE, links: links.slice(0, 2) };
      }),
  );
}
