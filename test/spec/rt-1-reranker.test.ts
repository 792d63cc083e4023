import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import type { Workspace } from '../../src/model/results.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { inFolder } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'Session cookie is not refreshed by a request';
const asked = { task: TASK };
const SERVER_STATUS = { fine: 200, trouble: 400 } as const;

interface Judge {
  readonly baseUrl: string;
  /** The prompts it got. */
  readonly prompts: string[];
  state: keyof typeof SERVER_STATUS;
  likes: string;
}

/** A model behind the real protocol that likes one file and no other: the cart, unless it is told. */
async function withJudge(work: (judge: Judge) => Promise<void>): Promise<void> {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: unknown }[] };
      const prompt = JSON.stringify(messages);
      prompts.push(prompt);
      const documents = prompt.split('<document number=').slice(1);
      const marks = documents.map((text) => (text.includes(judge.likes) ? 10 : 0));
      const message = { role: 'assistant', content: JSON.stringify(marks) };
      const answer = {
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      };
      response.writeHead(SERVER_STATUS[judge.state], { 'content-type': 'application/json' });
      const isFine = judge.state === 'fine';
      response.end(JSON.stringify(isFine ? answer : { error: { message: 'down' } }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const judge: Judge = { baseUrl, prompts, state: 'fine', likes: 'shop/cart.py' };
  try {
    await work(judge);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const said: string[] = [];

async function inShop(
  reranker: Partial<typeof DEFAULTS.relevance.reranker>,
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  said.length = 0;
  const relevance = {
    ...DEFAULTS.relevance,
    reranker: { ...DEFAULTS.relevance.reranker, ...reranker },
  };
  await inFolder(async (root) => {
    makeShop(root);
    const workspace = await openWorkspace({
      root,
      gitDir: null,
      ref: null,
      indexFile: null,
      config: { ...DEFAULTS, relevance },
      warn: (sentence) => said.push(sentence),
      onProgress: () => {},
    });
    try {
      await work(workspace);
    } finally {
      await workspace.close();
    }
  });
}

const filesOf = async (workspace: Workspace, without: readonly string[] = []): Promise<string[]> =>
  (await workspace.search({ query: TASK, without, find: 'files', limit: 100 })).map(
    ({ path }) => path,
  );

describe('RT-1 a language model that looks at the best files once more', () => {
  it('reorders them in search and in a context, and the explanation says so', () =>
    withJudge(async ({ baseUrl, prompts }) => {
      let plain: string[] = [];
      await inShop({}, async (workspace) => {
        plain = await filesOf(workspace);
      });
      expect(plain.indexOf('shop/cart.py')).toBeGreaterThan(0);
      expect(prompts).toEqual([]); // off by default

      await inShop({ enabled: true, base_url: baseUrl, files: 100 }, async (workspace) => {
        const order = await filesOf(workspace);
        expect(order[0]).toBe('shop/cart.py');
        expect(prompts[0]).toContain(TASK);
        expect(await filesOf(workspace, ['reranker'])).toEqual(plain);
        const why = await workspace.why({ ...asked, place: 'shop/cart.py', maxTokens: 4000 });
        if (why.kind === 'absent') throw new Error(why.reason);
        expect(why).toMatchObject({ rank: 1, top_signal: 'reranker' });
        expect(why.signals.find(({ signal }) => signal === 'reranker')?.raw).toBe(1);
        const sum = why.signals.reduce((total, { contribution }) => total + contribution, 0);
        expect(why.score).toBeCloseTo(sum * why.penalty, 9);
        const made = await workspace.assemble({ ...asked, maxTokens: 4000 });
        const best = made.parts
          .filter(({ path }) => path.endsWith('.py'))
          .sort((a, b) => b.relevance - a.relevance);
        expect(best[0]?.path).toBe('shop/cart.py');
      });
      expect(said).toEqual([expect.stringMatching(/^Sent \d+ bytes to 127\.0\.0\.1:\d+ in /)]);
    }));

  it('marks only as many as it is told, and those stay before the others', () =>
    withJudge(async (judge) => {
      const { baseUrl, prompts } = judge;
      let plain: string[] = [];
      await inShop({}, async (workspace) => {
        plain = await filesOf(workspace);
      });
      judge.likes = plain[2] ?? '';
      await inShop({ enabled: true, base_url: baseUrl, files: 2 }, async (workspace) => {
        const order = await filesOf(workspace);
        expect(new Set(order.slice(0, 2))).toEqual(new Set(plain.slice(0, 2)));
        expect(order).toEqual(plain); // the judge liked neither of the two
        expect(prompts[0]?.split('<document number=')).toHaveLength(3);
      });
    }));

  it('goes on without it when it fails, and says so', () =>
    withJudge(async (judge) => {
      judge.state = 'trouble';
      let plain: string[] = [];
      await inShop({}, async (workspace) => {
        plain = await filesOf(workspace);
      });
      await inShop({ enabled: true, base_url: judge.baseUrl }, async (workspace) => {
        expect(await filesOf(workspace)).toEqual(plain);
        expect(said).toEqual([
          'The model qwen2.5-coder did not answer: status 400: down. The order of the files is not changed.',
        ]);
      });
    }));
});
