import type { Report } from './finding.ts';
import { isStandIn, looksRandom } from './values.ts';

const LONGEST_AUTHORITY = 600;
const ENDS_AUTHORITY = /[\s"'`<>\\^|]/;
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|nats|kafka|ldaps?|smtps?|imaps?|ftps?|sftp)(?:\+\w+)?$/i;
const SCHEME = /[A-Za-z][A-Za-z0-9+.-]{0,30}$/;
/** A user part this long and random is a token (`https://TOKEN@host`). */
const TOKEN_USER = 20;

/** Passwords and tokens in `scheme://user:password@host`. */
export function scanUrls(text: string, report: Report): void {
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const from = at + 3;
    const near = text.slice(from, from + LONGEST_AUTHORITY);
    const stop = near.search(ENDS_AUTHORITY);
    const whole = stop === -1 ? near : near.slice(0, stop);
    const scheme = SCHEME.exec(text.slice(Math.max(0, at - 32), at))?.[0] ?? '';
    const authority = authorityOf(whole, DATABASE.test(scheme));
    const sign = authority.lastIndexOf('@');
    if (sign <= 0) continue;
    const colon = authority.indexOf(':');
    const user =
      colon === -1 || colon > sign ? authority.slice(0, sign) : authority.slice(0, colon);
    const password = colon === -1 || colon > sign ? '' : authority.slice(colon + 1, sign);
    if (password !== '' && password !== 'x-oauth-basic' && isSecret(password)) {
      report(from + user.length + 1, from + sign, 'url-credential', 'url-credential');
    }
    if (looksRandom(user, TOKEN_USER)) report(from, from + user.length, 'url-token', 'url-token');
  }
}

/** The part up to the path; databases' passwords often hold a slash that nobody escaped. */
function authorityOf(whole: string, isDatabase: boolean): string {
  const end = whole.search(/[/?#]/);
  const plain = end === -1 ? whole : whole.slice(0, end);
  if (plain.includes('@') || !isDatabase || /:\d{1,5}$/.test(plain) || !plain.includes(':')) {
    return plain;
  }
  const sign = whole.indexOf('@');
  return sign === -1 ? plain : whole.slice(0, sign + 1);
}

function isSecret(password: string): boolean {
  return !isStandIn(password) && !/^[$%{]|^:|^\W*$/.test(password);
}
