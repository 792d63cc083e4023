import { afterEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  chat,
  serving,
  stopServing,
  trouble,
} from '../../../test/support/model-server.ts';
import { SheafError } from '../../model/errors.ts';
import { httpEmbedder } from './http.ts';
import { httpReranker, readMarks } from './reranker.ts';

afterEach(stopServing);

const vectors = (count: number, width: number): Answer => ({
  status: 200,
  body: {
    object: 'list',
    data: Array.from({ length: count }, (_, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from({ length: width }, (_unused, j) => index + j),
    })),
    model: 'm',
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
});
const OPTIONS = {
  model: 'm',
  apiKey: 'a-key',
  timeoutMs: 2000,
  allowedHosts: [],
  retryDelaysMs: [1, 1],
  dimensions: 0,
  maxBatch: 8,
};
const signal = new AbortController().signal;

async function refusal(work: Promise<unknown>): Promise<SheafError> {
  const error: unknown = await work.catch((caught: unknown) => caught);
  if (error instanceof SheafError) return error;
  throw new Error(`no refusal but ${String(error)}`);
}

describe('RT-1 an embedding model behind an OpenAI-compatible endpoint', () => {
  it('gives one vector a text, in order, and is asked with the key', async () => {
    const { baseUrl, asked } = await serving(({ body }) => vectors(body.input?.length ?? 0, 3));
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl });
    expect(await embedder.embed(['one', 'two'], signal)).toEqual([
      [0, 1, 2],
      [1, 2, 3],
    ]);
    expect(embedder.dimensions).toBe(3);
    expect(asked).toMatchObject([
      { url: '/v1/embeddings', key: 'Bearer a-key', body: { model: 'm', input: ['one', 'two'] } },
    ]);
    expect(embedder.name).not.toContain('a-key');
  });

  it.each([429, 500, 503])('asks again after status %d', async (status) => {
    const { baseUrl, asked } = await serving((_, count) =>
      count < 3 ? trouble(status, 'later') : vectors(1, 2),
    );
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl });
    expect(await embedder.embed(['x'], signal)).toEqual([[0, 1]]);
    expect(asked).toHaveLength(3);
  });

  it('gives up after the last try and says what the server said', async () => {
    const { baseUrl, asked } = await serving(() => trouble(500, 'out\nof memory'));
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl });
    const error = await refusal(embedder.embed(['x'], signal));
    expect(error.message).toBe('The model m did not answer: status 500: out of memory.');
    expect(asked).toHaveLength(3);
  });

  it('does not ask again where that can not help', async () => {
    const { baseUrl, asked } = await serving(() => trouble(401, 'wrong key'));
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl });
    expect((await refusal(embedder.embed(['x'], signal))).message).toContain('status 401');
    expect(asked).toHaveLength(1);
  });

  it('does not wait for ever', async () => {
    const { baseUrl, asked } = await serving(() => 'silence');
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl, timeoutMs: 300 });
    const error = await refusal(embedder.embed(['x'], signal));
    expect(error.message).toBe('The model m did not answer: no answer within 300 ms.');
    expect(asked.length).toBeGreaterThan(1);
  });

  it('stops at once when the caller does', async () => {
    const caller = new AbortController();
    const { baseUrl, asked } = await serving(() => {
      caller.abort();
      return 'silence';
    });
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl });
    await expect(embedder.embed(['x'], caller.signal)).rejects.toThrow(/abort/i);
    expect(asked).toHaveLength(1);
  });

  it('refuses vectors of another length than expected, or too few', async () => {
    const { baseUrl } = await serving(() => vectors(1, 3));
    const four = await httpEmbedder({ ...OPTIONS, baseUrl, dimensions: 4 });
    const error = await refusal(four.embed(['x'], signal));
    expect(error.message).toBe('The model m returned a vector of 3 numbers instead of 4.');
    expect(error.hint).toContain('relevance.semantic.dimensions');
    const any = await httpEmbedder({ ...OPTIONS, baseUrl });
    expect((await refusal(any.embed(['x', 'y'], signal))).message).toContain('1 instead of 2');
  });

  it('sends nothing to a host that the user has not allowed, nor along a redirect', async () => {
    const far = await refusal(httpEmbedder({ ...OPTIONS, baseUrl: 'https://example.org/v1' }));
    expect(far.hint).toContain('ALLOWED_SHEAF_HOSTS=example.org');
    await expect(
      httpEmbedder({
        ...OPTIONS,
        baseUrl: 'https://example.org/v1',
        allowedHosts: ['example.org'],
        keyHost: 'example.org',
      }),
    ).resolves.toMatchObject({ name: 'https://example.org/v1 m' });
    expect((await refusal(httpEmbedder({ ...OPTIONS, baseUrl: 'file:///etc' }))).code).toBe(
      'config',
    );
    const { baseUrl, asked } = await serving(() => ({
      status: 307,
      body: {},
      headers: { location: '/elsewhere' },
    }));
    const embedder = await httpEmbedder({ ...OPTIONS, baseUrl, retryDelaysMs: [] });
    await refusal(embedder.embed(['x'], signal));
    expect(asked.map(({ url }) => url)).toEqual(['/v1/embeddings']);
  });
});

describe('RT-1 a chat model that marks the best files', () => {
  it('gives a share of full marks for each text', async () => {
    const { baseUrl, asked } = await serving(() => chat('Here: [10, 0, 5]'));
    const reranker = await httpReranker({ ...OPTIONS, baseUrl });
    expect(await reranker.rerank('task', ['a', 'b', 'c'], signal)).toEqual([1, 0, 0.5]);
    expect(asked[0]?.url).toBe('/v1/chat/completions');
  });

  it('refuses an answer that is not one number a text', async () => {
    const { baseUrl } = await serving(() => chat('[1, 2]'));
    const reranker = await httpReranker({ ...OPTIONS, baseUrl });
    const error = await refusal(reranker.rerank('task', ['a'], signal));
    expect(error.message).toBe('The model m did not return one mark per file.');
  });

  it.each([
    ['no list at all', 1],
    ['[]', 1],
    ['[1, two]', 2],
    ['] [', 1],
    ['[1,]', 2],
  ])('reads no marks from %j', (answer, count) => {
    expect(readMarks(answer, count)).toBeNull();
  });

  it('keeps marks between none and full', () => {
    expect(readMarks('[-3, 12]', 2)).toEqual([0, 1]);
  });
});
