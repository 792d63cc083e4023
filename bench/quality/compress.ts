/**
 * What stays when texts are made shorter.
 *
 *   npx tsx bench/quality/compress.ts [--loghub GIT_DIR] [--claims FOLDER] [--tree TREE]…
 *
 * - definitions: share of the functions, methods, classes and types universal-ctags lists whose names stand in the
 *   `detailed` text of their file, without a limit and at 2000 tokens (trees: any source trees);
 * - logs: loghub's sets of 2000 raw lines pressed into a twentieth of their tokens: how much smaller, and how many
 *   error events of the truth have no line of theirs left. An error is what the compressor itself takes for one
 *   (level, trace or words of failure), and apart from it what the set's own level column calls one;
 * - evidence: share of the evidence sentences of a claim that are kept at 75, 50 and 25 % of the tokens of the
 *   abstract (`corpus.json` and `claims.json` of Check-COVID; weights were chosen on half of the papers, of the other
 *   half only totals were looked at).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { code } from '../../src/adapters/sources/code/code.ts';
import { compress } from '../../src/compress/compress.ts';
import type { Item } from '../../src/compress/item.ts';
import { atLevel } from '../../src/compress/levels.ts';
import { EMPTY_OUTLINE, type Facts } from '../../src/model/document.ts';
import type { Shape } from '../../src/model/shape.ts';
import { groupEvents, isFault } from '../../src/text/logs/events.ts';
import { faultsOf } from '../../src/text/logs/faults.ts';
import { wordReader } from '../../src/text/logs/words.ts';
import { LIMITS } from '../../test/support/level-limits.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const PLAIN = { disallowedSpecial: new Set<string>() };
const count = (text: string): number => countTokens(text, PLAIN);

const factsOf = (text: string, shape: Shape, outline = EMPTY_OUTLINE): Facts => ({
  ...outline,
  text,
  shape,
  chunks: [],
  redactions: {},
});

function git(repository: string, path: string): string {
  const args = ['--git-dir', repository, 'show', `HEAD:${path}`];
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
}

// Definitions ---------------------------------------------------------------------------------------------------------

/** ctags' kinds that are functions, methods, classes, types, interfaces and structs. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  Python: ['class', 'function', 'member'],
  Go: ['func', 'type', 'struct', 'interface', 'methodSpec', 'talias'],
  TypeScript: ['class', 'function', 'method', 'interface', 'alias', 'enum', 'generator'],
  Rust: ['function', 'method', 'struct', 'enum', 'interface', 'typedef', 'module', 'macro'],
  Java: ['class', 'method', 'interface', 'enum', 'annotation'],
};
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };

interface Tag {
  readonly name: string;
  readonly path: string;
  readonly language: string;
}

function tagsOf(root: string): Tag[] {
  const run = spawnSync(
    'ctags',
    [
      '-R',
      '--fields=nKl',
      '--excmd=number',
      '--exclude=.git',
      '--exclude=node_modules',
      '-f',
      '-',
      '.',
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30 },
  );
  return (run.stdout ?? '').split('\n').flatMap((row) => {
    const [name = '', path = '', , kind = '', ...fields] = row.split('\t');
    const language = fields.find((f) => f.startsWith('language:'))?.slice(9) ?? '';
    const line = Number(fields.find((f) => f.startsWith('line:'))?.slice(5) ?? 0);
    if (COUNTED[language]?.includes(kind) !== true || /^Anonymous|^__anon/.test(name)) return [];
    const text = readFileSync(join(root, path), 'utf8').split('\n')[line - 1] ?? '';
    // `type X` inside an import clause is no definition.
    if (kind === 'alias' && !/\btype\s+[\w$]+\s*(?:[=<]|$)/.test(text)) return [];
    return [{ name, path: path.replace(/^\.\//, ''), language }];
  });
}

/** Whole words only; names that are no words (operators, `#private`) are looked for as they are. */
const named = (words: ReadonlySet<string>, text: string, name: string): boolean =>
  /^[\w$]+$/.test(name) ? words.has(name) : text.includes(name);

const MOST_FILES = 250;

