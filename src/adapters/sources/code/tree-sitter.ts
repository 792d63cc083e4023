import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

type TreeSitter = typeof import('web-tree-sitter');
let started: Promise<TreeSitter> | undefined;

/** Versions of Node whose V8 has the flag below; others would complain of it aloud. */
const KNOWS_FLAG = /^2[0246]\./;

/**
 * For a process that parses little and ends: V8 then does not compile the parser a second time in the background. It would never run that
 * code; on two cores it takes a sixth of the time of an update, and of PowerShell's parser most of the time of a first index.
 * Must be called before the parser is started.
 */
export function parseBriefly(): void {
  if (started !== undefined || !KNOWS_FLAG.test(process.versions.node)) return;
  setFlagsFromString('--liftoff-only');
}

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
