import type { Shape } from '../model/shape.ts';
import { ALLOW_NOTHING, type Allow, isAllowed } from './allow.ts';
import { scanAnchored } from './anchored.ts';
import { lowBytesOf } from './bytes.ts';
import { scanPgpass } from './commands.ts';
import { scanEnv } from './env.ts';
import { type Finding, MARKER_OPEN, markerOf, type Scan } from './finding.ts';
import { TOKEN_FORMATS } from './formats.ts';
import { scanMasterKey } from './keys.ts';
import { repeatsIn } from './repeats.ts';
import { scanRuns } from './runs.ts';
import { type Reading, readingOf } from './strictness.ts';
import { scanUrls } from './urls.ts';

export interface Redacted {
  readonly text: string;
  /** How many values were replaced, by rule. */
  readonly redactions: Readonly<Record<string, number>>;
}

/** The name of every rule, as \`redactions\` counts them and an allow-list may hold them. */
export const ruleNames = (): ReadonlySet<string> =>
  new Set([
    ...TOKEN_FORMATS.map(([rule = '']) => rule),
    ...'argument basic-auth column command-password cookie curl-user env-value jwk kubernetes-secret password pgpass private-key rails-master-key random-string random-value said secret sql-password statement url-credential url-token'.split(
      ' ',
    ),
  ]);

/**
 * A replacement can uncover a neighbour (a bare word that ended at a quote now ends at a marker), so the text is read again
 * until nothing is found. Texts without secrets are read once; two passes are the rule for the others.
 */
const MOST_PASSES = 6;

const NONE: Redacted['redactions'] = {};

/** Replaces the secrets of a text by markers that keep their names. The number of lines stays the same. */
export function redact(text: string, shape: Shape, allow: Allow = ALLOW_NOTHING): Redacted {
  const reading = readingOf(shape, text);
  const found = settle(text, findAll(text, reading));
  // Most texts have none.
  return found.length === 0 ? { text, redactions: NONE } : replaced(text, found, reading, allow);
}

function replaced(
  text: string,
  found: readonly Finding[],
  reading: Reading,
  allow: Allow,
): Redacted {
  const counts = new Map<string, number>();
  const markers = new Map<string, string>();
  const allowed = new Set<string>();
  const isRefused =
    (within: string) =>
    (finding: Finding): boolean => {
      const value = within.slice(finding.start, finding.end);
      // Its line may look otherwise when it is read again.
      if (isAllowed(within, finding, allow)) allowed.add(value);
      return !allowed.has(value);
    };
  let current = text;
  let settled = found;
  for (let pass = 1; settled.length > 0; pass++) {
    const findings = allow === ALLOW_NOTHING ? settled : settled.filter(isRefused(current));
    if (findings.length === 0) break;
    current = replaceAll(current, findings, markers);
    for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    settled = pass < MOST_PASSES ? settle(current, findAll(current, reading)) : [];
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return { text: current, redactions: Object.fromEntries(sorted) };
}

/** The secrets of a text themselves, for those who look for them elsewhere. */
export function secretsIn(text: string, shape: Shape): (Finding & { readonly value: string })[] {
  return settle(text, findAll(text, readingOf(shape, text))).map((finding) => ({
    ...finding,
    value: text.slice(finding.start, finding.end),
  }));
}

const RULES: readonly ((scan: Scan) => void)[] = [
  ...[scanMasterKey, scanEnv, scanUrls, scanRuns, scanAnchored, scanPgpass],
];

function findAll(text: string, reading: Reading): Finding[] {
  const findings: Finding[] = [];
  const report = (start: number, end: number, rule: string, name: string): void => {
    if (end > start) findings.push({ start, end, rule, name });
  };
  const bytes = lowBytesOf(text);
  const scan: Scan = { text, bytes, reading, report, repeats: repeatsIn(text) };
  for (const rule of RULES) rule(scan);
  return findings;
}

/** Findings in order without overlaps: the union of those that touch, under the name of the most telling. */
function settle(text: string, found: readonly Finding[]): readonly Finding[] {
  if (found.length === 0) return found;
  const isMarked = text.includes(MARKER_OPEN);
  const sorted = found
    .filter(({ start, end }) => !isMarked || !text.slice(start, end).includes(MARKER_OPEN))
    .sort((a, b) => a.start - b.start || b.end - a.end || (a.rule < b.rule ? -1 : 1));
  const settled: Finding[] = [];
  for (const finding of sorted) {
    const last = settled[settled.length - 1];
    if (last === undefined || finding.start >= last.end) {
      settled.push(finding);
      continue;
    }
    const named = last.name !== last.rule ? last : finding;
    settled[settled.length - 1] = {
      start: last.start,
      end: Math.max(last.end, finding.end),
      rule: last.rule,
      name: named.name === named.rule ? last.name : named.name,
    };
  }
  return settled;
}

type Markers = Map<string, string>;

function replaceAll(text: string, findings: readonly Finding[], markers: Markers): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, rule, name } of findings) {
    const value = text.slice(start, end);
    // A name that holds the value would tell it.
    const marker = markers.get(value) ?? markerOf(name.includes(value) ? rule : name, rule);
    markers.set(value, marker);
    // Lines stay: what was spread over several leaves its ends of line behind.
    pieces.push(text.slice(at, start), marker);
    if (value.includes('\n')) pieces.push(value.replace(/[^\r\n]+|\r(?!\n)/g, ''));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
