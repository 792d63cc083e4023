import { isAbsolute, normalize, sep } from 'node:path';
import { type Complaint, shown } from './check.ts';
import { type KeySpec, variableOf } from './key-spec.ts';

/**
 * Why a value that a project's file gives does not count; null where it does. `own` is the value without that file: the
 * user's or the default. This is the one place that decides: a user's consent to a project belongs here as well.
 */
export function refusalOf(
  key: KeySpec,
  value: unknown,
  own: unknown,
  userFile: string | null,
): Complaint | null {
  const variable = variableOf(key.path);
  const hint = userFile === null ? `set ${variable}` : `move it to ${userFile}, or set ${variable}`;
  if (key.guard === 'user') {
    return { message: `"${key.path}" cannot be set by a project's file`, hint };
  }
  if (key.guard === 'lower' && Number(value) > Number(own)) {
    return {
      message: `a project's file cannot raise "${key.path}" from ${shown(own)} to ${shown(value)}`,
      hint: `it may only lower it; to raise it, ${hint}`,
    };
  }
  const way = normalize(String(value));
  const leaves = isAbsolute(way) || way === '..' || way.startsWith(`..${sep}`);
  if (key.guard !== 'inside' || !leaves) return null;
  const message = `a project's file cannot set "${key.path}" to ${shown(value)}, which is outside the project`;
  return { message, hint };
}
