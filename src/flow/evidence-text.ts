import type { Provenance } from '../model/evidence.ts';
import { readProvenance, writeProvenance } from './provenance.ts';

/** Evidence as its file holds it. */
export interface EvidenceText {
  /** What the heading names; null without a heading. */
  readonly title: string | null;
  readonly provenance: Provenance | null;
  /** The content alone, without heading, comment and fence. */
  readonly body: string;
  /** What follows heading and comment, as it stands there. */
  readonly rest: string;
}

const HEADING = '## Evidence: ';
/** Says that the content does not end with a line end; the fence needs one. */
const OPEN_END = 'end';

/** Headings show names, not control characters or line breaks. */
export const inHeading = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cf}|[\u2028\u2029\ud800-\udfff]/gu, '\ufffd');

/** A fence longer than any run of backticks inside, so that no content can close it. */
export function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

const LANGUAGE = /^[A-Za-z0-9+#_-]{1,20}$/;

/** The ending of a name, as a fence takes it. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return name.includes('.') && LANGUAGE.test(ending) ? ending.toLowerCase() : '';
}

export function writeEvidence(title: string, provenance: Provenance, body: string): string {
  const isOpen = body !== '' && !body.endsWith('\n');
  const more = isOpen ? { ...provenance.more, [OPEN_END]: 'open' } : provenance.more;
  const fence = fenceFor(body);
  return [
    `${HEADING}${inHeading(title)}\n`,
    `${writeProvenance({ ...provenance, more })}\n\n`,
    `${fence}${languageOf(title)}\n${body}${isOpen ? '\n' : ''}${fence}\n`,
  ].join('');
}

/** Reads what `writeEvidence` wrote, and what people write: each of heading, comment and fence may be missing. */
export function readEvidence(text: string): EvidenceText {
  let at = 0;
  const line = (): string => {
    const end = text.indexOf('\n', at);
    return text.slice(at, end === -1 ? text.length : end);
  };
  const skip = (length: number): void => {
    at = Math.min(text.length, at + length + 1);
  };
  const first = line();
  const title = first.startsWith(HEADING) ? first.slice(HEADING.length).trim() : null;
  if (title !== null) skip(first.length);
  const second = line();
  const provenance = readProvenance(second);
  if (provenance !== null) skip(second.length);
  while (at < text.length && (provenance !== null || title !== null) && line().trim() === '') {
    skip(line().length);
  }
  const rest = text.slice(at);
  return { title, provenance, rest, body: unfenced(rest, provenance?.more[OPEN_END] === 'open') };
}

const FENCE = /^(`{3,})[^`\n]*\n/;

function unfenced(rest: string, isOpen: boolean): string {
  const fence = FENCE.exec(rest);
  const trimmed = rest.trimEnd();
  const mark = fence?.[1] ?? '';
  if (fence === null || !trimmed.endsWith(`\n${mark}`)) return rest;
  const end = trimmed.length - mark.length;
  if (end < fence[0].length) return rest;
  const body = rest.slice(fence[0].length, end);
  return isOpen && body.endsWith('\n') ? body.slice(0, -1) : body;
}
