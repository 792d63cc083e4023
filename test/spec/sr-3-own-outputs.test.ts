import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../src/model/options.ts';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const TASK = 'fix the refresh of the session';
const FILES = {
  'src/session.ts': 'export function refresh(session: string) { return session; }\n',
  'docs/session.md': '# Sessions\n\nA session is refreshed by each request.\n',
};

const reasonOf = async (root: string, path: string): Promise<string> =>
  (await command(root, ['why', path, '--task', TASK])).out;

describe('What Sheaf wrote is no evidence', () => {
  it('leaves out prompts of every format, plans, reports and JSON saved in the tree, and why says so', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const before = (await command(root, ['assemble', TASK])).out;
      const saved: string[] = [];
      const save = async (name: string, ...args: string[]): Promise<void> => {
        const { out, code } = await command(root, args);
        expect(code).toBe(0);
        writeFileSync(join(root, name), out);
        saved.push(name);
      };
      for (const format of FORMAT_NAMES) {
        await save(`${format}.md`, 'assemble', TASK, '--format', format);
      }
      for (const format of ['markdown', 'xml', 'plain']) {
        await save(`${format}-2.md`, 'assemble', TASK, '--format', format, '--group-by-type');
      }
      await save('result.json', 'assemble', TASK, '--json');
      await save('report.txt', 'report');
      await save('session.txt', 'report', '--since', '2000-01-01');
      await command(root, ['assemble', TASK, '--plan', 'plan.json', '--report', 'allocation.txt']);
      saved.push('plan.json', 'allocation.txt');
      mkdirSync(join(root, '.sheaf', 'research'), { recursive: true });
      await save('.sheaf/research/prompt.md', 'assemble', TASK);
      for (const path of saved) {
        expect(await reasonOf(root, path), path).toContain(
          'left out: written by Sheaf: a prompt, a plan or a report',
        );
      }
      expect((await command(root, ['assemble', TASK])).out).toBe(before);
    }));

  it('says of what lies in .sheaf that it is never read', () =>
    inFolder(async (root) => {
      writeFiles(root, { ...FILES, '.sheaf/notes/refresh.md': '# Refresh the session\n' });
      expect(await reasonOf(root, '.sheaf/notes/refresh.md')).toContain(
        "left out: what lies in .git and .sheaf is git's and Sheaf's own",
      );
    }));

  it('reads what people write about such outputs', () =>
    inFolder(async (root) => {
      const written = {
        'prompt.md':
          '# System\n\nYou refresh sessions.\n\n# User Request\n\nRefresh the session.\n',
        'api.md': '### refresh\n\n*Refreshes a session.*\n\n# User Request\n',
        'format.md': '# Format\n\n<!-- mdctx:version=1.0; flow_id=refresh --> begins a session.\n',
        'plan.schema.json':
          '{\n  "version": "1.0",\n  "properties": { "ctx_digest": "session refresh" }\n}\n',
        'context.xml': '<context>\n<session>refresh</session>\n</context>\n',
        'list.txt': 'Refresh [session:1]\n\n=== Requests ===\nrefresh\n',
      };
      writeFiles(root, { ...FILES, ...written });
      for (const path of Object.keys(written)) {
        expect(await reasonOf(root, path), path).not.toContain('left out');
      }
    }));
});
