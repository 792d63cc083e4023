import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Variables } from '../config/find.ts';
import { SheafError } from '../model/errors.ts';
import { keptOf } from './consent.ts';
import { makeFolder } from './files/make-folder.ts';
import { errorCode } from './files/open-file.ts';

const TOKEN = /^[0-9a-f]{64}$/;
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** A token that only its owner can read: made once, so that clients need not be told again after a restart. */
export function tokenFile(env: Variables): { readonly file: string; readonly token: string } {
  const folder = keptOf(env);
  if (folder === null) {
    throw new SheafError('not-found', 'there is no home folder for the token', 'set HOME');
  }
  const file = join(folder, 'token');
  try {
    return { file, token: readToken(file) ?? makeToken(file) };
  } catch (error) {
    if (error instanceof SheafError) throw error;
    const sentence = `cannot use ${file}: ${errorCode(error)}`;
    throw new SheafError('unreadable', sentence, 'the token for clients is kept there', error);
  }
}

function readToken(file: string): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  const text = stat.isFile() ? readFileSync(file, 'utf8').trim() : '';
  if (!TOKEN.test(text)) {
    throw new SheafError('unreadable', `${file} holds no token`, 'delete it; a new one is made');
  }
  // Somebody else may have read it by now, but nobody will from now on.
  if (process.platform !== 'win32' && (stat.mode & OTHERS) !== 0) {
    const hint = 'delete it, so that a new one is made, and tell your clients';
    throw new SheafError('unreadable', `${file} can be read by other users`, hint);
  }
  return text;
}

function makeToken(file: string): string {
  makeFolder(dirname(file), PRIVATE_FOLDER);
  const token = randomBytes(32).toString('hex');
  try {
    writeFileSync(file, `${token}\n`, { flag: 'wx', mode: PRIVATE_FILE });
    chmodSync(file, PRIVATE_FILE);
    return token;
  } catch (error) {
    // Another server was faster: its token is ours.
    const other = errorCode(error) === 'EEXIST' ? readToken(file) : null;
    if (other === null) throw error;
    return other;
  }
}
