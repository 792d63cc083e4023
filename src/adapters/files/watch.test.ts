import * as fs from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder } from '../../../test/support/project.ts';
import { watchFolder } from './watch.ts';

const PATIENCE_MS = 20_000;

/** Waits until something holds. */
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds() && Date.now() < end; )
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('SR-3 a folder that is watched', () => {
  it('starts no program, as a watchman on the path', () =>
    inFolder(async (folder) => {
      const [root, tools] = [join(folder, 'project'), join(folder, 'tools')];
      for (const made of [root, tools]) fs.mkdirSync(made);
      const trace = join(folder, 'ran');
      fs.writeFileSync(join(tools, 'watchman'), `#!/bin/sh\necho ran >> '${trace}'\nexit 1\n`, {
        mode: 0o755,
      });
      const path = process.env['PATH'] ?? '';
      process.env['PATH'] = `${tools}${delimiter}${path}`;
      try {
        const ending = new AbortController();
        let changes = 0;
        const watched = watchFolder(root, ending.signal, async () => {
          changes += 1;
        });
        let edit = 0;
        await until(() => {
          fs.writeFileSync(join(root, 'note.md'), `${edit++}`);
          return changes > 0;
        });
        ending.abort();
        await watched;
        expect(changes).toBeGreaterThan(0);
        expect(fs.existsSync(trace)).toBe(false);
      } finally {
        process.env['PATH'] = path;
      }
    }));
});
