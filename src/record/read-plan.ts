import { SheafError } from '../model/errors.ts';
import type { ContextPlan } from '../model/plan.ts';

/** What a value must be; read by `readPlan` and written out as JSON Schema. */
export type PlanRule =
  | { readonly type: 'string'; readonly values?: readonly string[]; readonly pattern?: string }
  | { readonly type: 'number' | 'integer'; readonly minimum?: number }
  | { readonly type: 'string-or-null' | 'boolean' }
  | { readonly type: 'anything' }
  | { readonly type: 'array'; readonly items: PlanRule; readonly length?: number }
  | { readonly type: 'object'; readonly fields: PlanFields; readonly optional?: PlanFields };
type PlanFields = { readonly [name: string]: PlanRule };

const STRING: PlanRule = { type: 'string' };
const NULLABLE: PlanRule = { type: 'string-or-null' };
const BOOLEAN: PlanRule = { type: 'boolean' };
const COUNT: PlanRule = { type: 'integer', minimum: 0 };
const NUMBER: PlanRule = { type: 'number' };
const DIGEST: PlanRule = { type: 'string', pattern: '^sha256:' };
const oneOf = (...values: readonly string[]): PlanRule => ({ type: 'string', values });
const listOf = (items: PlanRule): PlanRule => ({ type: 'array', items });
const object = (fields: PlanFields): PlanRule => ({ type: 'object', fields });

const PART: PlanRule = {
  type: 'object',
  fields: {
    rank: { type: 'string', pattern: '^(?:[0-9]{3,})?$' },
    kind: STRING,
    role: oneOf('system', 'user', 'evidence'),
    uri: STRING,
    cid: DIGEST,
    bytes: COUNT,
    status: oneOf('active', 'skipped'),
  },
  optional: {
    source_uri: STRING,
    span: STRING,
    tags: listOf(STRING),
    linked: BOOLEAN,
    problem: STRING,
    path: STRING,
    source: STRING,
    tier: STRING,
    level: STRING,
    tokens: COUNT,
    relevance: NUMBER,
    spans: listOf({ type: 'array', items: COUNT, length: 2 }),
    content: STRING,
    hidden_characters: COUNT,
    receipt: STRING,
    method: STRING,
    model: NULLABLE,
  },
};

export const PLAN_RULE: PlanRule = {
  type: 'object',
  fields: {
    version: oneOf('1.0'),
    flow_id: STRING,
    order_rule: oneOf('lexical'),
    parts: listOf(PART),
    total_bytes: COUNT,
    ctx_digest: DIGEST,
    sheaf_version: STRING,
    state_root: STRING,
    commit: NULLABLE,
    task: object({ text: STRING, type: STRING }),
    format: STRING,
    tokenizer: STRING,
    budget: object({ total: COUNT, reserved: NUMBER, available: COUNT }),
    total_tokens: COUNT,
    options: { type: 'anything' },
    dropped: listOf(object({ path: STRING, reason: STRING, relevance: NUMBER })),
  },
  optional: {
    matched: BOOLEAN,
    partial: NUMBER,
    expected: {
      type: 'object',
      fields: { every_file: NUMBER, next_tokens: COUNT, gain: NUMBER, path: NULLABLE },
      optional: { unfamiliar: listOf(STRING) },
    },
    unfamiliar: listOf(STRING),
    summaries: listOf(
      object({
        path: STRING,
        of: STRING,
        method: oneOf('summary', 'heavy'),
        limit: COUNT,
        model: STRING,
        cid: DIGEST,
      }),
    ),
  },
};

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first thing that is wrong, as a sentence; null where nothing is. */
function fault(value: unknown, rule: PlanRule, at: string): string | null {
  switch (rule.type) {
    case 'anything':
      return isObject(value) ? null : `${at} should be an object.`;
    case 'boolean':
      return typeof value === 'boolean' ? null : `${at} should be true or false.`;
    case 'string-or-null':
      return value === null || typeof value === 'string' ? null : `${at} should be a text or null.`;
    case 'number':
    case 'integer': {
      const isRight = rule.type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
      if (!isRight) return `${at} should be ${rule.type === 'integer' ? 'a whole' : 'a'} number.`;
      const isSmall = rule.minimum !== undefined && Number(value) < rule.minimum;
      return isSmall ? `${at} should be at least ${rule.minimum}.` : null;
    }
    case 'string':
      if (typeof value !== 'string') return `${at} should be a text.`;
      if (rule.values !== undefined && !rule.values.includes(value)) {
        return `${at} is ${JSON.stringify(value)}; it can be ${rule.values.join(', ')}.`;
      }
      return rule.pattern === undefined || new RegExp(rule.pattern).test(value)
        ? null
        : `${at} should match ${rule.pattern}.`;
    case 'array':
      if (!Array.isArray(value)) return `${at} should be a list.`;
      if (rule.length !== undefined && value.length !== rule.length) {
        return `${at} should have ${rule.length} entries.`;
      }
      for (const [i, item] of value.entries()) {
        const wrong = fault(item, rule.items, `${at}[${i}]`);
        if (wrong !== null) return wrong;
      }
      return null;
    case 'object':
      if (!isObject(value)) return `${at === '' ? 'The plan' : at} should be an object.`;
      for (const [name, field] of Object.entries({ ...rule.fields, ...rule.optional })) {
        const place = at === '' ? name : `${at}.${name}`;
        if (!(name in value) && name in rule.fields) return `${place} is missing.`;
        const wrong = name in value ? fault(value[name], field, place) : null;
        if (wrong !== null) return wrong;
      }
      return null;
  }
}

/** What a plan is called in errors where nobody named a file. */
const USUAL_NAME = 'The plan';

export function readPlan(text: string, name: string = USUAL_NAME): ContextPlan {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SheafError('unreadable', `${name} is not JSON.`, 'Name a ctxplan.json.', cause);
  }
  return checkedPlan(value, name);
}

/** A plan that was read already. */
export function checkedPlan(value: unknown, name: string = USUAL_NAME): ContextPlan {
  const wrong = fault(value, PLAN_RULE, '');
  if (wrong === null) return value as ContextPlan;
  const hint = 'Write a new one with sheaf assemble --plan FILE.';
  throw new SheafError('unreadable', `${name} can't be used: ${wrong}`, hint);
}
