import type { Import } from '../../model/document.ts';

/** Letters and digits of ASCII, and the underscore. */
export const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95;

/** Reads a statement that imports a whole module, which is the first group of a pattern that fits. */
export const importing =
  (pattern: RegExp) =>
  (statement: string, line: number): Import[] => {
    const module = pattern.exec(statement)?.slice(1).find(Boolean);
    return module === undefined ? [] : [{ module, names: [], line }];
  };

/** The first words of what stands between commas, behind a prefix that does not count: names as they are imported. */
export const firstWords = (list: string, prefix: RegExp = /^$/): string[] =>
  list
    .split(',')
    .map((item) => item.trim().replace(prefix, '').split(/\s+/)[0] ?? '')
    .filter((word) => word !== '');
