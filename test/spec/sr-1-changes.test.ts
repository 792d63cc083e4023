import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { commitAll, git, inFolder, writeFiles } from '../support/project.ts';

const rates = (divisor: number, more = ''): string =>
  `DIVISOR = ${divisor}\n\n\ndef volume_weight(parcel):\n    """Large parcels are charged by volume."""\n    return parcel.volume // DIVISOR\n${more}`;
const other = (name: string): string => `\n\ndef ${name}(order):\n    return order.${name}\n`;

/** A project with three commits and a change that is not committed. */
async function inProject(work: (root: string) => Promise<void>): Promise<void> {
  await inFolder(async (root) => {
    git(root, 'init', '-q');
    writeFiles(root, {
      'rates.py': rates(5000, other('export_csv')),
      'mail.py': other('send_mail'),
    });
    commitAll(root, 'Start');
    writeFiles(root, { 'rates.py': rates(4000, other('export_csv')) });
    commitAll(root, 'rates: charge by a smaller volume');
    writeFiles(root, { 'mail.py': other('send_letter') });
    commitAll(root, 'mail: letters instead');
    writeFiles(root, { 'rates.py': rates(4500, other('export_csv')) });
    await work(root);
  });
}

const TASK = 'volume_weight returns the wrong weight for large parcels';

describe('SR-1 recent changes', () => {
  it('of the pieces a fault is about come as diffs: what is not committed, then the last commits', () =>
    inProject(async (root) => {
      const { out } = await command(root, ['assemble', TASK]);
      expect(out).toContain('recent changes');
      expect(out).toMatch(/uncommitted: rates\.py\n@@ .*\n-DIVISOR = 4000\n\+DIVISOR = 4500/);
      expect(out).toMatch(
        /[0-9a-f]{10} \(\d{4}-\d\d-\d\d\) rates: charge by a smaller volume: rates\.py/,
      );
      expect(out).toContain('-DIVISOR = 5000\n+DIVISOR = 4000');
      expect(out).not.toContain('letters instead');
    }));

  it('are no part of the context of a feature that does not ask for them', () =>
    inProject(async (root) => {
      const { out } = await command(root, ['assemble', 'feat: add a volume_weight for letters']);
      expect(out).not.toContain('recent changes');
      const asked = await command(root, [
        'assemble',
        'feat: extend the latest changes of volume_weight',
      ]);
      expect(asked.out).toContain('recent changes');
    }));

  it('follow a file to the names it had before, blanks and all', () =>
    inProject(async (root) => {
      git(root, 'mv', 'rates.py', 'old rates.py');
      commitAll(root, 'rates: another name');
      git(root, 'mv', 'old rates.py', 'volume rates.py');
      commitAll(root, 'rates: yet another');
      const { out } = await command(root, ['assemble', TASK]);
      expect(out).toMatch(
        /rates: another name: volume rates\.py\n@@ .*\n-DIVISOR = 4000\n\+DIVISOR = 4500/,
      );
    }));

  it('are no file, and say so; a plan with them replays', () =>
    inProject(async (root) => {
      const { out } = await command(root, ['assemble', TASK, '--plan', 'plan.json']);
      expect(out).toContain('source_uri=sheaf:recent-changes;');
      expect((await command(root, ['replay', 'plan.json'])).out).toBe(out);
    }));

  it('hold no secret, neither one of then nor one of now', () =>
    inProject(async (root) => {
      const line = (value: string): string =>
        `${rates(4500)}\n# volume_weight\nAPI_TOKEN = "${value}"\n`;
      writeFiles(root, {
        'rates.py': line('sk_live_9aKd82jLmQ0zXw71VbNc'),
        '.env': 'SHIP_PASSWORD=violet-harbour-91\n',
      });
      commitAll(root, 'rates: volume_weight with a token');
      writeFiles(root, { 'rates.py': `${rates(4500)}\n# volume_weight violet-harbour-91\n` });
      commitAll(root, 'rates: volume_weight without a token');
      writeFiles(root, { 'rates.py': `${rates(4600)}\n# volume_weight\n` });
      const { out } = await command(root, ['assemble', TASK]);
      expect(out).toContain('recent changes');
      expect(out).not.toContain('9aKd82jLmQ0zXw71VbNc');
      expect(out).not.toContain('violet-harbour-91');
    }));

  it.each([
    'what changed recently',
    "what's new",
    'show me the last commits',
    'summarize the latest changes',
  ])('are the whole answer to who asks for nothing else: %s', (task) =>
    inProject(async (root) => {
      commitAll(root, 'rates: recently changed, by a larger volume');
      const { out, err } = await command(root, ['assemble', task]);
      expect(err).not.toContain('nothing in the project');
      const list = out.split('\n').filter((line) => /^[0-9a-f]{10} \(.*\) .*: .*\.py$/.test(line));
      expect(list.slice(0, 4).map((line) => line.replace(/^.{24}/, ''))).toEqual([
        'rates: recently changed, by a larger volume: rates.py',
        'mail: letters instead: mail.py',
        'rates: charge by a smaller volume: rates.py',
        'Start: mail.py, rates.py',
      ]);
      expect(out).toContain('-DIVISOR = 4000\n+DIVISOR = 4500');
      expect(out).toContain('+def send_letter(order):');
    }),
  );

  it('are not the whole answer where something is named that they are about', () =>
    inProject(async (root) => {
      const { out } = await command(root, ['assemble', 'what changed recently in volume_weight']);
      expect(out).toContain('source_uri=file://rates.py');
      expect(out).not.toContain('mail: letters instead');
    }));
});
