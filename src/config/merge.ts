import { parse, TomlError } from 'smol-toml';
import { SheafError } from '../model/errors.ts';
import { type Config, DEFAULTS } from './defaults.ts';
import type { ConfigFile } from './find.ts';
import { CLASSIC } from './presets.ts';
import { clashes } from './rules.ts';
import {
  fileSettings,
  type Override,
  overrideSettings,
  type Problem,
  type Setting,
  variableSettings,
} from './settings.ts';

/* Loaded only when something is set: a file, a variable or a flag. */

/** Deeper nesting than any file of ours has; beyond it the parser refuses. */
const TOML_OPTIONS = { maxDepth: 100 };

function parseToml(file: ConfigFile): object {
  try {
    return parse(file.text, TOML_OPTIONS);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const sentence = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '');
    throw new SheafError(
      'config',
      `${file.name}:${error.line}: not valid TOML: ${sentence} (column ${error.column})`,
      'texts stand in quotes, lists in [brackets], one `key = value` per line',
      error,
    );
  }
}

function refuse(problems: readonly Problem[]): void {
  const [first, ...rest] = problems;
  if (first === undefined) return;
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more to fix after this one)`;
  throw new SheafError('config', `${first.origin}: ${first.message}`, `${first.hint}${more}`);
}

type Branch = { [name: string]: unknown };

/** A copy of the defaults with the settings in it. Keys are known ones, so paths always lead somewhere. */
function applied(settings: Iterable<Setting>): Config {
  const config = structuredClone(DEFAULTS) as unknown as Branch;
  for (const { key, value } of settings) {
    const path = key.split('.');
    const name = path.pop() ?? '';
    let branch = config;
    for (const part of path) branch = branch[part] as Branch;
    branch[name] = Array.isArray(value) ? [...value] : value;
  }
  return config as unknown as Config;
}

const classicSettings = (): Setting[] =>
  Object.entries(CLASSIC).map(([key, value]) => ({ key, value, origin: 'preset classic' }));

function frozen<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null) frozen(child);
  }
  return Object.freeze(value);
}

export interface Merged {
  readonly config: Config;
  /** Keys that are not at their default, each with its origin. */
  readonly origins: ReadonlyMap<string, string>;
}

/** Lays file, variables and flags over the defaults, later over earlier, and checks the whole. */
export function mergeConfig(
  file: ConfigFile | null,
  env: Readonly<Record<string, string | undefined>>,
  overrides: readonly Override[],
): Merged {
  const layers = [
    ...(file === null ? [] : [fileSettings(parseToml(file), file.text, file.name)]),
    variableSettings(env),
    overrideSettings(overrides),
  ];
  refuse(layers.flatMap((layer) => layer.problems));

  const given = layers.flatMap((layer) => layer.settings);
  const preset = given.findLast((setting) => setting.key === 'relevance.preset')?.value;
  const settings = [...(preset === 'classic' ? classicSettings() : []), ...given];
  const config = applied(settings);
  refuse(
    clashes(config).map((clash) => ({
      ...clash,
      origin: settings.findLast((s) => clash.keys.includes(s.key))?.origin ?? 'defaults',
    })),
  );
  return { config: frozen(config), origins: new Map(settings.map((s) => [s.key, s.origin])) };
}
