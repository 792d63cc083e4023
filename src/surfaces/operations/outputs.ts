import { REASON_NAMES } from '../../model/inspection.ts';
import {
  FLAG,
  fields,
  INTEGER,
  listOf,
  mapOf,
  NUMBER,
  oneOf,
  orNull,
  pairOf,
  type Schema,
  TEXT,
} from '../output-schema.ts';

/* What operations give to programs that must know it beforehand, such as the page. */

const SPAN = pairOf(INTEGER, INTEGER);
const TIER = oneOf(['system', 'primary', 'supporting', 'reference', 'history']);
const LEVEL = oneOf(['full', 'excerpts', 'detailed', 'summary', 'stub']);
const ROLE = oneOf(['system', 'user', 'evidence']);

const REASONS = {
  reasons: fields({}, Object.fromEntries(REASON_NAMES.map((name) => [name, NUMBER]))),
  words: listOf(TEXT),
};
const PART = fields(
  {
    path: TEXT,
    source: TEXT,
    role: ROLE,
    tier: TIER,
    rank: INTEGER,
    level: LEVEL,
    spans: listOf(SPAN),
    tokens: INTEGER,
    relevance: NUMBER,
    cid: TEXT,
    lines: INTEGER,
    ...REASONS,
  },
  { receipt: TEXT, method: TEXT, model: orNull(TEXT) },
);
const LEFT_OUT = fields({
  path: TEXT,
  source: TEXT,
  reason: TEXT,
  relevance: NUMBER,
  ...REASONS,
});
const SECTIONS = listOf(fields({ path: TEXT, source: TEXT, start: INTEGER, end: INTEGER }));
const TASK = fields({ text: TEXT, type: TEXT });
const BUDGET = fields({ total: INTEGER, reserved: INTEGER, available: INTEGER, tokenizer: TEXT });
const EXPECTED = fields(
  { every_file: NUMBER, next_tokens: INTEGER, gain: NUMBER, path: orNull(TEXT) },
  { unfamiliar: listOf(TEXT) },
);

export const INSPECTION: Schema = fields({
  task: TASK,
  state_root: TEXT,
  budget: BUDGET,
  total_tokens: INTEGER,
  matched: FLAG,
  expected: orNull(EXPECTED),
  parts: listOf(PART),
  left_out: listOf(LEFT_OUT),
  sections: SECTIONS,
  sources: mapOf(INTEGER),
  prompt: TEXT,
});

const FLOW_PART = fields({
  name: TEXT,
  number: TEXT,
  rank: orNull(INTEGER),
  state: oneOf(['active', 'skipped', 'linked']),
  role: ROLE,
  path: TEXT,
  tier: TIER,
  level: LEVEL,
  spans: listOf(SPAN),
  tokens: INTEGER,
  relevance: NUMBER,
  reason: TEXT,
  problem: orNull(TEXT),
});

export const FLOW_INSPECTION: Schema = fields({
  flow_id: TEXT,
  focus: orNull(TEXT),
  task: TASK,
  budget: BUDGET,
  total_tokens: INTEGER,
  parts: listOf(FLOW_PART),
  sections: SECTIONS,
  prompt: TEXT,
  undo: orNull(TEXT),
  redo: orNull(TEXT),
});

export const SIZES: Schema = fields({
  paths: listOf(TEXT),
  steps: listOf(
    fields({
      context_tokens: INTEGER,
      total_tokens: INTEGER,
      every_file: orNull(NUMBER),
      documents: listOf(pairOf(INTEGER, INTEGER)),
    }),
  ),
  entries: listOf(
    fields({
      path: TEXT,
      context_tokens: INTEGER,
      is_close: FLAG,
      level: TEXT,
      tier: TEXT,
      displaces: listOf(fields({ path: TEXT, lost: oneOf(['all', 'lines']) })),
    }),
  ),
});

export const SHOWN_FILE: Schema = fields({
  path: TEXT,
  source: TEXT,
  language: TEXT,
  text: TEXT,
  lines: INTEGER,
  redactions: mapOf(INTEGER),
  hidden_characters: INTEGER,
  turns: listOf(fields({ speaker: TEXT, time: TEXT, span: SPAN })),
  templates: listOf(
    fields({
      template: TEXT,
      level: TEXT,
      count: INTEGER,
      line: INTEGER,
      histogram: listOf(INTEGER),
    }),
  ),
  times: orNull(fields({ from: TEXT, to: TEXT })),
});

/** What every change to a flow says. */
const TOLD_FIELDS = {
  what: TEXT,
  files: listOf(TEXT),
  bytes: INTEGER,
  total_bytes: INTEGER,
  budget_tokens: INTEGER,
  notes: listOf(TEXT),
  flow_id: orNull(TEXT),
};
export const TOLD: Schema = fields({ text: TEXT }, TOLD_FIELDS);
export const GATHERED: Schema = fields(
  { text: TEXT },
  { ...TOLD_FIELDS, unfamiliar: listOf(TEXT) },
);

export const FLOWS: Schema = fields(
  { text: TEXT },
  { id: TEXT, current: orNull(TEXT), flows: listOf(TEXT) },
);

export const HITS: Schema = listOf(
  fields({ path: TEXT, score: NUMBER, relevance: NUMBER, tier: TIER }, { span: SPAN, name: TEXT }),
);

const DIFFERENCES: Schema = listOf(fields({ cause: TEXT, what: TEXT, before: TEXT, after: TEXT }));
export const DIFF: Schema = DIFFERENCES;
export const REPLAYED: Schema = fields({
  identical: FLAG,
  differences: DIFFERENCES,
  prompt: TEXT,
});

const RECORDED_TIER = fields({
  files: listOf(fields({ path: TEXT, tokens: INTEGER, level: TEXT, relevance_score: NUMBER })),
  total_tokens: INTEGER,
});
export const RECORDS: Schema = listOf(
  fields({
    session: TEXT,
    budget: fields(
      {
        timestamp: TEXT,
        task: TEXT,
        total_budget: INTEGER,
        allocation: mapOf(RECORDED_TIER),
        metrics: fields({ utilization: NUMBER, efficiency: NUMBER }),
      },
      { fixed: RECORDED_TIER },
    ),
    log: fields(
      {
        task_id: TEXT,
        tokens_used: INTEGER,
        tokens_budget: INTEGER,
        items_included: INTEGER,
        assembly_time_ms: NUMBER,
      },
      { expected: EXPECTED, plan: TEXT, cached: FLAG },
    ),
  }),
);

export const EVALUATION: Schema = fields({
  version: INTEGER,
  sizes: listOf(INTEGER),
  firsts: listOf(INTEGER),
  /** Files found against tokens, as SVG. */
  picture: TEXT,
});
