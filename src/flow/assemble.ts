import type { Part } from '../model/flow.ts';
import { escapeField } from './escape.ts';
import { fenceFor, inHeading, languageOf, readEvidence } from './evidence-text.ts';
import { baseOf, byPlace, rankText, uriFile } from './names.ts';
import { comment, fileUri, sourcePath, spanField } from './provenance.ts';

export type Sha256 = (content: string) => string;
export type Redactor = (text: string, path: string) => string;

/** A part as S0's plan names it; what stands below `status` is ours. */
export interface PlannedFile {
  readonly rank: string;
  readonly kind: string;
  readonly role: string;
  readonly uri: string;
  readonly cid: string;
  readonly bytes: number;
  readonly status: 'active' | 'skipped';
  readonly source_uri?: string;
  readonly span?: string;
  readonly tags?: readonly string[];
  readonly linked?: boolean;
  readonly problem?: string;
}

/** `build/ctxplan.json` (FM-4). */
export interface FlowPlan {
  readonly version: '1.0';
  readonly flow_id: string;
  readonly order_rule: 'lexical';
  readonly parts: readonly PlannedFile[];
  readonly total_bytes: number;
  /** `sha256:` of the prompt. */
  readonly ctx_digest: string;
}

export interface AssembledFlow {
  readonly prompt: string;
  readonly plan: FlowPlan;
}

export interface FlowRequest {
  readonly flowId: string;
  readonly parts: readonly Part[];
  readonly sha256: Sha256;
  readonly redact: Redactor;
}

export const isIncluded = ({ state, problem }: Part): boolean =>
  state !== 'skipped' && problem === null;

/** `build/prompt.mdctx` and `build/ctxplan.json` of a folder of parts, as S0 shows them. */
export function assembleFlow({ flowId, parts, sha256, redact }: FlowRequest): AssembledFlow {
  const ordered = parts.toSorted(byPlace);
  const included = ordered.filter(isIncluded);
  const pieces = [
    `${comment([
      ['mdctx:version', '1.0'],
      ['flow_id', escapeField(flowId)],
      ['assembly', 'lexical'],
    ])}\n`,
  ];
  let last = '';
  for (const part of included) {
    pieces.push(section(part, last, redact));
    last = part.role;
  }
  const prompt = pieces.join('\n');
  return {
    prompt,
    plan: {
      version: '1.0',
      flow_id: flowId,
      order_rule: 'lexical',
      parts: ordered.map(planned),
      total_bytes: included.reduce((sum, { bytes }) => sum + bytes, 0),
      ctx_digest: sha256(prompt),
    },
  };
}

const HEADINGS = { system: '# System', user: '# User Request' } as const;

function section(part: Part, last: string, redact: Redactor): string {
  if (part.role === 'evidence') return evidenceSection(part, redact);
  const text = ended(guarded(redact(part.text, part.file)));
  return part.role === last ? text : `${HEADINGS[part.role]}\n\n${text}`;
}

const ended = (text: string): string => (text.endsWith('\n') || text === '' ? text : `${text}\n`);

function fenced(text: string, path: string): string {
  const fence = fenceFor(text);
  return `${fence}${languageOf(path)}\n${ended(text)}${fence}\n`;
}

function evidenceSection(part: Part, redact: Redactor): string {
  const { title, provenance, rest } = readEvidence(part.state === 'linked' ? '' : part.text);
  const path = part.target ?? (provenance === null ? null : sourcePath(provenance));
  const content = part.state === 'linked' ? fenced(part.text, path ?? '') : rest;
  const fields: [string, string][] = [
    ['source_uri', escapeField(fileUri(uriFile(part)))],
    ['cid', part.cid],
  ];
  if (provenance !== null) {
    fields.push(['from', escapeField(provenance.uri)]);
    if (provenance.span !== null) fields.push(['span', spanField(provenance.span)]);
    if (provenance.tags.length > 0) fields.push(['tags', provenance.tags.map(escapeField).join()]);
  }
  const heading = `## Evidence: ${inHeading(title ?? path ?? baseOf(part))}`;
  return `${heading}\n${comment(fields)}\n\n${ended(guarded(redact(content, path ?? part.file)))}`;
}

const MARKER = /^(?:<!-- (?:mdctx:version|source_uri)=|## Evidence: )/;
const FENCE_LINE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * No content can pose as another part: lines outside of fences that look like our own marks get a backslash, and a fence
 * that was left open is closed.
 */
function guarded(text: string): string {
  let fence = '';
  const lines = text.split('\n').map((line) => {
    const mark = FENCE_LINE.exec(line)?.[1] ?? '';
    if (fence === '') {
      fence = mark;
      return MARKER.test(line) ? `\\${line}` : line;
    }
    const isEnd = mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
    if (isEnd) fence = '';
    return line;
  });
  const guardedText = lines.join('\n');
  return fence === '' ? guardedText : `${ended(guardedText)}${fence}\n`;
}

function planned(part: Part): PlannedFile {
  const { provenance } = readEvidence(part.state === 'linked' ? '' : part.text);
  const isEvidence = part.role === 'evidence';
  return {
    rank: part.rank === null ? '' : rankText(part.rank),
    kind: part.kind,
    role: part.role,
    uri: fileUri(escapeField(uriFile(part))),
    cid: part.cid,
    bytes: part.bytes,
    status: isIncluded(part) ? 'active' : 'skipped',
    ...(isEvidence && provenance !== null
      ? {
          source_uri: provenance.uri,
          ...(provenance.span === null ? {} : { span: spanField(provenance.span) }),
          ...(provenance.tags.length === 0 ? {} : { tags: provenance.tags }),
        }
      : {}),
    ...(part.state === 'linked' ? { linked: true } : {}),
    ...(part.problem === null ? {} : { problem: part.problem }),
  };
}
