import type { Config } from '../config/defaults.ts';
import type { NamedDocument } from '../lookup/document.ts';
import { SheafError } from '../model/errors.ts';
import type { SummarizeRequest, SummaryResult, Wish } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { summarize } from './summarize.ts';

/** Where summaries are kept: in the index, or in the folder that is configured. */
export function summaryStoreOf(
  { files }: Ports,
  { models }: StateView,
  { caching }: Config['summarization'],
): SummaryStore | null {
  return caching.cache_path === '' ? (models ?? null) : files.summaries(caching.cache_path);
}

/** A file of the workspace at a level of detail, or made as short as wished. */
export async function summarizeFile(
  ports: Ports,
  view: StateView,
  document: NamedDocument,
  request: SummarizeRequest,
  { summarization, budget }: Config,
): Promise<SummaryResult> {
  const { maxTokens = null } = request;
  const wish = wishOf(request);
  if (!summarization.enabled && (wish.kind !== 'level' || wish.level !== 'full')) {
    const hint = 'Set summarization.enabled to true, or ask for the level full.';
    throw new SheafError('config', 'Shortening documents is turned off.', hint);
  }
  const { path, content, facts, modified } = document;
  const tokenizer = await ports.tokenizer(budget.tokenizer);
  const task = request.task ?? '';
  const item = { path, modified, facts, ...(task === '' ? {} : { task }) };
  const { text, receipt, model, cached } = await summarize(item, {
    ports,
    wish,
    maxTokens,
    count: tokenizer.count,
    tokenizer: tokenizer.name,
    content,
    config: summarization,
    store: summaryStoreOf(ports, view, summarization),
  });
  const { method, ...lost } = receipt;
  return {
    path,
    source: facts.shape.source,
    level: wish.kind === 'level' ? wish.level : 'compressed',
    method,
    model,
    fromCache: cached,
    tokenizer: tokenizer.name,
    receipt: lost,
    text,
  };
}

/** One way to say how short: a level, a number of tokens or a share. */
function wishOf({ level, compress, ratio }: SummarizeRequest): Wish {
  if ([level, compress, ratio].filter((given) => given !== undefined).length > 1) {
    const hint = 'Give one of them; a maximum of tokens goes with each.';
    throw new SheafError('usage', 'level, compress and ratio exclude each other', hint);
  }
  if (compress !== undefined) return { kind: 'tokens', tokens: compress };
  return ratio === undefined
    ? { kind: 'level', level: level ?? 'summary' }
    : { kind: 'ratio', ratio };
}
