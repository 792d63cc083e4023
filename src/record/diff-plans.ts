import type { Cause, ContextPlan, PlanDifference, PlanPart } from '../model/plan.ts';
import { isObject } from './read-plan.ts';

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

type Row = readonly [cause: Cause, what: string, before: unknown, after: unknown];

/** Differences of what the user gave, which explain any other. */
function givenDifferences(a: ContextPlan, b: ContextPlan): PlanDifference[] {
  const rows: readonly Row[] = [
    // The request of a flow is a file, whose last line has an end.
    ['task', 'task', a.task.text.trimEnd(), b.task.text.trimEnd()],
    ['task', 'task type', a.task.type, b.task.type],
    ['version', 'sheaf', a.sheaf_version, b.sheaf_version],
    ['tokenizer', 'tokenizer', a.tokenizer, b.tokenizer],
    ['format', 'format', a.format, b.format],
    ['budget', 'budget', a.budget.available, b.budget.available],
    ...settingRows(a, b),
    ...keysOf(a.options, b.options)
      .filter((key) => !NO_OPTIONS.has(key))
      .map((key): Row => ['option', key, a.options[key], b.options[key]]),
  ];
  return rows
    .map(([cause, what, x, y]) => ({ cause, what, before: text(x), after: text(y) }))
    .filter(({ before, after }) => before !== after);
}

/** What is no option but a result, what has a row of its own above, and the settings. */
const NO_OPTIONS = new Set(['gap', 'context_tokens', 'config']);
const keysOf = (a: object, b: object): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();

/** Settings that have a row of their own: what they come to, whichever of them was changed. */
const SHOWN_ELSEWHERE =
  /^(?:budget\.(?:tokenizer|max_tokens|reserve_\w+|headroom_tokens)|assembly\.format)$/;
const WEIGHTS = /^relevance\.|\.(?:weight|threshold)$/;
const UNCHANGED = 'as usual';

function settingRows(a: ContextPlan, b: ContextPlan): Row[] {
  const [before, after] = [flat(a.options['config']), flat(b.options['config'])];
  const keys = keysOf(Object.fromEntries(before), Object.fromEntries(after));
  const rows = keys
    .filter((key) => !SHOWN_ELSEWHERE.test(key))
    .map((key): Row => {
      const cause = WEIGHTS.test(key) ? 'weight' : 'option';
      return [cause, key, before.get(key) ?? UNCHANGED, after.get(key) ?? UNCHANGED];
    });
  return rows.sort(([x], [y]) => Number(x === 'option') - Number(y === 'option'));
}

function flat(value: unknown, prefix = ''): Map<string, unknown> {
  if (!isObject(value)) return new Map(prefix === '' ? [] : [[prefix, value]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...flat(inner, prefix === '' ? key : `${prefix}.${key}`),
    ]),
  );
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
  const parts = keys.flatMap((key): (PlanDifference & { isEdited: boolean })[] => {
    const [x, y] = [before.get(key), after.get(key)];
    const isSame = x?.cid === y?.cid && shown(x) === shown(y) && x?.relevance === y?.relevance;
    if (isSame) return [];
    const what = x?.path ?? y?.path ?? '';
    const cause = first?.cause ?? causeOf([x, a], [y, b]);
    const [was, is] = sides(x, y);
    return [{ cause, what, before: was, after: is, isEdited: isEdited(x, y) }];
  });
  // What was edited comes before what follows from it.
  const ordered = parts
    .toSorted((x, y) => Number(y.isEdited) - Number(x.isEdited))
    .map(({ isEdited: _, ...difference }) => difference);
  const [{ state_root: was }, { state_root: now }] = [a, b];
  // The files that differ are in neither of the plans.
  const isElsewhere = first === undefined && was !== now && !parts.some((part) => part.isEdited);
  const elsewhere = { cause: 'content', what: 'other files', before: was, after: now } as const;
  return [...given, ...(isElsewhere ? [elsewhere] : []), ...ordered];
}

/** Whether the file behind a part was changed; without the file's own name, other words at the same place say so. */
function isEdited(x: PlanPart | undefined, y: PlanPart | undefined): boolean {
  if (x === undefined || y === undefined) return false;
  if (x.content !== undefined && y.content !== undefined) return x.content !== y.content;
  return x.cid !== y.cid && shown(x) === shown(y);
}

function sides(x: PlanPart | undefined, y: PlanPart | undefined): readonly [string, string] {
  if (shown(x) !== shown(y)) return [shown(x), shown(y)];
  if (x?.cid !== y?.cid) return [x?.cid ?? '', y?.cid ?? ''];
  return [text(x?.relevance), text(y?.relevance)];
}

type Side = readonly [part: PlanPart | undefined, plan: ContextPlan];

function causeOf([x, a]: Side, [y, b]: Side): Cause {
  const path = x?.path ?? y?.path;
  const relevanceIn = (part: PlanPart | undefined, plan: ContextPlan): number | undefined =>
    part?.relevance ?? plan.dropped.find((dropped) => dropped.path === path)?.relevance;
  if (a.state_root !== b.state_root) return 'content';
  const isReworded = x?.cid !== y?.cid;
  // A model says the same text in other words, or one of the two is what was made offline.
  if (isReworded && ((x?.model ?? null) !== null || (y?.model ?? null) !== null)) return 'summary';
  if (x !== undefined && y !== undefined && isReworded && shown(x) === shown(y)) return 'content';
  return relevanceIn(x, a) === relevanceIn(y, b) ? 'selection' : 'relevance';
}
