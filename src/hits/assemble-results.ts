import { nodePorts } from '../adapters/node-ports.ts';
import { type Composed, compose } from '../compose/compose.ts';
import { refuseOverflow } from '../compose/refuse.ts';
import { assemblyId, budgetFor, surelyFit } from '../compose/request.ts';
import { compositionRules } from '../compose/rules.ts';
import { type Config, DEFAULTS } from '../config/defaults.ts';
import { choice, fields, flag, list, number, signal, text } from '../config/given.ts';
import { typeOf } from '../format/body.ts';
import { ingestSettings } from '../ingest/settings.ts';
import type { Budget } from '../model/budget.ts';
import type { Context, ContextPart } from '../model/context.ts';
import { STRATEGIES, type Strategy } from '../model/options.ts';
import type * as model from '../model/results.ts';
import type { Shape, SourceName } from '../model/shape.ts';
import { redact } from '../redact/redact.ts';
import { redactTask } from '../redact/task.ts';
import { openCalls } from '../requests/calls.ts';
import { CONTEXT, contextOf } from '../requests/requests.ts';
import { dedupe } from '../retrieve/dedupe.ts';
import * as candidates from './candidates.ts';
import { type Hit, readHit, type SearchResult } from './read.ts';

/** How the results of another search become a context. What is not given is as usual. */
export interface AssembleResultsOptions extends model.ContextOptions {
  readonly signal?: AbortSignal | undefined;
  /** What the context is for; it stands in the context, and what is shortened is shortened for it. */
  readonly task?: string | undefined;
  /** `greedy` unless it is given: the order of the scores decides. */
  readonly strategy?: Strategy | undefined;
  /** Results of one document at most; 0 for any number. */
  readonly maxChunksPerDoc?: number | undefined;
  /** Results that share more of their words than this, from 0 to 1, count as one; 0.8 unless it is given. */
  readonly dedupThreshold?: number | undefined;
  /** Facts about each document in the format `docs`. */
  readonly includeMetadata?: boolean | undefined;
}

/**
 * A context of what another search found: without duplicates, by document, within the budget, in any format. No project and no
 * index are needed. Secrets are replaced by markers, as everywhere.
 */
export async function assembleResults(
  results: readonly SearchResult[],
  options: AssembleResultsOptions = {},
): Promise<model.AssembledContext> {
  const asked = fields<AssembleResultsOptions>('assembleResults', options, [], {
    ...CONTEXT,
    task: text,
    strategy: choice(STRATEGIES),
    maxChunksPerDoc: number(0, 100_000),
    dedupThreshold: number(0, 1, 'any'),
    includeMetadata: flag,
    signal,
  });
  const isBrief = asked.includeCodeContent === false;
  const given = list((value) => value)(results, 'results');
  const hits = given.map((value, at) => readHit(value, at, isBrief));
  const calls = openCalls(new AbortController().signal);
  return calls.run(asked.signal, (until) => assembled(hits, asked, until));
}

async function assembled(
  hits: readonly Hit[],
  asked: AssembleResultsOptions,
  signal: AbortSignal,
): Promise<model.AssembledContext> {
  const { config, maxTokens, look } = contextOf(asked, {
    ...DEFAULTS,
    assembly: {
      ...DEFAULTS.assembly,
      packing_strategy: 'greedy',
      max_chunks_per_doc: asked.maxChunksPerDoc ?? 0,
      include_metadata: asked.includeMetadata ?? false,
    },
  });
  const warn = (): undefined => undefined;
  const world = { root: '.', isLive: false, env: {}, now: () => 0, warn, signal };
  const ports = await nodePorts(world);
  const budget = budgetFor(config, maxTokens);
  const task = asked.task === undefined ? '' : redactTask(asked.task);
  const documents = await described(hits, asked, config, budget.available);
  const flowId = assemblyId(
    task || 'results',
    ports.hash(documents.map(candidates.textOf).join('\0')),
  );
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const madeAt = (own: Budget): Composed =>
    compose(candidates.candidatesOf(task, documents), {
      flowId,
      budget: own,
      tokenizer,
      digest: ports.digest,
      rules: compositionRules(config, ports.compressors, { look, maxTokens: own.available }),
    });
  const made = madeAt(budget);
  if (config.budget.overflow_strategy === 'error') {
    await refuseOverflow(made, {
      flag: 'maxTokens',
      now: budget.available,
      sizeFor: (tokens) => tokens,
      madeAt: (size) => madeAt(budgetFor(config, size)),
    });
  }
  const summary = noteOf(made.context);
  return {
    context: made.prompt,
    sources: sourcesIn(made.context, documents),
    tokenCount: made.totalTokens,
    truncated: made.truncated,
    ...(summary === undefined ? {} : { summary }),
  };
}

