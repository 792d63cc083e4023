import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseCall } from '../src/surfaces/cli/parse.ts';
import { DEFAULT_OPERATION, OPERATIONS } from '../src/surfaces/table.ts';

/* What the documents say is checked where it can be. That docs/config.md, docs/cli.md and the JSON Schema are up to date is
 * proven in src/surfaces/generated.test.ts. */

const ROOT = dirname(import.meta.dirname);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .filter((file) => file.endsWith(ending))
    .sort();

const DECISIONS = filesBelow('docs/decisions', '.md');
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'bench/RESULTS.md',
  'bench/TRIED.md',
  'docs/ARCHITECTURE.md',
  'docs/agents.md',
  'docs/library.md',
  'docs/requirements.md',
  ...DECISIONS,
];

const inlineCode = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');
const shellLines = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, body = '']) => body.split('\n'));

/** Folders and files of the repository, in backticks; `…` and `NNNN` stand for something else. */
const OWN_PATH =
  /^(?:src|test|docs|bench|tools|schema|bin|examples)\/[\w./-]*$|^[A-Z]+\.md$|^package\.json$/;

function pathsNamed(document: string): string[] {
  const text = read(document);
  const links = [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(document), target.replace(/#.*$/, '')));
  return [...links, ...inlineCode(text).filter((code) => OWN_PATH.test(code))];
}

/** The words of a command as a shell would see them, up to a comment, pipe or redirection. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => ({
    text: quoted ?? bare,
    isBare: quoted === undefined,
  }));
  const end = words.findIndex(({ text, isBare }) => isBare && /^(?:#.*|\||>)$/.test(text));
  return (end === -1 ? words : words.slice(0, end)).map(({ text }) => text);
}

function commandsOf(text: string): string[][] {
  return [...shellLines(text), ...inlineCode(text)]
    .map(wordsOf)
    .filter(([program]) => program === 'sheaf' || program === 'npm');
}

/** Why a command would not run; null if it would. */
function fault(words: readonly string[]): string | null {
  const [program, ...argv] = words;
  if (program === 'npm') return npmFault(argv);
  try {
    parseCall(argv, OPERATIONS, DEFAULT_OPERATION);
    return null;
  } catch (error) {
    return `${words.join(' ')}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function npmFault([verb = '', name = '']: readonly string[]): string | null {
  if (verb === 'link' || verb === 'install') return null;
  const script = verb === 'run' ? name : verb;
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  return Object.hasOwn(scripts, script) ? null : `npm ${verb} ${name}: there is no such script`;
}

describe('the documents name only what is there', () => {
  it.each(DOCUMENTS)('files in %s', (document) => {
    expect(pathsNamed(document).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(DOCUMENTS)('commands in %s', (document) => {
    expect(commandsOf(read(document)).flatMap((words) => fault(words) ?? [])).toEqual([]);
  });

  it('sees files and commands, and would notice wrong ones', () => {
    expect(pathsNamed('docs/ARCHITECTURE.md').length).toBeGreaterThan(20);
    expect(commandsOf(read('README.md')).length).toBeGreaterThan(10);
    expect(fault(wordsOf('sheaf index --no-such-flag'))).toContain('no-such-flag');
    expect(fault(wordsOf('sheaf search "a # b" --limit 5  # the best'))).toBeNull();
    expect(wordsOf('sheaf search "a # b" --limit 5  # the best')).toEqual(
      'sheaf,search,a # b,--limit,5'.split(','),
    );
    expect(fault(['npm', 'run', 'nothing'])).toContain('no such script');
  });

  it('links to headings that exist', () => {
    const headings = [...read('docs/requirements.md').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
    );
    const anchors = [...read('README.md').matchAll(/requirements\.md#([\w-]+)/g)].map(
      ([, anchor = '']) => anchor,
    );
    expect(anchors.length).toBeGreaterThan(5);
    expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  });

  it.each([...DOCUMENTS, 'docs/cli.md', 'docs/config.md'])(
    'has lines of at most 120 characters, tables aside: %s',
    (document) => {
      const lines = read(document).split('\n');
      expect(lines.filter((line) => line.length > 120 && !line.startsWith('|'))).toEqual([]);
    },
  );

  it.each(DOCUMENTS)('speaks of no particular machine: %s', (document) => {
    expect(read(document)).not.toMatch(/(?:^|[\s`"(])\/(?:work|home|root|Users|tmp)\//);
  });
});

const SECTION = /^## `src\/(\w+)\/`: (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;
const sections = [...read('docs/ARCHITECTURE.md').matchAll(SECTION)].map(
  ([, folder = '', question = '', body = '']) => ({ folder, question, body }),
);
const modules = filesBelow('src', '.ts').filter((file) => !file.endsWith('.test.ts'));
const folderOf = (file: string): string =>
  file.split('/').length > 2 ? (file.split('/')[1] ?? '') : 'root';

