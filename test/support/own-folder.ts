import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the run a folder of its own for temporary files, indexes and consents: runs side by side never meet, and nothing is left behind. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sheaf-run-'));
  // Open to tests that give up their rights to see what they may not read.
  chmodSync(folder, 0o755);
  // Nothing is written into the home of whoever runs the tests: neither an index nor a consent.
  const places = {
    TMPDIR: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_STATE_HOME: join(folder, 'state'),
  };
  const before = Object.keys(places).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, places);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    // Not rmSync: it can't remove folders whose path is too long to name.
    execFileSync('rm', ['-rf', folder]);
  };
}
