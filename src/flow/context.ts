import type { ContextPart } from '../model/context.ts';
import { BAND_SIZE, BANDS, type Part } from '../model/flow.ts';
import type { FlowFields } from '../model/plan.ts';
import type { Tier } from '../model/relevance.ts';
import { evidenceIn, languageOf } from './evidence-text.ts';
import { baseOf, byPlace, rankText, uriFile } from './names.ts';
import { fileUri, relevanceIn, sourcePath, spanField, unfamiliarIn } from './provenance.ts';

export type Redactor = (text: string, path: string) => string;

export const isIncluded = ({ state, problem }: Part): boolean =>
  state !== 'skipped' && problem === null;

/** The files of a flow as parts of a context, in the order of their names; what is switched off or can't be read is not among them. */
export const contextParts = (
  parts: readonly Part[],
  shown: (part: Part) => ContextPart,
): ContextPart[] => parts.toSorted(byPlace).filter(isIncluded).map(shown);

/** The words that the project hardly had when the evidence of a flow was gathered. */
export const unfamiliarWords = (parts: readonly Part[]): string[] => [
  ...new Set(
    parts
      .toSorted(byPlace)
      .filter((part) => part.role === 'evidence' && isIncluded(part))
      .flatMap((part) => unfamiliarIn(evidenceIn(part).provenance)),
  ),
];

/** A file of a flow as it would stand in a context. */
export function contextPart(part: Part, redact: Redactor): ContextPart {
  const { role, cid, rank } = part;
  const own = role === 'evidence' ? evidence(part, redact) : spoken(part, redact);
  return { path: uriFile(part), role, rank: rank ?? 0, cid, ...own };
}

type OwnFields = Omit<ContextPart, 'path' | 'role' | 'rank' | 'cid'>;
/** What a person wrote or chose is wanted. */
const WANTED = 1;

/** The tier whose band a rank lies in; what lies beyond the last is history. */
export function tierAt(rank: number | null): Tier {
  const tiers = Object.keys(BANDS) as Tier[];
  return tiers.find((tier) => rank !== null && rank < BANDS[tier] + BAND_SIZE) ?? 'history';
}

function spoken(part: Part, redact: Redactor): OwnFields {
  const name = baseOf(part);
  return {
    ...textFields(redact(part.text, part.file)),
    source: 'task',
    relevance: WANTED,
    tier: 'system',
    language: 'markdown',
    evidence: { path: name, title: name, from: null, span: null, isMarkdown: true },
  };
}

function evidence(part: Part, redact: Redactor): OwnFields {
  const isLink = part.state === 'linked';
  const { title, provenance, body, rest } = evidenceIn(part);
  const path = part.target ?? sourcePath(provenance);
  const isMarkdown = !(isLink || isOneFence(body, rest));
  const about = path ?? baseOf(part);
  const written = isMarkdown ? rest : body;
  return {
    ...textFields(redact(isLink ? part.text : written, path ?? part.file)),
    source: isMarkdown ? 'documentation' : 'code',
    relevance: relevanceIn(provenance) ?? WANTED,
    tier: tierAt(part.rank),
    language: isMarkdown ? 'markdown' : INFO.exec(rest)?.[1] || languageOf(about),
    tags: provenance?.tags ?? [],
    evidence: {
      path: about,
      title: title ?? about,
      from: provenance?.uri ?? null,
      span: provenance?.span == null ? null : spanField(provenance.span),
      isMarkdown,
    },
  };
}

function textFields(text: string): Pick<ContextPart, 'level' | 'stretches' | 'lines'> {
  const lines = Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0));
  return { level: 'full', stretches: [{ firstLine: 1, lastLine: lines, text }], lines };
}

const INFO = /^`{3,}([\w+#.-]*)/;

/** True for evidence that is nothing but one fence; text between two of them is a person's. */
function isOneFence(body: string, rest: string): boolean {
  const [fence = ''] = /^`{3,}/.exec(rest) ?? [];
  return body !== rest && !body.split('\n').some((line) => line.trimStart().startsWith(fence));
}

/** What a plan says of a file of a flow (FM-4), whether it stands in the context or not. */
export function planFields(part: Part): FlowFields {
  const { provenance } = evidenceIn(part);
  const isEvidence = part.role === 'evidence' && provenance !== null;
  return {
    rank: part.rank === null ? '' : rankText(part.rank),
    kind: part.kind,
    role: part.role,
    uri: fileUri(uriFile(part)),
    cid: part.cid,
    bytes: part.bytes,
    status: isIncluded(part) ? 'active' : 'skipped',
    ...(isEvidence ? { source_uri: provenance.uri } : {}),
    ...(isEvidence && provenance.span !== null ? { span: spanField(provenance.span) } : {}),
    ...(isEvidence && provenance.tags.length > 0 ? { tags: provenance.tags } : {}),
    ...(part.state === 'linked' ? { linked: true } : {}),
    ...(part.problem === null ? {} : { problem: part.problem }),
    tier: part.role === 'evidence' ? tierAt(part.rank) : 'system',
  };
}
