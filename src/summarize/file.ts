import { loadBlake3 } from '../adapters/hash/blake3.ts';
import { modelEnvironment } from '../adapters/models/endpoint.ts';
import { summaryFolder } from '../adapters/stores/summary-folder.ts';
import { loadTokenizer } from '../adapters/tokenizers/tokenizers.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { documentOf } from '../lookup/document.ts';
import { SheafError } from '../model/errors.ts';
import type { SummarizeRequest, SummaryResult } from '../model/summary.ts';
import type { SummaryStore } from '../ports/models.ts';
import type { StateView } from '../ports/store.ts';
import { summarize } from './summarize.ts';

export const HASH_PREFIX = 'blake3:';

/** Where summaries are kept: in the index, or in the folder that is configured. */
export function summaryStoreOf(
  { config, root }: Pick<EngineOptions, 'config' | 'root'>,
  { models }: StateView,
): SummaryStore | null {
  const { cache_path: folder } = config.summarization.caching;
  return folder === '' ? (models ?? null) : summaryFolder(root, folder);
}

/** What names the content of each path of a state for good. */
export function contentNames({ state, models }: StateView): (path: string) => string {
  let contents: ReadonlyMap<string, number> | undefined;
  return (path) => {
    contents ??= new Map(state.files.map((file) => [file.path, file.content]));
    const content = contents.get(path) ?? 0;
    return models?.contentNames([content]).get(content) ?? `${state.root} ${path}`;
  };
}

/** `blake3:` of each file of a state; nothing for what is no file. */
export function contentHashes(view: StateView): (path: string) => { readonly content?: string } {
  const paths = new Set(view.state.files.map(({ path }) => path));
  const nameOf = contentNames(view);
  return (path) => {
    const [hash] = paths.has(path) ? nameOf(path).split(' ', 1) : [];
    return hash === undefined ? {} : { content: `${HASH_PREFIX}${hash}` };
  };
}

/** A file of the workspace at a level of detail, or made as short as wished. */
export async function summarizeFile(
  engine: Engine,
  view: StateView,
  request: SummarizeRequest,
  options: EngineOptions & { readonly nowMs: number },
): Promise<SummaryResult> {
  const { summarization, budget } = options.config;
  const { wish, maxTokens } = request;
  if (!summarization.enabled && (wish.kind !== 'level' || wish.level !== 'full')) {
    throw new SheafError(
      'config',
      'Documents may not be shortened here.',
      'Set summarization.enabled to true, or ask for the level full.',
    );
  }
  const { path, content, facts, modified } = await documentOf(engine, view, request.path, options);
  const tokenizer = await loadTokenizer(budget.tokenizer);
  const store = summaryStoreOf(options, view);
  const task = request.task ?? '';
  const item = { path, modified, facts, ...(task === '' ? {} : { task }) };
  const { text, receipt, model, cached } = await summarize(item, {
    wish,
    maxTokens,
    count: tokenizer.count,
    tokenizer: tokenizer.name,
    content,
    config: summarization,
    env: modelEnvironment(options.config, process.env),
    store,
    hash: await loadBlake3(),
    nowMs: options.nowMs,
    warn: options.warn,
    signal: options.signal,
  });
  return {
    path,
    source: facts.shape.source,
    level: wish.kind === 'level' ? wish.level : 'compressed',
    method: receipt.method,
    model,
    from_cache: cached,
    tokenizer: tokenizer.name,
    receipt: {
      kinds: receipt.kinds,
      tokens_before: receipt.tokensBefore,
      tokens_after: receipt.tokensAfter,
      lines_before: receipt.linesBefore,
      lines_after: receipt.linesAfter,
    },
    text,
  };
}
