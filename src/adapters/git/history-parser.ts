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
  let pending = '';
  let queue: string[] = [];
  let draft: (HistoryCommit & { readonly files: FileChange[] }) | null = null;
  const end = (): HistoryCommit[] => {
    if (draft === null) return [];
    return [boundary.has(draft.oid) ? { ...draft, files: [] } : draft];
  };
  return {
    push(chunk) {
      const fields = chunk.toString('latin1').split('\0');
      fields[0] = pending + fields[0];
      pending = fields.pop() ?? '';
      queue = queue.concat(fields);
      const done: HistoryCommit[] = [];
      let at = 0;
      while (at < queue.length) {
        const record = queue.slice(at, at + FIELDS_OF_COMMIT);
        const [opening = '', first = '', second = '', third = ''] = record;
        const letter = draft === null ? undefined : STATUS.exec(opening)?.[1];
        const isMove = letter === 'R' || letter === 'C';
        const needed = letter === undefined ? FIELDS_OF_COMMIT : 2 + Number(isMove);
        const isKnown = letter !== undefined || ID.test(opening);
        if (isKnown && record.length < needed) break;
        at += isKnown ? needed : 1;
        if (letter !== undefined) {
          const path = textOf(isMove ? second : first);
          const from = letter === 'R' ? { from: textOf(first) } : {};
          draft?.files.push({ path, status: toStatus(letter), ...from });
        } else if (isKnown) {
          done.push(...end());
          const parents = first === '' ? [] : first.split(' ');
          const [time, message] = [Number(second) || 0, messageOf(third)];
          draft = { oid: opening, parents, time, message, files: [] };
        }
      }
      queue = queue.slice(at);
      return done;
    },
    end,
  };
}

/** A copy is a new file to us: `-C` is never asked for, but a repository may try. */
const toStatus = (letter: string): FileChange['status'] =>
  letter === 'C' ? 'A' : (letter as FileChange['status']);

const messageOf = (field: string): string =>
  Buffer.from(field.slice(0, MAX_MESSAGE_BYTES), 'latin1').toString('utf8').trimEnd();
