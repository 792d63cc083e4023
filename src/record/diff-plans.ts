import type { Cause, ContextPlan, PlanDifference, PlanPart } from '../model/plan.ts';

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Differences of what the user gave, which explain any other. */
function givenDifferences(a: ContextPlan, b: ContextPlan): PlanDifference[] {
  const pairs: readonly (readonly [Cause, string, unknown, unknown])[] = [
    ['task', 'task', a.task.text, b.task.text],
    ['task', 'task type', a.task.type, b.task.type],
    ['version', 'sheaf', a.sheaf_version, b.sheaf_version],
    ['tokenizer', 'tokenizer', a.tokenizer, b.tokenizer],
    ['format', 'format', a.format, b.format],
    ['budget', 'budget', a.budget.available, b.budget.available],
    ...[...new Set([...Object.keys(a.options), ...Object.keys(b.options)])]
      .sort()
      .map((key) => ['option', key, a.options[key], b.options[key]] as const),
  ];
  return pairs
    .map(([cause, what, x, y]) => ({ cause, what, before: text(x), after: text(y) }))
    .filter(({ before, after }) => before !== after);
}

const shown = (part: PlanPart | undefined): string =>
  part === undefined
    ? 'not there'
    : `${part.level} ${part.spans.map(([first, last]) => `${first}-${last}`).join(',')}`.trimEnd();

/** The same document may stand in a plan more than once: each is matched with its counterpart in order. */
function partsByKey({ parts }: ContextPlan): Map<string, PlanPart> {
  const counts = new Map<string, number>();
  return new Map(
    parts
      .filter(({ status }) => status === 'active')
      .map((part) => {
        const count = counts.get(part.path) ?? 0;
        counts.set(part.path, count + 1);
        return [`${part.path}\0${count}`, part];
      }),
  );
}

/**
 * For each difference of two plans its single cause. Where the user gave something else (task, option, budget …) that is the cause of all
 * that follows; otherwise a part differs by its content, by its relevance, or because others left it more or less room.
 */
export function diffPlans(a: ContextPlan, b: ContextPlan): PlanDifference[] {
  const given = givenDifferences(a, b);
  const [first] = given;
  const [before, after] = [partsByKey(a), partsByKey(b)];
  const keys = [...before.keys(), ...[...after.keys()].filter((key) => !before.has(key))];
  const parts = keys.flatMap((key): PlanDifference[] => {
    const [x, y] = [before.get(key), after.get(key)];
    const isSame = x?.cid === y?.cid && shown(x) === shown(y) && x?.relevance === y?.relevance;
    if (isSame) return [];
    const what = x?.path ?? y?.path ?? '';
    return [{ cause: first?.cause ?? causeOf(x, y, a, b), what, ...sides(x, y) }];
  });
  return [...given, ...parts];
}

function sides(
  x: PlanPart | undefined,
  y: PlanPart | undefined,
): Pick<PlanDifference, 'before' | 'after'> {
  if (shown(x) !== shown(y)) return { before: shown(x), after: shown(y) };
  if (x?.cid !== y?.cid) return { before: x?.cid ?? '', after: y?.cid ?? '' };
  return { before: text(x?.relevance), after: text(y?.relevance) };
}

function causeOf(
  x: PlanPart | undefined,
  y: PlanPart | undefined,
  a: ContextPlan,
  b: ContextPlan,
): Cause {
  const path = x?.path ?? y?.path;
  const relevanceIn = (part: PlanPart | undefined, plan: ContextPlan): number | undefined =>
    part?.relevance ?? plan.dropped.find((dropped) => dropped.path === path)?.relevance;
  const isReworded = x?.cid !== y?.cid && a.state_root === b.state_root;
  // A model says the same text in other words, or one of the two is what was made offline.
  if (isReworded && ((x?.model ?? null) !== null || (y?.model ?? null) !== null)) return 'summary';
  if (x !== undefined && y !== undefined && x.cid !== y.cid && shown(x) === shown(y)) {
    return 'content';
  }
  if (relevanceIn(x, a) !== relevanceIn(y, b)) {
    return a.state_root === b.state_root ? 'relevance' : 'content';
  }
  return a.state_root === b.state_root ? 'selection' : 'content';
}

/** Where two prompts first differ. */
export interface PromptDifference {
  /** Offset in UTF-16 units, and the line it lies in, from 1. */
  readonly at: number;
  readonly line: number;
  /** The path of the part it lies in; null before the first. */
  readonly path: string | null;
}

/** Names the part where two prompts first differ; `heading` is the text a part begins with in the plan's format. */
export function firstDifference(
  a: string,
  b: string,
  plan: ContextPlan,
  heading: (path: string) => string = (path) => path,
): PromptDifference | null {
  if (a === b) return null;
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  let path: string | null = null;
  let from = 0;
  for (const part of plan.parts) {
    if (part.status !== 'active') continue;
    const found = a.indexOf(heading(part.path), from);
    if (found === -1 || found > at) break;
    path = part.path;
    from = found + 1;
  }
  let line = 1;
  for (let i = a.indexOf('\n'); i !== -1 && i < at; i = a.indexOf('\n', i + 1)) line++;
  return { at, line, path };
}
