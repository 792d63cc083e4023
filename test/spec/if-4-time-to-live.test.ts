import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { AssembleRequest, AssembleResult } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import {
  type Answer,
  type Asked,
  chat,
  serving,
  stopServing,
  trouble,
} from '../support/model-server.ts';
import { inFolder } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

afterEach(stopServing);

const ASK: AssembleRequest = {
  task: 'Session cookie is not refreshed by a request',
  maxTokens: 400,
};
const START = 1_800_000_000_000;

interface Server {
  readonly root: string;
  readonly baseUrl: string;
  /** How often the model was asked. */
  asked(): number;
  /** At so many seconds after the start. */
  at(seconds: number, more?: Partial<AssembleRequest>): Promise<AssembleResult>;
}

/** A mark for each document. */
function marking({ body }: Asked): Answer {
  const documents = JSON.stringify(body.messages).split('<document number=').slice(1);
  return chat(JSON.stringify(documents.map((_, i) => i % 10)));
}

/** A running process whose expensive source is a model that marks files. */
async function inServer(
  answer: (asked: Asked) => Answer,
  work: (server: Server) => Promise<void>,
  ttlSeconds: number = DEFAULTS.assembly.cache_ttl_seconds,
): Promise<void> {
  await inFolder(async (root) => {
    makeShop(root);
    const { baseUrl, asked } = await serving(answer);
    let nowMs = START;
    const workspace = await openWorkspace({
      root,
      gitDir: null,
      ref: null,
      indexFile: null,
      config: {
        ...DEFAULTS,
        relevance: {
          ...DEFAULTS.relevance,
          reranker: { ...DEFAULTS.relevance.reranker, enabled: true, base_url: baseUrl },
        },
        assembly: { ...DEFAULTS.assembly, cache_ttl_seconds: ttlSeconds },
      },
      warn: () => {},
      onProgress: () => {},
      now: () => nowMs,
    });
    try {
      await work({
        root,
        baseUrl,
        asked: () => asked.length,
        at: (seconds, more = {}) => {
          nowMs = START + seconds * 1000;
          return workspace.assemble({ ...ASK, ...more });
        },
      });
    } finally {
      await workspace.close();
    }
  });
}

describe('IF-4 what expensive sources said', () => {
  it('is used for 300 seconds, at every size, and then asked for again', () =>
    inServer(marking, async ({ asked, at }) => {
      const small = await at(0);
      expect(asked()).toBe(1);
      const large = await at(299, { maxTokens: 550 });
      expect(asked()).toBe(1);
      expect(large.totalTokens).toBeGreaterThan(small.totalTokens);
      await at(300, { maxTokens: 500 });
      expect(asked()).toBe(2);
    }));

  it('leaves no trace in what is assembled', () =>
    inServer(marking, async ({ at }) => {
      const fresh = await at(0, { maxTokens: 550 });
      const kept = await at(10);
      await at(20, { task: 'something else' });
      const anew = await at(400, { maxTokens: 550 });
      expect(anew.prompt).toBe(fresh.prompt);
      expect(anew.plan).toEqual(fresh.plan);
      expect(kept.prompt).not.toBe(fresh.prompt);
    }));

  it('is forgotten with the files it was about', () =>
    inServer(marking, async ({ root, asked, at }) => {
      await at(0);
      appendFileSync(join(root, 'shop/session.py'), '# more\n');
      await at(1, { maxTokens: 550 });
      expect(asked()).toBe(2);
    }));

  it('is not kept where they failed, or where nothing is to be kept', async () => {
    await inServer(
      () => trouble(400, 'down'),
      async ({ asked, at }) => {
        await at(0);
        await at(1, { maxTokens: 550 });
        expect(asked()).toBe(2);
      },
    );
    await inServer(
      marking,
      async ({ asked, at }) => {
        await at(0);
        await at(0, { maxTokens: 550 });
        expect(asked()).toBe(2);
      },
      0,
    );
  });
});

describe('PK-5 a context that was assembled before', () => {
  it('is given again, and its record says when it was asked for', () =>
    inServer(marking, async ({ at }) => {
      const first = await at(0);
      const again = await at(60);
      expect(again.prompt).toBe(first.prompt);
      expect(again.plan).toEqual(first.plan);
      expect(again.record.budget.timestamp).toBe(new Date(START + 60_000).toISOString());
      expect(again.record.log.assembly_time_ms).toBe(0);
    }));
});
