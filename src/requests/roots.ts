import { namedPath } from '../adapters/roots/paths.ts';
import { rootsOf } from '../adapters/roots/roots.ts';
import type { EngineOptions } from '../engine.ts';
import type { CallOptions } from '../model/call.ts';
import { asSheafError, SheafError } from '../model/errors.ts';
import type { ContextPlan } from '../model/plan.ts';
import type { Workspace } from '../model/results.ts';

/* The edge of a workspace of several roots: inside, a root is a folder (`api:/src/a.ts`); people read and write `api:src/a.ts`. */

/** Words of users and contents of files: whatever looks like a path in them is theirs. */
const WORDS = 'prompt text task query title subject signature symbol commit svg'.split(' ');

export interface Names {
  /** A sentence or a path of ours as people read it. */
  shown(text: string): string;
  /** Plain data with all sentences and paths in it shown. */
  shownIn<T>(value: T): T;
  /** The way back, for paths, places and addresses. */
  meantIn<T>(value: T): T;
  /** Patterns as in a .gitignore: one that names a folder without its root means that of every root. */
  meantGlobs(globs: readonly string[]): string[];
}

/** How the files of a workspace of several roots are called; null for one of a single folder. */
export function namesFor({ config, root }: Pick<EngineOptions, 'config' | 'root'>): Names | null {
  const roots = rootsOf(config, root);
  return roots.length === 0 ? null : rootNames(roots.map(({ name }) => name));
}

function rootNames(names: readonly string[]): Names {
  const any = names.map((name) => name.replaceAll('.', '\\.')).join('|');
  const inside = new RegExp(`(?<=^|file://|[\\s("'\`,;:=[])(${any}):/(?!/)`, 'gu');
  const shown = (text: string): string => text.replace(inside, '$1:');
  const meant = (text: string): string => {
    const [address = ''] = /^(?:file:\/\/)?/.exec(text) ?? [];
    return address + namedPath(text.slice(address.length), names);
  };
  const meantGlob = (glob: string): string => {
    const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(glob) ?? [];
    const named = namedPath(pattern, names);
    const isAnchored = named === pattern && /\/(?!$)/.test(pattern) && !/^\*+:?\//.test(pattern);
    return not + (isAnchored ? `*:/${pattern.replace(/^\/+/, '')}` : named);
  };
  return {
    shown,
    shownIn: (value) => mapped(value, shown),
    meantIn: (value) => mapped(value, meant),
    meantGlobs: (globs) => globs.map(meantGlob),
  };
}

/** Plain data with its texts and the names of its fields changed, but for words of others. */
function mapped<T>(value: T, change: (text: string) => string): T {
  const visit = (item: unknown): unknown => {
    if (typeof item === 'string') return change(item);
    if (Array.isArray(item)) return item.map(visit);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(
      Object.entries(item).map(([key, own]) => [
        change(key),
        WORDS.includes(key) && typeof own === 'string' ? own : visit(own),
      ]),
    );
  };
  return visit(value) as T;
}

/** A workspace whose requests and answers name files as people do. */
export function withRootNames(workspace: Workspace, names: Names): Workspace {
  const { shown, shownIn, meantIn, meantGlobs } = names;
  const told = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return shownIn(await answer);
    } catch (error) {
      const { code, message, hint, cause } = asSheafError(error);
      throw new SheafError(code, shown(message), shown(hint), cause ?? error);
    }
  };
  /** A plan of a flow speaks of the flow's own files, which have names as people give them. */
  const meantPlan = (plan: ContextPlan): ContextPlan =>
    typeof Object(plan?.options)['flow'] === 'string' ? plan : meantIn(plan);
  const meant = <T extends object>(request: T): T => {
    const { include, exclude, after, signal, onState, ...rest } = Object(request) as T & Asked;
    return {
      ...meantIn(rest),
      ...(include === undefined ? {} : { include: globsOf(include) }),
      ...(exclude === undefined ? {} : { exclude: globsOf(exclude) }),
      ...(after === undefined ? {} : { after: meantPlan(after) }),
      ...(signal === undefined ? {} : { signal }),
      ...(onState === undefined ? {} : { onState }),
    } as unknown as T;
  };
  /** What is no list of texts is refused further inside. */
  const globsOf = (given: unknown): unknown =>
    Array.isArray(given) && given.every((glob) => typeof glob === 'string')
      ? meantGlobs(given)
      : given;
  return {
    update: (given) => told(workspace.update(given)),
    status: (given) => told(workspace.status(given)),
    collect: (given) => told(workspace.collect(given)),
    secrets: (given) => told(workspace.secrets(given)),
    watch: (onUpdate, given) => told(workspace.watch((result) => onUpdate(shownIn(result)), given)),
    search: (request) => told(workspace.search(meant(request))),
    shortlist: (request) => told(workspace.shortlist(meant(request))),
    push: (request) => told(workspace.push(meant(request))),
    assemble: (request) => told(workspace.assemble(meant(request))),
    assembleFlow: (request) => told(workspace.assembleFlow(request)),
    inspect: (request) => told(workspace.inspect(meant(request))),
    inspectFlow: (request) => told(workspace.inspectFlow(request)),
    sizes: (request) => told(workspace.sizes(meant(request))),
    show: (request) => told(workspace.show(meant(request))),
    gather: (request) => told(workspace.gather(meant(request))),
    links: (paths, given) => told(workspace.links(meantIn(paths), given)),
    companions: (paths, given) => told(workspace.companions(meantIn(paths), given)),
    replay: (plan, given) => told(workspace.replay(meantPlan(plan), given)),
    changedSince: (ref, given) => told(workspace.changedSince(ref, given)),
    records: (given) => told(workspace.records(given)),
    score: (request) => told(workspace.score(meant(request))),
    why: (request) => told(workspace.why(meant(request))),
    evaluate: (request) => told(workspace.evaluate(request)),
    summarize: (request) => told(workspace.summarize(meant(request))),
    close: () => workspace.close(),
  };
}

interface Asked extends CallOptions {
  readonly include?: unknown;
  readonly exclude?: unknown;
  readonly after?: ContextPlan;
}
