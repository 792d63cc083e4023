/**
 * The least a first index can cost: every file is read, hashed and, if there is a grammar for it, parsed, once and in one thread. Prints the
 * processor time of that alone, in seconds, compilation of the grammars included.
 *
 *   node --import tsx bench/index/floor.ts DIR
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '../../src/adapters/files/decode.ts';
import { loadBlake3 } from '../../src/adapters/hash/blake3.ts';
import { loadedGrammar, loadGrammars } from '../../src/adapters/sources/code/grammars.ts';
import { parseBriefly } from '../../src/adapters/sources/code/tree-sitter.ts';
import { languageNamed, languageOf } from '../../src/text/code/known.ts';

/** As many bytes as the usual settings let a file have. */
const MOST_BYTES = 1_000_000;

const [root = '.', how = ''] = process.argv.slice(2);
const hash = await loadBlake3();
const list = execFileSync('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 2 ** 28 });
const paths = list.toString('utf8').split('\0').filter(Boolean);
if (how === 'brief') parseBriefly();
const before = process.cpuUsage();
let parsed = 0;
let read = 0;
for (const path of paths) {
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, path));
  } catch {
    continue; // a link to nowhere, or a submodule
  }
  read++;
  hash(bytes);
  const decoded = bytes.length > MOST_BYTES ? null : decode(bytes);
  if (decoded === null || decoded.kind === 'binary') continue;
  const language = languageOf(path, decoded.text);
  if (languageNamed(language)?.grammar === undefined) continue;
  await loadGrammars([language]);
  loadedGrammar(language)?.parser.parse(decoded.text)?.delete();
  parsed++;
}
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${JSON.stringify({ read, parsed, cpuSeconds: (user + system) / 1e6 })}\n`);
// What V8 still compiles in the background would not be waited for by a program that ends here.
process.exit();
