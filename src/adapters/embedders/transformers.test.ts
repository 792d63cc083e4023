import { describe, expect, it } from 'vitest';
import { SheafError } from '../../model/errors.ts';
import { transformersEmbedder } from './transformers.ts';

const signal = new AbortController().signal;

async function refusal(work: Promise<unknown>): Promise<SheafError> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (error instanceof SheafError) return error;
  throw new Error(`no refusal but ${String(error)}`);
}

/** What transformers.js does, as far as it is asked for. */
const library = (known: string) => ({
  env: { allowRemoteModels: true, localModelPath: '' },
  pipeline: async (_task: string, model: string) => {
    if (model !== known) throw new Error(`no ${model}`);
    return async (texts: readonly string[]) => ({
      tolist: () => texts.map((text) => [text.length, 1]),
    });
  },
});

describe('RT-1 a model in this process', () => {
  it('says which package is missing and what to do', async () => {
    const error = await refusal(transformersEmbedder({ folder: 'models/small' }));
    expect(error.message).toContain('@huggingface/transformers, which is not installed');
    expect(error.hint).toContain('npm install @huggingface/transformers');
  });

  it('reads the model from its folder and downloads nothing', async () => {
    const installed = library('small');
    const embedder = await transformersEmbedder({
      folder: '/models/small',
      load: async () => installed,
    });
    expect(await embedder.embed(['abc'], signal)).toEqual([[3, 1]]);
    expect(embedder.dimensions).toBe(2);
    expect(installed.env).toEqual({ allowRemoteModels: false, localModelPath: '/models' });
  });

  it('says that a folder holds no model', async () => {
    const load = async () => library('small');
    const error = await refusal(transformersEmbedder({ folder: '/models/other', load }));
    expect(error.message).toBe('The folder "other" holds no model that transformers.js can open.');
  });
});
