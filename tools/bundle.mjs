// Bundles the program: a command-line tool that starts in a blink can't load two hundred files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

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
    // Only for those who ask a model over the network.
    'ai',
    '@ai-sdk/openai-compatible',
  ],
  // Its other form loads its parts in a way that no bundler sees.
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  // The parser's runtime evaluates what its own wasm files ask for, which ours do not.
  checks: { eval: false },
  logLevel: 'warn',
};
const OUTPUT = { dir: 'dist', sourcemap: true, minify: { mangle: false, compress: false } };

rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
await build({
  ...COMMON,
  input: {
    index: 'src/index.ts',
    testing: 'src/adapters/sources/own/contract.ts',
    'ingest-thread': 'src/ingest/thread.ts',
    vocabularies: 'src/adapters/tokenizers/vocabularies.ts',
  },
  output: {
    ...OUTPUT,
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
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
    dynamicImportInCjs: false,
  },
});
// What runs before every prompt of an agent, without the rest.
await build({
  ...COMMON,
  input: { hook: 'src/surfaces/hook/entry.ts' },
  output: { ...OUTPUT, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
});
nameContent(join(ROOT, 'dist/cli.cjs'));
await packVocabularies();
warmUp();

/** Ends the program with a digest of itself, by which the loader tells whose compiled form it has. */
function nameContent(file) {
  const source = readFileSync(file, 'utf8').trimEnd();
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 16);
  writeFileSync(file, `${source}\n//${digest}`);
}

/** Tables of tokens in a form that is read at once. */
async function packVocabularies() {
  const { packedRanks } = await import('../dist/vocabularies.js');
  for (const name of ['o200k', 'cl100k']) {
    writeFileSync(join(ROOT, 'dist', `${name}.ranks`), await packedRanks(name));
  }
}

/** What the first long run compiles is kept for all that follow, so the first one does the main job. */
function warmUp() {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-build-'));
  try {
    writeFileSync(join(folder, 'sum.py'), 'def add(a, b):\n    return a + b\n');
    const argv = [join(ROOT, 'bin/sheaf.js'), 'why add is slow', '--root', folder];
    const { status } = spawnSync(process.execPath, argv, {
      stdio: 'ignore',
      env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') },
    });
    if (status !== 0) throw new Error(`the program that was built ends with ${status}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
