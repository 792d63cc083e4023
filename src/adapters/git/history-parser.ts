import type { FileChange, HistoryCommit } from '../../ports/store.ts';
import { textOf } from '../files/byte-path.ts';

export interface HistoryParser {
  /** Takes the next bytes and gives the commits that are complete with them. */
  push(chunk: Buffer): HistoryCommit[];
  end(): HistoryCommit[];
}

const ID = /^[0-9a-f]{40,64}$/;
const STATUS = /^\n?([AMDRTC])[0-9]*$/;
/** A message longer than this is kept by its beginning. */
const MAX_MESSAGE_BYTES = 65_536;

type Expecting = 'commit or file' | 'parents' | 'time' | 'message' | 'path' | 'new path';
interface Draft {
  oid: string;
  parents: string[];
  time: number;
  message: string;
  files: FileChange[];
}

/**
 * Reads `diff-tree -z --name-status --format=%H%x00%P%x00%ct%x00%B`: fields end with NUL, which no
 * id, path or message holds. Commits in `boundary` keep no files.
 */
export function createHistoryParser(boundary: ReadonlySet<string> = new Set()): HistoryParser {
  let pending: string[] = [];
  let expecting: Expecting = 'commit or file';
  let draft: Draft | null = null;
  let status: FileChange['status'] = 'M';
  let from = '';

  const finish = (): HistoryCommit[] => {
    const done = draft;
    draft = null;
    if (done === null) return [];
    return [boundary.has(done.oid) ? { ...done, files: [] } : done];
  };

  const read = (field: string): HistoryCommit[] => {
    switch (expecting) {
      case 'commit or file': {
        const letter = STATUS.exec(field)?.[1];
        if (letter !== undefined && draft !== null) {
          status = toStatus(letter);
          expecting = letter === 'R' || letter === 'C' ? 'new path' : 'path';
          from = '';
          return [];
        }
        if (!ID.test(field)) return [];
        const done = finish();
        draft = { oid: field, parents: [], time: 0, message: '', files: [] };
        expecting = 'parents';
        return done;
      }
      case 'parents':
        if (draft !== null && field !== '') draft.parents = field.split(' ');
        expecting = 'time';
        return [];
      case 'time':
        if (draft !== null) draft.time = Number(field) || 0;
        expecting = 'message';
        return [];
      case 'message':
        if (draft !== null) draft.message = messageOf(field);
        expecting = 'commit or file';
        return [];
      case 'new path':
        from = textOf(field);
        expecting = 'path';
        return [];
      case 'path': {
        const file = { path: textOf(field), status };
        draft?.files.push(status === 'R' ? { ...file, from } : file);
        expecting = 'commit or file';
        return [];
      }
    }
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

/** A copy is a new file to us: `-C` is never asked for, but a repository may try. */
function toStatus(letter: string): FileChange['status'] {
  if (letter === 'C') return 'A';
  return letter as FileChange['status'];
}

function messageOf(field: string): string {
  return Buffer.from(field.slice(0, MAX_MESSAGE_BYTES), 'latin1').toString('utf8').trimEnd();
}
