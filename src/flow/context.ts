import type { Context, ContextPart } from '../model/context.ts';
import { BAND_SIZE, BANDS, type Part } from '../model/flow.ts';
import type { Tier } from '../model/relevance.ts';
import { isIncluded, type Redactor } from './assemble.ts';
import { languageOf, readEvidence } from './evidence-text.ts';
import { baseOf, byPlace } from './names.ts';
import { sourcePath } from './provenance.ts';

/** The tier whose band a rank lies in; what lies beyond the last is history. */
function tierAt(rank: number | null): Tier {
  const tiers = Object.keys(BANDS) as Tier[];
  return tiers.find((tier) => rank !== null && rank < BANDS[tier] + BAND_SIZE) ?? 'history';
}

/** A flow as a context that any format can show. */
export function flowContext(flowId: string, parts: readonly Part[], redact: Redactor): Context {
  const included = parts.toSorted(byPlace).filter(isIncluded);
  const words = (role: Part['role']): string =>
    included
      .filter((part) => part.role === role)
      .map(({ text, file }) => redact(text, file))
      .join('\n');
  return {
    flowId,
    system: words('system'),
    request: words('user'),
    fixed: [],
    parts: included.filter(({ role }) => role === 'evidence').map((part) => evidence(part, redact)),
  };
}

function evidence(part: Part, redact: Redactor): ContextPart {
  const { provenance, rest } = readEvidence(part.state === 'linked' ? '' : part.text);
  const path = part.target ?? (provenance === null ? null : sourcePath(provenance)) ?? baseOf(part);
  const text = redact(part.state === 'linked' ? part.text : unfenced(rest), path);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return {
    path,
    source: 'code',
    role: 'evidence',
    tier: tierAt(part.rank),
    rank: part.rank ?? 0,
    level: 'full',
    language: languageOf(path),
    relevance: 0,
    cid: part.cid,
    stretches: [{ firstLine: 1, lastLine: Math.max(1, lines), text }],
    lines: Math.max(1, lines),
  };
}

const FENCED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/;

/** The text inside, where evidence is nothing but one fence, as that which we wrote is. */
function unfenced(text: string): string {
  const [, , inside] = FENCED.exec(text) ?? [];
  return inside === undefined ? text : `${inside}\n`;
}
