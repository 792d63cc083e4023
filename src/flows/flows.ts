import { type Disk, nodeDisk } from '../adapters/flows/disk.ts';
import { expandSelectors, listPaths } from '../adapters/flows/expand.ts';
import { type FlowFile, linkTarget, sha256 } from '../adapters/flows/flow-files.ts';
import { type FlowStore, openFlowStore, withFlowLock } from '../adapters/flows/flow-store.ts';
import { openFlowsFolder } from '../adapters/flows/flows-folder.ts';
import { openRootsScope } from '../adapters/flows/roots-scope.ts';
import type { Scope } from '../adapters/flows/scope.ts';
import { type Root, rootsOf } from '../adapters/roots/roots.ts';
import type { Config } from '../config/defaults.ts';
import { add, type Selected } from '../flow/add.ts';
import { type Asked, answer, type ClauseCoverage, coverage, readQuestion } from '../flow/ask.ts';
import type { Redactor } from '../flow/context.ts';
import { type Dependency, depsOf } from '../flow/deps.ts';
import { type Drift, driftOf, driftText, heal, isDrift, movedCandidates } from '../flow/drift.ts';
import { envText, flowVariables, type ShellName } from '../flow/env.ts';
import { budgetText, statusText, type Told, told, totalBytes } from '../flow/feedback.ts';
import { evidenceOf, findEvidence, numbersOf, pathOf } from '../flow/find.ts';
import { flowId } from '../flow/flow-id.ts';
import { focus, focusOff, readFocus, renamedFocus, renames } from '../flow/focus.ts';
import { mergeGathered, readGathered, renamedGathered } from '../flow/gather-merge.ts';
import { type Names, rank, rebase, relevel, remove, type Toggle, toggle } from '../flow/groom.ts';
import { matchesQuery } from '../flow/match.ts';
import { byPlace, nameOf, parsePart } from '../flow/names.ts';
import { parseSelector, shown } from '../flow/selector.ts';
import { readLine } from '../flow/shell-line.ts';
import type { SourceText } from '../flow/span.ts';
import { remembered, rememberedOf } from '../math/memo.ts';
import { SheafError } from '../model/errors.ts';
import type { Change, FoundFile, GatheredItem, LinkedFile, Part, Step } from '../model/flow.ts';
import { FOCUS_FILE, GATHERED_FILE } from '../model/flow.ts';
import type { ContextPlan } from '../model/plan.ts';
import type { Ports } from '../ports/ports.ts';
import { planText } from '../record/plan.ts';
import type { WriterOptions, WrittenAnswer } from './model-answer.ts';
import { workspaceRedactor } from './redactor.ts';

export interface FlowsOptions {
  readonly root: string;
  /** The roots of the workspace, where it has several; the flows lie in `root`. */
  readonly roots?: readonly Root[];
  /** The time as ISO text; only ids of new flows hold it. */
  readonly now: () => string;
  readonly redact: Redactor;
  readonly budgetTokens: number;
  readonly signal?: AbortSignal | undefined;
  /** Told what could not be written and was not needed. */
  readonly warn?: (sentence: string) => void;
  /** Who may write answers; without it they are made offline. */
  readonly writer?: WriterOptions;
  /** Others are for tests. */
  readonly disk?: Disk;
}

export interface Flows {
  create(task: string): Promise<string>;
  ids(): readonly string[];
  current(): string | null;
  /** One is current, or there is only one. */
  hasCurrent(): boolean;
  use(name: string): Promise<string>;
  rename(name: string, to: string): Promise<void>;
  remove(name: string): Promise<string>;
  /** The current one for null. */
  open(name: string | null): Flow;
  preview(task: string, items: readonly GatheredItem[]): Told;
}

