import { isAbsolute, normalize, sep } from 'node:path';
import { type Complaint, shown } from './check.ts';
import { readFolder } from './folders.ts';
import { type KeySpec, variableOf } from './key-spec.ts';

/** What turns a model off; a project may always say so. */
export const OFFLINE: readonly unknown[] = ['none', 'lsa', false];

/**
 * Why a value that a project's file gives does not count; null where it does. `own` is the value without that file: the
 * user's or the default. This is the one place that decides; `isTrusted` says that the user trusts the file as it is.
 */
export function refusalOf(
  key: KeySpec,
  value: unknown,
  own: unknown,
  userFile: string | null,
  isTrusted: boolean,
): Complaint | null {
  const said = refused(key, value, own);
  if (said === null || (isTrusted && key.guard !== 'user')) return null;
  const variable = variableOf(key.path);
  const move = userFile === null ? `set ${variable}` : `move it to ${userFile}, or set ${variable}`;
  const trust = key.guard === 'user' ? '' : '; if you trust this file, run sheaf trust';
  return { message: said, hint: `${move}${trust}` };
}

/** What a file that nobody trusts can't say, as a sentence; null for what it can. */
function refused({ guard, path }: KeySpec, value: unknown, own: unknown): string | null {
  switch (guard) {
    case 'free':
      return null;
    case 'user':
    case 'consent':
      return `"${path}" cannot be set by a project's file`;
    case 'offline':
      if (value === own || OFFLINE.includes(value)) return null;
      return `a project's file that you do not trust cannot set "${path}" to ${shown(value)}`;
    case 'lower':
      if (Number(value) <= Number(own)) return null;
      return `a project's file cannot raise "${path}" from ${shown(own)} to ${shown(value)}`;
    case 'inside': {
      const ways = Array.isArray(value)
        ? value.map((item) => readFolder(String(item)).path)
        : [value];
      const stray = ways.find((way) => leadsOut(String(way)));
      if (stray === undefined) return null;
      return `a project's file cannot set "${path}" to ${shown(stray)}, which is outside the project`;
    }
  }
}

function leadsOut(path: string): boolean {
  const way = normalize(path);
  return isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
}
