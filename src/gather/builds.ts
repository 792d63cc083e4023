import { byCodePoint } from '../math/order.ts';
import { countTerms } from '../math/terms.ts';
import type { Chunk } from '../model/document.ts';
import type { Frame } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { type Chain, frameChains, type Link } from '../retrieve/chains.ts';
import { fileOf } from '../retrieve/look-ups.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';

const BUILD =
  /\b(?:builds?|pipelines?|jobs?|workflows?|ci|checks?|runs?|releases?|main|master|trunk)\b/i;
const BROKEN = /\b(?:fail\w*|red|broken?|breaks?|green|crash\w*|abort\w*)\b/i;
const LOGS = 2;
const SEVERAL = /\b(?:builds|pipelines|jobs|workflows|checks|runs|releases)\b/i;
const EVENTS = 3;
const SCORE = 0.5;

/** What went wrong in the saved logs of builds, for a task about a build: a log seldom has the words by which people call it. */
export function buildChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const { title } = task;
  if (!BUILD.test(title) || !BROKEN.test(title)) return [];
  const asked = new Set(countTerms(title.replace(BUILD, '').replace(BROKEN, '')).keys());
  return view.state.files
    .flatMap((entry, file) => {
      const { path, content, shape } = entry;
      if (shape.kind !== 'build-log' || content === 0 || !isAsked(entry, task, request)) return [];
      const { chunks, text } = view.facts(content);
      const links = chunks
        .flatMap(({ kind, firstLine, lastLine }, sequence): Link[] => {
          const reason = `${path} tells what failed in a build, which the task asks about.`;
          const link = { file, path, sequence, firstLine, lastLine, reason };
          return kind === 'event' ? [{ ...link, kind: 'event' }] : [];
        })
        .slice(-EVENTS);
      const words = countTerms(`${path} ${text}`);
      const shared = [...asked].filter((term) => words.has(term)).length;
      const told = links.map(({ sequence }) => textOf(chunks[sequence], text)).join('\n');
      return links.length === 0 ? [] : [{ path, links, shared, told }];
    })
    .sort((a, b) => b.shared - a.shared || byCodePoint(b.path, a.path))
    .filter(({ shared }, _, [best]) => shared === best?.shared)
    .slice(0, SEVERAL.test(title) ? LOGS : 1)
    .flatMap(({ links, told, path: log }) => [
      { score: SCORE, links },
      ...frameChains(view, [...placesIn(told), ...testsIn(view, told)], log).map(
        ({ links: passed }) => ({
          score: SCORE,
          links: passed,
        }),
      ),
    ]);
}

const textOf = (chunk: Chunk | undefined, text: string): string =>
  chunk === undefined ? '' : text.slice(chunk.start, chunk.end);

/** Written as in a program. */
const CODE_LIKE = /\b[A-Za-z]\w{0,60}_\w{1,60}|\b[a-zA-Z]\w{0,60}[a-z][A-Z]\w{0,60}/g;
/** A name in more pieces than this does not tell which one failed. */
const FEW_PIECES = 3;

/** Tests of the project that what failed names, and what they are called after, as frames: not every runner says in which file. */
function testsIn({ state, lexical, facts }: StateView, told: string): Frame[] {
  const names = [...new Set(told.match(CODE_LIKE) ?? [])];
  const piecesOf = (name: string, isMeant: (kind: string, names: readonly string[]) => boolean) => {
    const found = [...lexical.places(`w:${name.toLowerCase()}`).chunks.items].flatMap((chunk) => {
      const file = fileOf(lexical.starts, chunk);
      const { path = '', content = 0, shape } = state.files[file] ?? {};
      if (shape?.source !== 'code') return [];
      const own = facts(content).chunks[chunk - (lexical.starts[file] ?? 0)];
      if (own === undefined || !isMeant(shape.kind, own.names)) return [];
      return [{ path, line: own.firstLine, function: name }];
    });
    return found.length > FEW_PIECES ? [] : found;
  };
  const tests = names.flatMap((name) => piecesOf(name, (kind) => kind === 'test'));
  const tested = names.flatMap((name) => {
    const subject = name.replace(/^Test|(?:Tests?|Spec)$/, '');
    return piecesOf(subject, (kind, own) => kind !== 'test' && own.includes(subject));
  });
  return [...tests.slice(0, MOST_PLACES), ...tested.slice(0, MOST_PLACES)];
}

const PLACE = /(?<![\w./-])((?:[\w.-]{1,80}\/){1,12}[\w.-]{1,80}\.\w{1,5})(?::(\d{1,6}))?/g;
const MOST_PLACES = 3;

/** Files of the project that what failed names, each with its line where one is said, as frames; the last was passed first. */
function placesIn(told: string): Frame[] {
  const lines = new Map<string, number>();
  for (const [, path = '', line = '0'] of told.matchAll(PLACE)) {
    lines.set(path, lines.get(path) || Number(line));
  }
  return Array.from(lines, ([path, line]) => ({ path, line, function: '' }))
    .slice(0, MOST_PLACES)
    .reverse();
}
