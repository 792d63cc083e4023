import { asSheafError, SheafError } from '../model/errors.ts';

/** The calls on something that is open for a while. */
export interface Calls {
  /** Rejects with a `SheafError` whatever goes wrong, and as soon as the signal is aborted. */
  run<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Aborted when the end begins, for calls that would never end. */
  readonly ending: AbortSignal;
  /** Lets calls that run come to their end; true if it was open. */
  end(): Promise<boolean>;
}

const interrupted = (cause: unknown): SheafError =>
  cause instanceof SheafError && cause.code === 'interrupted'
    ? cause
    : new SheafError('interrupted', 'The call was interrupted.', 'Its signal was aborted.', cause);

/** Calls that also end with the signal of what they are made on. */
export function openCalls(outer: AbortSignal): Calls {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    ending: ending.signal,
    run: async (own, work) => {
      if (ending.signal.aborted) {
        throw new SheafError('usage', 'The workspace is closed.', 'Open it with openWorkspace.');
      }
      const signal = own === undefined ? outer : AbortSignal.any([outer, own]);
      if (signal.aborted) throw interrupted(signal.reason);
      const call = work(signal);
      running.add(call);
      let stop = (): void => undefined;
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(interrupted(signal.reason));
      });
      signal.addEventListener('abort', stop, { once: true });
      try {
        // Some steps can't be left half-way: the caller is free at once, and `end` waits for them.
        return await Promise.race([call, stopped]);
      } catch (error) {
        throw signal.aborted ? interrupted(error) : asSheafError(error);
      } finally {
        signal.removeEventListener('abort', stop);
        call.catch(() => undefined).finally(() => running.delete(call));
      }
    },
    end: async () => {
      if (ending.signal.aborted) return false;
      ending.abort();
      await Promise.allSettled(running);
      return true;
    },
  };
}
