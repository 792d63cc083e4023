import type { Workspace } from '../../model/results.ts';
import type { WithProject } from '../hook/answer.ts';
import type { Variables } from '../hook/places.ts';

/* Projects that stay open from one question to the next. */

const MOST_OPEN = 4;

interface Open {
  readonly root: string;
  readonly key: string;
  readonly workspace: Workspace;
  /** The end of what is asked of it: one after the other, because each prompt changes what its conversation holds. */
  queue: Promise<unknown>;
}

export interface Projects {
  readonly with: WithProject;
  readonly roots: () => string[];
  close(): Promise<void>;
}

/** Every call brings the index up to date first, so an open project is never older than its files; with other settings it is opened anew. */
export function openProjects(env: Variables, warn: (sentence: string) => void): Projects {
  const open = new Map<string, Open>();
  const opened = async (root: string): Promise<Open> => {
    const [{ openWorkspace }, { loadConfig }] = await Promise.all([
      import('../../workspace.ts'),
      import('../../adapters/node-settings.ts'),
    ]);
    const config = await loadConfig({ root, env });
    const key = JSON.stringify(config.config);
    const known = open.get(root);
    if (known?.key === key) {
      open.delete(root);
      open.set(root, known);
      return known;
    }
    const workspace = await openWorkspace({ root, config, env, warn });
    const made: Open = { root, key, workspace, queue: Promise.resolve() };
    open.delete(root);
    open.set(root, made);
    const [oldest] = open.values();
    const gone = [known, open.size > MOST_OPEN ? oldest : undefined];
    for (const entry of gone) {
      if (entry === undefined) continue;
      if (open.get(entry.root) === entry) open.delete(entry.root);
      entry.queue.finally(() => entry.workspace.close()).catch((error) => warn(String(error)));
    }
    return made;
  };
  let opening: Promise<unknown> = Promise.resolve();
  return {
    with: async (root, work) => {
      const next = opening.then(() => opened(root));
      opening = next.catch(() => undefined);
      const entry = await next;
      const result = entry.queue.then(() => work(entry.workspace));
      entry.queue = result.catch(() => undefined);
      return result;
    },
    roots: () => [...open.keys()],
    close: async () => {
      await Promise.all([...open.values()].map(({ workspace }) => workspace.close()));
    },
  };
}
