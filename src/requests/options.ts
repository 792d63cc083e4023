import * as node from '../adapters/node-settings.ts';
import type { SourceLike } from '../adapters/sources/own/load.ts';
import { SIZE_KEY } from '../config/changes.ts';
import * as check from '../config/given.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { EngineOptions } from '../engine.ts';
import { isWindowOf } from '../model/model-presets.ts';
import { NO_SOURCES } from '../ports/source.ts';

/** Where a project is and how it is read. Only `root` is needed. */
export interface WorkspaceOptions
  extends Partial<Omit<EngineOptions, 'root' | 'config' | 'isSizeGiven' | 'sources'>> {
  /** The folder of the project. */
  readonly root: string;
  /**
   * Several folders that are asked together, instead of those that the configuration names: each as a path, absolute or relative to
   * `root`, or as `name=path`. Paths are then written `name:path`.
   */
  readonly roots?: readonly string[] | undefined;
  /** Settings that beat `sheaf.toml`, the user's configuration and variables: a part of them, or all that `loadConfig` gave. */
  readonly config?: node.ConfigPart | LoadedConfig;
  /** Sources beside the six: made with `defineSource`, or paths of modules that export such. */
  readonly sources?: readonly SourceLike[];
}

const orNull =
  <T>(read: check.Check<T>): check.Check<T | null> =>
  (value, name) =>
    value === null ? null : read(value, name);

const OPTIONS: check.Checks<WorkspaceOptions> = {
  root: check.text,
  roots: check.list(check.text),
  ref: orNull(check.text),
  gitDir: orNull(check.text),
  indexFile: orNull(check.text),
  config: check.object,
  sources: check.list((value) => value as SourceLike),
  env: check.object,
  warn: check.callback(),
  onProgress: check.callback(),
  endsSoon: check.flag,
  mustKeep: check.flag,
  now: check.callback(),
  part: check.object,
  stored: check.flag,
  signal: check.signal,
};

/** Whether an option says where a project is, and not what is wanted of it. */
export const isPlaceOption = (name: string): boolean =>
  name !== 'sources' && Object.hasOwn(OPTIONS, name);

/** What a caller left open is read from files or is as usual. */
export async function readOptions(given: unknown): Promise<EngineOptions> {
  const options = check.fields<WorkspaceOptions>('openWorkspace', given, ['root'], OPTIONS);
  const { gitDir = null, ref = null, indexFile = null, config: own = {} } = options;
  const root = node.folderOf(options.root, 'the root');
  const env = options.env ?? node.environment();
  const loaded = isLoaded(own) ? own : await node.loadConfig({ root, overrides: own, env });
  const { origins } = loaded;
  const config =
    options.roots === undefined
      ? loaded.config
      : { ...loaded.config, workspace: { roots: options.roots } };
  // Whoever hands over all settings says nothing of a single one.
  const isPart = Object.values(origins).includes('default');
  const modules = config.modules.sources;
  const mine = options.sources ?? [];
  const hasOwn = modules.length + mine.length > 0;
  return {
    ...options,
    root,
    gitDir: gitDir === null ? null : node.folderOf(gitDir, 'the repository'),
    ref,
    indexFile: indexFile === null ? null : node.absolute(indexFile),
    config,
    isSizeGiven: isPart && origins[SIZE_KEY] !== 'default' && !isWindowOf(config.budget),
    env,
    warn: options.warn ?? node.emitWarning,
    onProgress: options.onProgress ?? (() => undefined),
    sources: hasOwn
      ? await (await import('../adapters/sources/own/load.ts')).loadOwnSources(modules, mine)
      : NO_SOURCES,
  };
}

const isLoaded = (config: node.ConfigPart | LoadedConfig): config is LoadedConfig =>
  'origins' in config;
