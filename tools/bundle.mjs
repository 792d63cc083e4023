// Bundles the program: a command-line tool that starts in a blink can't load two hundred files.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

await build({
  cwd: ROOT,
  platform: 'node',
  input: {
    cli: 'src/surfaces/cli/entry.ts',
    index: 'src/index.ts',
    'ingest-thread': 'src/ingest/thread.ts',
  },
  // Native code, WebAssembly files and large tables stay packages, loaded where they are used.
  external: [
    /^node:/,
    'libsql',
    'web-tree-sitter',
    /^@vscode\/tree-sitter-wasm/,
    '@parcel/watcher',
    /^gpt-tokenizer/,
    // Only for those who ask a model over the network.
    'ai',
    '@ai-sdk/openai-compatible',
  ],
  logLevel: 'warn',
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    minify: { mangle: false, compress: false },
  },
});
