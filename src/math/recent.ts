/** The values used last, at most so many of them. */
export interface Recent<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
}

/** A map remembers the order in which keys came, which is all that forgetting the oldest takes. */
export function recent<V>(most: number): Recent<V> {
  const values = new Map<string, V>();
  const put = (key: string, value: V): void => {
    values.delete(key);
    values.set(key, value);
  };
  return {
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set: (key, value) => {
      put(key, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
    },
  };
}
