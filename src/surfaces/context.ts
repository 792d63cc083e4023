import type { LoadedConfig } from '../config/load.ts';
import type { Override } from '../config/settings.ts';
import type { Flow, Flows } from '../flows/flows.ts';
import type { SeenState } from '../model/call.ts';
import type { Workspace } from '../model/results.ts';
import type { Progress } from './cli/progress.ts';
import type { Workspaces } from './doors/workspaces.ts';
import type { Operation } from './operation.ts';

/** Where the workspace is: a folder, several, or a commit of a repository without a checkout. */
export interface Place {
  /** Absolute. Without `--root` the current folder. */
  readonly root: string;
  /** Where the user named several: each as `path` or `name=path`, absolute. */
  readonly roots?: readonly string[];
  readonly gitDir: string | null;
  readonly ref: string | null;
  /** Absolute path of the index; null for a file in the user's cache. */
  readonly indexFile: string | null;
  /** There are no files: answers come from the newest commit in the team's store. */
  readonly stored?: boolean;
}

/** The flags that name a place, for another process of ours. */
export const placeFlags = (place: Place): [string, string][] => [
  ...(place.roots ?? [place.root]).map((root): [string, string] => ['root', root]),
  ...Object.entries({ git_dir: place.gitDir, ref: place.ref, index: place.indexFile }).flatMap(
    ([flag, value]): [string, string][] => (value === null ? [] : [[flag, value]]),
  ),
];

/** What was said of the roots, as a setting. */
export const rootOverrides = ({ roots }: Place): Override[] =>
  roots === undefined ? [] : [{ key: 'workspace.roots', value: roots, flag: '--root' }];

/** The folders of the workspace: its roots, or the one it is. */
export async function foldersOf({ config, place }: Context): Promise<readonly string[]> {
  const { rootsOf } = await import('../adapters/roots/roots.ts');
  const roots = rootsOf((await config()).config, place.root);
  return roots.length === 0 ? [place.root] : roots.map(({ folder }) => folder);
}

export interface Context {
  readonly place: Place;
  readonly overrides: readonly Override[];
  /** Variables of the environment: they say where the user's own files are. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly operations: readonly Operation[];
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** The configuration in force; read once. */
  config(): Promise<LoadedConfig>;
  /** A remark for people, on standard error; silent with `--quiet`. */
  note(text: string): void;
  /** A file the user named, relative to the current folder; `-` is standard input. */
  readInput(path: string): Promise<string>;
  resolvePath(path: string): string;
  /** Open workspaces of a server; a command opens one and closes it. */
  readonly workspaces?: Workspaces;
  /** What the question is about, where an answer from a part of the files is better than waiting for all; else null. */
  readonly part: string | null;
  /** Told which state of the project an answer is made from. */
  sawState?(state: SeenState): void;
}

type Read = Readonly<Record<'files' | 'totalFiles' | 'bytes', number>>;

/** What is read and analysed within a second or two, where an answer can't wait for all. */
export const PART_BYTES = 200_000;

/** Whether there is an index that can be asked. */
export const hasIndex = (workspace: Workspace): Promise<boolean> =>
  workspace.status().then(
    () => true,
    () => false, // no index yet, or none that can be read
  );

/** Opens the workspace for one piece of work and closes it whatever happens. The one place where the doors meet the engine. */
export async function withWorkspace<T>(
  context: Context,
  work: (workspace: Workspace) => Promise<T>,
  how: { readonly endsSoon?: boolean; readonly mustKeep?: boolean } = {},
): Promise<T> {
  if (context.workspaces !== undefined) return context.workspaces.use(context, work);
  const { openWorkspace } = await import('../workspace.ts');
  const options = {
    ...context.place,
    config: await context.config(),
    env: process.env,
    signal: context.signal,
    endsSoon: true,
    ...how,
    warn: (sentence: string) => context.note(sentence),
    onProgress: ({ files, totalFiles, bytes }: Read) =>
      files === totalFiles
        ? context.progress.clear()
        : context.progress.update({ files, filesTotal: totalFiles, bytes }),
  };
  let workspace = await openWorkspace(options);
  if (context.part !== null && !(await hasIndex(workspace))) {
    await workspace.close();
    const part = { about: context.part, bytes: PART_BYTES };
    workspace = await openWorkspace({ ...options, part });
  }
  try {
    return await work(workspace);
  } finally {
    context.progress.clear();
    await workspace.close();
  }
}

/** The flows of the workspace. The one place where the doors meet them. */
export async function flowsOf(context: Context): Promise<Flows> {
  const [{ flowsIn }, { nodePorts }, { modelEnvironment, tellSent }] = await Promise.all([
    import('../flows/flows.ts'),
    import('../adapters/node-ports.ts'),
    import('../adapters/models/endpoint.ts'),
  ]);
  const { config } = await context.config();
  const { note: warn, signal, place } = context;
  const env = modelEnvironment(config, process.env);
  const ports = await nodePorts({ root: place.root, isLive: true, env, warn, signal });
  const answerer: typeof ports.answerer = async (asked) => {
    const own = await ports.answerer(asked);
    return (
      own && {
        ...own,
        answer: (...given) => own.answer(...given).finally(() => tellSent(env, warn)),
      }
    );
  };
  return flowsIn(place.root, config, { ...ports, answerer });
}

export async function flowOf(context: Context, name: string | undefined): Promise<Flow> {
  return (await flowsOf(context)).open(name ?? null);
}
