import type { Scan } from './finding.ts';
import { isPlaceholder, isStandIn, looksRandom } from './values.ts';

const LONGEST_AUTHORITY = 300;
/** Up to the path, and up to the end: databases' passwords often hold a slash that nobody escaped. */
const AUTHORITY = new RegExp(`[^\\s"'\`<>\\\\^|/?#]{1,${LONGEST_AUTHORITY}}`, 'y');
const WHOLE = new RegExp(`[^\\s"'\`<>\\\\^|@]{1,${LONGEST_AUTHORITY}}@`, 'y');
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|nats|kafka|ldaps?|smtps?|imaps?|ftps?|sftp)(?:\+\w+)?$/i;
const LONGEST_SCHEME = 16;
/** A user part this long and random is a token (`https://TOKEN@host`). */
const TOKEN_USER = 20;

/** Passwords and tokens in `scheme://user:password@host`. */
export function scanUrls({ text, report }: Scan): void {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const from = at + 3;
    const authority = authorityAt(text, at, from);
    const sign = authority.lastIndexOf('@');
    if (sign <= 0) continue;
    const colon = authority.indexOf(':');
    const user =
      colon === -1 || colon > sign ? authority.slice(0, sign) : authority.slice(0, colon);
    const password = colon === -1 || colon > sign ? '' : authority.slice(colon + 1, sign);
    // `user:pass@host` is how manuals write it; digits make it somebody's, as does the user of a database.
    const isExample =
      isPlaceholder(password) &&
      !/\d/.test(password) &&
      (/^(?:user(?:name)?)?$/i.test(user) || !isDatabase(text, at));
    if (password !== '' && password !== 'x-oauth-basic' && !isExample && isSecret(password)) {
      report(from + user.length + 1, from + sign, 'url-credential', 'url-credential');
    }
    const isToken = /^x-(?:oauth-basic|access-token)$/.test(password) && isSecret(user);
    if (isToken || looksRandom(user, TOKEN_USER))
      report(from, from + user.length, 'url-token', 'url-token');
  }
}

const isDatabase = (text: string, at: number): boolean =>
  DATABASE.test(text.slice(Math.max(0, at - LONGEST_SCHEME), at));

function authorityAt(text: string, at: number, from: number): string {
  AUTHORITY.lastIndex = from;
  const plain = AUTHORITY.exec(text)?.[0] ?? '';
  if (plain.includes('@') || !plain.includes(':') || /:\d{1,5}$/.test(plain)) return plain;
  if (!isDatabase(text, at)) return plain;
  WHOLE.lastIndex = from;
  return WHOLE.exec(text)?.[0] ?? plain;
}

function isSecret(password: string): boolean {
  // In brackets is what may be left out: `[user[:password]]@host`.
  return !isStandIn(password) && !/^[$%{]|^:|^\W*$|\]$/.test(password);
}
