import { groupBy } from '../math/groups.ts';
import { byCodePoint } from '../math/order.ts';
import { CODE_KINDS } from '../model/shape.ts';
import { fileOf, folderOf, withoutExtension } from '../text/imports/paths.ts';
import type { Edge, GraphFile } from './resolve.ts';

/** A test and what it tests. */
export interface TestLink {
  readonly test: string;
  readonly subject: string;
  /** 0 to 1: how sure it is. */
  readonly score: number;
  readonly reason: string;
}

// Named by hand: a name alone is likely, with its folder or an import nearly sure; an import alone is a hint.
const NAME = 0.4;
const FOLDER = 0.35;
const IMPORT = 0.25;
const ONLY_IMPORT = 0.4;
/** A bare name that many files bear (`index`, `utils`) says nothing without a folder or an import. */
const MANY_NAMESAKES = 3;

const TEST_FOLDER =
  /^(?:tests?|__tests?__|specs?|unit|integration|e2e|src|lib|main|java|kotlin|scala|packages|python|app|\w+[-_]tests?|tests?[-_]\w+)$/i;
const GENERIC = new Set(['index', '__init__', 'mod', 'lib', 'main']);
/** Kinds of files that can be tested. */
const SUBJECTS = new Set([...CODE_KINDS, 'build']);

/** The name a test has from its subject: `test_x`, `x.spec`, `XTest`, `x_test` → `x`. */
const subjectStem = (path: string): string =>
  withoutExtension(fileOf(path))
    .replace(/[._-](?:tests?|specs?|e2e|e2e-spec|cy|unit|integration|test-d|bench)$/i, '')
    .replace(/^tests?[._-]/i, '')
    .replace(/(?<=[a-z0-9])(?:Tests?|TestCase|Specs?|IT|ITCase)$/, '')
    .replace(/^Test(?=[A-Z])/, '');

/** The key of the name a file is known by: its stem, or its folder's where the stem is generic. */
const keyOf = (file: GraphFile, stem: string): string => {
  const name = GENERIC.has(stem) ? fileOf(folderOf(file.path)) : stem;
  return `${familyOf(file)} ${name.toLowerCase().replace(/[-_.]/g, '')}`;
};

/** Where a file stands, worked out once. */
type Place = ReturnType<typeof placeOf>;

const placeOf = ({ path }: GraphFile) => {
  const folder = folderOf(path);
  const named = folder.split('/').filter((part) => part !== '' && !TEST_FOLDER.test(part));
  return { path, folder, folders: named };
};

/** How much of their folders a test and its subject share once test folders are left out: 0 to 1. */
function folderLikeness(test: Place, subject: Place): number {
  if (test.folder === subject.folder) return 1;
  if (test.folders.length === 0) return subject.folders.length <= 1 ? 0.5 : 0;
  const shared = test.folders.filter((folder) => subject.folders.includes(folder)).length;
  return shared / Math.max(test.folders.length, subject.folders.length);
}

/** Languages whose files test each other. */
const FAMILIES = [
  'typescript tsx javascript vue svelte astro coffeescript',
  'java kotlin scala groovy',
  'c cpp objective-c',
].map((words) => words.split(' '));
const familyOf = ({ language }: GraphFile): string =>
  FAMILIES.find((family) => family.includes(language))?.[0] ?? language;

const byScore = (a: TestLink, b: TestLink): number =>
  b.score - a.score || byCodePoint(a.test, b.test) || byCodePoint(a.subject, b.subject);

/** All tests with their subjects, best first. */
export function testLinks(files: readonly GraphFile[], edges: readonly Edge[]): TestLink[] {
  const subjects = files.filter(({ kind }) => SUBJECTS.has(kind));
  const groups = groupBy(subjects, (file) =>
    keyOf(file, withoutExtension(fileOf(file.path)).replace(/\.d$/, '')),
  );
  const names = new Map([...groups].map(([key, group]) => [key, group.map(placeOf)]));
  const isSubject = new Set(subjects.map(({ path }) => path));
  const importsOf = groupBy(edges, ({ from }) => from);
  const links: TestLink[] = [];
  for (const test of files) {
    if (test.kind !== 'test') continue;
    const imported = new Set((importsOf.get(test.path) ?? []).map(({ to }) => to));
    const stem = subjectStem(test.path);
    const namesakes = names.get(keyOf(test, stem)) ?? [];
    const named = namedLinks(test, namesakes, imported, stem);
    const seen = new Set(named.map(({ subject }) => subject));
    const others = [...imported].filter((path) => !seen.has(path) && isSubject.has(path));
    const score = round(ONLY_IMPORT / Math.sqrt(others.length));
    links.push(
      ...named,
      ...others.map((subject) => ({ test: test.path, subject, score, reason: 'import' })),
    );
  }
  return links.sort(byScore);
}

/** Links to files whose name the test's name is made of. */
function namedLinks(
  test: GraphFile,
  namesakes: readonly Place[],
  imported: ReadonlySet<string>,
  stem: string,
): TestLink[] {
  const here = placeOf(test);
  const hasTestName = stem !== '' && stem !== withoutExtension(fileOf(test.path));
  const rated = namesakes.map((place) => ({
    path: place.path,
    likeness: folderLikeness(here, place),
    isImported: imported.has(place.path),
  }));
  return rated
    .filter(({ likeness, isImported }) => {
      // A helper in a test folder is not named after what it shares its name with.
      if (!hasTestName) return likeness > 0 && (isImported || likeness >= 0.5);
      return isImported || likeness > 0 || namesakes.length <= MANY_NAMESAKES;
    })
    .map(({ path, likeness, isImported }) => {
      const rivals = isImported ? 1 : rated.filter((other) => other.likeness >= likeness).length;
      const score = (NAME + FOLDER * likeness + (isImported ? IMPORT : 0)) / Math.sqrt(rivals);
      const reason = `name${likeness > 0 ? ', folder' : ''}${isImported ? ', import' : ''}`;
      return { test: test.path, subject: path, score: round(score), reason };
    });
}

/** Scores are for people and comparisons; a thousandth is more than they know. */
const round = (score: number): number => Math.round(score * 1000) / 1000;
