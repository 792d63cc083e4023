import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { command } from '../support/command.ts';
import { git, inFolder, writeFiles } from '../support/project.ts';
import { WRONG_INPUT_FILES, WRONG_INPUTS } from '../support/wrong-inputs.ts';

describe('IF-1 what a caller gets wrong', () => {
  it('is an error with a code and a sentence, each time', { timeout: 120_000 }, () =>
    inFolder(async (folder) => {
      writeFiles(folder, WRONG_INPUT_FILES);
      git(folder, 'init', '-q', '--bare', 'bare.git');
      const root = join(folder, 'project');
      const workspace = await library.openWorkspace({ root, warn: () => {} });
      const seen: string[] = [];
      for (const [what, code, call] of WRONG_INPUTS) {
        try {
          await call({ library, workspace, root });
          seen.push(`${what}: nothing happened`);
        } catch (error) {
          const isOurs = error instanceof library.SheafError && error.message.length > 10;
          if (!isOurs || error.code !== code) seen.push(`${what}: ${String(error)}`);
        }
      }
      expect(seen).toEqual([]);
      expect(WRONG_INPUTS.length).toBeGreaterThanOrEqual(60);
      expect(existsSync(join(root, 'nowhere'))).toBe(false);
      // After all that it still works.
      expect((await workspace.assemble({ task: 'fix the reader' })).prompt).toContain(
        'class Reader',
      );
      await workspace.close();
      await expect(workspace.search({ query: 'reader' })).rejects.toMatchObject({
        code: 'usage',
        message: 'The workspace is closed.',
      });
      await workspace.close();
    }),
  );

  it('may be an action without its command: a note says so, and the words are a task', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'auth.js': 'export const auth = 1;\n' });
      const { code, err } = await command(root, ['focus', 'auth']);
      expect(code).toBe(0);
      expect(err).toContain('did you mean sheaf evidence focus auth?\n');
    }));

  it('says what was meant', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'a.py': 'x = 1\n' });
      const workspace = await library.openWorkspace({ root });
      const asked = (request: object): Promise<unknown> =>
        workspace.assemble({ task: 'x', ...request });
      await expect(asked({ sources: ['cod'] })).rejects.toMatchObject({
        message: expect.stringContaining('sources[0] must be one of conversation'),
        hint: 'did you mean code?',
      });
      await expect(asked({ maxtokens: 5 })).rejects.toMatchObject({
        message: 'assemble has no option "maxtokens"',
        hint: 'did you mean maxTokens?',
      });
      await expect(asked({ maxTokens: Number.NaN })).rejects.toMatchObject({
        message: 'maxTokens must be a whole number from 1 to 100000000, not NaN',
      });
      await workspace.close();
    }));
});
