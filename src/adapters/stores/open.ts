import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Store } from '../../ports/store.ts';
import { type GitPlace, runGit } from '../git/run.ts';
import { loadBlake3 } from '../hash/blake3.ts';
import { openStore, type StoreOptions } from './sqlite/store.ts';

export interface Stored extends StoreOptions {
  readonly team: Config['team'];
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** Where states come from. */
  readonly place: string;
  readonly git: GitPlace | null;
  /** Only what the team has counts; nothing is kept here or there. */
  readonly stored: boolean;
}

/** Where the index of a workspace lies: in a file of the user's, over a team's store, or in that. */
export async function openIndex(options: Stored): Promise<Store> {
  const { team, version, statesKept, warn, isNamed } = options;
  if (team.store === '') return openStore(options);
  const { schema, store: url, keep_days: keepDays } = team;
  const repository = team.repository === '' ? await nameOf(options) : team.repository;
  const shared = { url, schema, repository, version, hash: await loadBlake3() };
  if (options.stored) {
    const { openTeamStore } = await import('./postgres/store.ts');
    const own = { place: options.place, tree: '', mayWrite: false };
    const store = await openTeamStore({ ...shared, ...own, statesKept, keepDays });
    return { ...store, record: () => undefined, records: () => [] };
  }
  if (team.role === 'writer') {
    if (isNamed === true) {
      const sentence = "--index has no effect for a writer of the team's store.";
      throw new SheafError('usage', sentence, 'Leave it out, or set team.role to "reader".');
    }
    const { openTeamStore } = await import('./postgres/store.ts');
    const own = { place: options.place, tree: treeOf(options.root), mayWrite: true };
    return openTeamStore({ ...shared, ...own, statesKept, keepDays });
  }
  const local = await openStore(options);
  try {
    const [{ overlay }, { openTeamFacts }] = await Promise.all([
      import('./overlay.ts'),
      import('./postgres/team-facts.ts'),
    ]);
    return overlay(local, await openTeamFacts(shared));
  } catch (error) {
    // A reader has all it needs at hand; the team only spares it work.
    if (!(error instanceof SheafError)) throw error;
    warn(`${error.message} The index is made without it.`);
    return local;
  }
}

/** Names a work tree among those of all machines. */
const treeOf = (root: string): string =>
  createHash('sha256')
    .update(`${hostname()}\0${realpathSync(root)}`)
    .digest('hex')
    .slice(0, 16);

/** What a project is called: its origin without scheme, user and ending, or its folder. */
async function nameOf({ git, root }: Stored): Promise<string> {
  const asked = git && (await runGit(git, ['config', '--get', 'remote.origin.url']));
  const origin = asked?.code === 0 ? asked.stdout.toString('utf8').trim() : '';
  const [, name = basename(root)] =
    /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?(.+?)\/?(?:\.git)?$/.exec(origin) ?? [];
  return name.replace(':', '/');
}
