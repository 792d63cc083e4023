import { recent } from './recent.ts';

/** Values that are used again for some time after they were made. */
export interface Fresh<V> {
  /** The value of a key while it is fresh; otherwise what `make` gives. It is kept unless `make` says that it is no good. */
  get(key: string, make: () => Promise<{ readonly value: V; readonly keeps: boolean }>): Promise<V>;
}

/** At most so many values, each for so many milliseconds of the clock that is given; 0 to keep none. */
export function freshFor<V>(lifeMs: number, most: number, now: () => number): Fresh<V> {
  const entries = recent<{ readonly value: V; readonly madeMs: number }>(most);
  return {
    get: async (key, make) => {
      const madeMs = now();
      const entry = entries.get(key);
      // A clock that was set back makes nothing younger than it is.
      const age = entry === undefined ? lifeMs : madeMs - entry.madeMs;
      if (entry !== undefined && age >= 0 && age < lifeMs) return entry.value;
      const { value, keeps } = await make();
      if (keeps && lifeMs > 0) entries.set(key, { value, madeMs });
      return value;
    },
  };
}
