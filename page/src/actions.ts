import { batch } from '@preact/signals';
import { call, Failure, hasToken, type Input, type Name, watch } from './api.ts';
import * as store from './store.ts';
import { SAY } from './strings.ts';

/* What a person can do. Each action asks the server and writes what it answers into the store. */

const TYPING_MS = 250;
const SHOWN_MS = 6000;
const NARROW = 1000;

let asking: AbortController | null = null;
let typing: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;

export function tell(text: string, isError = false): void {
  clearTimeout(silence);
  store.message.value = { text, isError };
  if (!isError) silence = setTimeout(hush, SHOWN_MS);
}

export function hush(): void {
  store.message.value = null;
}

const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Does a piece of work; what goes wrong is told, not thrown. */
async function trying(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isAborted(error)) tell(error instanceof Error ? error.message : String(error), true);
  }
}

const sizeOf = (): { context_tokens?: number } =>
  store.budget.value === null ? {} : { context_tokens: store.budget.value };

/** A task is being typed: the context forms when the hand rests. */
export function type(text: string): void {
  store.task.value = text;
  if (store.flow.value !== null) store.flow.value = null;
  clearTimeout(typing);
  typing = setTimeout(() => void refresh(), TYPING_MS);
}

/** The context of the task as it is now. */
export async function refresh(): Promise<void> {
  asking?.abort();
  const text = store.task.value.trim();
  if (text === '') {
    batch(() => {
      store.inspection.value = null;
      store.sizes.value = null;
      store.notes.value = [];
      store.isBusy.value = false;
    });
    return;
  }
  const own = new AbortController();
  asking = own;
  store.isBusy.value = true;
  await trying(async () => {
    const asked = { task: text, ...sizeOf(), format: store.format.value };
    const onProgress = ({ files, total }: { files?: number; total?: number }): void => {
      store.progress.value = files === undefined || !total ? null : files / total;
    };
    const { result, state, notes } = await watch('inspect', asked, onProgress, own.signal);
    batch(() => {
      hush();
      store.inspection.value = result;
      store.freshness.value = state;
      store.notes.value = notes;
      store.isBusy.value = false;
      store.progress.value = null;
      store.sizeAt.value = null;
      if (store.selectedRow.value === null) {
        // What was read belongs to a context that is no longer there.
        store.selected.value = null;
        store.shown.value = null;
        store.pane.value = 'prompt';
      }
    });
    // An answer from a part of the files is only the first one.
    if (state?.partial !== undefined) setTimeout(() => void refresh(), SHOWN_MS / 2);
    else if (store.flow.value === null) await loadSizes(own.signal);
  });
  if (asking === own) {
    batch(() => {
      store.isBusy.value = false;
      store.progress.value = null;
    });
  }
}

/** Asked once for a task: the slider then only draws. */
async function loadSizes(signal: AbortSignal): Promise<void> {
  const task = store.task.value.trim();
  store.isSizing.value = true;
  try {
    const { result } = await call('sizes', { task, ...sizeOf() }, signal);
    store.sizes.value = result;
  } finally {
    // A later question has its own answer on the way.
    if (asking?.signal === signal) store.isSizing.value = false;
  }
}

export async function setBudget(tokens: number | null): Promise<void> {
  store.budget.value = tokens;
  await (store.flow.value === null ? refresh() : trying(loadFlow));
}

export async function setFormat(format: store.Format): Promise<void> {
  store.format.value = format;
  await (store.flow.value === null ? refresh() : trying(loadFlow));
}

/** Assembles for good: the context is recorded, and its plan kept. */
export const assemble = (): Promise<void> =>
  trying(async () => {
    const plan = await planOfContext();
    tell(`${SAY.used(store.usedTokens.value, store.available.value)} · ${plan}`);
  });

async function planOfContext(): Promise<string> {
  const { flow, format, task } = store;
  const about = flow.value === null ? { task: task.value.trim() } : { flow: flow.value.flow_id };
  const { plan } = await call('assemble', { ...about, ...sizeOf(), format: format.value });
  return plan ?? '';
}

export const replay = (): Promise<void> =>
  trying(async () => {
    const plan = await planOfContext();
    try {
      await call('replay', { plan });
      tell(`${SAY.identical} ${plan}`);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'differs') throw error;
      tell(`${SAY.differs} ${error.message}`, true);
    }
  });

let turn: Promise<void> = Promise.resolve();

/** Changes come one after the other, each with the context it leads to. */
function changing(work: (flow: string) => Promise<void>): Promise<void> {
  performance.mark('sheaf:change-begins');
  // Sizes of the task's context can wait.
  if (!store.isBusy.value) asking?.abort();
  turn = turn.then(() =>
    trying(async () => {
      await work(store.flow.value?.flow_id ?? (await begin()));
      await loadFlow();
      // Once the frame that shows it is drawn.
      requestAnimationFrame(() =>
        setTimeout(() => performance.measure('sheaf:change', 'sheaf:change-begins')),
      );
    }),
  );
  return turn;
}

/** The first change makes a flow of the task's context. */
async function begin(): Promise<string> {
  const task = store.task.value.trim();
  const { result } = await call('gather', { task, ...sizeOf() });
  const id = result.flow_id ?? '';
  await loadFlow(id);
  await loadFlows();
  return id;
}

async function loadFlow(id: string | undefined = store.flow.value?.flow_id): Promise<void> {
  const { result } = await call('inspect-flow', {
    flow: id,
    ...sizeOf(),
    format: store.format.value,
  });
  batch(() => {
    store.flow.value = result;
    // Sizes are those of the task's context.
    store.sizeAt.value = null;
  });
}

