import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planSchema } from '../../tools/plan-schema.ts';
import type { ContextPart } from '../model/context.ts';
import { SheafError } from '../model/errors.ts';
import type { ContextPlan, PlannedPart } from '../model/plan.ts';
import type { AssemblyRecord } from '../model/record.ts';
import { diffPlans } from './diff-plans.ts';
import { flowPlanPart, type Planning, planOf, planPart, planText } from './plan.ts';
import { readPlan } from './read-plan.ts';
import { overflowOf, recordOf } from './record.ts';
import { allocationReport } from './report.ts';
import { budgetWarning, sessionReport } from './session.ts';

const golden = (name: string): string => `../../test/golden/record/${name}`;
const digest = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

const part = (path: string, rank: number, relevance: number, text = path): ContextPart => ({
  path,
  source: 'code',
  role: 'evidence',
  tier: 'primary',
  rank,
  level: 'full',
  language: 'typescript',
  relevance,
  cid: digest(text),
  stretches: [{ firstLine: 1, lastLine: 3, text }],
  lines: 3,
});

const PLANNING: Planning = {
  flowId: 'oauth-1f2e',
  parts: [
    planPart({ part: part('src/flow.sh', 100, 0.9), text: 'é'.repeat(10), tokens: 40 }),
    flowPlanPart(
      {
        rank: '200',
        kind: 'flow_sh',
        role: 'evidence',
        uri: 'file://ctx/evidence/200_flow_sh.evidence.md',
        cid: digest('abc'),
        bytes: 3,
        status: 'skipped',
        tier: 'supporting',
      },
      null,
      0,
      false,
    ),
  ],
  sheafVersion: '0.1.0',
  stateRoot: 'blake3:aa',
  commit: null,
  task: { text: 'Fix the parser', type: 'bug' },
  format: 'mdctx',
  tokenizer: 'o200k',
  budget: { total: 10_000, reserved: 2000, available: 8000 },
  totalTokens: 60,
  options: { z: 1, a: { d: 1, c: [2] } },
  promptDigest: digest('P'),
  dropped: [{ path: 'src/other.sh', reason: 'over-budget', relevance: 0.2 }],
};
const PLAN = planOf(PLANNING);