/** One flow and all that grooming it takes. Changes are whole or not at all, and say what they did. */
export interface Flow {
  readonly id: string;
  parts(): Promise<readonly Part[]>;
  status(): Promise<Status>;
  budget(): Promise<string>;
  /**
   * What was found offline, and, where a model may write one, an answer in words. `search` asks the index for a subject, and for the
   * tests and documents of files; it is called only where the question needs it.
   */
  ask(
    question: string,
    search: (about: string, paths: readonly string[]) => Promise<readonly FoundFile[]>,
  ): Promise<Asked & { readonly written: WrittenAnswer | null }>;
  coverage(): Promise<readonly ClauseCoverage[]>;
  deps(
    name: string,
    links: (paths: readonly string[]) => Promise<readonly LinkedFile[]>,
  ): Promise<readonly Dependency[]>;
  env(shell: ShellName): Promise<{ variables: Record<string, string>; text: string }>;
  request(): Promise<string>;
  add(
    selectors: readonly string[],
    options: { rank?: number | null; link?: boolean; dryRun?: boolean },
  ): Promise<Told>;
  toggle(names: Names, to: Toggle, isDryRun?: boolean): Promise<Told>;
  rank(name: string, to: number, isDryRun?: boolean): Promise<Told>;
  rebase(isDryRun?: boolean): Promise<Told>;
  remove(names: Names, isDryRun?: boolean): Promise<Told>;
  focus(query: string, isDryRun?: boolean): Promise<Told>;
  focusOff(isDryRun?: boolean): Promise<Told>;
  /** Writes another text of the same document, such as its summary. */
  level(name: string, level: string, text: string, isDryRun?: boolean): Promise<Told>;
  /** The workspace path that evidence comes from. */
  pathOf(name: string): Promise<string>;
  undo(isDryRun?: boolean): Promise<Told>;
  redo(isDryRun?: boolean): Promise<Told>;
  /** What undo and redo would be about; null where there is nothing. */
  top(stack: 'undo' | 'redo'): string | null;
  focused(): string | null;
  gather(items: readonly GatheredItem[], isDryRun?: boolean): Promise<Told>;
  /** Writes `build/prompt.FORMAT` and `build/ctxplan.json`: what the flow was assembled to. */
  writeBuild(format: string, prompt: string, plan: ContextPlan): void;
  driftReport(): Promise<{
    readonly drifted: boolean;
    readonly evidence: readonly Omit<Drift, 'healed' | 'aside'>[];
    readonly text: string;
  }>;
  heal(isDryRun?: boolean): Promise<Told>;
}

/** What a line at Sheaf's prompt is: for the shell, or one of these commands. */
export const shellLine: typeof readLine = readLine;

export interface Status {
  readonly flow_id: string;
  readonly focus: string | null;
  readonly total_bytes: number;
  readonly budget_tokens: number;
  readonly parts: readonly (Pick<Part, 'rank' | 'state' | 'bytes' | 'problem'> & {
    readonly number: string;
    readonly name: string;
  })[];
  readonly text: string;
}

const POLICY =
  'Answer from the evidence below and name what you use. Say so where it is not enough.\n';

export function openFlows(options: FlowsOptions): Flows {
  const { root, disk = nodeDisk, signal, warn } = options;
  const folder = openFlowsFolder(root, disk);
  const clean = (text: string): string => options.redact(text, 'task.md');
  const alone = <T>(work: () => T): Promise<T> => withFlowLock(folder.lockFile, signal, work);
  const locked = <T>(work: () => T): Promise<T> => {
    folder.prepare();
    return alone(work);
  };
  const onFound = (name: string, work: (id: string) => void): Promise<string> =>
    locked(() => {
      const id = folder.find(name);
      work(id);
      return id;
    });
  return {
    create: async (given) => {
      if (given.trim() === '') throw new SheafError('usage', 'the task is empty');
      return locked(() => {
        const task = clean(given);
        const base = flowId(task, options.now());
        const taken = new Set(folder.ids());
        let id = base;
        for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
        folder.create(id, newFiles(task));
        folder.use(id);
        return id;
      });
    },
    ids: folder.ids,
    current: folder.current,
    hasCurrent: () => folder.current() !== null || folder.ids().length === 1,
    use: (name) => onFound(name, folder.use),
    rename: async (name, to) => {
      if (clean(to) !== to)
        throw new SheafError('usage', 'the new id holds a secret', 'choose another one');
      return locked(() => folder.rename(folder.find(name), to));
    },
    remove: (name) => onFound(name, folder.remove),
    open: (name) => {
      const id = folder.find(name);
      const scope = openRootsScope(root, options.roots ?? []);
      const place = `${folder.folder}/${id}`;
      const store = openFlowStore({ folder: place, scope, disk, locked: alone, warn });
      return openFlow(id, store, scope, options);
    },
    preview: (task, items) => {
      const before = Object.entries(newFiles(clean(task))).map(
        ([file, text]): Step => ({ kind: 'write', file, text }),
      );
      const nothing = { parts: [], record: [], focus: null };
      const change = mergeGathered({ ...nothing, items, sha256 });
      const after = arrangedBy([], [...before, ...change.steps]);
      return told(change, [], after, options.budgetTokens, true);
    },
  };
}

export function flowsIn(root: string, config: Config, ports: Ports): Flows {
  const roots = rootsOf(config, root);
  return openFlows({
    root,
    now: () => new Date(ports.now()).toISOString(),
    roots,
    redact: workspaceRedactor(roots.length === 0 ? [root] : roots.map(({ folder }) => folder)),
    budgetTokens: config.budget.max_tokens,
    signal: ports.signal,
    warn: ports.warn,
    writer: { config, ports },
  });
}

