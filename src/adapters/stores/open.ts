import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, sep } from 'node:path';
import type { Config } from '../../config/defaults.ts';
import { SheafError } from '../../model/errors.ts';
import type { Store } from '../../ports/store.ts';
import { runGit } from '../git/run.ts';
import { loadBlake3 } from '../hash/blake3.ts';
import type { Repository } from '../roots/repositories.ts';
import { openStore, type StoreOptions } from './sqlite/store.ts';

export interface Stored extends StoreOptions {
  readonly team: Config['team'];
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** Where states come from. */
  readonly place: string;
  /** Of its roots; a folder alone is one without a name. */
  readonly repositories: readonly Repository[];
  /** Only what the team has counts; nothing is kept here or there. */
  readonly stored: boolean;
}

/** Where the index of a workspace lies: in a file of the user's, over a team's store, or in that. */
export async function openIndex(options: Stored): Promise<Store> {
  const { team, version, statesKept, warn, isNamed } = options;
  if (team.store === '') return openStore(options);
  const { schema, store: url, keep_days: keepDays } = team;
  const repository = await nameOf(options);
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
    const facts = await openTeamFacts(shared);
    if (!facts.isKnown && options.repositories.every(({ name }) => name === '')) {
      warn(
        `The team's store does not know the repository ${repository}, so only what files hold is taken from it. Set team.repository to the name it has there.`,
      );
    }
    return overlay(local, facts);
  } catch (error) {
    // A reader has all it needs at hand; the team only spares it work.
    if (!(error instanceof SheafError)) throw error;
    warn(`${error.message} The index is made without it. ${error.hint}`.trimEnd());
    return local;
  }
}

/** Names a work tree among those of all machines. */
const treeOf = (root: string): string =>
  createHash('sha256')
    .update(`${hostname()}\0${realpathSync(root)}`)
    .digest('hex')
    .slice(0, 16);

/**
 * What a project is called: its origin without scheme, user and ending, and the folder in it, or its own folder. A workspace of several roots
 * is none of them: it has files and commits under names of its own, which must not be taken for those of one.
 */
async function nameOf({ team, repositories, root }: Stored): Promise<string> {
  if (team.repository !== '') {
    const roots = repositories.map(({ name }) => name).filter((name) => name !== '');
    return roots.length === 0 ? team.repository : `${team.repository} (${roots.join(' ')})`;
  }
  const names = await Promise.all(
    repositories.map(async ({ name, git, folder }) => {
      const { code, stdout } = await runGit(git, ['config', '--get', 'remote.origin.url']);
      const origin = code === 0 ? stdout.toString('utf8').trim() : '';
      const [, own = basename(git.workTree ?? root)] =
        /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?(.+?)\/?(?:\.git)?$/.exec(origin) ?? [];
      const whole = [own.replace(':', '/'), ...folder.split(sep)].filter((part) => part !== '');
      return `${name === '' ? '' : `${name}=`}${whole.join('/')}`;
    }),
  );
  return names.length === 0 ? basename(root) : names.join(' ');
}
