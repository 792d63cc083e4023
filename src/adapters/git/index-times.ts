import type { BytePath } from '../../text/paths/byte-path.ts';

/** When git last saw a file change, in milliseconds with all digits that the file system gave. */
export interface SeenTimes {
  readonly ctimeMs: number;
  readonly mtimeMs: number;
}

/* The layout of git's index, versions 2 to 4 (gitformat-index). */
const SIGNATURE = 'DIRC';
const HEADER = 12;
const STAT = 40;
const FLAGS = 2;
const EXTENDED = 0x4000;
const HAS_LONG_FLAGS = 3;
const HAS_SHORT_NAMES = 4;
const PADDED_TO = 8;
const NS_PER_MS = 1e6;

/**
 * The times in an index. git itself compares seconds, so that of a work tree it has just written it can tell nothing; it notes nanoseconds all the
 * same. Empty for an index that we can't read: it may come from anywhere.
 */
export function indexTimes(index: Buffer, idBytes: number): ReadonlyMap<BytePath, SeenTimes> {
  const times = new Map<BytePath, SeenTimes>();
  if (index.length < HEADER || index.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) {
    return times;
  }
  const [version, count] = [index.readUInt32BE(4), index.readUInt32BE(8)];
  let at = HEADER;
  let before = '';
  for (let i = 0; i < count; i++) {
    const flagsAt = at + STAT + idBytes;
    if (flagsAt + FLAGS > index.length) return new Map();
    const isLong =
      version >= HAS_LONG_FLAGS && (index.readUInt16BE(flagsAt) & EXTENDED) === EXTENDED;
    let nameAt = flagsAt + FLAGS * (isLong ? 2 : 1);
    let kept = 0;
    if (version === HAS_SHORT_NAMES) {
      const cut = cutAt(index, nameAt);
      [nameAt, kept] = [cut.next, before.length - cut.value];
    }
    const end = index.indexOf(0, nameAt);
    if (end < 0 || kept < 0) return new Map();
    const path = before.slice(0, kept) + index.toString('latin1', nameAt, end);
    times.set(path, { ctimeMs: timeAt(index, at), mtimeMs: timeAt(index, at + 8) });
    if (version === HAS_SHORT_NAMES) [at, before] = [end + 1, path];
    else at += Math.ceil((end + 1 - at) / PADDED_TO) * PADDED_TO;
  }
  return times;
}

const timeAt = (index: Buffer, at: number): number =>
  index.readUInt32BE(at) * 1000 + index.readUInt32BE(at + 4) / NS_PER_MS;

/** A number of any length, seven bits to a byte, as git writes offsets. */
function cutAt(index: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = (index[at] ?? 0) & 0x7f;
  let next = at + 1;
  while (((index[next - 1] ?? 0) & 0x80) !== 0) {
    value = (value + 1) * 128 + ((index[next] ?? 0) & 0x7f);
    next++;
  }
  return { value, next };
}
