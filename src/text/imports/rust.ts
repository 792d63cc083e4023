import type { Manifest, Modules } from '../code/language.ts';
import { folderOf, foldersUp, inFolder, joinPath } from './paths.ts';

/** A tree of modules: `src` of a crate, or a folder whose files are crates of their own (tests, examples). */
interface Root {
  readonly folder: string;
  /** File by module path `a::b`; the root module is ''. */
  readonly modules: Map<string, string>;
}

const OWN_ROOTS = ['src/bin', 'tests', 'examples', 'benches', 'src'];

/** Folders that hold module trees, by crate: the usual ones and those of declared targets. */
function rootFoldersOf({ path, text }: Manifest): string[] {
  const declared = [...text.matchAll(/^\s*path\s*=\s*"([^"\n]+\.rs)"/gm)].map(([, file = '']) =>
    folderOf(file),
  );
  return [...declared, ...OWN_ROOTS].flatMap((root) => joinPath(folderOf(path), root) ?? []);
}

/** The name other crates use, with `_` for `-`. */
function crateName(text: string): string | undefined {
  // A section reaches to the next line that opens one; arrays inside it also hold brackets.
  const section = (name: string): string =>
    (`\n${text}`.split(`\n[${name}]`)[1] ?? '').split(/\n\s*\[/)[0] ?? '';
  const nameIn = (body: string): string | undefined =>
    /^\s*name\s*=\s*"([^"\n]+)"/m.exec(body)?.[1];
  return (nameIn(section('lib')) ?? nameIn(section('package')))?.replaceAll('-', '_');
}

function moduleOf(below: string): string {
  const bare = below.replace(/\.rs$/, '').replace(/(?:^|\/)mod$/, '');
  return /^(?:lib|main)$/.test(bare) ? '' : bare.replaceAll('/', '::');
}

/** The file of the longest module path that is one, of at least some parts. */
function longest({ modules }: Root, parts: readonly string[], least: number): string | undefined {
  for (let length = parts.length; length >= least; length--) {
    const found = modules.get(parts.slice(0, length).join('::'));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const rustModules: Modules = {
  manifests: /^Cargo\.toml$/,
  resolver: (paths, manifests) => {
    const roots = new Map<string, Root>();
    const crates = new Map<string, Root>();
    for (const manifest of manifests) {
      const folders = rootFoldersOf(manifest);
      for (const folder of folders)
        if (!roots.has(folder)) roots.set(folder, { folder, modules: new Map() });
      const name = crateName(manifest.text);
      const holding = (file: string): string | undefined =>
        folders.find((folder) => paths.has(inFolder(folder, file)));
      // Beside a program of the same name, its name in code is that of the library.
      const main = holding('lib.rs') ?? holding('main.rs');
      const root = main === undefined ? undefined : roots.get(main);
      if (name !== undefined && root !== undefined) crates.set(name, root);
    }
    const places = new Map<string, { readonly root: Root; readonly module: string }>();
    for (const path of paths) {
      const folders = path.endsWith('.rs') ? foldersUp(folderOf(path)) : [];
      const [root] = folders.flatMap((folder) => roots.get(folder) ?? []);
      if (root === undefined) continue;
      const module = moduleOf(root.folder === '' ? path : path.slice(root.folder.length + 1));
      if (!root.modules.has(module) || path.endsWith('/lib.rs')) root.modules.set(module, path);
      places.set(path, { root, module });
    }
    const resolve = (from: string, path: readonly string[]): string | undefined => {
      const place = places.get(from);
      if (place === undefined) return undefined;
      const [first = '', ...rest] = path;
      const { root, module } = place;
      // Files of tests/ and examples/ are crates of their own: their modules lie beside them.
      const isOwnCrate =
        /(?:^|\/)(?:tests|examples|benches|bin)$/.test(root.folder) &&
        !module.includes('::') &&
        !from.endsWith('/mod.rs');
      const here = module === '' || isOwnCrate ? [] : module.split('::');
      if (first === 'crate') return longest(root, rest, 0);
      if (first === 'self')
        return longest(root, [...here, ...rest], here.length + Math.min(1, rest.length)) ?? from;
      if (first === 'super') {
        let up = 1;
        while (rest[up - 1] === 'super') up++;
        const above = here.slice(0, Math.max(0, here.length - up));
        return longest(root, [...above, ...rest.slice(up - 1)], 0);
      }
      const crate = crates.get(first);
      const child = longest(root, [...here, ...path], here.length + 1);
      return child ?? (crate === undefined ? undefined : longest(crate, rest, 0));
    };
    return (from, { module, names }) => {
      const path = module.split('::').map((part) => part.replace(/^r#/, ''));
      const isWhole = names.length === 0 || names.includes('*');
      const wanted = isWhole ? [path] : names.map((name) => [...path, name]);
      return wanted.map((parts) => resolve(from, parts));
    };
  },
};
