/** A value made when it is first asked for: some patterns take milliseconds to build, and most runs never meet a text they are for. */
export function late<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A function that is asked once for each key. What it answered is forgotten, all of it, when there are more keys than that. */
export function remembered<K, V>(
  make: (key: K) => V,
  most: number = Number.POSITIVE_INFINITY,
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as V;
    const value = make(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}

/** The same for texts, which are long or short: all is forgotten when those that are known have more characters than that. */
export function rememberedText<V>(
  make: (text: string) => V,
  mostCharacters: number,
): (text: string) => V {
  const known = new Map<string, V>();
  let characters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined || known.has(text)) return found as V;
    const value = make(text);
    characters += text.length;
    if (characters > mostCharacters) {
      known.clear();
      characters = text.length;
    }
    if (characters <= mostCharacters) known.set(copyOf(text), value);
    return value;
  };
}

/** A piece cut out of a text keeps all of that text in memory; a copy does not. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/** The same for objects that never change: what was made of one is forgotten with it. */
export function rememberedOf<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
}

/** The values used last, at most so many. A map remembers the order in which keys came, which is all that forgetting the oldest takes. */
export function recent<V>(most: number): Pick<Map<string, V>, 'get' | 'set'> {
  const values = new Map<string, V>();
  const set = (key: string, value: V): Map<string, V> => {
    values.delete(key);
    values.set(key, value);
    // To find the oldest, a map steps over all that were deleted since it last grew.
    if (values.size > most) {
      const [oldest = key] = values.keys();
      values.delete(oldest);
    }
    return values;
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}

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
