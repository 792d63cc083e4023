import { type Chosen, chosenCandidates } from '../compose/candidates.ts';
import { budgetFor, type ContextRequest } from '../compose/request.ts';
import type { Subject } from '../compose/subject.ts';
import { contextPart, contextParts, planFields, unfamiliarWords } from '../flow/context.ts';
import { problemsOf } from '../flow/feedback.ts';
import { byPlace, uriFile } from '../flow/names.ts';
import { rememberedOf, rememberedText } from '../math/memo.ts';
import type { ContextPart } from '../model/context.ts';
import { EMPTY_OUTLINE, type Facts } from '../model/document.ts';
import type { Part } from '../model/flow.ts';
import { NO_DOUBT } from '../model/relevance.ts';
import { SOURCES, type SourceName } from '../model/shape.ts';
import type { Ports } from '../ports/ports.ts';
import { readTask } from '../task/read-task.ts';
import { redactFlowText } from './redactor.ts';

/** The files of a flow as what a context is composed from: everything a person left active is wanted, in the order of the ranks. */
export async function flowSubject(
  ports: Ports,
  { id, parts }: { readonly id: string; readonly parts: readonly Part[] },
  { config, maxTokens }: Pick<ContextRequest, 'config' | 'maxTokens'>,
  /** Something must become shorter, so what is in the texts must be known. */
  mustShorten: boolean,
): Promise<Subject> {
  for (const problem of problemsOf(parts)) ports.warn(problem);
  const shown = contextParts(parts, shownPart);
  const evidence = shown.filter(({ role }) => role === 'evidence');
  const { available } = budgetFor(config, maxTokens);
  const mayFit = !mustShorten && sizeOf(shown) <= available * MOST_CHARACTERS_PER_TOKEN;
  const facts = await Promise.all(
    evidence.map((part) => (mayFit ? plainFacts(part) : analysed(ports, part))),
  );
  const asked = shown.filter(({ role }) => role === 'user');
  const task = readTask(asked.map(textIn).join('\n'));
  const files = parts.toSorted(byPlace);
  const byPath = new Map(evidence.map((part) => [part.path, part]));
  const candidates = chosenCandidates(task.text, evidence.map(chosenOf(facts)));
  const doubt = { ...NO_DOUBT, unfamiliar: unfamiliarWords(parts) };
  const used = new Set<string>(evidence.map(({ source }) => source));
  return {
    flowId: id,
    title: task.title,
    task: { text: task.text, type: task.type },
    stateRoot: ports.hash(
      files.map((part) => `${uriFile(part)}\0${part.state}\0${part.cid}\0`).join(''),
    ),
    commit: null,
    candidates: {
      ...candidates,
      surroundings: { ...candidates.surroundings, doubt },
      flow: { parts: shown, evidence: byPath },
    },
    sourcesQueried: SOURCES.filter((source) => used.has(source)),
    contentOf: (path) => byPath.get(path)?.cid ?? path,
    hashOf: () => ({}),
    summaries: null,
    files: files.map(planFields),
  };
}

const shownPart = rememberedOf((part: Part) => contextPart(part, redactFlowText));

/** No text of some length has more, so what is longer than that does not fit. */
const MOST_CHARACTERS_PER_TOKEN = 6;
const sizeOf = (shown: readonly ContextPart[]): number =>
  shown.reduce((sum, part) => sum + textIn(part).length, 0);

const textIn = rememberedOf(({ stretches }: ContextPart): string =>
  stretches.map(({ text }) => text).join(''),
);

/** Texts of evidence that a running process analysed, by the workspace whose settings say how. */
const ANALYSED = new WeakMap<Ports['files'], (key: string) => Promise<Facts>>();
const REMEMBERED_CHARACTERS = 4_000_000;

function analyserOf(files: Ports['files']): (key: string) => Promise<Facts> {
  const known = ANALYSED.get(files);
  if (known !== undefined) return known;
  const analyse = rememberedText((key: string) => {
    const cut = key.indexOf('\0');
    return files.analyse(key.slice(0, cut), key.slice(cut + 1));
  }, REMEMBERED_CHARACTERS);
  ANALYSED.set(files, analyse);
  return analyse;
}

/** What a text of evidence defines and how it is built, for those that must become shorter. */
async function analysed({ files }: Ports, part: ContextPart): Promise<Facts> {
  const path = (part.evidence?.path ?? part.path).replaceAll('\0', '');
  const facts = await analyserOf(files)(`${path}\0${textIn(part)}`);
  // A format that is shown in other words than its own stays as the person has it.
  return facts.text === textIn(part) && facts.chunks.length > 0 ? facts : plainFacts(part);
}

const plainFacts = rememberedOf((part: ContextPart): Facts => {
  const text = textIn(part);
  const whole = { start: 0, end: text.length, firstLine: 1, lastLine: part.lines };
  return {
    ...EMPTY_OUTLINE,
    shape: { source: sourceIn(part), kind: 'data', language: part.language, options: '' },
    text,
    chunks: [{ ...whole, kind: 'block', name: '', names: [], within: [] }],
    redactions: {},
  };
});

/** Evidence is one piece; the lower its rank, the sooner it is taken. */
const chosenOf =
  (facts: readonly Facts[]) =>
  (part: ContextPart, i: number, { length }: readonly ContextPart[]): Chosen => {
    const own = facts[i] ?? plainFacts(part);
    const { path, lines, tier } = part;
    const whole = { start: 0, end: own.text.length, firstLine: 1, lastLine: lines };
    return {
      path,
      // However likely the engine found it: what a person left active is wanted, and the ranks say how much.
      relevance: 1,
      source: sourceIn(part),
      tier: tier === 'system' ? 'primary' : tier,
      standing: 'mentioned',
      facts: own,
      pieces: [{ ...whole, priority: 1 + (length - i) / length }],
    };
  };

const sourceIn = ({ source }: ContextPart): SourceName =>
  source === 'task' ? 'documentation' : source;