async function definitions(root: string): Promise<void> {
  const byFile = new Map<string, Tag[]>();
  for (const tag of tagsOf(root)) byFile.set(tag.path, [...(byFile.get(tag.path) ?? []), tag]);
  const files = [...byFile];
  const stride = Math.max(1, Math.floor(files.length / MOST_FILES));
  const rows = new Map<
    string,
    {
      tags: number;
      whole: number;
      limited: number;
      before: number;
      after: number;
      missing: string[];
    }
  >();
  for (let i = 0; i < files.length; i += stride) {
    const [path, tags] = files[i] ?? ['', []];
    const text = readFileSync(join(root, path), 'utf8');
    const shape = code.claim(path, text.slice(0, 4096), SETTINGS);
    if (shape === null) continue;
    await code.prepare?.([shape]);
    const item: Item = {
      path,
      modified: null,
      facts: factsOf(text, shape, code.outline(text, shape)),
    };
    const whole = atLevel(item, 'detailed', { ...LIMITS, detailed: null }, count);
    const limited = atLevel(item, 'detailed', LIMITS, count);
    const words = (s: string): Set<string> => new Set(s.match(/[\w$]+/g) ?? []);
    const [inWhole, inLimited] = [words(whole.text), words(limited.text)];
    for (const { name, language } of tags) {
      const row = rows.get(language) ?? {
        tags: 0,
        whole: 0,
        limited: 0,
        before: 0,
        after: 0,
        missing: [],
      };
      rows.set(language, row);
      row.tags++;
      if (named(inWhole, whole.text, name)) row.whole++;
      else row.missing.push(`${path} ${name}`);
      if (named(inLimited, limited.text, name)) row.limited++;
      else if (row.missing.length < 4) row.missing.push(`${path} ${name} at 2000 tokens`);
    }
    const row = rows.get(tags[0]?.language ?? '');
    if (row !== undefined) {
      row.before += whole.receipt.tokensBefore;
      row.after += limited.receipt.tokensAfter;
    }
  }
  for (const [language, row] of rows) {
    const share = (n: number): string => (n / row.tags).toFixed(4);
    print(
      `definitions  ${language.padEnd(11)} ${String(row.tags).padStart(6)} names  detailed ${share(row.whole)}  at 2000 tokens ${share(row.limited)}  ${((100 * row.after) / row.before).toFixed(0)} % of the tokens  (${root.split('/').at(-1)})`,
    );
    for (const name of row.missing.slice(0, 4)) print(`             missing ${name}`);
  }
}

// Logs ----------------------------------------------------------------------------------------------------------------

const DEVELOPMENT = [
  'Apache',
  'HDFS',
  'Linux',
  'OpenSSH',
  'Zookeeper',
  'Spark',
  'HPC',
  'Proxifier',
];
const CHECK = [
  'BGL',
  'Hadoop',
  'HealthApp',
  'Mac',
  'Thunderbird',
  'Windows',
  'Android',
  'OpenStack',
];
const SMALLER = 20;

