import { basename, dirname, resolve } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** The part of transformers.js that is used; the package is the user's, not a dependency. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(task: 'feature-extraction', model: string): Promise<Extract>;
}
type Extract = (
  texts: readonly string[],
  options: { readonly pooling: 'mean'; readonly normalize: boolean },
) => Promise<{ tolist(): number[][] }>;

/** Not a literal, so that neither the compiler nor the bundler looks for it. */
const PACKAGE: string = ['@huggingface', 'transformers'].join('/');
const TEXTS_PER_CALL = 16;

export interface TransformersOptions {
  /** Folder of the model, with its config.json and onnx files. */
  readonly folder: string;
  readonly load?: () => Promise<unknown>;
}

/** A model that runs in this process from a local folder; nothing is downloaded. */
export async function transformersEmbedder({
  folder,
  load = () => import(PACKAGE) as Promise<unknown>,
}: TransformersOptions): Promise<Embedder> {
  const path = resolve(folder);
  const library = (await brought(
    load,
    `The provider "transformers" needs the package ${PACKAGE}, which is not installed.`,
    `Install it beside sheaf (npm install ${PACKAGE}), or set relevance.semantic.provider to "lsa".`,
  )) as Transformers;
  library.env.allowRemoteModels = false;
  library.env.localModelPath = dirname(path);
  const extract = await brought(
    () => library.pipeline('feature-extraction', basename(path)),
    `The folder "${basename(path)}" holds no model that transformers.js can open.`,
    'Set relevance.semantic.model to a local folder with config.json, tokenizer.json and onnx/.',
  );
  let dimensions = 0;
  return {
    name: `transformers ${basename(path)}`,
    get dimensions() {
      return dimensions;
    },
    maxBatch: TEXTS_PER_CALL,
    embed: async (texts, signal) => {
      if (texts.length === 0) return [];
      signal.throwIfAborted();
      const vectors = (await extract(texts, { pooling: 'mean', normalize: true })).tolist();
      dimensions = vectors[0]?.length ?? dimensions;
      return vectors;
    },
  };
}

/** What the user has to bring. */
async function brought<T>(bring: () => Promise<T>, sentence: string, hint: string): Promise<T> {
  try {
    return await bring();
  } catch (error) {
    throw new SheafError('not-found', sentence, hint, error);
  }
}
