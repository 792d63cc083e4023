import type { SeenState } from '../../model/call.ts';
import type { Workspace } from '../../model/results.ts';
import { type Context, hasIndex, PART_BYTES } from '../context.ts';

/** Workspaces that a running server keeps open, so that a question costs no more than its answer. */
export interface Workspaces {
  use<T>(context: Context, work: (workspace: Workspace) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Many projects may be asked in turn; few are at work at once. */
const KEPT_OPEN = 8;
/** An answer is due within five seconds; the rest of them is for making it. */
const PATIENCE_MS = 1500;

interface Held {
  readonly workspace: Promise<Workspace>;
  /** Those who wait for it and want to hear how far it is. */
  readonly listeners: Set<Context>;
  users: number;
  /** The first index, made once for all who ask meanwhile; null before it is begun and when it is there. */
  first: Promise<void> | null;
  /** Stops the first index for a while, so that the first answer need not share the processor with it. */
  pause: (() => void) | null;
  isIndexed: boolean;
}

export function openWorkspaces(signal: AbortSignal, patienceMs: number = PATIENCE_MS): Workspaces {
  const held = new Map<string, Held>();

  const hold = async (context: Context): Promise<readonly [string, Held]> => {
    const config = await context.config();
    const key = JSON.stringify([context.place, config.config, config.origins]);
    const known = held.get(key);
    if (known !== undefined) return [key, known];
    const listeners = new Set<Context>();
    const entry: Held = {
      workspace: opened(context, {
        warn: (sentence) => {
          for (const each of listeners) each.note(sentence);
        },
        onProgress: ({ files, totalFiles, bytes }) => {
          for (const { progress } of listeners)
            progress.update({ files, filesTotal: totalFiles, bytes });
        },
        signal,
      }),
      listeners,
      users: 0,
      first: null,
      pause: null,
      isIndexed: false,
    };
    held.set(key, entry);
    // A project that can't be opened is tried anew by the next question.
    entry.workspace.catch(() => held.delete(key));
    return [key, entry];
  };

  /** Lets go of those that were asked longest ago; one that is at work stays. */
  const trim = async (): Promise<void> => {
    for (const [key, entry] of held) {
      if (held.size <= KEPT_OPEN) return;
      if (entry.users > 0 || entry.first !== null) continue;
      held.delete(key);
      await (await entry.workspace).close();
    }
  };

  return {
    async use(context, work) {
      const [key, entry] = await hold(context);
      held.delete(key);
      held.set(key, entry); // the newest last
      entry.users++;
      entry.listeners.add(context);
      try {
        const workspace = await entry.workspace;
        if (
          !entry.isIndexed &&
          !(await indexed(entry, workspace, context, { signal, patienceMs }))
        ) {
          return await beforeIndex(entry, workspace, signal, () => inPart(context, work));
        }
        return await work(during(workspace, context));
      } finally {
        entry.users--;
        entry.listeners.delete(context);
        await trim();
      }
    },
    async close() {
      const all = [...held.values()];
      held.clear();
      await Promise.allSettled(all.map(async ({ workspace }) => (await workspace).close()));
    },
  };
}

type Hearing = Pick<
  Parameters<typeof import('../../workspace.ts').openWorkspace>[0],
  'warn' | 'onProgress' | 'signal' | 'part' | 'endsSoon'
>;

async function opened(context: Context, how: Hearing): Promise<Workspace> {
  const { openWorkspace } = await import('../../workspace.ts');
  return openWorkspace({
    ...context.place,
    config: await context.config(),
    env: context.env,
    ...how,
  });
}

/** Whether there is an index to ask by now. The first one is made for everybody, so nobody who leaves ends it. */
async function indexed(
  entry: Held,
  workspace: Workspace,
  context: Context,
  { signal, patienceMs }: { readonly signal: AbortSignal; readonly patienceMs: number },
): Promise<boolean> {
  if (await hasIndex(workspace)) {
    entry.isIndexed = true;
    return true;
  }
  if (entry.first === null) begin(entry, workspace, signal);
  const { first } = entry;
  let clock: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    if (context.part !== null) clock = setTimeout(() => resolve('late'), patienceMs);
  });
  const left = new Promise<never>((_, reject) => {
    const leave = (): void => reject(context.signal.reason);
    if (context.signal.aborted) leave();
    context.signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return (await Promise.race([first, late, left])) !== 'late';
  } finally {
    clearTimeout(clock);
  }
}

/** Begins the first index, or goes on with it: what was read before is not read again. */
function begin(entry: Held, workspace: Workspace, signal: AbortSignal): void {
  const pausing = new AbortController();
  entry.pause = () => pausing.abort();
  const first = workspace.update({ signal: AbortSignal.any([signal, pausing.signal]) }).then(
    () => {
      entry.isIndexed = true;
      entry.first = null;
    },
    (error) => {
      entry.first = null;
      throw error;
    },
  );
  // Whoever waits for it hears of a failure; nobody may.
  first.catch(() => undefined);
  entry.first = first;
}

/** The first answer of all comes before the index goes on; later ones are made beside it, or it would never be done. */
async function beforeIndex<T>(
  entry: Held,
  workspace: Workspace,
  signal: AbortSignal,
  answer: () => Promise<T>,
): Promise<T> {
  const { pause } = entry;
  if (pause === null) return answer();
  entry.pause = null;
  pause();
  try {
    return await answer();
  } finally {
    if (!signal.aborted) {
      begin(entry, workspace, signal);
      entry.pause = null;
    }
  }
}

/** Answers from the files that are most likely needed, while the others are still being read. */
async function inPart<T>(context: Context, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const part = { about: context.part ?? '', bytes: PART_BYTES };
  const workspace = await opened(context, {
    warn: (sentence) => context.note(sentence),
    onProgress: () => undefined,
    signal: context.signal,
    part,
    endsSoon: true,
  });
  try {
    return await work(during(workspace, context));
  } finally {
    await workspace.close();
  }
}

/** The workspace for one caller: calls end when the caller leaves, and say which state they saw. */
function during(workspace: Workspace, { signal, sawState }: Context): Workspace {
  const call = { signal, onState: (state: SeenState) => sawState?.(state) };
  return {
    update: (given) => workspace.update({ ...call, ...given }),
    status: (given) => workspace.status({ ...call, ...given }),
    collect: (given) => workspace.collect({ ...call, ...given }),
    secrets: (given) => workspace.secrets({ ...call, ...given }),
    watch: (onUpdate, given) => workspace.watch(onUpdate, { ...call, ...given }),
    shortlist: (request) => workspace.shortlist({ ...call, ...request }),
    search: (request) => workspace.search({ ...call, ...request }),
    assemble: (request) => workspace.assemble({ ...call, ...request }),
    assembleFlow: (request) => workspace.assembleFlow({ ...call, ...request }),
    inspect: (request) => workspace.inspect({ ...call, ...request }),
    // A flow's state is its own files: which of the project's it was made from is not asked.
    inspectFlow: (request) => workspace.inspectFlow({ signal, ...request }),
    sizes: (request) => workspace.sizes({ ...call, ...request }),
    show: (request) => workspace.show({ ...call, ...request }),
    gather: (request) => workspace.gather({ ...call, ...request }),
    links: (paths, given) => workspace.links(paths, { ...call, ...given }),
    companions: (paths, given) => workspace.companions(paths, { ...call, ...given }),
    replay: (plan, given) => workspace.replay(plan, { ...call, ...given }),
    changedSince: (ref, given) => workspace.changedSince(ref, { ...call, ...given }),
    records: (given) => workspace.records({ ...call, ...given }),
    score: (request) => workspace.score({ ...call, ...request }),
    why: (request) => workspace.why({ ...call, ...request }),
    push: (request) => workspace.push({ ...call, ...request }),
    evaluate: (given) => workspace.evaluate({ ...call, ...given }),
    summarize: (request) => workspace.summarize({ ...call, ...request }),
    close: async () => undefined,
  };
}
