import { constants, gunzipSync } from 'node:zlib';

/** Unpacks at most `limit` bytes; from a damaged archive or a bomb comes what could be read. */
export function gunzipBounded(bytes: Uint8Array, limit: number): Buffer {
  const maxOutputLength = Math.max(1, limit);
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch {
    return longestStart(bytes, maxOutputLength); // damaged, cut off, or more than wanted
  }
}

/**
 * What the longest readable beginning unpacks to. The library gives all or nothing, so the place
 * where it fails is searched by halving: some twenty tries, each within the limit.
 */
function longestStart(bytes: Uint8Array, maxOutputLength: number): Buffer {
  let best: Buffer = Buffer.alloc(0);
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = good + Math.floor((bad - good) / 2);
    try {
      const start = bytes.subarray(0, middle);
      best = gunzipSync(start, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
      good = middle;
    } catch {
      bad = middle;
    }
  }
  return best;
}
