// Bundles the program: a command-line tool that starts in a blink can't load two hundred files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Packages of which a small part is used, and only by those who ask a model over the network, run a server or share a store: that
 * part is shipped, each in a file of its own.
 */
const PACKED = {
  ai: 'ai',
  '@ai-sdk/openai-compatible': 'ai-openai',
  '@modelcontextprotocol/server': 'mcp',
  '@modelcontextprotocol/server/stdio': 'mcp-stdio',
  hono: 'hono',
  '@hono/node-server': 'hono-node',
  postgres: 'postgres',
};
const packedAs = (end) =>
  Object.fromEntries(
    Object.entries(PACKED).map(([name, file]) => [name, `./packages/${file}.${end}`]),
  );

const COMMON = {
  cwd: ROOT,
  platform: 'node',
  // Native code, WebAssembly files and large tables stay packages, loaded where they are used.
  external: [
    /^node:/,
    'libsql',
    /^@vscode\/tree-sitter-wasm/,
    '@parcel/watcher',
    /^gpt-tokenizer/,
    ...Object.keys(PACKED),
  ],
  // Its other form loads its parts in a way that no bundler sees.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  // The parser's runtime evaluates what its own wasm files ask for, which ours do not.
  checks: { eval: false },
  logLevel: 'warn',
  transform: { define: { SHEAF_BUILD: JSON.stringify(buildName()) } },
};
const OUTPUT = { dir: 'dist', sourcemap: true, minify: { mangle: false, compress: false } };

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await build({
  ...COMMON,
  input: {
    index: 'src/index.ts',
    testing: 'src/adapters/sources/own/contract.ts',
    'ingest-thread': 'src/ingest/thread.ts',
    'postgres-thread': 'src/adapters/stores/postgres/thread.ts',
    'team-thread': 'src/surfaces/doors/team-thread.ts',
    vocabularies: 'src/adapters/tokenizers/vocabularies.ts',
  },
  output: {
    ...OUTPUT,
    paths: packedAs('js'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
});
// One file that `bin/load.js` can keep compiled; what it imports on demand is still run on demand.
await build({
  ...COMMON,
  input: { cli: 'src/surfaces/cli/entry.ts' },
  output: {
    ...OUTPUT,
    paths: packedAs('cjs'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    dynamicImportInCjs: false,
  },
});
await packPackages();
// What runs before every prompt of an agent, without the rest.
await build({
  ...COMMON,
  input: { hook: 'src/surfaces/hook/entry.ts' },
  output: { ...OUTPUT, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
});
loadLate(join(ROOT, 'dist/cli.cjs'));
spellInAscii(join(ROOT, 'dist/cli.cjs'));
nameContent(join(ROOT, 'dist/cli.cjs'));
await packVocabularies();
warmUp();

/** A digest of all that the program is made from. What a build kept of its answers is of no use to another one. */
function buildName() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((path) =>
    /\.ts$/.test(path),
  );
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', ...sources.sort().map((path) => join('src', path))])
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 32);
}

/** Modules of Node that few commands use are loaded by the first use of them: together they take as long as a tenth of Node's start. */
function loadLate(file) {
  const late = (name) => `new Proxy({},{get:(_,key)=>require("${name}")[key]})`;
  const source = ['node:http', 'node:worker_threads', 'node:fs/promises'].reduce(
    (text, name) => {
      const eager = `=require("${name}");`;
      if (!text.includes(eager)) throw new Error(`the program does not load ${name} as expected`);
      return text.replace(eager, `=${late(name)};`);
    },
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, source);
}

/** Other letters are escaped: they would make the whole program a text of two bytes a letter, which is decoded and copied at every start. */
function spellInAscii(file) {
  const source = readFileSync(file, 'utf8');
  // There an escape would mean something else.
  const literal = /\\[\u0080-\uffff]|String\.raw`[^`]*[\u0080-\uffff]/.exec(source);
  if (literal !== null)
    throw new Error(`the program has letters that can't be escaped: ${literal[0]}`);
  const escaped = source.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(file, escaped);
}

/** Ends the program with a digest of itself, by which the loader tells whose compiled form it has. */
function nameContent(file) {
  const source = readFileSync(file, 'utf8').trimEnd();
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 16);
  writeFileSync(file, `${source}\n//${digest}`);
}

/** What is used of other packages, as modules of both kinds, and the licences of all whose code is among it. */
async function packPackages() {
  const input = Object.fromEntries(Object.entries(PACKED).map(([name, file]) => [file, name]));
  const folders = new Set();
  for (const [format, end] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ]) {
    const { output } = await build({
      ...COMMON,
      external: [/^node:/],
      input,
      output: {
        dir: 'dist/packages',
        format,
        minify: true,
        exports: 'named',
        entryFileNames: `[name].${end}`,
        chunkFileNames: `[name]-[hash].${end}`,
      },
    });
    for (const id of output.flatMap(({ moduleIds = [] }) => moduleIds)) {
      const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
      if (folder !== undefined) folders.add(folder);
    }
  }
  const licences = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8')}`;
    return `${name} ${version} (${license})\n${text}`;
  });
  writeFileSync(join(ROOT, 'dist/packages/LICENCES.txt'), licences.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Tables of tokens in a form that is read at once. */
async function packVocabularies() {
  const { packedRanks } = await import('../dist/vocabularies.js');
  for (const name of ['o200k', 'cl100k']) {
    writeFileSync(join(ROOT, 'dist', `${name}.ranks`), await packedRanks(name));
  }
}

function warmUp() {
  const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'tools/warm-up.cjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the program that was built ends with ${status}: ${stderr}`);
}
