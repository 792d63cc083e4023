import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** The prompt for a task on some files, among others that say nothing of it. */
const promptFor = (files: Readonly<Record<string, string>>, task: string): Promise<string> =>
  inFolder(async (root) => {
    const others = Array.from({ length: 12 }, (_, i) => [
      `lib/other${i}.ts`,
      `export const other${i} = ${i};\n`,
    ]);
    writeFiles(root, { ...Object.fromEntries(others), ...files });
    const workspace = await openWorkspace({ root, warn: () => undefined });
    try {
      return (await workspace.assemble({ task })).prompt;
    } finally {
      await workspace.close();
    }
  });

const FARE =
  "import type { Guest } from './model.ts';\n\nexport function fareOf(guest: Guest): number {\n  return guest.years < 12 ? 5 : 10;\n}\n";

describe('RT-1 what fits a task leads to what no word of it is in', () => {
  it('a type that the code uses', async () => {
    const model = 'export interface Guest {\n  readonly years: number;\n}\n';
    const files = { 'src/fare.ts': FARE, 'src/model.ts': model };
    expect(await promptFor(files, 'fix the fare')).toContain('interface Guest');
  });

  it('but not to the head of a large class', async () => {
    const methods = Array.from(
      { length: 12 },
      (_, i) => `  m${i}(): void {\n    run(${i});\n  }\n`,
    );
    const model = `export class Guest {\n  readonly years = 1;\n\n${methods.join('\n')}}\n`;
    const files = { 'src/fare.ts': FARE, 'src/model.ts': model };
    expect(await promptFor(files, 'fix the fare')).not.toContain('class Guest');
  });

  it('code that a page names', async () => {
    const files = {
      'docs/runbook.md': '# Runbook\n\n## The disk is full\n\nRun `squeeze` and wait.\n',
      'src/store.ts': 'export function squeeze(days: number): void {\n  drop(days);\n}\n',
    };
    expect(await promptFor(files, 'the disk is full')).toContain('function squeeze');
    expect(await promptFor(files, 'the tape is torn')).not.toContain('function squeeze');
  });

  it('the class that logged a fault', async () => {
    const files = {
      'log/app.log':
        '2026-07-03 12:00:00.000  INFO 1 --- [a-1] o.s.Start : up\n2026-07-03 12:30:00.000 ERROR 1 --- [a-2] o.s.stall.MenuImporter : java.lang.NumberFormatException: For input string: "4,50"\n',
      'src/MenuImporter.java': 'class MenuImporter {\n  long cents(String t) { return 1; }\n}\n',
    };
    const task = 'NumberFormatException: For input string: "4,50"';
    expect(await promptFor(files, task)).toContain('class MenuImporter');
  });

  it('what failed in the log of a build, whatever its name', async () => {
    const files = {
      'out/job-5521.log':
        'Running with gitlab-runner 16.11.0 (91a27b2a)\n$ pytest -q\nFAILED tests/test_a.py::test_stop - assert 1.0 == 0.0\nERROR: Job failed: exit code 1\n',
    };
    expect(await promptFor(files, 'why is pipeline 801 red')).toContain('assert 1.0 == 0.0');
    expect(await promptFor(files, 'what are pipelines')).not.toContain('assert 1.0 == 0.0');
  });

  it('the answer to the turn that fits', async () => {
    const talk =
      '## User\n\nWhich zone do departure times have?\n\n## Assistant\n\nEurope/Stockholm.\n';
    const files = { 'misc/talk.md': talk };
    expect(await promptFor(files, 'zone of departure times')).toContain('Europe/Stockholm');
  });

  it('a fault that the task names brings its log, whatever is asked for', async () => {
    const files = {
      'log/app.log':
        '2026-07-03T12:00:00Z INFO up\n2026-07-03T12:30:00Z ERROR shop.OutOfStock: only 0 left\n',
      'src/stock.ts': 'export class OutOfStock extends Error {}\n',
    };
    expect(await promptFor(files, 'handle OutOfStock in the cart')).toContain('only 0 left');
  });

  it('but never to badges and lists of links', async () => {
    const readme =
      '# Topf\n\n![ci](https://badge.example.org/ci.svg)\n\nTopf is a shop for honey.\n\n## Links\n\n- [Bees](https://bees.example.org)\n- [Forum](https://forum.example.org)\n';
    const prompt = await promptFor({ 'README.md': readme }, 'what is Topf');
    expect(prompt).toContain('a shop for honey');
    expect(prompt).not.toMatch(/badge\.example|bees\.example/);
  });
});
