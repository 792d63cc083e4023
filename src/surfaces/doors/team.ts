import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readUsers, type TeamUser } from '../../adapters/users-file.ts';
import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import type { Operation } from '../operation.ts';
import { type Door, openDoor, openTeamTurns, type TeamDoor } from './door.ts';
import { openWorkspaces } from './workspaces.ts';

/** What can be asked of a state without files: nothing here reads, writes or runs anything of the server's. */
const ASKED: readonly string[] = ['assemble', 'search', 'shortlist', 'why', 'score', 'replay'];

export interface TeamServer {
  readonly doors: readonly { readonly user: TeamUser; readonly door: Door }[];
  close(): Promise<void>;
}

/** A door for each user of a team's store, through which only the user's own repositories are seen. */
export function openTeam(
  { env, operations, signal }: Pick<Context, 'env' | 'operations' | 'signal'>,
  config: TeamDoor['config'],
  usersFile: string,
): TeamServer {
  const users = readUsers(usersFile);
  // There is nothing in it: whatever an operation looks for in a folder, it finds nothing.
  const root = mkdtempSync(join(tmpdir(), 'sheaf-team-'));
  const workspaces = openWorkspaces(signal);
  const turns = openTeamTurns();
  const asked = operations.filter(({ name }: Operation) => ASKED.includes(name));
  const doors = users.map((user) => {
    const team = { config, workspaces, turns, repositoryFor: repositoryOf(user) };
    return { user, door: openDoor({ root, env, operations: asked, signal, team }) };
  });
  return {
    doors,
    close: async () => {
      await workspaces.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The refusal is the same whether a repository is another's or nobody's, and says nothing but what the caller said. */
const repositoryOf =
  ({ repositories }: TeamUser) =>
  (given: string | undefined): string => {
    const [only, ...others] = repositories;
    if (given === undefined && only !== undefined && others.length === 0) return only;
    const hint = `yours: ${repositories.join(', ')}`;
    if (given === undefined) throw new SheafError('usage', 'root must name a repository', hint);
    if (repositories.includes(given)) return given;
    const said = JSON.stringify(given.slice(0, 200));
    throw new SheafError('not-found', `there is no repository ${said}`, hint);
  };
