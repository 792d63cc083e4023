import type { FileChange, HistoryCommit } from '../../ports/store.ts';
import { textOf } from '../../text/paths/byte-path.ts';

export interface HistoryParser {
  /** Takes the next bytes and gives the commits that are complete with them. */
  push(chunk: Buffer): HistoryCommit[];
  end(): HistoryCommit[];
}

const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^\n?([AMDRTC])[0-9]*$/;
/** A message longer than this is kept by its beginning. */
const MAX_MESSAGE_BYTES = 65_536;
/** Id, parents, time, message. */
const FIELDS_OF_COMMIT = 4;

/**
 * Reads `diff-tree -z --name-status --format=%H%x00%P%x00%ct%x00%B`: fields end with NUL, which no
 * id, path or message holds. Commits in `boundary` keep no files.
 */
export function createHistoryParser(boundary: ReadonlySet<string> = new Set()): HistoryParser {
  let pending: string[] = [];
  let draft: (Omit<HistoryCommit, 'files'> & { readonly files: FileChange[] }) | null = null;
  /** A field that opens something, an id or the letter of a change, and those that belong to it so far. */
  let held: string[] = [];
  let letter: string | undefined;
  let needed = 0;

  const finish = (): HistoryCommit[] => {
    const done = draft;
    draft = null;
    if (done === null) return [];
    return [boundary.has(done.oid) ? { ...done, files: [] } : done];
  };

  const read = (field: string): HistoryCommit[] => {
    if (held.length === 0) {
      letter = draft === null ? undefined : STATUS.exec(field)?.[1];
      if (letter === undefined && !ID.test(field)) return [];
      needed = letter === undefined ? FIELDS_OF_COMMIT : 2 + Number(isMove(letter));
    }
    held.push(field);
    if (held.length < needed) return [];
    const [opening = '', first = '', second = '', third = ''] = held;
    held = [];
    if (letter !== undefined) {
      const path = textOf(isMove(letter) ? second : first);
      const from = letter === 'R' ? { from: textOf(first) } : {};
      draft?.files.push({ path, status: toStatus(letter), ...from });
      return [];
    }
    const done = finish();
    const parents = first === '' ? [] : first.split(' ');
    const [time, message] = [Number(second) || 0, messageOf(third)];
    draft = { oid: opening, parents, time, message, files: [] };
    return done;
  };

  return {
    push(chunk) {
      const fields = chunk.toString('latin1').split('\0');
      const last = fields.pop() ?? '';
      if (fields.length === 0) {
        pending.push(last);
        return [];
      }
      fields[0] = pending.join('') + fields[0];
      pending = [last];
      return fields.flatMap(read);
    },
    end: finish,
  };
}

const isMove = (letter: string): boolean => letter === 'R' || letter === 'C';

/** A copy is a new file to us: `-C` is never asked for, but a repository may try. */
function toStatus(letter: string): FileChange['status'] {
  if (letter === 'C') return 'A';
  return letter as FileChange['status'];
}

function messageOf(field: string): string {
  return Buffer.from(field.slice(0, MAX_MESSAGE_BYTES), 'latin1').toString('utf8').trimEnd();
}
