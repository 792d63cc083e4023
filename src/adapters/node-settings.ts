import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import type { Config } from '../config/defaults.ts';
import { CONFIG_FILE, type ConfigFile, projectFile } from '../config/find.ts';
import { fields, object, text } from '../config/given.ts';
import { type LoadedConfig, loadConfig as load } from '../config/load.ts';
import type { Override } from '../config/settings.ts';
import { refused, SheafError } from '../model/errors.ts';
import { homeOf, isTrusted } from './consent.ts';
import { errorCode, peek } from './files/open-file.ts';

/* What a program that says nothing gets from Node: its folder, its environment, its configuration files. */

type Part<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> | undefined }
    : T;

/** A part of a configuration, nested as in `sheaf.toml`: `{ budget: { max_tokens: 8000 } }`. */
export type ConfigPart = Part<Config>;

/** Where configuration is looked for, and what beats it. */
export interface ConfigRequest {
  /** The folder of the project; `sheaf.toml` is looked for here and above. */
  readonly root: string;
  /** Beats files and variables. */
  readonly overrides?: ConfigPart | readonly Override[] | undefined;
  /** Variables of the environment; those of the process unless they are given. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The configuration in force for a project: defaults, the user's configuration, `sheaf.toml`, `SHEAF_*` variables and what the
 * caller says, later over earlier. What is wrong is a `SheafError` that names the place, the key and what to do.
 */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const asked = fields<ConfigRequest>('loadConfig', request, ['root'], {
    root: text,
    overrides: (value) => value as ConfigPart,
    env: object,
  });
  const { root, overrides = {}, env = environment() } = asked;
  return load({
    root: resolve(root),
    env,
    home: homeOf(env),
    overrides,
    readText: readConfigText,
    isTrusted: (file) => isTrusted(env, file),
  });
}

/** The `sheaf.toml` in force for a folder. */
export const projectFileOf = (root: string): ConfigFile | null => projectFile(root, readConfigText);

export const environment = (): Readonly<Record<string, string | undefined>> => process.env;

/** Remarks for people, where a program does not say who should get them. */
export const emitWarning = (sentence: string): void =>
  process.emitWarning(sentence, 'SheafWarning');

/** The absolute form of a folder that must be there. */
export function folderOf(path: string, what: string): string {
  const folder = resolve(path);
  const stat = path.includes('\0') ? undefined : statSync(folder, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return folder;
  const why = stat === undefined ? 'not there' : 'not a folder';
  throw new SheafError('not-found', `${what} ${path} is ${why}`, 'Name a folder that exists.');
}

/** The same for a file, there or not. */
export const absolute = (path: string): string => resolve(path);

/** No configuration or task is longer; a larger file was named by mistake. */
const MAX_BYTES = 16 * 1024 * 1024;
const ABSENT = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];

const unreadable = (path: string, why: string): SheafError =>
  new SheafError('unreadable', `cannot read ${path}: ${why}`);

/** A text file, or null if there is none. A pipe (`<(…)`) is read as it comes. */
export function readText(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      const stat = fstatSync(file);
      if (stat.isDirectory()) throw unreadable(path, 'it is a folder');
      if (stat.size > MAX_BYTES) throw unreadable(path, `it is larger than ${MAX_BYTES} bytes`);
      return new TextDecoder().decode(readFileSync(file));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof SheafError) throw error;
    if (ABSENT.includes(errorCode(error))) return null;
    throw refused(`read ${path}`, error);
  }
}

/** The same for a configuration, of which there is none where the name is a folder, a pipe or a link to nothing. */
function readConfigText(path: string): string | null {
  if (peek(path)?.isSymbolicLink() && basename(path) === CONFIG_FILE) refuseStray(path);
  return isFile(path) ? readText(path) : null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if ([...ABSENT, 'ELOOP'].includes(errorCode(error))) return false;
    throw refused(`read ${path}`, error);
  }
}

/** A project's file may be a link to anything its user can read, and errors quote what they are about. */
function refuseStray(path: string): void {
  if (!isFile(path)) return;
  const [home, real] = [realpathSync(dirname(path)), realpathSync(path)];
  if (real.startsWith(`${home}${sep}`)) return;
  const hint = 'put a copy of the file there instead of the link';
  throw new SheafError('outside', `${path} is a link that leads out of its folder`, hint);
}

/** What runs the program: patterns and numbers are its own. */
export const runtime = (): string => `${process.version} ${process.platform} ${process.arch}`;
