import {
  absolute,
  type ConfigPart,
  emitWarning,
  environment,
  folderOf,
  loadConfig,
} from '../adapters/node-settings.ts';
import type { SourceLike } from '../adapters/sources/own/load.ts';
import {
  type Check,
  type Checks,
  callback,
  fields,
  flag,
  list,
  object,
  signal,
  text,
} from '../config/given.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { EngineOptions } from '../engine.ts';
import type { CallOptions } from '../model/results.ts';
import { NO_SOURCES } from '../ports/source.ts';

/** Where a project is and how it is read. Only `root` is needed. */
export interface WorkspaceOptions extends CallOptions {
  /** The folder of the project. */
  readonly root: string;
  /** A commit, branch or tag instead of the files in the folder. */
  readonly ref?: string | null | undefined;
  /** A repository to read without a checkout; needs `indexFile`. */
  readonly gitDir?: string | null | undefined;
  /** Where the index lies; `.sheaf/index.db` under the root unless it is given. */
  readonly indexFile?: string | null | undefined;
  /** Settings that beat `sheaf.toml`, the user's configuration and variables: a part of them, or all that `loadConfig` gave. */
  readonly config?: ConfigPart | LoadedConfig | undefined;
  /** Sources beside the six: made with `defineSource`, or paths of modules that export such. */
  readonly sources?: readonly SourceLike[] | undefined;
  /** The environment, for `SHEAF_*` and the names of keys; that of the process unless it is given. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** For people: what was rebuilt, what is out of date. A warning of the process unless it is given. */
  readonly warn?: ((sentence: string) => void) | undefined;
  /** How far indexing is. */
  readonly onProgress?: EngineOptions['onProgress'] | undefined;
  /** The process ends soon after the workspace is closed: it need not wait for the disk. */
  readonly endsSoon?: boolean | undefined;
  /** An index that can't be written is an error; otherwise it is kept elsewhere, with a warning. */
  readonly mustKeep?: boolean | undefined;
  /** Milliseconds, for records and for the age of what is kept; never for what stands in a context. */
  readonly now?: (() => number) | undefined;
}

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, name) =>
    value === null ? null : check(value, name);

const OPTIONS: Checks<WorkspaceOptions> = {
  root: text,
  ref: orNull(text),
  gitDir: orNull(text),
  indexFile: orNull(text),
  config: object,
  sources: list((value) => value as SourceLike),
  env: object,
  warn: callback(),
  onProgress: callback(),
  endsSoon: flag,
  mustKeep: flag,
  now: callback(),
  signal,
};

/** Whether an option says where a project is, and not what is wanted of it. */
export const isPlaceOption = (name: string): boolean =>
  name !== 'sources' && Object.hasOwn(OPTIONS, name);

/** What a caller left open is read from files or is as usual. */
export async function readOptions(given: unknown): Promise<EngineOptions> {
  const options = fields<WorkspaceOptions>('openWorkspace', given, OPTIONS, ['root']);
  const { gitDir = null, ref = null, indexFile = null, config: own = {} } = options;
  const root = folderOf(options.root, 'the root');
  const env = options.env ?? environment();
  const { config } = isLoaded(own) ? own : await loadConfig({ root, overrides: own, env });
  const modules = config.modules.sources;
  const mine = options.sources ?? [];
  const hasOwn = modules.length + mine.length > 0;
  return {
    ...options,
    root,
    gitDir: gitDir === null ? null : folderOf(gitDir, 'the repository'),
    ref,
    indexFile: indexFile === null ? null : absolute(indexFile),
    config,
    env,
    warn: options.warn ?? emitWarning,
    onProgress: options.onProgress ?? (() => undefined),
    sources: hasOwn
      ? await (await import('../adapters/sources/own/load.ts')).loadOwnSources(modules, mine)
      : NO_SOURCES,
  };
}

const isLoaded = (config: ConfigPart | LoadedConfig): config is LoadedConfig => 'origins' in config;
