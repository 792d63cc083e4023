import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Disk, nodeDisk } from '../../src/adapters/flows/disk.ts';
import { type Flow, type Flows, openFlows } from '../../src/flows/flows.ts';

export interface FlowProject {
  readonly root: string;
  readonly flows: Flows;
  open(disk?: Disk): Flow;
  write(path: string, text: string | Uint8Array): void;
  close(): void;
}

/** A workspace with these files and one flow. */
export async function flowProject(
  files: Readonly<Record<string, string>>,
  place: string = tmpdir(),
): Promise<FlowProject> {
  const root = realpathSync(mkdtempSync(join(place, 'sheaf-flow-')));
  const options = {
    root,
    now: () => '2025-01-16T12:34:56.000Z',
    redact: (text: string) => text.replaceAll('hunter2', '[secret]'),
    budgetTokens: 10_000,
  };
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const flows = openFlows(options);
  await flows.create('Fix parser');
  return {
    root,
    flows,
    open: (disk = nodeDisk) => openFlows({ ...options, disk }).open(null),
    write,
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

export class Crash extends Error {}

/** The real disk, until the given number of writes has happened: then the process is as good as dead. */
export function dyingDisk(writes: number): Disk {
  let left = writes;
  const guard = <A extends unknown[]>(work: (...args: A) => void): ((...args: A) => void) => {
    return (...args) => {
      if (left-- <= 0) throw new Crash('the process died');
      work(...args);
    };
  };
  return {
    ...nodeDisk,
    write: guard(nodeDisk.write),
    copy: guard(nodeDisk.copy),
    symlink: guard(nodeDisk.symlink),
    rename: guard(nodeDisk.rename),
    remove: guard(nodeDisk.remove),
    makeFolder: guard(nodeDisk.makeFolder),
  };
}
