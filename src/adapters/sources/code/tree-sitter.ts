type TreeSitter = typeof import('web-tree-sitter');
let started: Promise<TreeSitter> | undefined;

/** Imported late, as a command that parses nothing should not pay for it, and once: its memory lives as long as the process. */
export function startTreeSitter(): Promise<TreeSitter> {
  started ??= import('web-tree-sitter').then(async (treeSitter) => {
    await treeSitter.Parser.init();
    return treeSitter;
  });
  return started;
}
