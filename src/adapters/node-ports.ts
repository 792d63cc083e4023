import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { freshFor } from '../math/memo.ts';
import type { Memory, Ports } from '../ports/ports.ts';
import type { SourceAdapter } from '../ports/source.ts';
import { rootOf } from '../text/paths/roots.ts';
import { loadBlake3 } from './hash/blake3.ts';
import { endpointOf } from './models/endpoint.ts';
import { meantPath, placeOf } from './roots/paths.ts';
import type { Root } from './roots/roots.ts';
import { summaryFolder } from './stores/summary-folder.ts';

export interface NodePortsOptions extends Pick<Ports, 'env' | 'warn' | 'signal'> {
  /** Absolute folder of the workspace. */
  readonly root: string;
  /** Its roots, where it has several. */
  readonly roots?: readonly Root[];
  /** False for a commit that is read without a checkout. */
  readonly isLive: boolean;
  /** The clock; the system's unless it is given. */
  readonly now?: Ports['now'] | undefined;
  /** How long answers of models and what was gathered are kept in a running process; 0 for not at all. */
  readonly memoryMs?: number;
  /** Needed by whoever assembles; grooming a flow analyses nothing. */
  readonly analyse?: Ports['files']['analyse'];
  readonly sources?: readonly SourceAdapter[];
  /** Where there is a repository. */
  readonly past?: Ports['past'] | undefined;
}

/** Gatherings hold the texts of forty files each, so few are kept. */
const VALUES_KEPT = 16;

/** The outside world as Node gives it. Models and tables are loaded by whoever asks for them first. */
export async function nodePorts(options: NodePortsOptions): Promise<Ports> {
  const { root, roots = [], isLive, env, now = Date.now, warn, signal } = options;
  return {
    env,
    now,
    warn,
    signal,
    hash: await loadBlake3(),
    digest: (text) => `sha256:${createHash('sha256').update(text).digest('hex')}`,
    memory: freshFor(options.memoryMs ?? 0, VALUES_KEPT, now) as Memory,
    files: {
      isLive,
      relative: (given) => meantPath(given, root, roots),
      exists: (path) =>
        (roots.length === 0 || rootOf(path) !== null) && existsSync(placeOf(path, root, roots)),
      analyse: options.analyse ?? (() => Promise.reject(new Error('nothing is analysed here'))),
      summaries: (folder) => summaryFolder(root, folder),
    },
    past: options.past ?? (async (wanted) => wanted.map(() => null)),
    compressors: new Map(
      (options.sources ?? []).flatMap(({ name, compress }) => (compress ? [[name, compress]] : [])),
    ),
    tokenizer: async (name) => (await import('./tokenizers/tokenizers.ts')).loadTokenizer(name),
    embedder: async (config) => (await import('./embedders/provider.ts')).openEmbedder(config, env),
    reranker: async (config) =>
      (await import('./embedders/reranker.ts')).httpReranker(endpointOf(config, env)),
    summarizer: async (config) =>
      (await import('./models/summarizer.ts')).openSummarizer(config, env),
    answerer: async (config) => (await import('./models/summarizer.ts')).openAnswerer(config, env),
  };
}
