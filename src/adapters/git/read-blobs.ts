import { SheafError } from '../../model/errors.ts';
import { type GitPlace, type GitRun, startGit } from './run.ts';

export interface BlobRequest {
  readonly oid: string;
  /** Of a longer blob only the last bytes are kept. */
  readonly keepBytes: number;
}

export type Blob =
  | { readonly kind: 'blob'; readonly bytes: Buffer; readonly size: number; readonly head: Buffer }
  | { readonly kind: 'missing'; readonly detail: string };

/**
 * Blobs in the order asked for, through one `cat-file --batch`: requests are written as fast as git
 * takes them, answers are read as fast as the caller wants them, the pipes hold both back. An
 * object git dies of is reported as missing and the rest is asked of a new process.
 */
export async function* readBlobs(
  place: GitPlace,
  requests: readonly BlobRequest[],
): AsyncGenerator<Blob> {
  let done = 0;
  while (done < requests.length) {
    const rest = requests.slice(done);
    const run = startGit(place, ['cat-file', '--batch', '--buffer']);
    try {
      run.child.stdin.end(rest.map(({ oid }) => `${oid}\n`).join(''));
      for await (const blob of answers(run, rest)) {
        done += 1;
        yield blob;
      }
    } finally {
      run.child.stdout.destroy();
      run.child.kill();
    }
    const { stderr } = await run.ended;
    if (place.signal?.aborted) throw new SheafError('interrupted', 'reading was interrupted');
    if (done < requests.length) {
      done += 1;
      yield { kind: 'missing', detail: stderr.trim() || 'git gave up on it' };
    }
  }
}

const FOUND = /^[0-9a-f]{40,64} (\w+) (\d+)$/;

/** Ends early, without an error, where git's output does. */
async function* answers(run: GitRun, requests: readonly BlobRequest[]): AsyncGenerator<Blob> {
  const input = byteReader(run.child.stdout);
  for (const { keepBytes } of requests) {
    const line = await input.line();
    if (line === null) return;
    // What git does not have it calls as it was asked for, which may be a path with blanks.
    const [, type, length] = FOUND.exec(line) ?? [];
    if (length === undefined) {
      yield { kind: 'missing', detail: `object ${line.slice(line.lastIndexOf(' ') + 1)}` };
      continue;
    }
    const size = Number(length);
    const body = await input.last(size, keepBytes);
    if (body === null) return;
    await input.take(1); // the newline git ends each object with
    yield type === 'blob'
      ? { kind: 'blob', size, ...body }
      : { kind: 'missing', detail: `a ${type}, not a file` };
  }
}

const NEWLINE = 0x0a;
const HEAD_BYTES = 2;
const NOTHING = Buffer.alloc(0);

function byteReader(stream: AsyncIterable<Buffer>) {
  const source = stream[Symbol.asyncIterator]();
  let held: Buffer = NOTHING;

  const more = async (): Promise<boolean> => {
    try {
      const next = await source.next();
      if (next.done) return false;
      held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
      return true;
    } catch {
      return false; // an aborted or broken pipe ends like a closed one
    }
  };

  const take = async (most: number): Promise<Buffer | null> => {
    if (held.length === 0 && !(await more())) return null;
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    return taken;
  };

  return {
    take,
    async line(): Promise<string | null> {
      while (!held.includes(NEWLINE)) if (!(await more())) return null;
      const end = held.indexOf(NEWLINE);
      const line = held.toString('latin1', 0, end);
      held = held.subarray(end + 1);
      return line;
    },
    /** The last `keep` of the next `size` bytes, and the first two of them all. */
    async last(size: number, keep: number): Promise<{ bytes: Buffer; head: Buffer } | null> {
      const kept: Buffer[] = [];
      let keptBytes = 0;
      let head: Buffer = NOTHING;
      for (let left = size; left > 0; ) {
        const part = await take(left);
        if (part === null) return null;
        left -= part.length;
        if (head.length < HEAD_BYTES)
          head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)]);
        kept.push(part);
        keptBytes += part.length;
        while (kept[0] !== undefined && keptBytes - kept[0].length >= keep) {
          keptBytes -= kept.shift()?.length ?? 0;
        }
      }
      const [only = NOTHING, ...others] = kept;
      const all = others.length === 0 ? only : Buffer.concat(kept);
      return { bytes: all.subarray(Math.max(0, all.length - keep)), head: Buffer.from(head) };
    },
  };
}
