const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of the settings differs from the usual, all the way down. */
export function changed(usual: unknown, now: unknown): Record<string, unknown> {
  if (!isObject(usual) || !isObject(now)) return {};
  return Object.fromEntries(
    Object.keys(now).flatMap((key): [string, unknown][] => {
      if (isObject(now[key])) {
        const inner = changed(usual[key], now[key]);
        return Object.keys(inner).length > 0 ? [[key, inner]] : [];
      }
      return JSON.stringify(usual[key]) === JSON.stringify(now[key]) ? [] : [[key, now[key]]];
    }),
  );
}

/** The usual settings with these changes. */
export function applied(usual: unknown, changes: unknown): unknown {
  if (!isObject(usual) || !isObject(changes)) return changes === undefined ? usual : changes;
  return Object.fromEntries(
    Object.keys(usual).map((key) => [
      key,
      Object.hasOwn(changes, key) ? applied(usual[key], changes[key]) : usual[key],
    ]),
  );
}
