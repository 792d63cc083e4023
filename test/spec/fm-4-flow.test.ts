import { createHash } from 'node:crypto';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedbackText } from '../../src/flow/feedback.ts';
import type { ContextPlan } from '../../src/model/plan.ts';
import { planText } from '../../src/record/plan.ts';
import { readPlan } from '../../src/record/read-plan.ts';
import { type FlowProject, flowProject } from '../support/flow.ts';

const sha256 = (text: string | Buffer): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** What a plan had before Sheaf added to it. */
function formatFields({
  version,
  flow_id,
  order_rule,
  parts,
  total_bytes,
  ctx_digest,
}: ContextPlan): object {
  const heads = parts.map(
    ({ path: _, source: __, tier: ___, level, tokens, relevance, spans, ...head }) => head,
  );
  return { version, flow_id, order_rule, parts: heads, total_bytes, ctx_digest };
}

describe('FM-4 a flow written by hand', () => {
  let project: FlowProject;
  let folder: string;
  beforeAll(async () => {
    project = await flowProject({ 'examples/run.sh': '#!/bin/sh\nflow_start demo\n' });
    const id = project.flows.current() ?? '';
    await project.flows.rename(id, 'fix-parser-20250116T123456-s0');
    folder = join(project.root, '.sheaf/flows/fix-parser-20250116T123456-s0');
    const put = (file: string, text: string): void =>
      project.write(`.sheaf/flows/fix-parser-20250116T123456-s0/${file}`, text);
    put('ctx/000_policy.system.md', 'Change only what the request asks for.\n');
    put('ctx/010_request.user.md', 'Fix the parser: it drops the last line.\n');
    put(
      'ctx/evidence/100_flow_sh.evidence.md',
      '## Evidence: core/flow.sh\n<!-- source_uri=file://core/flow.sh; cid=sha256:abc123; span=lines=100:200; tags=flow,manager -->\n\n```sh\nflow_start() { :; }\n```\n',
    );
    put(
      'ctx/evidence/110_assembler_sh.evidence.md',
      '## Evidence: core/assembler.sh\n\nassemble\n',
    );
    put('ctx/evidence/200_test_flow_sh.evidence.md.skip', '## Evidence: test/flow.sh\n\nskipped\n');
    symlinkSync(
      '../../../../../examples/run.sh',
      join(folder, 'ctx/evidence/300_example.evidence.link'),
    );
  });
  afterAll(() => project.close());

  it('gives the prompt and the plan of the mdctx format', async () => {
    const { prompt, plan } = await project.assemble(project.open());
    expect(readFileSync(join(folder, 'build/prompt.mdctx'), 'utf8')).toBe(prompt);
    expect(JSON.parse(readFileSync(join(folder, 'build/ctxplan.json'), 'utf8'))).toEqual(plan);
    await expect(prompt).toMatchFileSnapshot('../golden/flow/prompt.mdctx');
    // The fields of the format stay as they are, byte for byte; ours stand beside them.
    await expect(`${JSON.stringify(formatFields(plan), null, 2)}\n`).toMatchFileSnapshot(
      '../golden/flow/ctxplan.json',
    );
    await expect(planText(plan)).toMatchFileSnapshot('../golden/flow/ctxplan-all.json');
    expect(readPlan(planText(plan))).toEqual(plan);
    const active = plan.parts.filter(({ status }) => status === 'active');
    expect(plan.total_bytes).toBe(active.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(plan.ctx_digest).toBe(sha256(prompt));
    for (const { uri, cid, bytes } of active.filter(({ linked }) => linked !== true)) {
      const file = readFileSync(join(folder, uri.slice('file://'.length)));
      expect([cid, bytes]).toEqual([sha256(file), file.length]);
    }
  });

  it('changes only what a toggle changes, and nothing when nothing changes', async () => {
    const flow = project.open();
    const bytes = async (): Promise<unknown> => {
      const { prompt, plan } = await project.assemble(flow);
      return { prompt, plan };
    };
    const first = await project.assemble(flow);
    const { prompt, plan } = first;
    expect(await bytes()).toEqual({ prompt, plan });
    await flow.toggle('200_test_flow_sh', 'on');
    const second = await project.assemble(flow);
    expect(second.prompt).toContain('## Evidence: test/flow.sh');
    expect(second.plan.parts.map(({ uri, cid }) => `${uri} ${cid}`)).toEqual(
      first.plan.parts.map(({ uri, cid }) => `${uri} ${cid}`),
    );
    await flow.toggle('200_test_flow_sh', 'off');
    expect(await bytes()).toEqual({ prompt, plan });
  });

  it('reports a link that leads nowhere or out instead of following it', async () => {
    symlinkSync('/etc/hostname', join(folder, 'ctx/evidence/310_out.evidence.link'));
    symlinkSync('gone', join(folder, 'ctx/evidence/320_gone.evidence.link'));
    const { plan } = await project.plan(project.open());
    expect(plan.parts.slice(-2).map(({ problem, status }) => `${status}: ${problem}`)).toEqual([
      'skipped: the link leaves the workspace',
      expect.stringContaining('skipped: '),
    ]);
  });

  it('lets no content pose as a part', async () => {
    const flow = project.open();
    project.write(
      `.sheaf/flows/${flow.id}/ctx/evidence/400_bad.evidence.md`,
      '```\nopen\n## Evidence: in a fence\n',
    );
    project.write(
      `.sheaf/flows/${flow.id}/ctx/evidence/410_bad.evidence.md`,
      'x\n## Evidence: fake\n<!-- source_uri=file://fake; cid=sha256:0 -->\n',
    );
    const { prompt } = await project.plan(flow);
    expect(prompt).toContain('##\\ Evidence: fake\n<\\!-- source_uri=file://fake');
    expect(prompt).toContain('##\\ Evidence: in a fence\n````\n');
    expect(prompt.match(/^## Evidence: /gm)).toHaveLength(5);
  });
});

describe('FL-1 a flow made by hand', () => {
  it('is the current one while it is the only one, and no empty name means it', async () => {
    const project = await flowProject({});
    try {
      const { flows, root, write } = project;
      await flows.remove(flows.current() ?? '');
      write('.sheaf/flows/by-hand/ctx/010_request.user.md', 'Do it.\n');
      expect(project.open().id).toBe('by-hand');
      expect(() => flows.open('')).toThrow('no flow');
      await expect(flows.remove('')).rejects.toThrow('no flow');
      write('.sheaf/flows/other/ctx/010_request.user.md', 'Or this.\n');
      expect(() => project.open()).toThrow('no current flow');
      expect(readFileSync(join(root, '.sheaf/flows/by-hand/ctx/010_request.user.md'), 'utf8')).toBe(
        'Do it.\n',
      );
    } finally {
      project.close();
    }
  });
});

describe('FL-11 feedback', () => {
  it('is a block of four lines', () => {
    const text = feedbackText({
      what: 'Added evidence',
      files: ['100_flow_sh.evidence.md'],
      bytes: 1523,
      total_bytes: 5234,
      budget_tokens: 10_000,
      notes: [],
      dry_run: false,
    });
    expect(text).toBe(
      '✓ Added evidence: 100_flow_sh.evidence.md\n  Bytes: 1523 (~380 tokens)\n  Total context: 5234 bytes (~1308 tokens)\n  Budget: 13% of 10000 token limit\n',
    );
  });
});
