import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import type { StateView } from '../../src/ports/store.ts';
import { inFolder, writeFiles } from './project.ts';

/** Runs work on a view of a workspace that holds these files, read as any project is. */
export function viewing<T>(
  files: Readonly<Record<string, string>>,
  work: (view: StateView) => T | Promise<T>,
): Promise<T> {
  return inFolder(async (root) => {
    writeFiles(root, files);
    const engine = await openEngine({
      root,
      gitDir: null,
      ref: null,
      indexFile: null,
      config: DEFAULTS,
      warn: () => {},
      onProgress: () => {},
    });
    const view = await engine.view();
    try {
      return await work(view);
    } finally {
      view.close();
      engine.close();
    }
  });
}
