import { SheafError } from '../model/errors.ts';
import { type Change, FOCUS_FILE, type PartName, type Step } from '../model/flow.ts';
import { evidenceOf } from './find.ts';
import { filesAfter, linksStay, refuseClashes } from './groom.ts';
import { baseOf, inState, nameOf, underNewNames, uriFile, writeNote } from './names.ts';

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

const activeIn = (record: FocusRecord | null): Map<string, boolean> =>
  new Map(record?.before.map(({ name, active }) => [name, active]));

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
  const links = evidence.filter(({ state }) => state === 'linked');
  const known = activeIn(record);
  const before = evidence
    .filter((part) => !links.includes(part))
    .map((part) => {
      const name = keyOf(part);
      return { name, active: known.get(name) ?? part.state === 'active' };
    });
  const wasActive = activeIn({ query, before });
  const matching = evidence.filter(matches);
  const shown = matching.filter((part) => wasActive.get(keyOf(part)) !== false);
  if (shown.length === 0) throw nothingToFocus(query, matching);
  const steps = evidence.flatMap((part) => stateMove(part, shown.includes(part)));
  refuseClashes(parts, steps);
  const found = shown.filter((part) => links.includes(part)).length;
  const off = before.filter(({ active }) => active).length - (shown.length - found);
  const what = found === 0 ? '' : ` (${found} ${found === 1 ? 'link' : 'links'})`;
  const idle = matching.length - shown.length;
  return {
    what: `Focused on ${JSON.stringify(query)}`,
    steps: [...steps, writeNote(FOCUS_FILE, { query, before })],
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
  const [sentence, hint] =
    off === undefined
      ? [`no evidence matches ${named}`, 'sheaf ask shows what the index holds for it']
      : [
          `no active evidence matches ${named}, only ${baseOf(off)}, which is turned off`,
          `sheaf evidence toggle on ${baseOf(off)} turns it on`,
        ];
  return new SheafError('not-found', sentence, `nothing was changed; ${hint}`);
}

/** FL-7 `focus off`: every file that was there before is as it was. */
export function focusOff(parts: readonly PartName[], record: FocusRecord | null): Change {
  if (record === null) {
    throw new SheafError('usage', 'the flow is not focused', 'sheaf evidence focus "query"');
  }
  const wasActive = activeIn(record);
  const steps = evidenceOf(parts).flatMap((part) => {
    const active = wasActive.get(keyOf(part));
    return active === undefined ? [] : stateMove(part, active);
  });
  refuseClashes(parts, steps);
  return {
    what: 'Focus off',
    steps: [...steps, { kind: 'remove', file: FOCUS_FILE }],
    files: filesAfter(steps),
    notes: [],
  };
}

/** A change of names is followed by the records that remember names. */
export function renamedFocus(record: FocusRecord | null, steps: readonly Step[]): Step[] {
  const before = record === null ? null : underNewNames(record.before, renames(steps));
  return record === null || before === null ? [] : [writeNote(FOCUS_FILE, { ...record, before })];
}

const activeName = (file: string): string => nameOf(file).replace(/\.skip$/, '');

/** Old name → new, as they are while active, for the moves among the steps. */
export function renames(steps: readonly Step[]): Map<string, string> {
  const moves = steps.flatMap((step) =>
    step.kind === 'move' ? [[activeName(step.file), activeName(step.to)] as const] : [],
  );
  return new Map(moves.filter(([from, to]) => from !== to));
}
