import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, manyModules, sheaf, sheafJson, writeFiles } from '../support/project.ts';

const TASK = 'the invoice of a customer has a wrong total';

const inProject = (work: (root: string, plan: string) => void): Promise<void> =>
  inFolder((folder) => {
    const root = join(folder, 'project');
    writeFiles(root, {
      ...manyModules(250),
      'src/billing/invoice.py': 'def total_of_invoice(customer):\n    return 7\n',
    });
    work(root, join(folder, 'plan.json'));
  });

describe('IF-1 an answer that does not wait for the index', () => {
  it('is made of the files whose names fit, says so, and leaves no state behind', () =>
    inProject((root, plan) => {
      const { code, out, err } = sheaf([TASK, '--partial', '--plan', plan, '--root', root]);
      expect(code).toBe(0);
      expect(out).toContain('src/billing/invoice.py');
      expect(err).toMatch(/partial: [1-9]\d? % of the files were read/);
      const { partial, state_root: of } = JSON.parse(readFileSync(plan, 'utf8'));
      expect(partial).toBeGreaterThan(0);
      expect(partial).toBeLessThan(1);
      expect(sheaf(['index', '--status', '--root', root]).err).toContain('There is no index');
      const refused = sheaf(['replay', plan, '--root', root]);
      expect(refused.code).not.toBe(0);
      expect(refused.err).toContain('before the index was complete');
      const whole = sheafJson<{ state_root: string }>(['index', '--root', root]);
      expect(whole.state_root).not.toBe(of);
    }));

  it('is the whole one where there is an index', () =>
    inProject((root) => {
      const whole = sheaf([TASK, '--root', root]);
      const asked = sheaf([TASK, '--partial', '--root', root]);
      expect(asked.out).toBe(whole.out);
      expect(asked.err).not.toContain('partial');
      expect(sheafJson<object>([TASK, '--partial', '--root', root])).not.toHaveProperty('partial');
    }));

  it('is refused for a flow, which searches nothing', () =>
    inProject((root) => {
      const { code, err } = sheaf(['assemble', '--partial', '--root', root]);
      expect(code).toBe(2);
      expect(err).toContain('--partial does not apply to a flow');
    }));
});
