import type { Variables } from '../hook/places.ts';
import type { Target } from './clients.ts';
import { withEntry, withoutEntry } from './edit.ts';
import * as journal from './journal.ts';

/** What would become of a file. */
export interface Planned {
  readonly client: string;
  readonly file: string;
  readonly before: string | null;
  /** Null for a file that goes. */
  readonly after: string | null;
}

/** The files that an installation would change. */
export function planInstall(targets: readonly Target[]): Planned[] {
  const texts = new Map<string, string | null>();
  return targets.flatMap(({ client, file, entries }) => {
    const before = texts.has(file) ? (texts.get(file) ?? null) : journal.readOr(file);
    const after = entries.reduce<string | null>(
      (text, entry) => withEntry(text, entry, file),
      before,
    );
    texts.set(file, after);
    return after === before ? [] : [{ client, file, before, after }];
  });
}

export function install(planned: readonly Planned[], env: Variables): void {
  const known = journal.readJournal(env);
  for (const { file, before, after } of planned) {
    if (after === null) continue;
    const folders = journal.replace(file, after);
    const change = journal.changeOf(before ?? '', after);
    const own = { ...change, after: journal.digestOf(after), isNew: before === null, folders };
    // A second change on top of ours would hide the first; it is then taken back entry by entry.
    known[file] = file in known ? { ...own, after: '', isNew: known[file]?.isNew === true } : own;
  }
  journal.writeJournal(env, known);
}

/** The files that would be taken back: to the byte where nobody has touched them since, else without our entries. */
export function planUninstall(targets: readonly Target[], env: Variables): Planned[] {
  const known = journal.readJournal(env);
  return targets.flatMap((target) => {
    const { client, file } = target;
    const before = journal.readOr(file);
    if (before === null) return [];
    const after = withoutOurs(before, target, known[file]);
    return after === before ? [] : [{ client, file, before, after }];
  });
}

function withoutOurs(
  text: string,
  { file, entries }: Target,
  change: journal.Change | undefined,
): string | null {
  if (change?.after === journal.digestOf(text)) {
    return change.isNew ? null : journal.undone(text, change);
  }
  return entries.reduce<string | null>(
    (rest, entry) => (rest === null ? null : withoutEntry(rest, entry, file)),
    text,
  );
}

export function uninstall(planned: readonly Planned[], env: Variables): void {
  const known = journal.readJournal(env);
  for (const { file, after } of planned) {
    if (after === null) journal.remove(file, known[file]?.folders ?? []);
    else journal.replace(file, after);
    delete known[file];
  }
  journal.writeJournal(env, known);
}
