import type { Manifest } from './graph.ts';
import { type Fields, fieldsOf, parseLooseJson, stringsOf } from './loose-json.ts';
import { fileOf, folderOf } from './paths.ts';

/** A package of the workspace. */
export interface Package {
  readonly folder: string;
  readonly name: string;
  readonly fields: Fields;
}

export function packagesOf(manifests: readonly Manifest[]): Package[] {
  return manifests
    .filter(({ path }) => fileOf(path) === 'package.json')
    .map(({ path, text }) => {
      const fields = fieldsOf(parseLooseJson(text));
      return {
        folder: folderOf(path),
        name: typeof fields['name'] === 'string' ? fields['name'] : '',
        fields,
      };
    });
}

/** Conditions of `exports`, those that lead to source code first. */
const CONDITIONS = [
  'source',
  'development',
  'types',
  'import',
  'module',
  'browser',
  'node',
  'default',
  'require',
];
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

/** Targets of a subpath (`.`, `./x`, `#x`) in a table with `*` patterns; the longest pattern wins. */
export function lookUp(table: Fields, subpath: string): string[] {
  if (Object.hasOwn(table, subpath)) return targetsOf(table[subpath]);
  const patterns = Object.keys(table)
    .filter((key) => key.includes('*'))
    .sort((a, b) => b.indexOf('*') - a.indexOf('*') || (a < b ? -1 : 1));
  for (const pattern of patterns) {
    const star = pattern.indexOf('*');
    const head = pattern.slice(0, star);
    const tail = pattern.slice(star + 1);
    if (
      subpath.length < head.length + tail.length ||
      !subpath.startsWith(head) ||
      !subpath.endsWith(tail)
    )
      continue;
    const middle = subpath.slice(head.length, subpath.length - tail.length);
    return targetsOf(table[pattern]).map((target) => target.replaceAll('*', () => middle));
  }
  return [];
}

/** Files of a package an import of `subpath` may mean, relative to its folder, best first. */
export function entriesOf(pkg: Package, subpath: string): string[] {
  const { fields } = pkg;
  const exported = fields['exports'];
  const fromExports: string[] = [];
  if (typeof exported === 'string' || Array.isArray(exported)) {
    if (subpath === '.') fromExports.push(...targetsOf(exported));
  } else if (exported !== undefined) {
    const table = fieldsOf(exported);
    const isTable = Object.keys(table).some((key) => key.startsWith('.'));
    if (isTable) fromExports.push(...lookUp(table, subpath));
    else if (subpath === '.') fromExports.push(...targetsOf(table));
  }
  const main =
    subpath === '.'
      ? ['source', 'types', 'typings', 'module', 'main'].flatMap((key) => stringsOf(fields[key]))
      : [subpath];
  const fallback =
    subpath === '.' ? ['src/index', 'index', 'lib/index', 'src/main'] : [`src/${subpath}`];
  return [...fromExports, ...main, ...fallback];
}
