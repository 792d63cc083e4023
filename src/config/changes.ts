import { SheafError } from '../model/errors.ts';
import { checkValue, shown } from './check.ts';
import { type Config, configOf, nested, valueAt } from './defaults.ts';
import { OFFLINE } from './guard.ts';
import type { KeySpec } from './key-spec.ts';
import { KEYS } from './keys.ts';

/* How a plan holds settings, so that its context can be made again. */

/** What a user keeps from projects stays on the user's machine: a plan neither tells it nor sets it. */
const isPlanned = ({ guard }: KeySpec): boolean =>
  guard !== 'user' && guard !== 'consent' && guard !== 'inside';

/** Text would be sent to the model, so that is the user's to say. Hidden characters are only shown. */
const asksModel = ({ guard, path }: KeySpec): boolean =>
  guard === 'offline' && path !== 'assembly.raw_unicode';

/** Whoever sets the size, be it to the usual one, wants it filled. */
export const SIZE_KEY = 'budget.max_tokens';

/** What of the settings differs from the usual or counts as it is, nested by section. */
export const changed = (
  usual: Config,
  now: Config,
  given: readonly string[] = [],
): Record<string, unknown> =>
  nested(
    KEYS.filter(isPlanned)
      .map(({ path }) => [path, valueAt(now, path)] as const)
      .filter(
        ([path, value]) =>
          given.includes(path) || JSON.stringify(value) !== JSON.stringify(valueAt(usual, path)),
      ),
  );

/**
 * The usual settings with the changes of a plan. A plan is data from others: its values are checked, keys it may not set are
 * those in force here, it turns no model on, and no protective limit rises above both the usual one and the one in force.
 */
export const applied = (usual: Config, changes: unknown, inForce: Config): Config =>
  configOf((key) => {
    const own = valueAt(inForce, key.path);
    if (!isPlanned(key)) return own;
    const before = valueAt(usual, key.path);
    const value = valueAt(changes, key.path) ?? before;
    const complaint = checkValue(key, value);
    if (complaint !== null) {
      const { message, hint } = complaint;
      throw new SheafError('unreadable', `The plan cannot be used: ${message}.`, hint);
    }
    if (asksModel(key) && value !== own && value !== before && !OFFLINE.includes(value)) {
      const sentence = `The plan sets ${key.path} to ${shown(value)}, but a plan cannot turn a model on.`;
      const hint = `To replay it with that model: --set ${key.path}=${String(value)}`;
      throw new SheafError('config', sentence, hint);
    }
    if (key.guard !== 'lower') return value;
    return Math.min(Number(value), Math.max(Number(before), Number(own)));
  });
