import { SheafError } from '../../model/errors.ts';

/** Editors write a file several times in a row; one update serves them all. */
const SETTLE_MS = 150;

/** Calls `onChange` after files below the folder changed, one call at a time, until the signal is aborted. */
export async function watchFolder(
  folder: string,
  signal: AbortSignal,
  onChange: () => Promise<void>,
): Promise<void> {
  const { subscribe } = await import('@parcel/watcher');
  await new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let running = false;
    let again = false;
    const run = async (): Promise<void> => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      try {
        do {
          again = false;
          await onChange();
        } while (again && !signal.aborted);
      } catch (error) {
        if (!signal.aborted) reject(error);
      } finally {
        running = false;
      }
    };
    const started = subscribe(
      folder,
      (error) => {
        if (error !== null) {
          reject(
            new SheafError('unreadable', `Watching ${folder} failed: ${error.message}.`, '', error),
          );
          return;
        }
        clearTimeout(timer);
        timer = setTimeout(() => void run(), SETTLE_MS);
      },
      { ignore: ['.git', '.sheaf/index.db*', '**/node_modules'] },
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
