import { DEFAULTS } from '../config/defaults.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { keysNamed } from '../retrieve/config-keys.ts';
import { definitionsOf, readersOf, settersOf } from '../retrieve/look-ups.ts';
import type { ChunkPlace } from '../retrieve/sources.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';

const NAMED = /`([^`\n]{3,80})`/g;
const NAME = /[A-Za-z_]\w{2,60}/g;
const MOST_NAMED = 3;
/** What a page leads to is likely, no more. */
const SCORE = 0.2;

/** The page is among so many of the best files: where a log fits best, the next may say what to do about it. */
const FILES = 2;
const MOST_SETTINGS = 2;

/** From the page that fits a task best to the files it names, and for a change to the code it names and to what sets and reads the settings it names. */
export function pageChains(
  view: StateView,
  { task, files }: Pick<Ranking, 'task' | 'files'>,
  { config = DEFAULTS }: UnderstoodRequest,
): Chain[] {
  const { primary_threshold: least } = config.relevance.thresholds;
  const page = files
    .slice(0, FILES)
    .find(({ source }) => source === 'documentation' || source === 'research');
  if (page === undefined || page.relevance < least) return [];
  const { text } = view.facts(view.state.files[page.file]?.content ?? 0);
  const named = filesNamed(view, text, page.path);
  if (task.ask === 'question') return named;
  const defined = page === files[0] ? namedIn(view, text) : [];
  return [
    ...named,
    ...defined.map(({ place, name }): Chain => {
      const reason = `${place.path} defines ${name}, which ${page.path} names.`;
      return { score: SCORE, links: [{ ...place, kind: 'symbol', reason }] };
    }),
    ...settingsNamed(view, text).map(({ place, key }): Chain => {
      const reason = `${place.path} sets or reads ${key}, which ${page.path} names.`;
      return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
    }),
  ];
}

/** What sets the settings that a page names, and what reads them. */
function settingsNamed(view: StateView, text: string): { place: ChunkPlace; key: string }[] {
  return keysNamed(text)
    .slice(0, MOST_SETTINGS)
    .flatMap((key) => {
      const places = [...settersOf(view, key, null).slice(0, 1), ...readersOf(view, key)];
      return places.slice(0, MOST_SETTINGS).map((place) => ({ place, key }));
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

/** `config/depots.yml`: a file of the project, by its whole path or the end of it. */
const PATH = /`((?:[\w.-]{1,80}\/){1,8}[\w.-]{1,80}\.\w{1,8})`/g;
const MOST_FILES = 2;
/** Of a longer file nobody knows which piece is meant. */
const MOST_PIECES = 2;

/** The short files that a page names by their paths: who follows the page opens them. */
function filesNamed({ state, facts }: StateView, text: string, page: string): Chain[] {
  const paths = [...new Set(Array.from(text.matchAll(PATH), ([, path = '']) => path))];
  return paths
    .flatMap((named): Chain[] => {
      const file = state.files.findIndex(
        ({ path }) => path === named || path.endsWith(`/${named}`),
      );
      const { content = 0, path = '' } = state.files[file] ?? {};
      if (content === 0 || path === page) return [];
      const { chunks } = facts(content);
      if (chunks.length > MOST_PIECES) return [];
      const reason = `${page} names ${path}.`;
      const links = chunks.map(({ firstLine, lastLine }, sequence): Link => {
        return { file, path, sequence, firstLine, lastLine, kind: 'setting', reason };
      });
      return [{ score: SCORE, links }];
    })
    .slice(0, MOST_FILES);
}
