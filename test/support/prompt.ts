import { openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from './project.ts';

/** The context of a task, of no given size, in a project of these files. */
export const promptFrom =
  (files: Readonly<Record<string, string>>) =>
  (task: string): Promise<string> =>
    inFolder(async (root) => {
      writeFiles(root, files);
      const workspace = await openWorkspace({ root, warn: () => undefined });
      try {
        return (await workspace.assemble({ task })).prompt;
      } finally {
        await workspace.close();
      }
    });
