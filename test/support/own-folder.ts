import { execFileSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a run has at one time; in a container this place may have no more than 64 MB. */
const ROOM_BYTES = 4 * 1024 ** 3;
const NAME = 'sheaf-run-';

/** Whether a place has room, and programs in it run: some tests write some. */
function serves(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < ROOM_BYTES) return false;
    accessSync(place, constants.W_OK);
    const folder = mkdtempSync(join(place, 'sheaf-tried-'));
    try {
      const program = join(folder, 'program');
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
      execFileSync(program);
      return true;
    } finally {
      rmSync(folder, { recursive: true });
    }
  } catch {
    return false; // nobody has to have one
  }
}

/**
 * In memory where there is room, unless `TMPDIR` names a place: tests make and remove files by the ten thousand, and a
 * disk without a journal passes over all that were removed a moment ago to find room for a new one.
 */
const place = (): string =>
  process.env['TMPDIR'] === undefined && serves(MEMORY) ? MEMORY : tmpdir();

function isOver(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Not rmSync: it can't remove folders whose path is too long to name. */
const remove = (folder: string): void => void execFileSync('rm', ['-rf', folder]);

/** A process of another container, whose number says nothing here, writes at least as often. */
const LEFT_AFTER_MS = 60 * 60 * 1000;

/** What a run of ours left that was killed; memory is not emptied by itself. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || !isOver(Number(pid))) continue;
    const { uid, mtimeMs } = statSync(join(parent, name));
    const isLeft = uid === process.getuid?.() && Date.now() - mtimeMs > LEFT_AFTER_MS;
    if (isLeft) remove(join(parent, name));
  }
}

/** Gives the run a folder of its own for temporary files, indexes and consents: runs side by side never meet, and nothing is left behind. */
export function setup(): () => void {
  const parent = place();
  removeLeft(parent);
  const folder = mkdtempSync(join(parent, `${NAME}${process.pid}-`));
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
    remove(folder);
  };
}