const newFiles = (task: string): Record<string, string> => ({
  'ctx/000_policy.system.md': POLICY,
  'ctx/010_request.user.md': task.endsWith('\n') ? task : `${task}\n`,
});

const partOf = rememberedOf((entry: FlowFile): Part | null => {
  const name = parsePart(entry.file);
  return name === null ? null : { ...entry, ...name };
});

const partsOf = (files: readonly FlowFile[]): Part[] =>
  files.flatMap((entry) => partOf(entry) ?? []);

function openFlow(id: string, store: FlowStore, scope: Scope, options: FlowsOptions): Flow {
  const { root, roots = [], redact, budgetTokens } = options;
  const paths = (): Promise<string[]> => listPaths(root, roots);
  const parts = async (): Promise<Part[]> => partsOf(await store.files());
  const focusNow = (): ReturnType<typeof readFocus> => readFocus(store.note(FOCUS_FILE));
  /** Plans a change on what is there, carries it out, and says what it came to. */
  const change = async (plan: (parts: Part[]) => Change, isDryRun = false): Promise<Told> => {
    let before: Part[] = [];
    const done = await store.change((files) => {
      before = partsOf(files);
      return plan(before);
    }, isDryRun);
    // Only what a link holds has to be looked up; all else is known.
    const isKnown = isDryRun || done.steps.every(({ kind }) => kind !== 'link');
    const after = isKnown ? arrangedBy(before, done.steps) : await parts();
    return told(done, before, after, budgetTokens, isDryRun);
  };
  /** Names that Sheaf remembers follow the files, but for those that a person placed: they are that person's from now on. */
  const following = (done: Change, placed: readonly string[] = done.files): Change => {
    const moves = done.steps.filter((step) => step.kind !== 'move' || !placed.includes(step.to));
    const record = readGathered(store.note(GATHERED_FILE));
    const more = renamedGathered(record, renames(moves));
    return { ...done, steps: [...done.steps, ...renamedFocus(focusNow(), done.steps), ...more] };
  };
  const sourceOf = (path: string, name: string): SourceText & { readonly path: string } => {
    const read = scope.read(path, name);
    return { ...read, redacted: redact(read.text, read.path) };
  };
  /** Null where a file is gone, or no longer readable: the caller says which evidence that is. */
  const sourceNow = (path: string): SourceText | null => {
    try {
      return sourceOf(path, path);
    } catch {
      return null;
    }
  };
  const drifts = (list: readonly Part[], tree: readonly string[]): Drift[] =>
    driftOf(list, {
      elsewhere: (path) => movedCandidates(path, tree),
      sha256,
      note: store.note,
      source: remembered(sourceNow),
    });
  const select = async (selectors: readonly string[]): Promise<Selected[]> => {
    const parsed = selectors.map((written) => parseSelector(written, scope.exists));
    const expanded = await expandSelectors(paths, scope, parsed);
    return expanded.map((selector) => {
      const { path, written } = selector;
      // Of a folder or a pattern, the file that can't be read is named too.
      const which = written.includes(path) ? '' : `, ${path}`;
      const source = sourceOf(path, `selector ${shown(written)}${which}`);
      return { selector, path: source.path, source };
    });
  };

  const reversed = async (
    work: (isDryRun: boolean) => Promise<Change>,
    isDryRun: boolean,
  ): Promise<Told> => {
    const before = await parts();
    const done = await work(isDryRun);
    return told(done, before, await parts(), budgetTokens, isDryRun);
  };
  return {
    id,
    parts,
    add: async (selectors, { rank: at = null, link = false, dryRun = false }) => {
      const selected = await select(selectors);
      const linkTo = link ? (path: string) => linkTarget(root, roots, store.folder, path) : null;
      const request = { selected, rank: at, linkTo, sha256 };
      return change((list) => following(add(list, request)), dryRun);
    },
    toggle: (names, to, isDryRun) => change((list) => toggle(list, names, to), isDryRun),
    rank: (name, to, isDryRun) => change((list) => following(rank(list, name, to)), isDryRun),
    rebase: (isDryRun) => change((list) => following(rebase(list), []), isDryRun),
    remove: (names, isDryRun) => change((list) => remove(list, names), isDryRun),
    focus: (given, isDryRun) =>
      change((list) => {
        const query = redact(given, 'task.md');
        const isMatch = matchesQuery(list, query);
        return focus(list, focusNow(), query, ({ file }) => isMatch(file));
      }, isDryRun),
    focusOff: (isDryRun) => change((list) => focusOff(list, focusNow()), isDryRun),
    level: (name, level, text, isDryRun) =>
      change((list) => relevel(list, name, { level, text, cid: sha256(text) }), isDryRun),
    pathOf: async (name) => {
      const part = findEvidence(await parts(), name);
      const path = pathOf(part);
      if (path !== null) return path;
      const sentence = `${nameOf(part.file)} does not say which file it comes from`;
      throw new SheafError('usage', sentence, 'add the file with sheaf add instead');
    },
    undo: (isDryRun = false) => reversed((dry) => store.undo(dry), isDryRun),
    redo: (isDryRun = false) => reversed((dry) => store.redo(dry), isDryRun),
    top: store.top,
    focused: () => focusNow()?.query ?? null,
    gather: (items, isDryRun) =>
      change((list) => {
        const record = readGathered(store.note(GATHERED_FILE));
        return mergeGathered({ parts: list, record, focus: focusNow(), items, sha256 });
      }, isDryRun),
    writeBuild: (format, prompt, plan) => {
      store.writeBuild(`prompt.${format}`, prompt);
      store.writeBuild('ctxplan.json', planText(plan));
    },
    status: async () => {
      const list = await parts();
      const query = focusNow()?.query ?? null;
      const numbers = numbersOf(list);
      return {
        flow_id: id,
        focus: query,
        total_bytes: totalBytes(list),
        budget_tokens: budgetTokens,
        parts: list.toSorted(byPlace).map(({ file, rank: at, state, bytes, problem }) => {
          const number = numbers.get(file) ?? '';
          return { number, name: nameOf(file), rank: at, state, bytes, problem };
        }),
        text: `Flow: ${id}\n${statusText(list, budgetTokens, query)}`,
      };
    },
    budget: async () => budgetText(await parts(), budgetTokens),
    ask: async (text, search) => {
      const question = readQuestion(text);
      const list = await parts();
      const about = question.about || requestOf(list);
      const found =
        question.kind === 'missing' ? await search(about, pathsOn(list, question.about)) : [];
      const asked = answer(list, question, found);
      const { writer } = options;
      if (writer === undefined || writer.config.summarization.provider === 'none') {
        return { ...asked, written: null };
      }
      // Loaded here: nobody else pays for it.
      const { writtenAnswer } = await import('./model-answer.ts');
      const request = { text, asked, parts: list, task: requestOf(list), redact };
      return { ...asked, written: await writtenAnswer(request, writer) };
    },
    coverage: async () => coverage(await parts(), requestOf(await parts())),
    deps: async (name, links) => {
      const list = await parts();
      const part = findEvidence(list, name);
      const paths = evidenceOf(list).flatMap((other) => pathOf(other) ?? []);
      return depsOf(list, part, await links([...new Set(paths)]));
    },
    env: async (shell) => {
      const files = evidenceOf(await parts()).map(({ file }) => file);
      const variables = flowVariables(store.folder, files);
      return { variables: Object.fromEntries(variables), text: envText(shell, variables) };
    },
    request: async () => requestOf(await parts()),
    driftReport: async () => {
      const list = drifts(await parts(), await paths());
      return {
        drifted: list.some(isDrift),
        evidence: list.map(({ healed: _, aside: __, ...rest }) => rest),
        text: driftText(list),
      };
    },
    heal: async (isDryRun) => {
      const tree = await paths();
      return change((list) => heal(drifts(list, tree)), isDryRun);
    },
  };
}

