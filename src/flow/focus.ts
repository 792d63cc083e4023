import { SheafError } from '../model/errors.ts';
import { type Change, FOCUS_FILE, type PartName, type Step } from '../model/flow.ts';
import { evidenceOf } from './find.ts';
import { linksStay, refuseClashes } from './groom.ts';
import { baseOf, inState, nameOf, uriFile } from './names.ts';

/** What was active and what was not before the flow was focused, by the names of active files. */
export interface FocusRecord {
  readonly query: string;
  readonly before: readonly { readonly name: string; readonly active: boolean }[];
}

/** The record as it was written; null where there is none or it is not ours. */
export function readFocus(text: string | null): FocusRecord | null {
  if (text === null) return null;
  try {
    const { query, before } = JSON.parse(text) as Partial<FocusRecord>;
    if (typeof query !== 'string' || !Array.isArray(before)) return null;
    const isEntry = (entry: { name?: unknown; active?: unknown } | null): boolean =>
      typeof entry?.name === 'string' && typeof entry.active === 'boolean';
    return before.every(isEntry) ? { query, before } : null;
  } catch {
    return null; // cut short or edited by hand
  }
}

export const writeFocus = (record: FocusRecord): Step => ({
  kind: 'write',
  file: FOCUS_FILE,
  text: `${JSON.stringify(record, null, 1)}\n`,
});

const keyOf = (part: PartName): string => nameOf(uriFile(part));

const stateMove = (part: PartName, active: boolean): Step[] => {
  const state = active ? 'active' : 'skipped';
  if (part.state === 'linked' || part.state === state) return [];
  return [{ kind: 'move', file: part.file, to: inState(part, state) }];
};

/**
 * FL-7 `focus`: what does not match is switched off. A second focus starts from what was active before the first, so
 * that `focus off` always leads back to where the first began.
 */
export function focus(
  parts: readonly PartName[],
  record: FocusRecord | null,
  query: string,
  matches: (part: PartName) => boolean,
): Change {
  const evidence = evidenceOf(parts);
  const known = new Map(record?.before.map(({ name, active }) => [name, active]));
  const before = evidence
    .filter(({ state }) => state !== 'linked')
    .map((part) => ({
      name: keyOf(part),
      active: known.get(keyOf(part)) ?? part.state === 'active',
    }));
  const wasActive = new Map(before.map(({ name, active }) => [name, active]));
  const matching = evidence.filter(matches);
  const shown = matching.filter((part) => wasActive.get(keyOf(part)) !== false);
  if (shown.length === 0) throw nothingToFocus(query, matching);
  const steps = evidence.flatMap((part) => stateMove(part, shown.includes(part)));
  refuseClashes(parts, steps);
  const links = evidence.filter(({ state }) => state === 'linked');
  const found = shown.filter((part) => links.includes(part)).length;
  const off = before.filter(({ active }) => active).length - (shown.length - found);
  const what = found === 0 ? '' : ` (${found} ${found === 1 ? 'link' : 'links'})`;
  const idle = matching.length - shown.length;
  return {
    what: `Focused on ${JSON.stringify(query)}`,
    steps: [...steps, writeFocus({ query, before })],
    files: shown.map((part) => (links.includes(part) ? part.file : inState(part, 'active'))),
    notes: [
      `${shown.length} ${shown.length === 1 ? 'matches' : 'match'}${what}, ${off} switched off; sheaf evidence focus off restores them`,
      ...(links.length === found ? [] : [`${linksStay(links.length - found)} without a match`]),
      ...(idle === 0
        ? []
        : [`${idle} more ${idle === 1 ? 'matches but is' : 'match but are'} switched off`]),
    ],
  };
}

/** Where nothing would be left, nothing is changed. */
function nothingToFocus(query: string, [off]: readonly PartName[]): SheafError {
  const named = JSON.stringify(query);
  return off === undefined
    ? new SheafError(
        'not-found',
        `no evidence matches ${named}`,
        'nothing was changed; sheaf ask finds what the index holds',
      )
    : new SheafError(
        'not-found',
        `no active evidence matches ${named}, only ${baseOf(off)}, which is turned off`,
        `nothing was changed; sheaf evidence toggle on ${baseOf(off)} turns it on`,
      );
}

/** FL-7 `focus off`: every file that was there before is as it was. */
export function focusOff(parts: readonly PartName[], record: FocusRecord | null): Change {
  if (record === null) {
    throw new SheafError('usage', 'the flow is not focused', 'sheaf evidence focus "query"');
  }
  const wasActive = new Map(record.before.map(({ name, active }) => [name, active]));
  const evidence = evidenceOf(parts);
  const steps = evidence.flatMap((part) => {
    const active = wasActive.get(keyOf(part));
    return active === undefined ? [] : stateMove(part, active);
  });
  refuseClashes(parts, steps);
  return {
    what: 'Focus off',
    steps: [...steps, { kind: 'remove', file: FOCUS_FILE }],
    files: steps.map((step) => (step.kind === 'move' ? step.to : step.file)),
    notes: [],
  };
}

/** A change of names is followed by the records that remember names. */
export function renamedFocus(record: FocusRecord | null, steps: readonly Step[]): Step[] {
  if (record === null) return [];
  const renamed = renames(steps);
  const before = record.before.map((entry) => ({
    ...entry,
    name: renamed.get(entry.name) ?? entry.name,
  }));
  const isSame = before.every(({ name }, i) => name === record.before[i]?.name);
  return isSame ? [] : [writeFocus({ ...record, before })];
}

const SKIP = '.skip';
const activeName = (file: string): string =>
  nameOf(file.endsWith(SKIP) ? file.slice(0, -SKIP.length) : file);

/** Old name → new, as they are while active, for the moves among the steps. */
export function renames(steps: readonly Step[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const step of steps) {
    if (step.kind !== 'move') continue;
    const from = activeName(step.file);
    const to = activeName(step.to);
    if (from !== to) result.set(from, to);
  }
  return result;
}
