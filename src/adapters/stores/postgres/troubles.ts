import { type ErrorCode, SheafError } from '../../../model/errors.ts';
import type { Trouble } from './wire.ts';

interface Kind {
  readonly codes: RegExp;
  readonly code: ErrorCode;
  readonly what: string;
  readonly hint: string;
}

/** What the server's codes mean to us; the first that fits. */
const KINDS: readonly Kind[] = [
  {
    codes: /^28/,
    code: 'unreadable',
    what: 'refused the user or the password',
    hint: 'Check the address in team.store, or set PGPASSWORD.',
  },
  {
    codes: /^42501$/,
    code: 'unreadable',
    what: 'does not give your user that right',
    hint: 'Readers (team.role) need USAGE and SELECT on the schema, writers own it: see docs/scale.md.',
  },
  {
    // What postgres_fdw says to those who are no superusers.
    codes: /^2F003$/,
    code: 'unreadable',
    what: 'has no password for its other servers',
    hint: 'Ask those who run it for a user mapping with one: see docs/scale.md.',
  },
  {
    codes: /^(?:HV|08001)/,
    code: 'unreadable',
    what: 'cannot reach one of its servers, so nothing was read',
    hint: 'Try again when all servers are up.',
  },
  {
    codes: /^(?:53|54)/,
    code: 'unreadable',
    what: 'has no room',
    hint: 'Ask those who run it to free some.',
  },
  {
    codes: /^(?:ECONN|ENOTFOUND|ETIMEDOUT|EAI_|EHOST|ENET|CONNECT_TIMEOUT|3D000)/,
    code: 'unreadable',
    what: 'cannot be reached',
    hint: 'Check the address in team.store and that the server runs.',
  },
  {
    codes: /^(?:08|57P|CONNECTION_|EPIPE|40)/,
    code: 'busy',
    what: 'broke the connection',
    hint: 'Try again.',
  },
];
const OTHER: Omit<Kind, 'codes'> = {
  code: 'unreadable',
  what: 'could not answer',
  hint: 'Look into its log.',
};

export function troubleAs(trouble: Trouble, name: string): SheafError {
  const { code, what, hint } = KINDS.find(({ codes }) => codes.test(trouble.code)) ?? OTHER;
  const sentence = `The team's store ${name} ${what} (${trouble.code}: ${trouble.message}).`;
  return new SheafError(code, sentence, hint);
}
