import { isFile, saidIn } from '../flow/deps.ts';
import { nameOf } from '../flow/names.ts';
import { manifestsOf } from '../gather/surroundings.ts';
import { resolveImports } from '../graph/resolve.ts';
import { testLinks } from '../graph/subjects.ts';
import { groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { byCodePoint } from '../math/order.ts';
import type { FoundFile } from '../model/flow.ts';
import type { StateView } from '../ports/store.ts';
import { definersIn, filesWith, isTelling, known } from './links.ts';

/** A file that defines more is known by the first of them. */
const NAMES_ASKED = 200;
const NAMES_SHOWN = 3;
/** Of a project that is well documented, the best. */
const DOCUMENTS_SHOWN = 8;
/** They name everything that ever changed. */
const CHANGELOG = /(?:^|\/)(?:change(?:s|log)|history|news|releases?)(?:[._-][^/]*)?(?:\/|$)/i;
/** A test of many files is still a test of each: the best of them count at least so much. */
const TEST = 0.35;
const BEST_TESTS = 3;
/** What less speaks for, such as a single plain word, belongs to anything. */
const LEAST = 0.3;

/** What belongs to files and is not among them: their tests, and the documents that name them or what only they define. */
export function companionsOf(view: StateView, paths: readonly string[]): FoundFile[] {
  const asked = new Set(paths);
  const isCompanion = ({ path, relevance }: FoundFile): boolean =>
    !asked.has(path) && relevance >= LEAST;
  return [...testsOf(view, asked), ...documentsOn(view, asked)].filter(isCompanion);
}

function testsOf(view: StateView, asked: ReadonlySet<string>): FoundFile[] {
  const { files } = view.state;
  const naming = filesWith(view);
  // A test that imports a file says its name or that of its folder; others need not be read.
  const says = new Set(
    [...asked].flatMap((path) => stemsOf(path).flatMap((stem) => [...naming(stem)])),
  );
  const graph = files.map(({ path, content, shape: { language, kind } }, file) => {
    const isRead = kind === 'test' && content !== 0 && says.has(file);
    return { path, language, kind, imports: isRead ? view.facts(content).imports : [] };
  });
  const tests = new Map<string, number>();
  return testLinks(graph, resolveImports(graph, manifestsOf(view)))
    .filter(({ subject }) => asked.has(subject))
    .map(({ test, subject, score, reason }) => {
      const place = (tests.get(subject) ?? 0) + 1;
      tests.set(subject, place);
      const relevance = place > BEST_TESTS ? score : Math.max(score, TEST);
      return { path: test, relevance, reason: `tests ${subject} (by ${reason})` };
    });
}

const stemsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(-2)
    .map((name) => name.replace(/(?<=.)\..*$/, ''));

function documentsOn(view: StateView, asked: ReadonlySet<string>): FoundFile[] {
  const { files } = view.state;
  const naming = filesWith(view);
  const isOnly = definersIn(view);
  const names = new Map<number, Set<string>>();
  const note = (file: number, name: string): void => {
    if (files[file]?.shape.source !== 'documentation') return;
    names.set(file, (names.get(file) ?? new Set()).add(name));
  };
  const fileNames = groupBy(files, ({ path }) => nameOf(path));
  for (const { path, content } of files) {
    if (!asked.has(path)) continue;
    // Where it is the only one of its name, that will do.
    const own = fileNames.get(nameOf(path))?.length === 1 ? nameOf(path) : path;
    for (const file of naming(stemsOf(path).at(-1) ?? '')) note(file, own);
    for (const name of content === 0 ? [] : namesIn(view, content, isOnly)) {
      for (const file of naming(name)) note(file, name);
    }
  }
  return [...names]
    .flatMap(([number, named]): FoundFile[] => {
      const file = files[number];
      if (file === undefined || file.content === 0 || CHANGELOG.test(file.path)) return [];
      const said = saidIn(splitLines(view.facts(file.content).text), [...named]);
      const all = [...new Set(said.map(({ name }) => name))].sort(
        (a, b) => weightOf(b) - weightOf(a) || byCodePoint(a, b),
      );
      const rest = all.length - NAMES_SHOWN;
      const reason = `names ${all.slice(0, NAMES_SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
      // The strongest name stands first.
      const relevance = Math.min(MOST, weightOf(all[0] ?? '') + MORE * (all.length - 1));
      return all.length === 0 ? [] : [{ path: file.path, relevance, reason }];
    })
    .sort((a, b) => b.relevance - a.relevance || byCodePoint(a.path, b.path))
    .slice(0, DOCUMENTS_SHOWN);
}

/** The names a file is known by: what only it defines. */
function namesIn(view: StateView, content: number, isOnly: (name: string) => boolean): string[] {
  const { definitions, shape } = view.facts(content);
  if (shape.source !== 'code' || shape.kind === 'test') return [];
  const names = known(definitions).map(({ name }) => name);
  return [...new Set(names)].slice(0, NAMES_ASKED).filter(isOnly);
}

// By hand: a file is nearly sure, a name that only one file defines is likely, a plain word is so only with others beside it.
const WEIGHTS = { file: 0.7, name: 0.35, word: 0.25 } as const;
const MORE = 0.1;
const MOST = 0.9;

function weightOf(name: string): number {
  if (isFile(name)) return WEIGHTS.file;
  return isTelling(name) ? WEIGHTS.name : WEIGHTS.word;
}
