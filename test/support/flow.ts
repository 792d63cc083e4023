import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Disk, nodeDisk } from '../../src/adapters/flows/disk.ts';
import { assemble } from '../../src/assemble.ts';
import type { ContextRequest } from '../../src/compose/request.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { type Flow, type Flows, openFlows } from '../../src/flows/flows.ts';
import type { AssembleResult } from '../../src/model/results.ts';
import { testPorts } from './ports.ts';

const REQUEST: ContextRequest = {
  task: '',
  type: 'auto',
  sources: [],
  without: [],
  pins: [],
  include: [],
  exclude: [],
  maxTokens: null,
  look: {},
  config: DEFAULTS,
};

export interface FlowProject {
  readonly root: string;
  readonly flows: Flows;
  open(disk?: Disk): Flow;
  /** The context of the flow as it stands; `assemble` also writes `build/`. */
  plan(flow: Flow, own?: Partial<ContextRequest>): Promise<AssembleResult>;
  assemble(flow: Flow): Promise<AssembleResult>;
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
  const ports = await testPorts({}, root);
  const plan: FlowProject['plan'] = async (flow, own = {}) =>
    assemble(
      ports,
      { kind: 'flow', id: flow.id, parts: await flow.parts() },
      { ...REQUEST, ...own },
    );
  return {
    root,
    flows,
    open: (disk = nodeDisk) => openFlows({ ...options, disk }).open(null),
    plan,
    assemble: async (flow) => {
      const result = await plan(flow);
      flow.writeBuild(result.plan.format, result.prompt, result.plan);
      return result;
    },
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