describe('FM-4 the plan', () => {
  it('has the fields of the mdctx format first, and counts the bytes of active parts alone', async () => {
    expect(Object.keys(PLAN).slice(0, 6)).toEqual([
      'version',
      'flow_id',
      'order_rule',
      'parts',
      'total_bytes',
      'ctx_digest',
    ]);
    expect(PLAN.total_bytes).toBe(20);
    expect(PLAN.parts[0]).toMatchObject({ rank: '100', kind: 'flow_sh', status: 'active' });
    await expect(planText(PLAN)).toMatchFileSnapshot(golden('ctxplan.json'));
  });

  it('is the same text whatever the order of the options', () => {
    const other = planOf({ ...PLANNING, options: { a: { c: [2], d: 1 }, z: 1 } });
    expect(planText(other)).toBe(planText(PLAN));
  });

  it('is read back as it was written', () => {
    expect(readPlan(planText(PLAN))).toEqual(PLAN);
  });

  it.each([
    ['{', 'The plan is not JSON.'],
    ['[]', 'The plan should be an object.'],
    [planText({ ...PLAN, total_bytes: -1 }), 'total_bytes should be at least 0.'],
    [planText(PLAN).replace('"active"', '"on"'), 'parts[0].status is "on"'],
    [planText(PLAN).replace('"rank"', '"rang"'), 'parts[0].rank is missing.'],
  ])('is refused with a sentence that names the place', (text, sentence) => {
    expect(() => readPlan(text)).toThrow(SheafError);
    expect(() => readPlan(text)).toThrow(sentence);
  });

  it('has a published schema that says the same', () => {
    const file = new URL('../../schema/ctxplan.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(planSchema());
  });
});

describe('OB-3 differences of plans', () => {
  const changed = (more: Partial<Planning>): ContextPlan => planOf({ ...PLANNING, ...more });
  const withPart = (own: ContextPart): Partial<Planning> => ({
    parts: [planPart({ part: own, text: '', tokens: 1 })],
  });

  it('are none between a plan and itself', () => {
    expect(diffPlans(PLAN, PLAN)).toEqual([]);
    const task = { ...PLAN.task, text: `${PLAN.task.text}\n` };
    expect(diffPlans(PLAN, { ...PLAN, task })).toEqual([]);
  });

  it.each([
    ['task', { task: { text: 'Other', type: 'bug' } }],
    ['version', { sheafVersion: '0.2.0' }],
    ['tokenizer', { tokenizer: 'cl100k' }],
    ['format', { format: 'xml' }],
    ['budget', { budget: { total: 5, reserved: 0, available: 5 } }],
    ['option', { options: { ...PLANNING.options, z: 2 } }],
    ['option', { options: { ...PLANNING.options, config: { index: { states_kept: 2 } } } }],
    ['weight', { options: { ...PLANNING.options, config: { relevance: { preset: 'classic' } } } }],
  ] as const)('have the cause %s', (cause, more) => {
    const causes = diffPlans(PLAN, changed({ ...more, parts: [] })).map((found) => found.cause);
    expect(causes).toEqual([cause, cause]);
  });

  it('have the cause content where a file was edited, and name it', () => {
    const edited = changed({
      stateRoot: 'blake3:bb',
      ...withPart(part('src/flow.sh', 100, 0.9, 'new')),
    });
    expect(diffPlans(PLAN, edited)).toMatchObject([{ cause: 'content', what: 'src/flow.sh' }]);
  });

  it('have the cause relevance where the same state scores otherwise', () => {
    const scored = changed(withPart(part('src/flow.sh', 100, 0.5)));
    expect(diffPlans(PLAN, scored)).toMatchObject([
      { cause: 'relevance', what: 'src/flow.sh', before: '0.9', after: '0.5' },
    ]);
  });
});

const planned = (
  path: string,
  tier: PlannedPart['tier'],
  level: PlannedPart['level'],
  tokens: number,
  relevance: number,
): PlannedPart => ({
  rank: 100,
  tier,
  role: 'evidence',
  source: 'code',
  path,
  spans: [],
  level,
  tokens,
  relevance,
  cid: 'sha256:0',
});

const PARTS = [
  planned('src/api/auth/oauth.ts', 'primary', 'full', 2500, 0.95),
  planned('src/api/auth/token-manager.ts', 'primary', 'full', 1800, 0.92),
  planned('test/api/auth/oauth.test.ts', 'supporting', 'detailed', 1500, 0.75),
  planned('packages/a/very/long/path/to/some/deep/place.yaml', 'reference', 'summary', 400, 0.2),
];

const recorded = (
  used: number,
  timestamp: string,
  session = 's1',
  affected: readonly string[] = used > 7600 ? ['src/large.ts'] : [],
): AssemblyRecord =>
  recordOf({
    session,
    timestamp,
    elapsedMs: 12,
    taskId: 't1',
    task: 'Add OAuth 2.1 support',
    budget: { total: 10_000, available: 8000 },
    usedTokens: used,
    parts: PARTS,
    sourcesQueried: ['code', 'documentation'],
    candidates: 30,
    overflow: overflowOf(affected, 'prioritize'),
    includeMinimum: 0.3,
  });

describe('OB-1 the record of an assembly', () => {
  it('has the published shape: how the budget was spent, and the log beside it', async () => {
    const record = recorded(6200, '2026-01-02T03:04:05.000Z');
    expect(record.budget.metrics).toEqual({ utilization: 0.775, efficiency: 0.9355 });
    await expect(`${JSON.stringify(record, null, 2)}\n`).toMatchFileSnapshot(golden('record.json'));
  });
});

describe('OB-2 reports', () => {
  it('draw the allocation', async () => {
    const report = allocationReport({
      task: 'Add OAuth 2.1 support to API client',
      model: 'large-context',
      tokenizer: 'o200k',
      budget: {
        total: 100_000,
        reserved: 10_000,
        available: 90_000,
        reserves: { output: 8000, system: 2000, query: 0, headroom: 0 },
      },
      usedTokens: 6200,
      parts: PARTS,
      droppedFiles: 3,
      allocation: { primary: 50, supporting: 30, reference: 15, history: 5 },
      efficiency: 1,
      overflow: overflowOf([], 'prioritize'),
    });
    await expect(report).toMatchFileSnapshot(golden('report.txt'));
  });

  it('warn when assemblies keep using more than 95 % of the budget', () => {
    const at = (used: number): AssemblyRecord => recorded(used, '2026-01-02T03:04:05.000Z');
    expect(budgetWarning([at(7700), at(7700)])).toBeNull();
    expect(budgetWarning([at(7600), at(7601), at(7700), at(7800)])).toContain('last 3 assemblies');
    expect(budgetWarning([at(7700), at(7700), at(7700), at(100)])).toBeNull();
  });

  it('do not warn where a full budget held all that was wanted', () => {
    const full = recorded(7900, '2026-01-02T03:04:05.000Z', 's1', []);
    expect(budgetWarning([full, full, full, full])).toBeNull();
  });

  it('list assemblies with their sums', async () => {
    const records = [
      recorded(100, '2026-01-01T00:00:00.000Z'),
      recorded(7700, '2026-01-02T00:00:00.000Z'),
      recorded(7800, '2026-01-03T00:00:00.000Z'),
      recorded(7900, '2026-01-04T00:00:00.000Z'),
      recorded(7900, '2026-01-04T00:00:00.000Z', 'other'),
    ];
    const report = sessionReport(records.slice(1, 4));
    expect(report).toContain('ASSEMBLIES: 3');
    await expect(report).toMatchFileSnapshot(golden('session.txt'));
    expect(sessionReport([])).toBe('No assemblies are recorded.\n');
  });
});
