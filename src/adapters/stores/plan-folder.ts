import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from '../../config/find.ts';
import { recent } from '../../math/memo.ts';
import { planHandle } from '../../model/plan.ts';
import { makeFolder } from '../files/make-folder.ts';
import { errorCode } from '../files/open-file.ts';
import { cacheOf } from '../origin.ts';

/** Plans of contexts that a server gave out, by handles that survive it. */
export interface PlanFolder {
  /** Keeps the text of a plan and names it by its content. */
  keep(text: string): string;
  /** The text behind a handle; null if there is none. */
  read(handle: string): string | null;
}

const HANDLE = /^plan-[0-9a-f]{16}$/;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
/** As many as records are kept of assemblies. */
const KEPT = 1000;

/** The handle of a plan's text. */
export const handleOf = (text: string): string =>
  planHandle(createHash('sha256').update(text).digest('hex'));

/** Texts of plans by handle, as long as the process lives. */
export const planMemory = (): Pick<Map<string, string>, 'get' | 'set'> => recent(KEPT);

/** A folder in the user's cache, which only the user reads; memory for a user without one. */
export function planFolder(env: Variables): PlanFolder {
  const cache = cacheOf(env);
  const memory = planMemory();
  const folder = cache === null ? null : join(cache, 'plans');
  const write = (handle: string, text: string): void => {
    if (folder === null) return;
    makeFolder(folder, PRIVATE_FOLDER);
    const file = join(folder, `${handle}.json`);
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, text, { mode: PRIVATE_FILE });
      renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
    forgetOldest(folder);
  };
  return {
    keep(text) {
      const handle = handleOf(text);
      try {
        write(handle, text);
      } catch (error) {
        if (errorCode(error) === 'unknown error') throw error;
        memory.set(handle, text); // a cache that can't be written: the handle lives as long as we do
      }
      if (folder === null) memory.set(handle, text);
      return handle;
    },
    read(handle) {
      if (!HANDLE.test(handle)) return null;
      const held = memory.get(handle);
      if (held !== undefined || folder === null) return held ?? null;
      try {
        return readFileSync(join(folder, `${handle}.json`), 'utf8');
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
  };
}

function forgetOldest(folder: string): void {
  const names = readdirSync(folder);
  if (names.length <= KEPT) return;
  const aged = names
    .map((name) => join(folder, name))
    .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => a.at - b.at);
  for (const { path } of aged.slice(0, names.length - KEPT)) rmSync(path, { force: true });
}
