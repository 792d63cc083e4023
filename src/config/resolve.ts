import { type Config, DEFAULTS } from './defaults.ts';
import { findConfig, type ReadText } from './find.ts';
import type { Override } from './settings.ts';

export interface ConfigRequest {
  /** Where to start looking for `sheaf.toml`. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values given by flags; later ones win. */
  readonly overrides?: readonly Override[];
  readonly readText: ReadText;
}

export interface ResolvedConfig {
  readonly config: Config;
  /** Every dotted key → `default`, `preset classic`, `sheaf.toml:LINE`, `SHEAF_X` or the flag. */
  readonly origins: Readonly<Record<string, string>>;
  /** Path of the file that was read; null without one. */
  readonly file: string | null;
}

/** Dotted paths of all keys in the order of their declaration. */
function keyPaths(branch: object, prefix = ''): string[] {
  return Object.entries(branch).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? keyPaths(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

const isSet = (env: ConfigRequest['env']): boolean =>
  Object.keys(env).some((name) => name.startsWith('SHEAF_'));

/**
 * The configuration in force: defaults, below `sheaf.toml`, below `SHEAF_*`, below flags. Where
 * nothing is set, nothing but the defaults is loaded.
 */
export async function resolveConfig(request: ConfigRequest): Promise<ResolvedConfig> {
  const { env, overrides = [] } = request;
  const file = findConfig(request.root, request.readText);
  const untouched = file === null && overrides.length === 0 && !isSet(env);
  const { config, origins } = untouched
    ? { config: DEFAULTS, origins: new Map<string, string>() }
    : (await import('./merge.ts')).mergeConfig(file, env, overrides);
  return {
    config,
    origins: Object.fromEntries(
      keyPaths(DEFAULTS).map((key) => [key, origins.get(key) ?? 'default']),
    ),
    file: file?.path ?? null,
  };
}
