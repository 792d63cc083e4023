import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notes } from '../../test/support/garage.ts';
import { testPorts } from '../../test/support/ports.ts';
import { inFolder, writeFiles } from '../../test/support/project.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { openEngine } from '../engine.ts';
import type { StateView } from '../ports/store.ts';
import { type SemanticOptions, semanticScores } from './meaning.ts';

const AUTOMOBILE = 'docs/5.md';
const PAYROLL = 'docs/15.md';

const said: string[] = [];
const options = (semantic: Partial<SemanticOptions['config']> = {}): SemanticOptions => ({
  config: { ...DEFAULTS.relevance.semantic, ...semantic },
  scope: 'prose',
});
const ports = await testPorts({ warn: (sentence) => said.push(sentence) });

async function viewing<T>(
  root: string,
  files: Readonly<Record<string, string>>,
  work: (view: StateView) => Promise<T>,
): Promise<T> {
  writeFiles(root, files);
  const engine = await openEngine({
    root,
    gitDir: null,
    ref: null,
    indexFile: join(root, 'index.db'),
    config: DEFAULTS,
    warn: (sentence) => said.push(sentence),
    onProgress: () => {},
  });
  const view = await engine.view();
  try {
    return await work(view);
  } finally {
    view.close();
    engine.close();
  }
}

const scoreOf = (view: StateView, scores: Float64Array | null, path: string): number => {
  const file = view.state.files.findIndex((entry) => entry.path === path);
  const { starts } = view.lexical;
  return Math.max(0, ...(scores?.subarray(starts[file] ?? 0, starts[file + 1] ?? 0) ?? []));
};

describe('RT-1 search by meaning', () => {
  it('finds, without a model or a network, the document that words alone miss', () =>
    inFolder((root) =>
      viewing(root, notes, async (view) => {
        const scores = await semanticScores(ports, view, 'repair of a car', options());
        const words = view.lexical.score(
          [{ term: 'p:car', weight: 1 }],
          { body: 1, doc: 0, name: 6, within: 0, path: 3 },
          { k1: 1.5, b: 0.75 },
        );
        expect(scoreOf(view, words, AUTOMOBILE)).toBe(0);
        expect(scoreOf(view, scores, AUTOMOBILE)).toBeGreaterThan(0.3);
        expect(scoreOf(view, scores, PAYROLL)).toBeLessThan(0.15);
        expect(scoreOf(view, scores, 'src/park.py')).toBe(0);
      }),
    ));

  it('gives the same bits again from what it kept, and in another folder', () =>
    inFolder(async (root) => {
      const first = await viewing(root, notes, (view) =>
        semanticScores(ports, view, 'car', options()),
      );
      const again = await viewing(root, notes, async (view) => {
        const facts = Object.create(view, {
          facts: { value: () => expect.unreachable('texts are read again') },
        });
        return semanticScores(ports, facts, 'car', options());
      });
      expect(again).toEqual(first);
      const elsewhere = await inFolder((other) =>
        viewing(other, notes, (view) => semanticScores(ports, view, 'car', options())),
      );
      expect(elsewhere).toEqual(first);
    }));

  it('says nothing where there is too little text, or where it is switched off', () =>
    inFolder((root) =>
      viewing(root, { 'docs/a.md': '# One\n\nA note.\n' }, async (view) => {
        expect(await semanticScores(ports, view, 'note', options())).toBeNull();
        expect(await semanticScores(ports, view, 'note', options({ provider: 'none' }))).toBeNull();
      }),
    ));

  it('asks an endpoint once for each text, and goes on without it when it fails', () =>
    inFolder(async (root) => {
      let texts = 0;
      let isUp = true;
      const server = createServer((request, response) => {
        let body = '';
        request.on('data', (part) => {
          body += String(part);
        });
        request.on('end', () => {
          const { input } = JSON.parse(body) as { input: string[] };
          texts += input.length;
          const data = input.map((text, index) => ({
            index,
            embedding: [
              /car|automobile/i.test(text) ? 1 : 0,
              /office|payroll/i.test(text) ? 1 : 0,
              0.1,
            ],
          }));
          response.writeHead(isUp ? 200 : 400, { 'content-type': 'application/json' });
          response.end(JSON.stringify(isUp ? { data } : { error: { message: 'down' } }));
        });
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as AddressInfo;
      const remote = options({
        provider: 'ollama',
        base_url: `http://127.0.0.1:${port}`,
        max_batch: 5,
      });
      try {
        const scores = await viewing(root, notes, async (view) => {
          const found = await semanticScores(ports, view, 'car', remote);
          expect(scoreOf(view, found, AUTOMOBILE)).toBeCloseTo(1, 1);
          expect(scoreOf(view, found, PAYROLL)).toBeLessThan(0.2);
          return found;
        });
        const before = texts;
        expect(
          await viewing(root, notes, (view) => semanticScores(ports, view, 'car', remote)),
        ).toEqual(scores);
        expect(texts - before).toBe(1); // the query alone
        isUp = false;
        said.length = 0;
        expect(
          await viewing(root, notes, (view) => semanticScores(ports, view, 'car', remote)),
        ).toBeNull();
        expect(said).toEqual([
          'The model nomic-embed-text did not answer: status 400: down. Meaning is left out of this search.',
        ]);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }));
});
