import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import type { ContextPlan } from '../../src/model/plan.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { command } from '../support/command.ts';
import { inFolder, type Ran, writeFiles } from '../support/project.ts';

const FORMATS = ['mdctx', 'docs', 'markdown', 'xml', 'plain', 'json', 'messages'];
const OVERFLOWS = ['prioritize', 'truncate', 'summarize'];
const BUDGETS = ['100', '900', '6000'];

const moduleText = (name: string): string =>
  Array.from(
    { length: 30 },
    (_, n) => `/** Step ${n} of ${name}. */\nexport const ${name}${n} = (a) => a + ${n};\n`,
  ).join('\n');

let root = '';
let leave: () => void = () => {};
let left: Promise<unknown>;
const sheaf = (...argv: string[]): Promise<Ran> => command(root, argv);

beforeAll(async () => {
  await new Promise<void>((arrived) => {
    left = inFolder(async (folder) => {
      root = folder;
      arrived();
      await new Promise<void>((done) => {
        leave = done;
      });
    });
  });
  writeFiles(root, {
    'src/a.ts': moduleText('a'),
    'src/b.ts': moduleText('b'),
    'src/c.ts': moduleText('c'),
    'notes/plan.md': '# Plan\n\nFirst a, then b.\n',
  });
  await sheaf('flow', 'new', 'fix the parser');
  await sheaf('add', 'src/a.ts', 'src/b.ts::1,20', 'notes/plan.md#plan');
  await sheaf('add', 'src/c.ts', '--link');
});
afterAll(async () => {
  leave();
  await left;
});

const folderOf = (): string => {
  const flows = join(root, '.sheaf/flows');
  const [id = ''] = readdirSync(flows).filter((name) => name.startsWith('fix-'));
  return join(flows, id);
};

describe('FM-4 a flow is assembled like any other request', () => {
  it.each(FORMATS)('as %s within every budget, with a plan that replays', async (format) => {
    const { count } = await loadTokenizer('o200k');
    for (const overflow of OVERFLOWS) {
      for (const tokens of BUDGETS) {
        const plan = join(root, 'plan.json');
        const options = ['--format', format, '--overflow', overflow, '--context-tokens', tokens];
        const made = await sheaf('assemble', ...options, '--plan', plan);
        expect(made.code, made.err).toBe(0);
        expect(count(made.out)).toBeLessThanOrEqual(Number(tokens));
        const { total_tokens, ctx_digest } = readPlan(readFileSync(plan, 'utf8'));
        expect(count(made.out)).toBe(total_tokens);
        expect(ctx_digest).toMatch(/^sha256:[0-9a-f]{64}$/);
        const again = await sheaf('replay', plan);
        expect(again).toMatchObject({ code: 0, out: made.out });
      }
    }
  });

  it('fails under --overflow error and names the tokens that suffice', async () => {
    const refused = await sheaf('assemble', '--context-tokens', '500', '--overflow', 'error');
    expect(refused.code).toBe(1);
    const needed = /needs --context-tokens (\d+)/.exec(refused.err)?.[1] ?? '';
    const options = ['--overflow', 'error', '--context-tokens'];
    expect(await sheaf('assemble', ...options, needed)).toMatchObject({ code: 0 });
    const fewer = String(Number(needed) - 1);
    expect(await sheaf('assemble', ...options, fewer)).toMatchObject({ code: 1 });
  });

  it('leaves a record, a report and the files of build/', async () => {
    const report = join(root, 'report.txt');
    const made = await sheaf('assemble', '--report', report);
    expect(readFileSync(report, 'utf8')).toContain('src/a.ts');
    expect(readFileSync(join(folderOf(), 'build/prompt.mdctx'), 'utf8')).toBe(made.out);
    const plan = JSON.parse(
      readFileSync(join(folderOf(), 'build/ctxplan.json'), 'utf8'),
    ) as ContextPlan;
    expect(plan.total_tokens).toBeGreaterThan(0);
    expect((await sheaf('report')).out).toContain('fix the parser');
  });

  it('leaves nothing behind where only the plan is asked for', async () => {
    const before = (await sheaf('report', '--json')).out;
    const { out } = await sheaf('evidence', 'plan');
    expect(readPlan(out).flow_id).toMatch(/^fix-the-parser-/);
    expect((await sheaf('report', '--json')).out).toBe(before);
    expect(existsSync(join(folderOf(), 'build/prompt.plain.tmp'))).toBe(false);
  });

  it('says what has changed when a plan is replayed', async () => {
    const plan = join(root, 'drift.json');
    await sheaf('assemble', '--plan', plan);
    await sheaf('evidence', 'toggle', 'off', 'b_ts');
    const toggled = await sheaf('replay', plan);
    expect(toggled.code).toBe(1);
    expect(toggled.err).toContain('src/b.ts');
    const other = join(root, 'other.json');
    await sheaf('assemble', '--plan', other);
    expect((await sheaf('diff', plan, other)).out).toContain('src/b.ts');
    await sheaf('evidence', 'toggle', 'on', 'b_ts');
    expect((await sheaf('replay', plan)).code).toBe(0);
  });

  it('names a link that leads nowhere', async () => {
    symlinkSync('../gone', join(folderOf(), 'ctx/evidence/900_gone.evidence.link'));
    expect((await sheaf('assemble')).err).toContain('900_gone.evidence.link');
  });
});

describe('FM-4 what does not apply to a flow is refused', () => {
  it.each([
    ['a task', 'other task', '--flow', 'fix'],
    ['a type', '--type', 'bug'],
    ['sources', '--sources', 'code'],
    ['signals', '--without', 'words'],
    ['pins', '--pin', 'src/a.ts'],
    ['changes', '--changed'],
    ['a strategy', '--strategy', 'optimal'],
    ['patterns', '--include', '*.ts'],
    ['a look the format has no place for', '--compact'],
    ['the shape of messages', '--api', 'openai'],
  ])('%s', async (_, ...argv) => {
    const { code, out, err } = await sheaf('assemble', ...argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/hint: /);
  });
});
