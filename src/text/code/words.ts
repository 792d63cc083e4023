/** The first words of what stands between commas, behind a prefix that does not count: names as they are imported. */
export const firstWords = (list: string, prefix: RegExp = /^$/): string[] =>
  list
    .split(',')
    .map((item) => item.trim().replace(prefix, '').split(/\s+/)[0] ?? '')
    .filter((word) => word !== '');
