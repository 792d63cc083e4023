import { createRequire } from 'node:module';

type TreeSitter = typeof import('web-tree-sitter');
let started: Promise<TreeSitter> | undefined;

/** Imported late, as a command that parses nothing should not pay for it, and once: its memory lives as long as the process. */
export function startTreeSitter(): Promise<TreeSitter> {
  started ??= import('web-tree-sitter').then(async (treeSitter) => {
    // Its wasm file lies in its package, wherever the bundler puts its code.
    await treeSitter.Parser.init({
      locateFile: (name: string) =>
        createRequire(import.meta.url).resolve(`web-tree-sitter/${name}`),
    });
    return treeSitter;
  });
  return started;
}
