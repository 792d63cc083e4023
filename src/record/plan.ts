import type { ContextPart } from '../model/context.ts';
import type { ContextPlan, PlanPart } from '../model/plan.ts';
import { isObject } from './read-plan.ts';

/** What a plan is made from; `text` of a part is what stands in the context. */
export interface Planning {
  readonly flowId: string;
  readonly parts: readonly {
    readonly part: ContextPart;
    readonly text: string;
    readonly tokens: number;
    readonly status?: 'active' | 'skipped';
    /** Names the whole file it is made of. */
    readonly content?: string;
    /** Where it differs from the part's path, as for files of a flow. */
    readonly uri?: string;
  }[];
  readonly sheafVersion: string;
  readonly stateRoot: string;
  readonly commit: string | null;
  readonly task: ContextPlan['task'];
  readonly format: string;
  readonly tokenizer: string;
  readonly budget: ContextPlan['budget'];
  readonly totalTokens: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  readonly dropped: ContextPlan['dropped'];
  readonly summaries?: NonNullable<ContextPlan['summaries']>;
  /** `sha256:` and the hexadecimal digest of a text. */
  readonly digest: (text: string) => string;
}

const RANK_DIGITS = 3;

/** The file's name with everything but letters and digits replaced. */
export const kindOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '') || 'part';

const UTF8 = new TextEncoder();

export function planOf(planning: Planning): ContextPlan {
  const { digest } = planning;
  const parts = planning.parts.map(
    ({ part, text, tokens, status = 'active', content, uri }): PlanPart => ({
      rank: String(part.rank).padStart(RANK_DIGITS, '0'),
      kind: kindOf(part.path),
      role: part.role,
      uri: uri ?? `file://${part.path}`,
      cid: part.cid,
      bytes: UTF8.encode(text).length,
      status,
      path: part.path,
      source: part.source,
      tier: part.tier,
      level: part.level,
      tokens,
      relevance: part.relevance,
      spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
      ...(content === undefined ? {} : { content }),
      ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
      ...(part.method === undefined ? {} : { method: part.method, model: part.model ?? null }),
    }),
  );
  const active = parts.filter(({ status }) => status === 'active');
  return {
    version: '1.0',
    flow_id: planning.flowId,
    order_rule: 'lexical',
    parts,
    total_bytes: active.reduce((sum, { bytes }) => sum + bytes, 0),
    ctx_digest: digest(active.map(({ cid }) => `${cid}\n`).join('')),
    sheaf_version: planning.sheafVersion,
    state_root: planning.stateRoot,
    commit: planning.commit,
    task: { text: planning.task.text, type: planning.task.type },
    format: planning.format,
    tokenizer: planning.tokenizer,
    budget: {
      total: planning.budget.total,
      reserved: planning.budget.reserved,
      available: planning.budget.available,
    },
    total_tokens: planning.totalTokens,
    options: sorted(planning.options) as ContextPlan['options'],
    prompt_digest: digest(planning.prompt),
    dropped: planning.dropped.map(({ path, reason, relevance }) => ({ path, reason, relevance })),
    ...((planning.summaries ?? []).length === 0 ? {} : { summaries: planning.summaries }),
  };
}

/** The same value with its keys in order, all the way down. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

/** The text of `ctxplan.json`. */
export const planText = (plan: ContextPlan): string => `${JSON.stringify(plan, null, 2)}\n`;