/** The name a flow gives to a row as it is now: other changes may have moved it. */
const nameOf = ({ key, path }: store.Row): string =>
  store.rows.value.find((row) => row.key === key)?.name ?? path;

const groom = (row: store.Row, action: Action, ...words: string[]): Promise<void> =>
  changing(async (flow) => {
    const name = nameOf(row);
    const given = action === 'toggle' ? [...words, name] : [name, ...words];
    await call('evidence', { action, words: given, flow });
  });

type Action = Extract<Input<'evidence'>['action'], 'toggle' | 'rank' | 'remove' | 'level'>;

export const toggle = (row: store.Row): Promise<void> =>
  groom(row, 'toggle', row.isOn ? 'off' : 'on');
export const drop = (row: store.Row): Promise<void> => groom(row, 'remove');
export const setLevel = (row: store.Row, level: string): Promise<void> =>
  groom(row, 'level', level);

/** Moves a row to where another one stands. */
export const moveTo = (row: store.Row, target: store.Row): Promise<void> =>
  changing(async (flow) => {
    const to = rankOf(target);
    if (to !== null)
      await call('evidence', { action: 'rank', words: [nameOf(row), `${to}`], flow });
  });

const rankOf = ({ key }: store.Row): number | null =>
  store.rows.value.find((row) => row.key === key)?.rank ?? null;

/** Before all other evidence: in a flow the first is the last to be shortened. */
export const pin = (row: store.Row): Promise<void> =>
  changing(async (flow) => {
    const first = store.flow.value?.parts.find(({ role }) => role === 'evidence')?.rank ?? 100;
    await call('evidence', { action: 'rank', words: [nameOf(row), `${first}`], flow });
  });

export const add = (path: string): Promise<void> =>
  changing(async (flow) => {
    await call('add', { selectors: [path], flow });
  });

export const focus = (words: string): Promise<void> =>
  changing(async (flow) => {
    await call('evidence', { action: 'focus', words: [words], flow });
  });

const stepping = (name: Extract<Name, 'undo' | 'redo'>): Promise<void> =>
  changing(async (flow) => {
    const { result } = await call(name, { flow });
    tell(result.what ?? '');
  });
export const undo = async (): Promise<void> => {
  if (store.flow.value?.undo != null) await stepping('undo');
};
export const redo = async (): Promise<void> => {
  if (store.flow.value?.redo != null) await stepping('redo');
};

export const openFlow = (id: string): Promise<void> =>
  trying(async () => {
    await loadFlow(id);
    store.task.value = store.flow.value?.task.text.trim() ?? '';
    await refresh();
  });

export async function leaveFlow(): Promise<void> {
  store.flow.value = null;
  await refresh();
}

const loadFlows = async (): Promise<void> => {
  const { result } = await call('flow', { action: 'list' });
  store.flows.value = { current: result.current ?? null, ids: result.flows ?? [] };
};

/** Shows a document with its lines. */
export const open = (row: Pick<store.Row, 'key' | 'path'>, toPane = true): Promise<void> =>
  trying(async () => {
    store.selected.value = row.key;
    if (toPane) {
      store.pane.value = 'file';
      // In a narrow window the file is below the list.
      if (innerWidth < NARROW) document.querySelector('.pane')?.scrollIntoView();
    }
    if (store.pane.value !== 'file' || store.shown.value?.path === row.path) return;
    const { result } = await call('show', { path: row.path });
    if (store.selected.value === row.key) store.shown.value = result;
  });

export const openCompare = (): Promise<void> =>
  trying(async () => {
    store.view.value = 'compare';
    const { result } = await call('report', { since: '1970-01-01' });
    store.records.value = result;
  });

export const compare = (which: 0 | 1, at: number): Promise<void> =>
  trying(async () => {
    const [a, b] = store.compared.value;
    store.compared.value = which === 0 ? [at, b] : [a, at];
    store.differences.value = null;
    const [before, after] = store.compared.value.map(
      (place) => store.records.value[place ?? -1]?.log.plan,
    );
    if (before === undefined || after === undefined) return;
    store.differences.value = (await call('diff', { before, after })).result;
  });

export const find = async (query: string, signal: AbortSignal): Promise<readonly string[]> => {
  const { result } = await call('search', { query, files: true, limit: 8 }, signal);
  return result.map(({ path }) => path);
};

export function setTheme(): void {
  const { theme } = store;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  theme.value = (theme.value ?? (isDark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset['theme'] = theme.value;
}

/** The command line may have changed the flow meanwhile, or made another. */
export const lookAgain = (): Promise<void> =>
  trying(async () => {
    if (!hasToken) return;
    await loadFlows();
    if (store.flow.value !== null) await loadFlow();
  });

export const start = (): Promise<void> =>
  trying(async () => {
    if (hasToken) await loadFlows();
  });

const TASKS_MEASURED = 30;

/** Contexts of past commits, as a picture; takes a while. */
export const measure = (): Promise<void> =>
  trying(async () => {
    store.isMeasuring.value = true;
    try {
      const { result } = await watch('eval', { tasks: TASKS_MEASURED }, () => undefined);
      // As an image it can do nothing but be looked at.
      store.picture.value = `data:image/svg+xml,${encodeURIComponent(result.picture)}`;
    } finally {
      store.isMeasuring.value = false;
    }
  });
