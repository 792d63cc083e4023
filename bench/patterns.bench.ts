/**
 * Question: what does our reading of definition patterns save beside tree-sitter's own, and does it find the same?
 *
 *   node --import tsx bench/patterns.bench.ts FOLDER…
 *
 * For each grammar: milliseconds until the patterns are ready (tree-sitter's, ours), milliseconds to search all files of that language below
 * the folders, and in how many files both found the same matches.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Capture, createSearch } from '../src/adapters/sources/code/search.ts';
import { startTreeSitter } from '../src/adapters/sources/code/tree-sitter.ts';
import { LANGUAGES, languageNamed, languageOf } from '../src/text/code/known.ts';

const GRAMMARS = new Set(LANGUAGES.flatMap(({ grammar }) => grammar ?? []));
const MOST_FILES = 500;
const MOST_BYTES = 200_000;

const files = process.argv.slice(2).flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|\/)(?:node_modules|\.git)\//.test(path))
    .map((path) => join(folder, path)),
);
const written = (captures: readonly Capture[]): string =>
  captures.map(({ name, node }) => `${name} ${node.startIndex}-${node.endIndex}`).join(' ');
const timed = <T>(work: () => T): [T, number] => {
  const begun = performance.now();
  const made = work();
  return [made, performance.now() - begun];
};

const treeSitter = await startTreeSitter();
process.stdout.write(
  'grammar      ready: tree-sitter   ours   parse  search: tree-sitter   ours   same\n',
);
for (const grammar of GRAMMARS) {
  const name = `@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar.wasm}.wasm`;
  const language = await treeSitter.Language.load(createRequire(import.meta.url).resolve(name));
  const parser = new treeSitter.Parser().setLanguage(language);
  const [query, queryMs] = timed(() => new treeSitter.Query(language, grammar.query));
  const [search, searchMs] = timed(() => createSearch(language, grammar.query, treeSitter.Query));
  const sums = { parse: 0, theirs: 0, ours: 0, same: 0, files: 0 };
  const all = files.filter((path) => languageNamed(languageOf(path, ''))?.grammar === grammar);
  for (const path of all.filter((_, i) => i % Math.ceil(all.length / MOST_FILES) === 0)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MOST_BYTES) continue;
    const text = readFileSync(path, 'utf8');
    if (grammar.stumbles?.(text) === true) continue;
    const [tree, parseMs] = timed(() => parser.parse(text));
    if (tree === null) continue;
    const [theirs, theirMs] = timed(() => query.matches(tree.rootNode));
    const ours: Capture[][] = [];
    const [, ourMs] = timed(() =>
      search.each(
        tree.rootNode,
        () => false,
        (captures) => ours.push([...captures]),
      ),
    );
    const line = (matches: readonly (readonly Capture[])[]): string =>
      [...new Set(matches.map(written))].sort().join('\n');
    sums.files++;
    sums.same += line(ours) === line(theirs.map(({ captures }) => captures)) ? 1 : 0;
    sums.parse += parseMs;
    sums.theirs += theirMs;
    sums.ours += ourMs;
    tree.delete();
  }
  const cell = (value: number, width: number): string => value.toFixed(0).padStart(width);
  process.stdout.write(
    `${grammar.wasm.padEnd(12)} ${cell(queryMs, 18)} ${cell(searchMs, 6)} ${cell(sums.parse, 7)} ${cell(sums.theirs, 20)} ${cell(sums.ours, 6)}   ${sums.same} of ${sums.files}\n`,
  );
}