/** The files that evidence for a subject comes from; of all evidence without one. */
const pathsOn = (parts: readonly Part[], about: string): string[] => {
  const isAbout = about === '' ? () => true : matchesQuery(parts, about);
  return evidenceOf(parts).flatMap((part) => (isAbout(part.file) ? (pathOf(part) ?? []) : []));
};

const requestOf = (parts: readonly Part[]): string =>
  parts
    .filter(({ role, state }) => role === 'user' && state === 'active')
    .sort(byPlace)
    .map(({ text }) => text)
    .join('\n');

/** The arrangement a change would lead to, as far as sizes go. */
function arrangedBy(parts: readonly Part[], steps: readonly Step[]): Part[] {
  const left = new Map(parts.map((part) => [part.file, part]));
  const coming: Part[] = [];
  for (const step of steps) {
    const part = left.get(step.file);
    left.delete(step.file);
    const file = step.kind === 'move' ? step.to : step.file;
    const name = step.kind === 'remove' ? null : parsePart(file);
    if (name === null) continue;
    const fresh = step.kind === 'write' || step.kind === 'move' ? step.text : undefined;
    const text = fresh ?? part?.text ?? '';
    const bytes = fresh === undefined ? (part?.bytes ?? 0) : Buffer.byteLength(text);
    coming.push({ cid: '', target: null, problem: null, ...part, ...name, text, bytes });
  }
  return [...left.values(), ...coming];
}
