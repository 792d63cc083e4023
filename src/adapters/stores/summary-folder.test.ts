import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../../../test/support/project.ts';
import { summaryFolder } from './summary-folder.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (body: Uint8Array | null): string | null =>
  body === null ? null : new TextDecoder().decode(body);

describe('SM-3 summaries in a folder', () => {
  it('are there for the next who asks, and written over', () =>
    inFolder((root) => {
      const store = summaryFolder(root, 'kept/summaries');
      expect(store.readSummary('1 abc')).toBeNull();
      store.writeSummary('1 abc', bytes('one'));
      store.writeSummary('1 abc', bytes('two'));
      store.writeSummary('1 ../../def', bytes('three'));
      const again = summaryFolder(root, 'kept/summaries');
      expect(text(again.readSummary('1 abc'))).toBe('two');
      expect(text(again.readSummary('1 ../../def'))).toBe('three');
      expect(again.readSummary('1 def')).toBeNull();
      expect(readdirSync(join(root, 'kept/summaries'))).toHaveLength(2);
    }));

  it.each(['..', '.', '../elsewhere', 'a/../../b'])('lie below the root, not in %s', (path) =>
    inFolder((root) => {
      expect(() => summaryFolder(root, path)).toThrow('not a folder inside the root');
    }),
  );

  it('lie elsewhere where the whole path is given', () =>
    inFolder((folder) => {
      const root = join(folder, 'project');
      mkdirSync(root);
      const elsewhere = join(folder, 'cache/sheaf');
      summaryFolder(root, elsewhere).writeSummary('1 abc', bytes('one'));
      expect(text(summaryFolder(root, elsewhere).readSummary('1 abc'))).toBe('one');
      expect(readdirSync(elsewhere)).toHaveLength(1);
      expect(readdirSync(root)).toEqual([]);
    }));

  it('do not follow a link out of the workspace', () =>
    inFolder((folder) => {
      const root = join(folder, 'project');
      mkdirSync(root);
      mkdirSync(join(folder, 'outside'));
      symlinkSync(join(folder, 'outside'), join(root, 'kept'));
      for (const place of ['kept', 'kept/below']) {
        const store = summaryFolder(root, place);
        store.writeSummary('1 abc', bytes('one'));
        expect(store.readSummary('1 abc')).toBeNull();
      }
      expect(readdirSync(join(folder, 'outside'))).toEqual([]);
    }));

  it('are not missed where they can not be written', () =>
    inFolder((root) => {
      writeFileSync(join(root, 'kept'), 'a file');
      const store = summaryFolder(root, 'kept');
      store.writeSummary('1 abc', bytes('one'));
      expect(store.readSummary('1 abc')).toBeNull();
      mkdirSync(join(root, 'locked'));
      chmodSync(join(root, 'locked'), 0o500);
      expect(() => summaryFolder(root, 'locked').writeSummary('1 a', bytes('x'))).not.toThrow();
      expect(existsSync(join(root, 'kept'))).toBe(true);
    }));
});
