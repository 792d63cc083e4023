import type { Reason } from '../../model/shape.ts';
import type { BytePath } from '../../text/paths/byte-path.ts';
import { join, parentOf } from '../../text/paths/byte-path.ts';

/** What lies in a tree: files and folders by path, links with the text they hold. */
export interface TreeMap {
  has(path: BytePath): boolean;
  link(path: BytePath): string | undefined;
}

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** Where a link of a commit leads, told by its text alone: nothing of a commit lies on a disk. */
export function linkReason(path: BytePath, tree: TreeMap): Reason {
  let links = 0;
  let reached = '';
  // Names still to go, last one first.
  const todo = path.split('/').reverse();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      if (reached === '') return 'symlink-outside';
      reached = parentOf(reached);
      continue;
    }
    const next = join(reached, name);
    const text = tree.link(next);
    if (text === undefined) {
      if (!tree.has(next)) return 'symlink-broken';
      reached = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS || text === '') return 'symlink-broken';
    if (text.startsWith('/')) return 'symlink-outside';
    for (const step of text.split('/').reverse()) todo.push(step);
  }
  return 'symlink';
}
