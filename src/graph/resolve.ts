import { goResolver } from './go.ts';
import type { Edge, GraphFile, Manifest, Resolver } from './graph.ts';
import { javascriptResolver } from './javascript.ts';
import {
  includeResolver,
  jvmResolver,
  pathResolver,
  phpResolver,
  styleResolver,
} from './others.ts';
import { pythonResolver } from './python.ts';
import { rustResolver } from './rust.ts';

type Build = (paths: ReadonlySet<string>, manifests: readonly Manifest[]) => Resolver;

const byPath =
  (...extensions: string[]): Build =>
  (paths) =>
    pathResolver(paths, extensions);

const FAMILIES: readonly (readonly [languages: string, build: Build])[] = [
  ['javascript typescript tsx vue svelte astro coffeescript', javascriptResolver],
  ['python cython starlark', pythonResolver],
  ['go', goResolver],
  ['rust', rustResolver],
  ['java kotlin scala groovy gradle', jvmResolver],
  ['c cpp objective-c glsl', includeResolver],
  ['php', phpResolver],
  ['ruby crystal', byPath('.rb', '.cr')],
  ['bash fish', byPath('.sh', '.bash', '.fish')],
  ['powershell', byPath('.ps1', '.psm1', '.psd1')],
  ['lua', byPath('.lua', '/init.lua')],
  ['dart', byPath('.dart')],
  ['protobuf thrift', byPath('.proto', '.thrift')],
  ['zig', byPath('.zig')],
  ['solidity', byPath('.sol')],
  ['css scss sass less', styleResolver],
];

/** Names of files `resolveImports` wants to see as manifests. */
export const isManifest = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|(?:ts|js)config[\w.-]*\.json|go\.mod|Cargo\.toml|composer\.json|pyproject\.toml|setup\.py|setup\.cfg)$/.test(
    path,
  );

/** Which file imports which, as far as imports lead to files of the tree. Edges lie in the order of the files, then of their lines. */
export function resolveImports(
  files: readonly GraphFile[],
  manifests: readonly Manifest[],
): Edge[] {
  const paths: ReadonlySet<string> = new Set(files.map(({ path }) => path));
  const builders = new Map(
    FAMILIES.flatMap(([languages, build]) =>
      languages.split(' ').map((language) => [language, build] as const),
    ),
  );
  const resolvers = new Map<Build, Resolver>();
  const resolverOf = (language: string): Resolver | undefined => {
    const build = builders.get(language);
    if (build === undefined) return undefined;
    const resolver = resolvers.get(build) ?? build(paths, manifests);
    resolvers.set(build, resolver);
    return resolver;
  };
  const edges: Edge[] = [];
  for (const file of files) {
    if (file.imports.length === 0) continue;
    const resolve = resolverOf(file.language);
    if (resolve === undefined) continue;
    const seen = new Set<string>();
    for (const imported of file.imports) {
      for (const to of resolve(file, imported)) {
        const key = `${imported.line} ${to}`;
        if (to === file.path || seen.has(key)) continue;
        seen.add(key);
        edges.push({ from: file.path, to, line: imported.line });
      }
    }
  }
  return edges;
}
