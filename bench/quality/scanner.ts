/**
 * Do the scanners find what the syntax trees of tree-sitter tell, and how much faster?
 *
 *   node --import tsx bench/quality/scanner.ts [--grammar NAME] [--show N] [--whole] [--most N] FOLDER…
 *
 * `--whole` shows only texts in which the grammar finds no error. `--most` takes a sample of so many files of each folder that is the same each time. Of each grammar with a scanner: how many files of the folders it reads, how many it leaves to the grammar because it is not sure, in how
 * many of the others units and definitions are the same, and how many names used, imports and lines of comments are found by both.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadedGrammar, loadGrammars } from '../../src/adapters/sources/code/grammars.ts';
import { compose } from '../../src/adapters/sources/code/outline.ts';
import { isParsable } from '../../src/adapters/sources/code/parsable.ts';
import { hasScanner, scanFindings } from '../../src/adapters/sources/code/scan/scan.ts';
import { type Loaded, treeFindings } from '../../src/adapters/sources/code/tree-findings.ts';
import type { Outline } from '../../src/model/document.ts';
import { languageNamed, languageOf } from '../../src/text/code/known.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grammar: { type: 'string' },
    show: { type: 'string', default: '0' },
    whole: { type: 'boolean', default: false },
    most: { type: 'string', default: '2000' },
  },
});
const MOST_BYTES = 1_000_000;
/** As much as tells the language of a script. */
const HEAD_CHARS = 1000;

interface Tally {
  files: number;
  unsure: number;
  /** Of those that are read: files in which the grammar finds an error, and how many of the others are the same. */
  broken: number;
  whole: number;
  same: number;
  treeMs: number;
  scanMs: number;
  readonly both: Record<string, [same: number, tree: number, scan: number]>;
}
const tallies = new Map<string, Tally>();

const lines = (outline: Outline): Record<string, readonly string[]> => ({
  units: outline.units.map(
    (unit) =>
      `${unit.firstLine}-${unit.lastLine} ${unit.kind} ${unit.name} [${unit.names}] in ${unit.within}`,
  ),
  definitions: outline.definitions.map(
    ({ line, lastLine, kind, name, within, bases = [] }) =>
      `${line}-${lastLine} ${kind} ${name} in ${within} of ${bases}`,
  ),
  references: outline.references.map(({ line, name }) => `${line} ${name}`).sort(),
  imports: outline.imports.map(({ line, module, names }) => `${line} ${module} ${names}`),
  comments: outline.docLines.map(([first, last]) => `${first}-${last}`),
});

/** True if the grammar does not understand a text, so that it is no judge of it. */
function hasError(text: string, { parser }: Loaded): boolean {
  const tree = parser.parse(text);
  const found = tree?.rootNode.hasError === true;
  tree?.delete();
  return found;
}

let shown = 0;
const counts = new Map<string, number>();
for (const folder of positionals) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/(?:^|\/)(?:node_modules|\.git)\//.test(path))
    .map((path) => [createHash('md5').update(path).digest('hex'), path] as const)
    .sort();
  for (const [, path] of paths) {
    const file = join(folder, path);
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MOST_BYTES) continue;
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    const language = languageOf(path, text.slice(0, HEAD_CHARS));
    const grammar = languageNamed(language)?.grammar;
    if (grammar === undefined || !hasScanner(grammar)) continue;
    if (values.grammar !== undefined && grammar.wasm !== values.grammar) continue;
    if (!isParsable(text)) continue;
    const key = `${folder} ${grammar.wasm}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    if (number > Number(values.most)) continue;
    await loadGrammars([language]);
    const loaded = loadedGrammar(language);
    if (loaded === undefined) continue;
    const tally = tallies.get(grammar.wasm) ?? {
      files: 0,
      unsure: 0,
      broken: 0,
      whole: 0,
      same: 0,
      treeMs: 0,
      scanMs: 0,
      both: {},
    };
    tallies.set(grammar.wasm, tally);
    const begun = performance.now();
    const tree = treeFindings(text, loaded);
    const between = performance.now();
    const scan = scanFindings(text, grammar);
    tally.treeMs += between - begun;
    tally.scanMs += performance.now() - between;
    tally.files++;
    if (tree === null) continue;
    if (scan === null) {
      tally.unsure++;
      if (shown++ < Number(values.show)) process.stdout.write(`${file}: not sure\n`);
      continue;
    }
    const [ours, theirs] = [lines(compose(text, scan)), lines(compose(text, tree))];
    const differs = (what: string): boolean => `${ours[what]}` !== `${theirs[what]}`;
    const isSame = !differs('units') && !differs('definitions');
    if (isSame) tally.same++;
    if (hasError(text, loaded)) tally.broken++;
    else if (isSame) tally.whole++;
    else if (values.whole) process.stdout.write(`${file}: differs, without an error\n`);
    for (const what of Object.keys(ours)) {
      const [mine, wanted] = [ours[what] ?? [], theirs[what] ?? []];
      const known = new Set(wanted);
      const sum = tally.both[what] ?? [0, 0, 0];
      sum[0] += mine.filter((line) => known.has(line)).length;
      sum[1] += wanted.length;
      sum[2] += mine.length;
      tally.both[what] = sum;
      if (!differs(what) || shown >= Number(values.show)) continue;
      if (values.whole && hasError(text, loaded)) continue;
      shown++;
      const own = new Set(mine);
      const lost = wanted.filter((line) => !own.has(line)).slice(0, 5);
      const added = mine.filter((line) => !known.has(line)).slice(0, 5);
      process.stdout.write(`${file}: ${what}\n`);
      for (const line of lost) process.stdout.write(`  tree ${line}\n`);
      for (const line of added) process.stdout.write(`  scan ${line}\n`);
    }
  }
}
for (const [grammar, { files, unsure, same, broken, whole, treeMs, scanMs, both }] of tallies) {
  const sure = files - unsure;
  process.stdout.write(
    `${grammar}: ${files} files, ${unsure} not sure, ${same} of ${sure} the same (${((100 * same) / sure).toFixed(2)} %), ` +
      `of those without an error of the grammar ${whole} of ${sure - broken}, ` +
      `tree ${(treeMs / 1000).toFixed(2)} s, scan ${(scanMs / 1000).toFixed(2)} s\n`,
  );
  for (const [what, [shared, tree, scan]] of Object.entries(both)) {
    process.stdout.write(
      `  ${what}: ${shared} by both, ${tree} by the tree, ${scan} by the scan\n`,
    );
  }
}
