import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Flow } from '../../src/flows/flows.ts';
import { type FlowProject, flowProject } from '../support/flow.ts';

const FILES = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 2;\n' };

async function withFlow(work: (project: FlowProject) => Promise<void>): Promise<void> {
  const project = await flowProject(FILES);
  try {
    await work(project);
  } finally {
    project.close();
  }
}

const statuses = async ({ plan }: FlowProject, flow: Flow): Promise<string[]> =>
  (await plan(flow)).plan.parts
    .filter(({ role }) => role === 'evidence')
    .map(({ kind, status, linked, problem }) =>
      [kind, status, linked === true ? 'linked' : '', problem ?? ''].join(' ').trim(),
    );

describe('FL-5 the three states of evidence', () => {
  it('are told by the ending of the name, whoever gave it', () =>
    withFlow(async (project) => {
      const { open, root } = project;
      const flow = open();
      await flow.add(['src/a.ts', 'src/b.ts'], {});
      const place = join(root, '.sheaf/flows', flow.id, 'ctx/evidence/100_a_ts.evidence.md');
      expect(await statuses(project, flow)).toEqual(['a_ts active', 'b_ts active']);
      renameSync(place, `${place}.skip`);
      expect(await statuses(project, flow)).toEqual(['a_ts skipped', 'b_ts active']);
      expect((await project.plan(flow)).prompt).not.toContain('const a');
      await flow.toggle('a_ts', 'on');
      expect(await statuses(project, flow)).toEqual(['a_ts active', 'b_ts active']);
    }));

  it('a link is always active and holds what its target holds at every assembly', () =>
    withFlow(async (project) => {
      const { open, root, write } = project;
      const flow = open();
      await flow.add(['src/a.ts'], { link: true });
      const place = join(root, '.sheaf/flows', flow.id, 'ctx/evidence/100_a_ts.evidence.link');
      expect(readlinkSync(place)).toBe('../../../../../src/a.ts');
      const first = await project.assemble(flow);
      expect(first.prompt).toContain('const a = 1');
      write('src/a.ts', 'export const a = "new";\n');
      const second = await project.assemble(flow);
      expect(second.prompt).toContain('const a = "new"');
      expect(second.plan.parts.at(-1)).toMatchObject({ status: 'active', linked: true, bytes: 24 });
      expect(second.plan.ctx_digest).not.toBe(first.plan.ctx_digest);
      await expect(flow.toggle('a_ts', 'off')).rejects.toThrow('always active');
      expect((await flow.toggle('100-199', 'off')).notes).toContain('1 link stays active');
      await flow.focus('nothing of it').catch(() => undefined);
      expect(await statuses(project, flow)).toEqual(['a_ts active linked']);
    }));

  it('a link that dangles, loops or leaves the workspace is reported and not followed', () =>
    withFlow(async (project) => {
      const { open, root } = project;
      const flow = open();
      const link = (name: string, to: string): void =>
        symlinkSync(to, join(root, '.sheaf/flows', flow.id, 'ctx/evidence', name));
      link('100_gone.evidence.link', '../../../../../src/gone.ts');
      link('110_out.evidence.link', '/etc/passwd');
      link('120_up.evidence.link', '../../../../../../../etc/passwd');
      link('130_loop.evidence.link', '130_loop.evidence.link');
      link('140_own.evidence.link', '../../../../.gitignore');
      symlinkSync('/etc/passwd', join(root, 'inside.txt'));
      link('150_twice.evidence.link', '../../../../../inside.txt');
      link('160_plain.evidence.md', '/etc/passwd');
      const { plan, prompt } = await project.assemble(flow);
      const evidence = plan.parts.filter(({ role }) => role === 'evidence');
      expect(evidence).toHaveLength(7);
      for (const part of evidence) {
        expect(part).toMatchObject({ status: 'skipped', bytes: 0, problem: expect.any(String) });
      }
      expect(prompt).not.toContain('root:');
      expect(plan.total_bytes).toBe(
        plan.parts.reduce((sum, { status, bytes }) => sum + (status === 'active' ? bytes : 0), 0),
      );
      rmSync(join(root, 'inside.txt'));
    }));
});
