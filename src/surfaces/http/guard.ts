import { createHash, timingSafeEqual } from 'node:crypto';

/* Who may ask: a server on a user's machine can be reached by every page the user's browser shows. */

export interface GuardOptions {
  /** Host names under which the server may be addressed. */
  readonly hosts: readonly string[];
  /** SHA-256 of the token. */
  readonly digest: Uint8Array;
  /** Pages that may ask, by their origin. */
  readonly origins: readonly string[];
  readonly now: () => number;
}

export interface Refusal {
  readonly status: 401 | 403 | 429;
  readonly message: string;
  readonly hint: string;
}

export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Wrong tokens within a minute before further ones are not even compared. */
const MOST_WRONG = 20;
const WINDOW_MS = 60_000;

const PORT = /:\d{1,5}$/;
const nameOf = (host: string): string => host.toLowerCase().replace(PORT, '');

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

/** The token that a request carries; empty if none. */
export const tokenIn = (headers: Headers): string =>
  /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? '';

/** Looks at the headers of a request; null where it may pass. */
interface Guard {
  checkPlace(headers: Headers): Refusal | null;
  checkToken(headers: Headers): Refusal | null;
}

export function guardOf({ hosts, digest, origins, now }: GuardOptions): Guard {
  let wrong: number[] = [];
  /** A page of another site that got hold of our address by its own name has that name in `Host`. */
  const checkPlace = (headers: Headers): Refusal | null => {
    const host = headers.get('host') ?? '';
    if (!hosts.includes(nameOf(host))) {
      const hint = `this server answers as ${hosts.join(', ')}`;
      return { status: 403, message: 'the Host header names another server', hint };
    }
    const origin = headers.get('origin');
    if (origin === null || origins.includes(origin) || origin === `http://${host}`) return null;
    const hint = 'allow its origin with --cors, if it is yours';
    return { status: 403, message: 'this page may not use the server', hint };
  };
  const checkToken = (headers: Headers): Refusal | null => {
    const since = now() - WINDOW_MS;
    wrong = wrong.filter((time) => time > since);
    const given = tokenIn(headers);
    // Digests have one length, so that nothing can be learnt from how long it takes.
    if (given !== '' && timingSafeEqual(sha256(given), digest)) return null;
    if (given !== '') wrong.push(now());
    if (wrong.length > MOST_WRONG) {
      return { status: 429, message: 'too many wrong tokens', hint: 'wait a minute' };
    }
    const hint = 'send the header Authorization: Bearer TOKEN; sheaf serve says where TOKEN is';
    return { status: 401, message: 'a valid token is needed', hint };
  };
  return { checkPlace, checkToken };
}