/** The hits without secrets and duplicates, by document; what must be shortened is looked at more closely. */
async function described(
  hits: readonly Hit[],
  { dedupThreshold }: AssembleResultsOptions,
  config: Config,
  available: number,
): Promise<candidates.KnownDocument[]> {
  const [{ claim }, { analyseText }] = await Promise.all([
    import('../ingest/analyse.ts'),
    import('../ingest/single.ts'),
  ]);
  const settings = ingestSettings(config);
  const shapeOf = (hit: Hit): Shape =>
    ofType(hit, claim(hit.path, hit.text.slice(0, HEAD_CHARACTERS), settings) ?? PLAIN);
  const clean = hits.map((hit) => ({ ...hit, text: redact(hit.text, shapeOf(hit)).text }));
  const documents = candidates.documentsOf(
    dedupe(clean.sort(candidates.byRank), dedupThreshold).kept,
    shapeOf,
  );
  const isShortened = ['summarize', 'prioritize'].includes(config.budget.overflow_strategy);
  const isWhole = !isShortened || surelyFit(documents.map(candidates.textOf), available);
  return Promise.all(
    documents.map(async (document) => {
      const text = candidates.textOf(document);
      const facts = isWhole ? undefined : await analyseText(document.path, text, settings);
      // A format that is read in other words than its own stays as the search gave it.
      return candidates.known(document, facts?.text === text ? facts : undefined);
    }),
  );
}

/** What says of a text which source it belongs to. */
const HEAD_CHARACTERS = 4096;

const PLAIN: Shape = { source: 'documentation', kind: 'prose', language: 'text', options: '' };

/** Which source the types of a search belong to; any other is a source of its own. */
const SOURCE_OF: Readonly<Record<string, readonly string[]>> = {
  code: ['function', 'method', 'class', 'interface', 'type', 'file', 'module'],
  documentation: ['document', 'section', 'requirement', 'feature'],
  conversation: ['session', 'message', 'decision'],
};

function ofType({ type }: Hit, shape: Shape): Shape {
  if (type === null) return shape;
  const known = Object.entries(SOURCE_OF).find(([, types]) => types.includes(type));
  const source: SourceName = known?.[0] ?? type;
  return source === shape.source ? shape : { ...PLAIN, source, language: shape.language };
}

/** How many documents stand in fewer words than the search gave, where any does. */
function noteOf({ parts }: Context): string | undefined {
  const shorter = parts.filter(({ text: words }) => words !== undefined).length;
  const found = parts.length - shorter;
  return shorter === 0 ? undefined : `${found} as found, ${shorter} in fewer words`;
}

/** The hits that stand in a context: those whose lines are there, and all of a document that is there in fewer words. */
function sourcesIn(
  { parts }: Context,
  documents: readonly candidates.KnownDocument[],
): model.ContextSource[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return parts.flatMap((part) => {
    const isThere = ({ firstLine: line }: candidates.HitPiece): boolean =>
      part.text !== undefined ||
      part.stretches.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
    const pieces = byPath.get(part.path)?.pieces.filter(isThere) ?? [];
    return pieces.flatMap(({ hits }) => hits.map((hit) => sourceOf(hit, part)));
  });
}

const sourceOf = (
  { id, name, type, path, isFile, line, score }: Hit,
  part: ContextPart,
): model.ContextSource => ({
  id,
  name: name ?? path.slice(path.lastIndexOf('/') + 1),
  type: type ?? typeOf(part),
  ...(isFile ? { file: path } : {}),
  ...(line === null ? {} : { line }),
  relevance: score,
});
