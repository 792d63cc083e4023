import { constants, gunzipSync } from 'node:zlib';

/** Unpacks at most `limit` bytes; from a damaged archive or a bomb comes what could be read. */
export function gunzipBounded(bytes: Uint8Array, limit: number): Buffer {
  const most = Math.max(1, limit);
  return startOf(bytes, bytes.length, most) ?? longStart(bytes, most);
}

/** What a beginning unpacks to, as far as it goes; null if it is damaged or unpacks to more than wanted. */
function startOf(bytes: Uint8Array, length: number, maxOutputLength: number): Buffer | null {
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    return gunzipSync(bytes.subarray(0, length), { maxOutputLength, finishFlush });
  } catch {
    return null;
  }
}

const FIRST_GUESS = 4096;
const MOST_TRIES = 12;
/** With so much of what is wanted, nobody needs the rest. */
const ENOUGH = 7 / 8;
/** A little less than where the limit should be. */
const SAFELY = 0.97;

/**
 * What a long readable beginning unpacks to. The library gives all or nothing, so its length is guessed by how well the bytes before
 * were packed: text packs evenly, and each try costs up to the limit. Where a guess fails, the rest is halved.
 */
function longStart(bytes: Uint8Array, most: number): Buffer {
  let best: Buffer = Buffer.alloc(0);
  let [good, bad] = [0, bytes.length];
  let next = FIRST_GUESS;
  for (let tries = 0; tries < MOST_TRIES && bad - good > 1; tries++) {
    const length = next > good && next < bad ? next : good + Math.floor((bad - good) / 2);
    const start = startOf(bytes, length, most);
    if (start === null) bad = length;
    else [best, good] = [start, length];
    if (best.length >= ENOUGH * most) break;
    next = start === null ? 0 : Math.floor((SAFELY * good * most) / Math.max(1, best.length));
  }
  return best;
}
