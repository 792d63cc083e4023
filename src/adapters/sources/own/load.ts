import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { shown } from '../../../config/given.ts';
import { SheafError } from '../../../model/errors.ts';
import type { OwnSources, SourceAdapter } from '../../../ports/source.ts';
import { defineSource, type Source, type SourceDefinition } from './define.ts';

/** A source, what one can be made of, or a module that exports some as its default. */
export type SourceLike = Source | SourceDefinition | string | URL;

/** The sources of modules that the user's configuration names, and of a caller. */
export async function loadOwnSources(
  modules: readonly string[],
  given: readonly unknown[],
): Promise<OwnSources> {
  const meant = given.map((own) => (own instanceof URL ? fileURLToPath(own) : own));
  const named = meant.filter((own) => typeof own === 'string').map((path) => resolve(path));
  const objects = meant.filter((own) => typeof own !== 'string');
  const paths = [...modules, ...named];
  const loaded = await loadModules(paths);
  const adapters = [...loaded, ...objects.map((own) => asSource(own, 'sources'))];
  const names = adapters.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    const hint = 'Give one of them another name.';
    throw new SheafError('usage', `two sources are called ${twice}`, hint);
  }
  return { adapters, modules: objects.length === 0 ? paths : null };
}

/** The command line is one CommonJS file, which can't import: it requires, and wants a path. */
const specifierOf = (path: string): string =>
  import.meta.url.endsWith('.cjs') ? path : pathToFileURL(path).href;

interface Exports {
  readonly default?: unknown;
}

const isExports = (value: unknown): value is Exports =>
  typeof value === 'object' && value !== null && '__esModule' in value;

/** The sources that modules export, in the order of the modules. */
export async function loadModules(paths: readonly string[]): Promise<SourceAdapter[]> {
  const loaded = paths.map(async (path): Promise<SourceAdapter[]> => {
    let module: Exports;
    try {
      module = (await import(specifierOf(path))) as Exports;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const sentence = `the source module ${path} can't be loaded: ${message.split('\n')[0] ?? ''}`;
      const hint =
        'modules.sources and `sources` name JavaScript modules whose default export is a source.';
      throw new SheafError('config', sentence, hint, error);
    }
    // What was compiled to CommonJS, or required, has its exports in the default.
    const found = isExports(module.default) ? module.default.default : module.default;
    return (Array.isArray(found) ? found : [found]).map((own) => asSource(own, path));
  });
  return (await Promise.all(loaded)).flat();
}

function asSource(value: unknown, from: string): SourceAdapter {
  const own = value as Partial<Source & SourceDefinition> | null | undefined;
  // Of another copy of this package, perhaps: what it can do counts, not who made it.
  if (typeof own?.claim === 'function' && typeof own.outline === 'function') return own as Source;
  if (typeof own === 'object' && own !== null) return defineSource(own as SourceDefinition);
  const hint = 'Make one with defineSource({ name, version, discover }).';
  throw new SheafError('usage', `${from} holds ${shown(value)}, which is no source`, hint);
}
