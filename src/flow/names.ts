import { byCodePoint } from '../math/order.ts';
import { BAND_SIZE, type PartName, type PartState, type Role, type Step } from '../model/flow.ts';

const CONTEXT = 'ctx/';
const EVIDENCE = 'ctx/evidence/';
const NAME = /^(?:(\d{3})_)?(.+?)(?:\.(system|user|evidence))?\.(md|md\.skip|link)$/s;
const STATES = { md: 'active', 'md.skip': 'skipped', link: 'linked' } as const;
const ENDINGS = { active: 'md', skipped: 'md.skip', linked: 'link' } as const;

/** A name of 255 bytes is the most that systems take; rank, role, ending and a draft's mark need the rest. */
const MAX_KIND_BYTES = 180;
const HASH_DIGITS = 8;

/** A file of `ctx/` read as a part; null for what is none (an editor's draft, a folder's own file). */
export function parsePart(file: string): PartName | null {
  const isEvidence = file.startsWith(EVIDENCE);
  const name = file.slice(isEvidence ? EVIDENCE.length : CONTEXT.length);
  if (!file.startsWith(CONTEXT) || name.includes('/') || name.startsWith('.')) return null;
  const found = NAME.exec(name);
  if (found === null) return null;
  const [, rank, kind = '', role, ending = 'md'] = found;
  const state = STATES[ending as keyof typeof STATES];
  if (state === 'linked' && !isEvidence) return null;
  return {
    rank: rank === undefined ? null : Number(rank),
    kind,
    role: (role as Role | undefined) ?? (isEvidence ? 'evidence' : 'user'),
    state,
    file,
  };
}

export const rankText = (rank: number): string => String(rank).padStart(3, '0');

/** `100_flow_sh`, or the bare kind of a file that came without a rank. */
export const baseOf = ({ rank, kind }: Pick<PartName, 'rank' | 'kind'>): string =>
  rank === null ? kind : `${rankText(rank)}_${kind}`;

export function fileOf(part: Omit<PartName, 'file'>): string {
  const folder = part.role === 'evidence' ? EVIDENCE : CONTEXT;
  return `${folder}${baseOf(part)}.${part.role}.${ENDINGS[part.state]}`;
}

/** The same part in another state. A name that a person chose keeps its form. */
export function inState(part: PartName, state: PartState): string {
  const ending = ENDINGS[part.state];
  return `${part.file.slice(0, part.file.length - ending.length)}${ENDINGS[state]}`;
}

/** Its name without folder: what people see and type. */
export const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

export const writeNote = (file: string, note: object): Step => ({
  kind: 'write',
  file,
  text: `${JSON.stringify(note, null, 1)}\n`,
});

/** Entries that remember files by name, under the new names; null where none of them has one. */
export function underNewNames<T extends { readonly name: string }>(
  entries: readonly T[],
  renamed: ReadonlyMap<string, string>,
): T[] | null {
  if (!entries.some(({ name }) => renamed.has(name))) return null;
  return entries.map((entry) => ({ ...entry, name: renamed.get(entry.name) ?? entry.name }));
}

/** The file as it is called while it is active: what plans name it by, toggled or not. */
export const uriFile = (part: PartName): string =>
  part.state === 'skipped' ? part.file.slice(0, -'.skip'.length) : part.file;

/** Lexical, as `sort` has it: what lies in `ctx/` itself comes first; a toggle moves nothing. */
export function byPlace(a: PartName, b: PartName): number {
  const aside = (part: PartName): number => (part.file.startsWith(EVIDENCE) ? 1 : 0);
  const rank = (part: PartName): number => part.rank ?? Number.MAX_SAFE_INTEGER;
  return (
    aside(a) - aside(b) ||
    rank(a) - rank(b) ||
    byCodePoint(baseOf(a), baseOf(b)) ||
    byCodePoint(a.file, b.file)
  );
}

export const bandOf = (rank: number): number => Math.floor(rank / BAND_SIZE) * BAND_SIZE;

const UNFIT = /[^\p{L}\p{N}\p{M}_-]+/gu;

/** A name sanitised: letters, digits, `_` and `-`; short enough for any system. */
export function kindOf(name: string, sha256: (text: string) => string): string {
  const clean = name
    .normalize('NFC')
    .replace(UNFIT, '_')
    .replace(/^[_]+|[_]+$/g, '');
  const kind = clean === '' ? 'part' : clean;
  if (utf8Bytes(kind) <= MAX_KIND_BYTES) return kind;
  const mark = `-${sha256(name).replace('sha256:', '').slice(0, HASH_DIGITS)}`;
  const bytes = new TextEncoder().encode(kind).subarray(0, MAX_KIND_BYTES - mark.length);
  // Half a character at the end is left out.
  return `${new TextDecoder().decode(bytes).replace(/\ufffd+$/, '')}${mark}`;
}

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;

/** Kinds to try for a path, from short to telling. */
export function kindsFor(path: string, sha256: (text: string) => string): string[] {
  const names = path.split('/').filter((name) => name !== '');
  const kinds = names.map((_, i) => kindOf(names.slice(-1 - i).join('_'), sha256));
  return [...new Set(kinds)];
}
