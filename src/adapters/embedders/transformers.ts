import { basename, dirname, resolve } from 'node:path';
import { SheafError } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';

/** The part of transformers.js that is used; the package is the user's, not a dependency. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(
    task: 'feature-extraction',
    model: string,
  ): Promise<
    (
      texts: readonly string[],
      options: { readonly pooling: 'mean'; readonly normalize: boolean },
    ) => Promise<{ tolist(): number[][] }>
  >;
}

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
  const library = await loaded(load);
  library.env.allowRemoteModels = false;
  library.env.localModelPath = dirname(path);
  const extract = await opened(library, path);
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

async function loaded(load: () => Promise<unknown>): Promise<Transformers> {
  try {
    return (await load()) as Transformers;
  } catch (error) {
    throw new SheafError(
      'not-found',
      `The provider "transformers" needs the package ${PACKAGE}, which is not installed.`,
      `Install it beside sheaf (npm install ${PACKAGE}), or set relevance.semantic.provider to "lsa".`,
      error,
    );
  }
}

async function opened(
  library: Transformers,
  path: string,
): Promise<Awaited<ReturnType<Transformers['pipeline']>>> {
  try {
    return await library.pipeline('feature-extraction', basename(path));
  } catch (error) {
    throw new SheafError(
      'not-found',
      `The folder "${basename(path)}" holds no model that transformers.js can open.`,
      'Set relevance.semantic.model to a local folder with config.json, tokenizer.json and onnx/.',
      error,
    );
  }
}
