import { existsSync, readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { refused, SheafError } from '../model/errors.ts';

/** Somebody who may ask a team's server. */
export interface TeamUser {
  readonly name: string;
  /** SHA-256 of the token: the file holds nothing that opens a door. */
  readonly digest: Uint8Array;
  /** Names of the repositories this user may read. */
  readonly repositories: readonly string[];
}

const FIELDS = ['token_sha256', 'repositories'];
const HINT =
  '[users.ann]\ntoken_sha256 = "…" (printf %s TOKEN | sha256sum)\nrepositories = ["github.com/owner/name"]';

/** Users of a team's server from a file; anything unclear in it is an error, because it says who may read what. */
export function readUsers(file: string): readonly TeamUser[] {
  const wrong = (what: string): SheafError => new SheafError('config', `${file}: ${what}`, HINT);
  const { users, ...others } = parsed(file);
  if (Object.keys(others).length > 0 || !isTable(users)) throw wrong('holds users only');
  const list = Object.entries(users).map(([name, user]): TeamUser => {
    if (!isTable(user)) throw wrong(`${name} is no table`);
    const strange = Object.keys(user).find((field) => !FIELDS.includes(field));
    if (strange !== undefined) throw wrong(`${name} has an unknown field ${strange}`);
    const { token_sha256: digest, repositories } = user;
    if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/i.test(digest)) {
      throw wrong(`token_sha256 of ${name} is not a SHA-256 in hexadecimal`);
    }
    const isNames = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
    if (!isNames(repositories)) throw wrong(`repositories of ${name} is not a list of names`);
    return { name, digest: Buffer.from(digest, 'hex'), repositories };
  });
  if (list.length === 0) throw wrong('names nobody');
  const digests = new Set(list.map(({ digest }) => Buffer.from(digest).toString('hex')));
  if (digests.size < list.length) throw wrong('two users have the same token');
  return list;
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(file: string): Record<string, unknown> {
  if (!existsSync(file)) throw new SheafError('not-found', `there is no file ${file}`, HINT);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw refused(`read ${file}`, error);
  }
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new SheafError('config', `${file} is not TOML: ${error.message.split('\n')[0]}`, HINT);
  }
}
