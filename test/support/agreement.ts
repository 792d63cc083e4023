import {
  type AssembleRequest,
  type AssembleResult,
  type ConfigPart,
  loadTokenizer,
  openWorkspace,
  SheafError,
  type Workspace,
} from '../../src/index.ts';
import { command } from './command.ts';

/** A request in all its variety; the size is a window, the tokens of the context, or nobody's. */
export interface Wish {
  readonly request: AssembleRequest;
  readonly config: ConfigPart;
  /** Assemble the current flow instead. */
  readonly isFlow: boolean;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Everything in which the accounts of one assembly contradict each other; empty where they agree. */
export async function disagreements(
  root: string,
  { request, config, isFlow }: Wish,
): Promise<{ readonly outcome: string; readonly wrong: readonly string[] }> {
  const wrong: string[] = [];
  const opened = (part: ConfigPart): Promise<Workspace> =>
    openWorkspace({ root, config: part, warn: () => undefined });
  const made = async (workspace: Workspace, maxTokens = request.maxTokens) =>
    isFlow ? workspace.assembleFlow({ maxTokens }) : workspace.assemble({ ...request, maxTokens });
  const workspace = await opened(config);
  try {
    const result = await made(workspace);
    wrong.push(...inside(result));
    wrong.push(...asAsked(result, request, config));
    wrong.push(...(await againstRecord(root, workspace, result)));
    if (!isFlow) wrong.push(...(await againstWhy(workspace, request, result)));
    const { tokenizer } = result.budget;
    const { count } = await loadTokenizer(tokenizer as 'o200k');
    if (count(result.prompt) !== result.totalTokens) wrong.push('tokens of the prompt');
    return { outcome: result.record.budget.overflow.occurred ? 'overflow' : 'fits', wrong };
  } catch (error) {
    if (!(error instanceof SheafError) || error.code !== 'over-budget') throw error;
    const [, flag = '', size = ''] = /Use (--\S+) (\d+)/.exec(error.hint) ?? [];
    if (flag === '') return { outcome: 'hopeless', wrong };
    // The hint is followed as it stands.
    const budget = { ...(config as Record<string, object>)['budget'], max_tokens: Number(size) };
    const larger = flag === '--budget' ? await opened({ ...config, budget }) : workspace;
    try {
      const result = await made(larger, flag === '--budget' ? undefined : Number(size));
      if (result.record.budget.overflow.occurred) wrong.push('overflow after the hint');
      wrong.push(...inside(result));
    } catch (again) {
      wrong.push(`the hint ${flag} ${size} does not suffice: ${String(again)}`);
    } finally {
      if (larger !== workspace) await larger.close();
    }
    return { outcome: 'refused', wrong };
  } finally {
    await workspace.close();
  }
}

/** Result, plan, record and report of one assembly. */
function inside({ parts, plan, record, report, dropped, budget, ...result }: AssembleResult) {
  const { log } = record;
  const { overflow, allocation, fixed } = record.budget;
  const tiers = [allocation.primary, allocation.supporting, allocation.reference];
  const files = [...tiers, allocation.history, ...(fixed === undefined ? [] : [fixed])];
  const counted = files.flatMap((tier) => tier.files);
  const over = dropped.filter(({ reason }) => reason === 'over-budget').map(({ path }) => path);
  const affected = new Set(overflow.files_affected);
  const active = plan.parts.filter(({ status }) => status === 'active');
  const spoken = active.filter(({ role }) => role !== 'evidence').length;
  const there = new Set(parts.map(({ path }) => path));
  const checks: Readonly<Record<string, boolean>> = {
    'tokens used': log.tokens_used === result.totalTokens && plan.total_tokens === log.tokens_used,
    'tokens available':
      log.tokens_budget === budget.available && plan.budget.available === budget.available,
    'within the budget': result.totalTokens <= budget.available,
    'sums of the tiers':
      sum(files.map((tier) => tier.total_tokens)) === sum(parts.map((p) => p.tokens)),
    // Tokens of texts do not add up: at each border one may be saved.
    'parts within the whole': sum(parts.map((p) => p.tokens)) <= result.totalTokens + parts.length,
    'parts of the record': counted.length === parts.length && log.items_included === parts.length,
    'parts of the plan':
      active.length - spoken === parts.filter((p) => p.role === 'evidence').length,
    'dropped files':
      log.items_left_out === dropped.length && plan.dropped.length === dropped.length,
    'dropped files in the report': report.includes(
      `Left out: ${String(dropped.length).replace(/\B(?=(\d{3})+$)/g, ',')} further files`,
    ),
    'overflow and files': overflow.occurred === affected.size > 0,
    'over budget means overflow': over.every((path) => affected.has(path)),
    'overflow means dropped or there': overflow.files_affected.every(
      (path) => over.includes(path) || there.has(path),
    ),
    'overflow means truncated': !overflow.occurred || result.truncated,
    'overflow in the report': report.includes(
      overflow.occurred
        ? `overflow handling: ${overflow.strategy_applied}`
        : 'no overflow handling',
    ),
    'nothing is there and dropped': dropped.every(({ path }) => !there.has(path)),
    sources: parts.every(({ source }) => source === 'task' || log.sources_queried.includes(source)),
  };
  return Object.keys(checks).filter((name) => checks[name] !== true);
}

/** What was asked for, and whether that was done. */
function asAsked(
  { record: { log, budget } }: AssembleResult,
  { sources = [], pins = [] }: AssembleRequest,
  config: ConfigPart,
): string[] {
  const asked = new Set(sources);
  // A file that is pinned brings its source with it.
  const isAlone = sources.length === 0 || pins.length > 0;
  const isOther = !isAlone && log.sources_queried.some((name) => !asked.has(name));
  const isLess = sources.some((name) => !log.sources_queried.includes(name));
  const { overflow_strategy: strategy } = (config as { budget: { overflow_strategy: string } })
    .budget;
  return [
    ...(isOther || isLess ? [`sources: ${log.sources_queried}, not ${sources}`] : []),
    ...(budget.overflow.occurred && strategy === 'error' ? ['an overflow that is no error'] : []),
  ];
}

/** What was kept, and what `report` draws from it. */
async function againstRecord(root: string, workspace: Workspace, result: AssembleResult) {
  const kept = (await workspace.records()).at(-1);
  const { out } = await command(root, ['report']);
  // Only what is kept names its plan.
  const isOwn = (key: string): boolean => key === 'plan' || key === 'cached';
  const log = JSON.stringify(kept, (key, value) => (isOwn(key) ? undefined : value));
  const isSame = log === JSON.stringify(result.record);
  const drawn = out.split('\nWarning:')[0]?.trim() === result.report.trim();
  return [...(isSame ? [] : ['the record kept']), ...(drawn ? [] : ['the report drawn'])];
}

const ASKED = 2;

/** `why` of some files that are there and some that are not. */
async function againstWhy(workspace: Workspace, request: AssembleRequest, result: AssembleResult) {
  const wrong: string[] = [];
  const { task, type, maxTokens, sources, pins, include, exclude } = request;
  const files = result.parts.filter(({ tier }) => tier !== 'system');
  const asked = [
    ...files
      .slice(-ASKED)
      .map(({ path, relevance, level }) => ({ path, relevance, level, reason: null })),
    ...result.dropped.slice(0, ASKED).map((file) => ({ ...file, level: null })),
    ...result.dropped.slice(-1).map((file) => ({ ...file, level: null })),
  ];
  for (const { path, relevance, reason, level } of asked) {
    const own = { task, type, maxTokens, sources, pins, include, exclude };
    const told = await workspace.why({ place: path, ...own });
    if (told.kind === 'absent') {
      wrong.push(`why knows no ${path}`);
      continue;
    }
    const { include: least, source } = told.thresholds;
    const isPinned = pins?.includes(path) === true;
    if (told.dropped !== reason) wrong.push(`why ${path}: ${told.dropped}, not ${reason}`);
    if (told.level !== level) wrong.push(`why ${path}: level ${told.level}, not ${level}`);
    const isLed = told.chains.length > 0;
    if (!isPinned && !isLed && Math.abs(told.relevance - relevance) > 1e-9) {
      wrong.push(`why ${path}: relevance ${told.relevance}, not ${relevance}`);
    }
    const isBelow = told.relevance < Math.max(least, source);
    const isClassic = result.expected === null;
    if (!isClassic && reason === 'below-threshold' && !isBelow && told.standing !== 'mentioned') {
      wrong.push(`${path} is above its threshold`);
    }
    if (!isClassic && told.standing === 'relevant' && isBelow) wrong.push(`${path} is below it`);
    if (told.available_tokens !== result.budget.available) wrong.push('tokens of why');
  }
  return wrong;
}
