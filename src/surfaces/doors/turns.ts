import { SheafError } from '../../model/errors.ts';

/** Takes turns: some work at once, some wait, the rest is told to come back later. */
export interface Turns {
  readonly working: number;
  readonly waiting: number;
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function openTurns(atOnce: number, mostWaiting: number): Turns {
  const queue: (() => void)[] = [];
  let working = 0;
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = queue.indexOf(enter);
        if (at !== -1) queue.splice(at, 1);
        reject(signal.reason);
      };
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      queue.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  return {
    get working() {
      return working;
    },
    get waiting() {
      return queue.length;
    },
    async take(signal, work) {
      if (working >= atOnce) {
        if (queue.length >= mostWaiting) {
          const sentence = `${working} questions are being answered and ${queue.length} wait`;
          throw new SheafError('busy', sentence, 'ask again in a moment');
        }
        // Whoever ends hands the turn over, so the count stays.
        await wait(signal);
      } else working++;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) working--;
        else next();
      }
    },
  };
}
