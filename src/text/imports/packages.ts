import type { Manifest } from '../code/language.ts';
import { type Fields, fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import { fileOf, folderOf } from './paths.ts';

/** A package of the workspace. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  readonly fields: Fields;
}

export const packagesOf = (manifests: readonly Manifest[]): Package[] =>
  manifests
    .filter(({ path }) => fileOf(path) === 'package.json')
    .map(({ path, text }) => {
      const fields = fieldsOf(parseLooseJson(text));
      const name = typeof fields['name'] === 'string' ? fields['name'] : '';
      return { folder: folderOf(path), name, fields };
    });

/** Conditions of `exports`, those that lead to source code first. */
const CONDITIONS = 'source development types import module browser node default require'.split(' ');
const MAX_CONDITIONS = 8;

/** All files a target may stand for, best first. */
function targetsOf(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > MAX_CONDITIONS) return [];
  if (Array.isArray(value)) return value.flatMap((item) => targetsOf(item, depth + 1));
  const fields = fieldsOf(value);
  const others = Object.keys(fields).filter((key) => !CONDITIONS.includes(key));
  return [...CONDITIONS, ...others]
    .filter((key) => Object.hasOwn(fields, key))
    .flatMap((key) => targetsOf(fields[key], depth + 1));
}

/** What stands in the place of a pattern's `*`; null if a text does not fit the pattern, or it has none. */
export function starOf(pattern: string, text: string): string | null {
  const star = pattern.indexOf('*');
  if (star === -1) return null;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  const isLong = text.length >= head.length + tail.length;
  return isLong && text.startsWith(head) && text.endsWith(tail)
    ? text.slice(head.length, text.length - tail.length)
    : null;
}

/** Targets of a subpath (`.`, `./x`, `#x`) in a table with `*` patterns; the longest pattern wins. */
export function lookUp(table: Fields, subpath: string): string[] {
  if (Object.hasOwn(table, subpath)) return targetsOf(table[subpath]);
  const patterns = Object.keys(table)
    .filter((key) => key.includes('*'))
    .sort((a, b) => b.indexOf('*') - a.indexOf('*') || (a < b ? -1 : 1));
  for (const pattern of patterns) {
    const star = starOf(pattern, subpath);
    if (star !== null)
      return targetsOf(table[pattern]).map((target) => target.replaceAll('*', () => star));
  }
  return [];
}

/** Files of a package an import of `subpath` may mean, relative to its folder, best first. */
export function entriesOf({ fields }: Package, subpath: string): string[] {
  const exported = fields['exports'];
  const table = fieldsOf(exported);
  const isTable = Object.keys(table).some((key) => key.startsWith('.'));
  if (subpath !== '.')
    return [...(isTable ? lookUp(table, subpath) : []), subpath, `src/${subpath}`];
  return [
    ...(isTable ? lookUp(table, '.') : targetsOf(exported)),
    ...['source', 'types', 'typings', 'module', 'main'].flatMap((key) => stringsOf(fields[key])),
    ...['src/index', 'index', 'lib/index', 'src/main'],
  ];
}
