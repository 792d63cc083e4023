import type { Reason } from '../../model/shape.ts';
import { isGeneratedPath, saysGenerated } from './generated.ts';
import { isVendored } from './vendored.ts';

const LOCK_FILES = new Set(
  `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock
  Cargo.lock poetry.lock pdm.lock uv.lock pixi.lock conda-lock.yml Pipfile.lock Gemfile.lock
  gems.locked composer.lock go.sum go.work.sum mix.lock pubspec.lock Podfile.lock
  Package.resolved packages.lock.json paket.lock flake.lock gradle.lockfile
  buildscript-gradle.lockfile MODULE.bazel.lock Cartfile.resolved cabal.project.freeze
  stack.yaml.lock rebar.lock Manifest.toml renv.lock shard.lock Chart.lock .terraform.lock.hcl`.split(
    /\s+/,
  ),
);

const KIB = 1024;
/** From which size on a file of this ending is taken for data. */
const DATA_BYTES: ReadonlyMap<string, number> = new Map([
  ...'csv tsv geojson topojson kml gpx json xml'.split(' ').map((end) => [end, 64 * KIB] as const),
  ['svg', 16 * KIB],
  ['sql', 256 * KIB],
]);
/** A large description of an interface is documentation, not data. */
const API_HEAD = /["'\s](?:openapi|swagger|asyncapi|\$schema)["']?\s*:/;
const HEAD_LENGTH = 4096;

const TRANSLATIONS = new Set(['po', 'pot', 'xlf', 'xliff']);
const MAY_BE_MINIFIED = new Set(['js', 'mjs', 'cjs', 'css']);
const MINIFIED_NAME = /[.-]min\.(?:js|mjs|cjs|css)$/;
/** Hand-written scripts average 30 to 40 characters a line, minified ones thousands. */
const MINIFIED_LINE = 250;
const MINIFIED_LEAST = 2 * KIB;

/**
 * Why a text file is better kept as a stub, or null. `text` is the file or its beginning, `bytes`
 * its whole size. In doubt the answer is null: a stub hides what someone may have written.
 */
export function stubReason(path: string, text: string, bytes: number = text.length): Reason | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (path.startsWith('.sheaf/')) return null; // put there to be read
  if (isLockFile(name, text)) return 'lock';
  if (isVendored(path)) return 'vendored';
  if (TRANSLATIONS.has(ending)) return 'translation';
  if (isMinified(name, ending, text)) return 'minified';
  if (isGeneratedPath(path) || saysGenerated(text)) return 'generated';
  return isData(ending, text, bytes) ? 'data' : null;
}

function isLockFile(name: string, text: string): boolean {
  // Julia's manifest shares its name with files people write.
  if (name === 'Manifest.toml') return text.startsWith('# This file is machine-generated');
  return LOCK_FILES.has(name);
}

function isMinified(name: string, ending: string, text: string): boolean {
  if (MINIFIED_NAME.test(name)) return true;
  if (!MAY_BE_MINIFIED.has(ending) || text.length < MINIFIED_LEAST) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.length / lines > MINIFIED_LINE;
}

function isData(ending: string, text: string, bytes: number): boolean {
  const least = DATA_BYTES.get(ending);
  if (least === undefined || bytes <= least) return false;
  return !(ending === 'json' && API_HEAD.test(text.slice(0, HEAD_LENGTH)));
}
