import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { PathLookup } from '../retrieve/mentions.ts';

/** The path that a task consists of; null where it says anything else. */
export const namedAlone = ({ text, paths }: Pick<Task, 'text' | 'paths'>): string | null => {
  const [path = null, ...others] = paths;
  return others.length === 0 && text.trim().replace(/^@/, '') === path ? path : null;
};

/** Said where such a path leads to nothing: other files only share words with it. */
export function absentNotes(task: Task, { state }: Pick<StateView, 'state'>): string[] {
  const path = namedAlone(task)?.replace(/\/$/, '');
  if (path === undefined || !path.includes('/')) return [];
  const paths = state.files.map((file) => file.path);
  const isFolder = paths.some((own) => `/${own}`.includes(`/${path}/`));
  return isFolder || new PathLookup(paths).find(path).files.length > 0
    ? []
    : [`The project has no file ${path}: what is found only has words of its name.`];
}
