import { join } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Change } from '../../model/flow.ts';
import { withWriterLock } from '../stores/sqlite/lock.ts';
import type { Disk } from './disk.ts';
import { type FlowFile, readFlowFiles } from './flow-files.ts';
import type { Scope } from './scope.ts';
import {
  type AnyChange,
  apply,
  isPending,
  recover,
  reversalOf,
  topOfStack,
} from './transaction.ts';

/** One flow on disk. Changes are planned and carried out under one lock, so that no other process comes between. */
export interface FlowStore {
  readonly folder: string;
  /** A whole arrangement: never one in the middle of a change. */
  files(): Promise<FlowFile[]>;
  /** What Sheaf remembers beside the parts. */
  note(file: string): string | null;
  change(plan: (files: FlowFile[]) => Change, isDryRun: boolean): Promise<Change>;
  undo(isDryRun: boolean): Promise<Change>;
  redo(isDryRun: boolean): Promise<Change>;
  /** What undo and redo would be about; null where there is nothing. */
  top(stack: 'undo' | 'redo'): string | null;
  writeBuild(name: string, text: string): void;
}

export interface FlowStoreOptions {
  readonly folder: string;
  readonly scope: Scope;
  readonly disk: Disk;
  /** Works while no other process changes the flows of the workspace. */
  readonly locked: <T>(work: () => T) => Promise<T>;
  /** Told where an output can't be written: it is given to the caller all the same. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/** Another process that changes the flow all the time can't keep a reader waiting for ever. */
const MAX_READS = 20;

export function openFlowStore(options: FlowStoreOptions): FlowStore {
  const { folder, scope, disk, locked } = options;
  const read = (): FlowFile[] => readFlowFiles(folder, scope);
  const carryOut = <C extends AnyChange>(plan: () => C, isDryRun: boolean): Promise<C> =>
    locked(() => {
      recover(disk, folder);
      const change = plan();
      if (!isDryRun) apply(disk, folder, change);
      return change;
    });
  const reversed = async (stack: 'undo' | 'redo', isDryRun: boolean): Promise<Change> => {
    const plan = (): AnyChange => reversalOf(disk, folder, stack);
    const { what, files, notes } = await carryOut(plan, isDryRun);
    return { what, files, notes, steps: [] };
  };
  return {
    folder,
    files: async () => {
      for (let attempt = 0; attempt < MAX_READS; attempt++) {
        const before = stamp(disk, folder);
        if (isPending(disk, folder)) {
          await locked(() => recover(disk, folder));
          continue;
        }
        const files = read();
        if (!isPending(disk, folder) && stamp(disk, folder) === before) return files;
      }
      return locked(read);
    },
    note: (file) => disk.read(join(folder, file)),
    change: (plan, isDryRun) => carryOut(() => plan(read()), isDryRun),
    undo: (isDryRun) => reversed('undo', isDryRun),
    redo: (isDryRun) => reversed('redo', isDryRun),
    top: (stack) => topOfStack(disk, folder, stack),
    writeBuild: (name, text) => {
      try {
        writeWhole(disk, join(folder, 'build'), name, text);
      } catch (error) {
        if (!(error instanceof SheafError) || error.code !== 'unreadable') throw error;
        options.warn?.(`build/${name} was not written: ${error.message}`);
      }
    },
  };
}

/** Changes with every change that was carried through. */
const stamp = (disk: Disk, folder: string): string =>
  disk.list(join(folder, '.groom', 'undo')).join();

export function writeWhole(disk: Disk, folder: string, name: string, text: string): void {
  const draft = join(folder, `.${name}.${process.pid}.tmp`);
  disk.write(draft, text);
  disk.rename(draft, join(folder, name));
}

const WAIT_MS = 10_000;

export async function withFlowLock<T>(
  lockFile: string,
  signal: AbortSignal | undefined,
  work: () => T,
): Promise<T> {
  let isInside = false;
  try {
    return await withWriterLock(lockFile, WAIT_MS, signal, async () => {
      isInside = true;
      return work();
    });
  } catch (error) {
    if (isInside || !(error instanceof SheafError) || error.code !== 'busy') throw error;
    const sentence = `Another process is changing the flows and did not finish within ${WAIT_MS / 1000} s.`;
    throw new SheafError('busy', sentence, 'Wait for it to finish and try again.', error);
  }
}
