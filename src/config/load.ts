import { SheafError } from '../model/errors.ts';
import { shown } from './check.ts';
import { type Config, configOf } from './defaults.ts';
import {
  CONFIG_FILE,
  type ConfigFile,
  projectFile,
  type ReadText,
  userPlace,
  type Variables,
} from './find.ts';
import { text } from './given.ts';
import { refusalOf } from './guard.ts';
import { KEYS } from './keys.ts';
import { CLASSIC } from './presets.ts';
import { clashes } from './rules.ts';
import type { Overrides, Problem, Settings } from './settings.ts';
import { fileSettings, overrideSettings, variableSettings } from './settings.ts';

export interface ConfigRequest {
  /** Where to start looking for `sheaf.toml`. */
  readonly root: string;
  /** Variables of the environment: `SHEAF_*`, and where the user's configuration lies. */
  readonly env: Variables;
  /** The user's home folder; null for none. */
  readonly home: string | null;
  /** What beats all else: flags (later ones win), or a part of a configuration. */
  readonly overrides?: Overrides;
  readonly readText: ReadText;
  /** Whether the user trusts a project's file as it is; nobody does unless said. */
  readonly isTrusted?: (file: ConfigFile) => boolean;
}

/** The settings in force, and where each came from. */
export interface LoadedConfig {
  readonly config: Config;
  /** Every dotted key → `default`, `preset classic`, a file with the line, a variable or the flag. */
  readonly origins: Readonly<Record<string, string>>;
  /** Paths of the files that were read; null where there is none. */
  readonly files: { readonly project: string | null; readonly user: string | null };
  /** Origins of what counts only because the user trusts the project's file. */
  readonly trusted: readonly string[];
}

/** The parser is loaded only where there is a file. */
async function settingsOf(file: ConfigFile | null): Promise<Settings> {
  if (file === null) return { settings: [], problems: [] };
  const { parse, TomlError } = await import('smol-toml');
  try {
    // Deeper nesting than any file of ours has is refused.
    return fileSettings(parse(file.text, { maxDepth: 100 }), file);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const fault = (error.message.split('\n')[0] ?? '').replace('Invalid TOML document: ', '');
    const sentence = `${file.name}:${error.line}: not valid TOML: ${fault} (column ${error.column})`;
    const hint = 'put text in quotes, lists in [brackets], and one `key = value` on each line';
    throw new SheafError('config', sentence, hint, error);
  }
}

function refuse(problems: readonly Problem[]): void {
  const [first, ...rest] = problems;
  if (first === undefined) return;
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more to fix after this one)`;
  throw new SheafError('config', `${first.origin}: ${first.message}`, `${first.hint}${more}`);
}

/** A program without types may hand over anything. */
function checkOverrides(overrides: Overrides): void {
  const isRight = Array.isArray(overrides)
    ? overrides.every((override) => typeof override?.key === 'string')
    : typeof overrides === 'object' && overrides !== null;
  if (isRight) return;
  const sentence = `overrides must be an object of settings, not ${shown(overrides)}`;
  const hint = 'for example { budget: { max_tokens: 8000 } } or { "budget.max_tokens": 8000 }';
  throw new SheafError('usage', sentence, hint);
}

const inOrder = (problems: readonly Problem[]): Problem[] =>
  problems.toSorted((a, b) => a.line - b.line);

/** What a project's file must not say, seen against what the user says. */
function refusals(
  project: Settings,
  user: Settings,
  userFile: string | null,
  isTrusted: boolean,
): Problem[] {
  return project.settings.flatMap(({ key, value, ...place }) => {
    const own = user.settings.find((setting) => setting.key === key)?.value ?? key.default;
    const refusal = refusalOf(key, value, own, userFile, isTrusted);
    return refusal === null ? [] : [{ ...refusal, ...place }];
  });
}

/** A file of a folder above does not say what the roots of this one are: whoever asks here means this folder alone. */
const ofFolder = ({ settings, problems }: Settings, file: ConfigFile | null): Settings => ({
  settings:
    file?.name === CONFIG_FILE ? settings : settings.filter(({ key }) => key.path !== ROOTS_KEY),
  problems,
});

const ROOTS_KEY = 'workspace.roots';
const PRESET = 'preset classic';
const CLASSIC_FLAGS = Object.entries(CLASSIC).map(([key, value]) => ({ key, value, flag: PRESET }));

/**
 * The configuration in force: the defaults, below a preset, the user's configuration, the project's `sheaf.toml`, variables
 * and flags. What is wrong anywhere is a `SheafError` that names the place, the key and what to do.
 */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { root, env, home, overrides = [], readText } = request;
  text(root, 'root');
  checkOverrides(overrides);
  const place = userPlace(env, home);
  const userText = place === null ? null : readText(place.path);
  const userFile = place === null || userText === null ? null : { ...place, text: userText };
  const file = projectFile(root, readText);
  const user = await settingsOf(userFile);
  const project = ofFolder(await settingsOf(file), file);
  const refusedOf = (isTrusted: boolean): Problem[] =>
    refusals(project, user, place?.name ?? null, isTrusted);
  const isProtected = refusedOf(false).length > 0;
  const isTrusted = isProtected && file !== null && request.isTrusted?.(file) === true;
  const variables = variableSettings(env);
  const flags = overrideSettings(overrides);
  refuse([
    ...inOrder(user.problems),
    ...inOrder([...project.problems, ...refusedOf(isTrusted)]),
    ...variables.problems,
    ...flags.problems,
  ]);

  const given = [user, project, variables, flags].flatMap(({ settings }) => settings);
  const preset = given.findLast(({ key }) => key.path === 'relevance.preset')?.value;
  // Below all that someone has set, so that a preset can be adjusted key by key.
  const settings = [
    ...(preset === 'classic' ? overrideSettings(CLASSIC_FLAGS).settings : []),
    ...given,
  ];
  const inForce = new Map(settings.map((setting) => [setting.key.path, setting]));
  const originOf = (path: string): string => inForce.get(path)?.origin ?? 'default';
  const config = configOf((key) => inForce.get(key.path)?.value ?? key.default);
  refuse(
    [...clashes(config)].map(({ keys, ...clash }) => {
      const last = settings.findLast(({ key }) => keys.includes(key.path));
      return { ...clash, origin: last?.origin ?? 'defaults', line: 0 };
    }),
  );
  return {
    config,
    origins: Object.fromEntries(KEYS.map(({ path }) => [path, originOf(path)])),
    files: { project: file?.path ?? null, user: userFile?.path ?? null },
    trusted: isTrusted ? refusedOf(false).map(({ origin }) => origin) : [],
  };
}
