import type { BackendType } from '@parcel/watcher';
import { SheafError } from '../../model/errors.ts';

/** Editors write a file several times in a row; one update serves them all. */
const SETTLE_MS = 150;

/** What each system watches with itself. Left to choose, the watcher would first look for a program called `watchman` on the path. */
const BACKENDS: Readonly<Partial<Record<NodeJS.Platform, BackendType>>> = {
  linux: 'inotify',
  android: 'inotify',
  darwin: 'fs-events',
  win32: 'windows',
};

/** Calls `onChange` after files below the folder changed, one call at a time, until the signal is aborted. */
export async function watchFolder(
  folder: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  const { subscribe } = await import('@parcel/watcher');
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let queue = Promise.resolve();
    let isQueued = false;
    const run = async (): Promise<void> => {
      isQueued = false;
      if (!signal.aborted) await onChange();
    };
    const enqueue = (): void => {
      if (isQueued) return; // the call to come sees this change too
      isQueued = true;
      queue = queue.then(run).catch((error) => {
        if (!signal.aborted) reject(error);
      });
    };
    const started = subscribe(
      folder,
      (error) => {
        if (error !== null) {
          const sentence = `Watching ${folder} failed: ${error.message}.`;
          return reject(new SheafError('unreadable', sentence, '', error));
        }
        clearTimeout(timer);
        timer = setTimeout(enqueue, SETTLE_MS);
      },
      { ignore: ['.git', '**/node_modules'], backend: BACKENDS[process.platform] ?? 'brute-force' },
    );
    const stop = (): void => {
      clearTimeout(timer);
      started.then((subscription) => subscription.unsubscribe()).then(resolve, reject);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    started.catch(reject);
  });
}
