import type { Candidates } from '../compose/candidates.ts';
import { budgetFor, type ContextRequest } from '../compose/request.ts';
import type { Subject } from '../compose/subject.ts';
import { contextParts, planFields } from '../flow/context.ts';
import { problemsOf } from '../flow/feedback.ts';
import { byPlace, uriFile, utf8Bytes } from '../flow/names.ts';
import { SIGNALS, type Signals } from '../model/candidate.ts';
import type { ContextPart } from '../model/context.ts';
import { EMPTY_OUTLINE, type Facts } from '../model/document.ts';
import type { Part } from '../model/flow.ts';
import type { ScoredFile } from '../model/relevance.ts';
import { SOURCES, type SourceName } from '../model/shape.ts';
import type { Ports } from '../ports/ports.ts';
import type { FileChunks } from '../retrieve/chunks.ts';
import { readTask } from '../task/read-task.ts';
import { redactFlowText } from './redactor.ts';

/** The files of a flow as what a context is composed from: everything a person left active is wanted, in the order of the ranks. */
export async function flowSubject(
  ports: Ports,
  { id, parts }: { readonly id: string; readonly parts: readonly Part[] },
  { config, maxTokens }: Pick<ContextRequest, 'config' | 'maxTokens'>,
): Promise<Subject> {
  for (const problem of problemsOf(parts)) ports.warn(problem);
  const shown = contextParts(parts, redactFlowText);
  const evidence = shown.filter(({ role }) => role === 'evidence');
  const isTight = mayNeedShortening(shown, budgetFor(config, maxTokens).available);
  const facts = await Promise.all(
    evidence.map((part) => (isTight ? analysed(ports, part) : plainFacts(part))),
  );
  const spoken = shown.filter(({ role }) => role !== 'evidence');
  const asked = spoken.filter(({ role }) => role === 'user');
  const task = readTask(asked.map(textIn).join('\n'));
  const files = parts.toSorted(byPlace);
  const used = new Set<string>(evidence.map(({ source }) => source));
  return {
    flowId: id,
    title: task.sections.title,
    task: { text: task.text, type: task.type },
    stateRoot: ports.hash(
      files.map((part) => `${uriFile(part)}\0${part.state}\0${part.cid}\0`).join(''),
    ),
    commit: null,
    candidates: candidatesOf(task.text, spoken, evidence, facts),
    sourcesQueried: SOURCES.filter((source) => used.has(source)),
    contentOf: (path) => evidence.find((part) => part.path === path)?.cid ?? path,
    hashOf: () => ({}),
    summaries: null,
    files: files.map(planFields),
  };
}

const textIn = ({ stretches }: ContextPart): string => stretches.map(({ text }) => text).join('');

/** Headings and markers of a part take less. */
const FRAME_BYTES = 600;

/** A token is at least a byte: what is smaller than the budget in bytes surely fits, and nothing need be known of it. */
const mayNeedShortening = (parts: readonly ContextPart[], available: number): boolean =>
  parts.reduce((sum, part) => sum + FRAME_BYTES + utf8Bytes(textIn(part)), 0) > available;

/** What a text of evidence defines and how it is built, for those that must become shorter. */
async function analysed({ files }: Ports, part: ContextPart): Promise<Facts> {
  const facts = await files.analyse(part.evidence?.path ?? part.path, textIn(part));
  // A format that is shown in other words than its own stays as the person has it.
  return facts.text === textIn(part) && facts.chunks.length > 0 ? facts : plainFacts(part);
}

function plainFacts(part: ContextPart): Facts {
  const text = textIn(part);
  const source: SourceName = part.source === 'task' ? 'documentation' : part.source;
  const whole = { start: 0, end: text.length, firstLine: 1, lastLine: part.lines };
  return {
    ...EMPTY_OUTLINE,
    shape: { source, kind: 'data', language: part.language, options: '' },
    text,
    chunks: [{ ...whole, kind: 'block', name: '', names: [], within: [] }],
    redactions: {},
  };
}

const NO_SIGNALS = Object.fromEntries(SIGNALS.map((signal) => [signal, 0])) as Signals;

function candidatesOf(
  text: string,
  spoken: readonly ContextPart[],
  evidence: readonly ContextPart[],
  facts: readonly Facts[],
): Candidates {
  const files = evidence.map(
    (part, file): ScoredFile => ({
      file,
      path: part.path,
      source: part.source === 'task' ? 'documentation' : part.source,
      signals: NO_SIGNALS,
      penalty: 1,
      score: 1,
      relevance: part.relevance,
      factors: [],
      priority: 'high',
      multiplier: 1,
      threshold: 0,
      tier: part.tier === 'system' ? 'primary' : part.tier,
      standing: 'mentioned',
    }),
  );
  // Evidence is one piece; the lower its rank, the sooner it is taken.
  const chunks = files.flatMap((ranked, file): FileChunks[] => {
    const own = facts[file];
    if (own === undefined) return [];
    const { length } = own.text;
    const lines = { firstLine: 1, lastLine: evidence[file]?.lines ?? 1, start: 0, end: length };
    const priority = 1 + (files.length - file) / files.length;
    const whole = { file, path: ranked.path, sequence: 0, ...lines, priority, frame: 0 };
    return [{ ranked, facts: own, chunks: [whole] }];
  });
  return {
    task: { text },
    files,
    chunks,
    fixed: { remarks: [], turns: null, documents: [] },
    duplicates: [],
    surroundings: { newest: () => 0, timeOf: () => null },
    isChosen: true,
    flow: { spoken, evidence: new Map(evidence.map((part) => [part.path, part])) },
  };
}
