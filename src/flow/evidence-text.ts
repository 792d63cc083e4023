import { rememberedOf } from '../math/memo.ts';
import type { Provenance } from '../model/evidence.ts';
import type { Part } from '../model/flow.ts';
import { readProvenance, writeProvenance } from './provenance.ts';

export interface EvidenceText {
  /** What the heading names; null without a heading. */
  readonly title: string | null;
  readonly provenance: Provenance | null;
  /** The content alone, without heading, comment and fence. */
  readonly body: string;
  /** What follows heading and comment, as it stands there. */
  readonly rest: string;
}

/** Says that the content does not end with a line end; the fence needs one. */
const OPEN_END = 'end';

/** Headings show names, not control characters or line breaks. */
const inHeading = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cf}|[\u2028\u2029\ud800-\udfff]/gu, '\ufffd');

/** A fence longer than any run of backticks inside, so that no content can close it. */
function fenceFor(text: string): string {
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
  const head = `## Evidence: ${inHeading(title)}\n${writeProvenance({ ...provenance, more })}`;
  return `${head}\n\n${fence}${languageOf(title)}\n${body}${isOpen ? '\n' : ''}${fence}\n`;
}

const HEAD = /^## Evidence: ([^\n]*)\n?/;
const LINE = /^[^\n]*\n?/;
const BLANK_LINES = /^(?:[^\S\n]*\n)*(?:[^\S\n]+$)?/;

/** Reads what `writeEvidence` wrote, and what people write: each of heading, comment and fence may be missing. */
export function readEvidence(text: string): EvidenceText {
  const [head = '', title = null] = HEAD.exec(text) ?? [];
  const [line = ''] = LINE.exec(text.slice(head.length)) ?? [];
  const provenance = readProvenance(line);
  const after = text.slice(head.length + (provenance === null ? 0 : line.length));
  const rest = title === null && provenance === null ? after : after.replace(BLANK_LINES, '');
  const body = unfenced(rest, provenance?.more[OPEN_END] === 'open');
  return { title: title?.trim() ?? null, provenance, rest, body };
}

/** What a part of a flow says of itself; a link says nothing. */
export const evidenceIn: (part: Part) => EvidenceText = rememberedOf(({ state, text }) =>
  readEvidence(state === 'linked' ? '' : text),
);

/** The content of some evidence; a link holds that of its target as it is. */
export const bodyOf = (part: Part): string =>
  part.state === 'linked' ? part.text : evidenceIn(part).body;

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
