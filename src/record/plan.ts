import { type ContextPart, uriOf } from '../model/context.ts';
import type { ContextPlan, Expected, FlowFields, PlanPart } from '../model/plan.ts';
import { isObject } from './read-plan.ts';

type Taken = 'parts' | 'commit' | 'task' | 'format' | 'tokenizer' | 'budget' | 'matched';

export interface Planning extends Pick<ContextPlan, Taken | 'options' | 'dropped' | 'summaries'> {
  readonly flowId: string;
  readonly sheafVersion: string;
  readonly stateRoot: string;
  readonly totalTokens: number;
  readonly expected?: Expected | null;
  readonly unfamiliar?: readonly string[];
  /** `sha256:` of the prompt. */
  readonly promptDigest: string;
}

export interface PlannedDocument {
  readonly part: ContextPart;
  readonly text: string;
  readonly tokens: number;
  /** Names the whole file it is made of. */
  readonly content?: string;
  /** How many characters of it nobody would see. */
  readonly hidden?: number;
}

/** The file's name with everything but letters and digits replaced. */
const kindOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '') || 'part';

const UTF8 = new TextEncoder();

export const planPart = ({
  part,
  text,
  tokens,
  content,
  hidden = 0,
}: PlannedDocument): PlanPart => ({
  rank: String(part.rank).padStart(3, '0'),
  kind: kindOf(part.path),
  role: part.role,
  uri: uriOf(part),
  cid: part.cid,
  bytes: UTF8.encode(text).length,
  status: 'active',
  path: part.path,
  ...madeOf(part, tokens),
  ...(content === undefined ? {} : { content }),
  ...flagged(hidden),
});

const flagged = (hidden: number): Pick<PlanPart, 'hidden_characters'> =>
  hidden === 0 ? {} : { hidden_characters: hidden };

/** A file of a flow, with the part it became; without one it was switched off, or found no room. */
export function flowPlanPart(
  fields: FlowFields,
  part: ContextPart | null,
  tokens: number,
  isSpoken: boolean,
  hidden = 0,
): PlanPart {
  if (part !== null) {
    const path = part.evidence?.path ?? part.path;
    return { ...fields, path, ...madeOf(part, tokens), ...flagged(hidden) };
  }
  const path = fields.uri.slice('file://'.length);
  const source = fields.role === 'evidence' ? 'code' : 'task';
  const nowhere = { level: 'full', tokens: 0, relevance: 0, spans: [] } as const;
  return { ...fields, status: isSpoken ? 'active' : 'skipped', path, source, ...nowhere };
}

const madeOf = (part: ContextPart, tokens: number) => ({
  source: part.source,
  tier: part.tier,
  level: part.level,
  tokens,
  relevance: part.relevance,
  spans: part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine] as const),
  ...(part.receipt === undefined ? {} : { receipt: part.receipt }),
  ...(part.method === undefined ? {} : { method: part.method, model: part.model ?? null }),
});

export function planOf(planning: Planning): ContextPlan {
  const { parts, budget } = planning;
  const { total, reserved, available } = budget;
  const active = parts.filter(({ status }) => status === 'active');
  return {
    version: '1.0',
    flow_id: planning.flowId,
    order_rule: 'lexical',
    parts,
    total_bytes: active.reduce((sum, { bytes }) => sum + bytes, 0),
    ctx_digest: planning.promptDigest,
    sheaf_version: planning.sheafVersion,
    state_root: planning.stateRoot,
    commit: planning.commit,
    task: { text: planning.task.text, type: planning.task.type },
    format: planning.format,
    tokenizer: planning.tokenizer,
    budget: { total, reserved, available },
    total_tokens: planning.totalTokens,
    ...(planning.matched === undefined ? {} : { matched: planning.matched }),
    ...(planning.expected == null ? {} : { expected: planning.expected }),
    ...((planning.unfamiliar ?? []).length === 0 ? {} : { unfamiliar: planning.unfamiliar }),
    options: sorted(planning.options) as ContextPlan['options'],
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

export const planText = (plan: ContextPlan): string => `${JSON.stringify(plan, null, 2)}\n`;

/** Further than any file goes. */
const LAST_LINE = 9_999_999;

/** The places whose own words a context shows; of what stands in every context, all. */
export const heldPlaces = ({ parts }: ContextPlan): string[] =>
  parts
    .filter(({ status }) => status === 'active')
    .flatMap(({ path, tier, level, spans = [] }) => {
      if (tier === 'system') return [`${path}:1-${LAST_LINE}`];
      const isShown = level === 'full' || level === 'excerpts';
      return isShown ? spans.map(([first, last]) => `${path}:${first}-${last}`) : [];
    });