/** Folders of src/ that a folder imports from, types and lazy imports included. */
function seenBy(folder: string): Set<string> {
  const seen = new Set<string>();
  for (const file of modules.filter((module) => folderOf(module) === folder)) {
    for (const [, specifier = ''] of read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      seen.add(folderOf(posix.join(posix.dirname(file), specifier)));
    }
  }
  seen.delete(folder);
  return seen;
}

describe('docs/ARCHITECTURE.md describes the program', () => {
  it('has a section for each folder of src/, and for no other', () => {
    const folders = [...new Set(modules.map(folderOf))].filter((folder) => folder !== 'root');
    expect(folders.length).toBeGreaterThan(10);
    expect(sections.map(({ folder }) => folder).sort()).toEqual(folders.sort());
  });

  it.each(sections)('asks a question and says what $folder is for', ({ question, body }) => {
    expect(question).toMatch(/\?$/);
    expect(body).toContain('*Useful for:*');
    expect(body).toContain('*Not useful for:*');
  });

  it.each(sections)('says all that $folder sees', ({ folder, body }) => {
    const said = (/\*Sees:\* (.+)\./.exec(body)?.[1] ?? '').split(', ');
    expect([...seenBy(folder)].filter((other) => !said.includes(other))).toEqual([]);
  });

  it('looks at imports at all', () => {
    expect(seenBy('ingest').size).toBeGreaterThan(4);
  });

  it('has a row for each file at the root of src/ and each folder of adapters', () => {
    const text = read('docs/ARCHITECTURE.md');
    const roots = modules.filter((file) => folderOf(file) === 'root');
    const adapters = new Set(
      modules
        .filter((file) => folderOf(file) === 'adapters')
        .map((file) => {
          const [, , room = '', ...rest] = file.split('/');
          return `src/adapters/${room}${rest.length > 0 ? '/' : ''}`;
        }),
    );
    expect(roots.length).toBeGreaterThan(4);
    expect([...roots, ...adapters].filter((path) => !text.includes(`| \`${path}\` |`))).toEqual([]);
  });

  it('has a row for each table of the index', () => {
    const schema = read('src/adapters/stores/sqlite/schema.ts');
    const tables = [...schema.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(tables.length).toBeGreaterThan(5);
    const text = read('docs/ARCHITECTURE.md');
    expect(tables.filter((table) => !text.includes(`| \`${table}\` |`))).toEqual([]);
  });
});

const requirements = [
  ...read('docs/requirements.md').matchAll(/^\| ([A-Z]{2}-\d+) \| .+ \| (\w+)[^|]*\|$/gm),
].map(([, id = '', status = '']) => ({ id, status }));

describe('docs/requirements.md is honest', () => {
  const tests = [...filesBelow('src', '.test.ts'), ...filesBelow('test', '.ts')].filter(
    (file) => file !== 'test/docs.test.ts',
  );
  const DOOR = /\b(?:sheaf|sheafJson|command|main|openWorkspace|flowProject)(?:<\w+(?:\[\])?>)?\(/;
  const doors = tests.filter((file) => DOOR.test(read(file)));
  const named = new Set(doors.flatMap((file) => read(file).match(/\b[A-Z]{2}-\d+\b/g) ?? []));

  it('knows three words for a status', () => {
    expect(requirements.length).toBeGreaterThan(40);
    const words = new Set(requirements.map(({ status }) => status));
    expect([...words].filter((word) => !['yes', 'partly', 'planned'].includes(word))).toEqual([]);
  });

  it('says yes only where a test of a command or of the library names the requirement', () => {
    expect(doors.length).toBeGreaterThan(10);
    expect(doors.length).toBeLessThan(tests.length / 2);
    const done = requirements.filter(({ status }) => status === 'yes');
    expect(done.length).toBeGreaterThan(3);
    expect(done.filter(({ id }) => !named.has(id))).toEqual([]);
  });

  it('lists every requirement that a describe title names', () => {
    const titles = tests.flatMap(
      (file) => read(file).match(/describe\(\s*['"`][A-Z]{2}-\d+/g) ?? [],
    );
    const ids = new Set(titles.map((title) => title.slice(title.search(/[A-Z]{2}-\d+$/))));
    expect(ids.size).toBeGreaterThan(3);
    expect([...ids].filter((id) => !requirements.some((known) => known.id === id))).toEqual([]);
  });
});

describe('decision records', () => {
  const HEADINGS = ['Context', 'Options', 'Decision', 'Why', 'Consequences'];
  /** The first may have headings of its own. */
  const uniform = DECISIONS.filter((file) => !file.includes('/0001-'));

  it('are numbered without a gap', () => {
    const numbers = DECISIONS.map((file) => Number(posix.basename(file).slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  });

  it.each(uniform)('say context, options, decision, why and consequences: %s', (file) => {
    const found = [...read(file).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(found).toEqual(HEADINGS);
  });
});