function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const m of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(m[1]?.replaceAll('""', '"') ?? m[2] ?? '');
    if (m[3] === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether some line of an event stands in a text, at least by the first 60 characters of its message. */
function stands(contents: readonly string[], text: string): boolean {
  return contents.some((content) => text.includes(squeezed(content).slice(0, 60)));
}

function logs(repository: string, set: string): void {
  const raw = git(repository, `${set}/${set}_2k.log`);
  const [names = [], ...rows] = readCsv(git(repository, `${set}/${set}_2k.log_structured.csv`));
  const [event, content] = [names.indexOf('EventId'), names.indexOf('Content')];
  const lines = raw.split('\n').map((line) => line.replace(/\r$/, ''));
  while (lines.length > rows.length && lines.at(-1) === '') lines.pop();
  const read = wordReader();
  const faulty = new Set<number>();
  for (const e of groupEvents(lines)) {
    const isFaulty = isFault(e) || faultsOf(e.message, read(e.message)).names.length > 0;
    if (isFaulty) for (let i = e.first; i <= e.last; i++) faulty.add(i);
  }
  const level = names.indexOf('Level');
  const contents = new Map<string, string[]>();
  const labelled = new Map<string, string[]>();
  rows.forEach((row, i) => {
    const id = row[event] ?? '';
    const isLabelled = /^(?:E|F|error|fatal|severe|critical|failure)$/i.test(row[level] ?? '');
    if (isLabelled) labelled.set(id, [...(labelled.get(id) ?? []), row[content] ?? '']);
    if (faulty.has(i)) contents.set(id, [...(contents.get(id) ?? []), row[content] ?? '']);
  });
  const text = `${lines.join('\n')}\n`;
  const shape: Shape = { source: 'logs', kind: 'plain', language: 'text', options: '' };
  const item: Item = { path: `${set}.log`, modified: null, facts: factsOf(text, shape) };
  const begun = performance.now();
  const { text: out, receipt } = compress(item, count(text) / SMALLER, count);
  const seconds = (performance.now() - begun) / 1000;
  const flat = squeezed(out);
  const lost = [...contents].filter(([, said]) => !stands(said, flat));
  const lostLabels = [...labelled.values()].filter((said) => !stands(said, flat)).length;
  print(
    `logs         ${set.padEnd(11)} ${(receipt.tokensBefore / receipt.tokensAfter).toFixed(1).padStart(6)} × smaller in tokens, ${(text.length / out.length).toFixed(1).padStart(6)} × in bytes  ${String(contents.size).padStart(3)} error events, ${lost.length} lost; ${labelled.size} labelled, ${lostLabels} lost  ${receipt.method}  ${seconds.toFixed(2)} s`,
  );
  for (const [id, said] of lost.slice(0, 3))
    print(`             lost ${id} ${said[0]?.slice(0, 100) ?? ''}`);
}

// Evidence ------------------------------------------------------------------------------------------------------------

interface Claim {
  readonly claim: string;
  readonly cord_id: string;
  readonly label: string;
  readonly evidence_set: readonly { readonly sent_index: number; readonly type: string }[];
}

const rowsOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

const half = (id: string): number =>
  [...id].reduce((h, c) => (h * 31 + (c.codePointAt(0) ?? 0)) >>> 0, 0) % 2;

function evidence(folder: string): void {
  const corpus = new Map(
    rowsOf<{ cord_id: string; abstract: string[] }>(join(folder, 'corpus.json')).map((row) => [
      row.cord_id,
      row.abstract,
    ]),
  );
  const claims = rowsOf<Claim>(join(folder, 'claims.json')).filter(
    ({ label }) => label !== 'NOTENOUGHINFO',
  );
  const shape: Shape = { source: 'research', kind: 'note', language: 'markdown', options: '' };
  for (const [part, title] of [
    [0, 'development half'],
    [1, 'other half'],
  ] as const) {
    for (const asks of [true, false]) {
      const shares = [0.75, 0.5, 0.25].map((share) => {
        let kept = 0;
        let all = 0;
        for (const { claim, cord_id, evidence_set } of claims) {
          const said = corpus.get(cord_id);
          if (said === undefined || said.length < 4 || half(cord_id) !== part) continue;
          const text = `${said.join(' ')}\n`;
          const item: Item = {
            path: 'notes/a.md',
            modified: null,
            facts: factsOf(text, shape),
            ...(asks ? { task: claim } : {}),
          };
          const flat = squeezed(compress(item, count(text) * share, count).text);
          for (const { sent_index, type } of evidence_set) {
            if (type !== 'PRIMARY') continue;
            all++;
            if (flat.includes(squeezed(said[sent_index] ?? ''))) kept++;
          }
        }
        return `${((100 * kept) / Math.max(1, all)).toFixed(1)} of ${all}`;
      });
      print(
        `evidence     ${title.padEnd(17)} ${asks ? 'with the claim as task' : 'without a task       '}  75/50/25 %: ${shares.join(' / ')}`,
      );
    }
  }
}

async function main(): Promise<void> {
  const options = process.argv.slice(2);
  for (let i = 0; i + 1 < options.length; i += 2) {
    const value = options[i + 1] ?? '';
    if (options[i] === '--tree') await definitions(value);
    else if (options[i] === '--loghub')
      for (const set of [...DEVELOPMENT, ...CHECK]) logs(value, set);
    else if (options[i] === '--claims') evidence(value);
  }
  if (options.length < 2) print('compress: skipped, nothing given (--loghub, --claims, --tree)');
}

await main();
