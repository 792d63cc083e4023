import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a folder of its own for temporary files: runs side by side never meet, and nothing is left behind. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-run-'));
  // Open to tests that give up their rights to see what they may not read.
  chmodSync(folder, 0o755);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    // Not rmSync: it can't remove folders whose path is too long to name.
    execFileSync('rm', ['-rf', folder]);
  };
}
