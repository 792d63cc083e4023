import { SheafError } from '../model/errors.ts';
import type { Part, PartName } from '../model/flow.ts';
import { evidenceIn } from './evidence-text.ts';
import { baseOf, byPlace, nameOf } from './names.ts';
import { sourcePath } from './provenance.ts';

/** Evidence in order: `e1` is the first. */
export const evidenceOf = <P extends PartName>(parts: readonly P[]): P[] =>
  parts.filter(({ role }) => role === 'evidence').sort(byPlace);

export const numbersOf = (parts: readonly PartName[]): Map<string, string> =>
  new Map(evidenceOf(parts).map(({ file }, i) => [file, `e${i + 1}`]));

const NUMBERED = /^e(\d{1,6})$/i;
const RANGE = /^(\d{1,3})-(\d{1,3})$/;
/** More would fill the screen. */
const CANDIDATES_SHOWN = 20;

/** Evidence by its kind, `100_kind`, file name or `eN`; one and only one. */
export function findEvidence<P extends PartName>(parts: readonly P[], name: string): P {
  const found = matches(parts, name);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined) {
    const known = evidenceOf(parts).slice(0, CANDIDATES_SHOWN).map(baseOf);
    const held = known.length === 0 ? 'no evidence yet' : known.join(', ');
    const sentence = `there is no evidence ${JSON.stringify(name)}`;
    throw new SheafError('not-found', sentence, `the flow has ${held}`);
  }
  const numbers = numbersOf(parts);
  const candidates = found
    .slice(0, CANDIDATES_SHOWN)
    .map(({ file }) => `${numbers.get(file)} ${nameOf(file)}`);
  const sentence = `${JSON.stringify(name)} is ambiguous: ${candidates.join(', ')}`;
  throw new SheafError('usage', sentence, 'use the file name or eN');
}

function matches<P extends PartName>(parts: readonly P[], name: string): P[] {
  const evidence = evidenceOf(parts);
  const tries: readonly ((part: P, i: number) => boolean)[] = [
    ({ file }) => file === name || nameOf(file) === name,
    ({ file }) => nameOf(file) === `${name}.skip`,
    ({ state, file }) => state === 'skipped' && nameOf(file) === `${name}.md.skip`,
    (part) => baseOf(part) === name,
    (part, i) => part.kind === name || NUMBERED.exec(name)?.[1] === String(i + 1),
  ];
  for (const fits of tries) {
    const found = evidence.filter(fits);
    if (found.length > 0) return found;
  }
  return evidence.filter((part) => 'text' in part && pathOf(part) === name);
}

export function pathOf(part: PartName): string | null {
  const own = part as Part;
  return own.target ?? sourcePath(evidenceIn(own).provenance);
}

/** Evidence by a name, by a range of ranks such as `300-399`, or by several of both; each once. */
export function selectEvidence<P extends PartName>(
  parts: readonly P[],
  names: string | readonly string[],
): P[] {
  const chosen = [names].flat();
  return [...new Set(chosen.flatMap((name) => ranged(parts, name) ?? findEvidence(parts, name)))];
}

/** What lies in a range of ranks; null for a name that is none. */
export function ranged<P extends PartName>(parts: readonly P[], name: string): P[] | null {
  const range = RANGE.exec(name);
  if (range === null) return null;
  const first = Number(range[1]);
  const last = Number(range[2]);
  if (last < first) throw new SheafError('usage', `the range ${name} ends before it begins`);
  const found = evidenceOf(parts).filter(
    ({ rank }) => rank !== null && rank >= first && rank <= last,
  );
  if (found.length === 0) {
    throw new SheafError('not-found', `no evidence has a rank from ${first} to ${last}`);
  }
  return found;
}
