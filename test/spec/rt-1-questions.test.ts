import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import { openWorkspace } from '../../src/index.ts';
import { headingScores } from '../../src/retrieve/headings.ts';
import { search } from '../../src/search/search.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** What a look at a project of these files gives. */
async function lookedAt<T>(
  files: Readonly<Record<string, string>>,
  look: (engine: Awaited<ReturnType<typeof openEngine>>) => Promise<T>,
): Promise<T> {
  return inFolder(async (root) => {
    writeFiles(root, files);
    const quiet = { gitDir: null, ref: null, warn: () => {}, onProgress: () => {} };
    const indexFile = join(root, '.sheaf/index.db');
    const engine = await openEngine({ root, indexFile, config: DEFAULTS, ...quiet });
    try {
      return await look(engine);
    } finally {
      engine.close();
    }
  });
}

describe('RT-1 a question', () => {
  it('fits a page that is called so better than one with a section of that name', async () => {
    const told = 'Token rotation\n\nRotate a token.\n';
    const guide = `# Guide\n\n${'The ledger closes every evening.\n'.repeat(40)}`;
    const files = { 'a.md': `${guide}\n## ${told}`, 'b.md': `# ${told}`, 'c.md': guide };
    const [section = 0, page = 0] = await lookedAt(files, async (engine) => {
      const view = await engine.view();
      const values = headingScores(view, 'explain token rotation', [0, 1]);
      view.close();
      return [...values];
    });
    expect(section).toBeGreaterThan(0);
    expect(page).toBeGreaterThan(section);
  });

  it('is not answered by a page that is headed like it and lacks its rare word', async () => {
    const files = {
      'a.md': '# Events\n\nEvents that scripts send to each other.\n',
      'b.md': '# Outgoing calls\n\nA webhook has a list of events to send.\n',
      'c.md': '# Ledger\n\nThe ledger closes every evening, and events are kept.\n',
    };
    const [chance = 0] = await lookedAt(files, async (engine) => {
      const view = await engine.view();
      const values = headingScores(view, 'how does a webhook send events', [0, 1]);
      view.close();
      return [...values];
    });
    expect(chance).toBeGreaterThan(0);
    expect(chance).toBeLessThan(0.5);
  });

  it('has the page that ranks first, though others have a rarer word of it', async () => {
    const evening = 'The ledger closes every evening.\n\n';
    const files = {
      'docs/guide.md': `# Creating a shop\n\n${evening.repeat(8)}A shop begins as a folder.\n`,
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, i) => [
          `docs/part${i}.md`,
          `# Part ${i}\n\n${evening.repeat(8)}This shop has part ${i}.\n`,
        ]),
      ),
      'docs/notes.md': `# Notes\n\n${evening.repeat(8)}We describe and explain what a shop logs.\n`,
    };
    await inFolder(async (root) => {
      writeFiles(root, files);
      const workspace = await openWorkspace({ root, warn: () => {} });
      const task = 'explain creating a shop';
      const { prompt } = await workspace.assemble({ task });
      await workspace.close();
      expect(prompt).toContain('A shop begins as a folder.');
    });
  });

  it('has a passage of each of the likeliest pages where there are many, however unlikely they are', async () => {
    const evening = 'The ledger closes every evening.\n'.repeat(20);
    const shop = `# Shops\n\n${evening.repeat(3)}A shop has part to restock.\n`;
    const passages = async (others: number): Promise<number> =>
      inFolder(async (root) => {
        writeFiles(root, { 'docs/nights.md': '# Nights\n\nAn order to restock is sent.\n' });
        for (let i = 0; i < others; i++) {
          const page =
            i < 20 ? shop.replace('Shops', `Shop ${i}`) : `# Day ${i}\n\n${evening}An order.\n`;
          writeFiles(root, { [`docs/part${i}.md`]: page });
        }
        const workspace = await openWorkspace({ root, warn: () => {} });
        const { parts } = await workspace.assemble({ task: 'explain restock orders' });
        await workspace.close();
        return parts.length;
      });
    expect(await passages(170)).toBe(14);
    expect(await passages(40)).toBeLessThan(10);
  });

  it('leads to a page before one that only says where it went', async () => {
    const files = {
      'docs/guide/stores.md':
        '# Data stores\n\nThis page has moved: [data stores](../stores.md).\n',
      'docs/other.md': '# Ledger\n\nThe ledger closes every evening.\n',
      'docs/stores.md': `# Keeping data\n\n${'A store keeps data.\n'.repeat(12)}`,
    };
    const [first] = await lookedAt(files, async (engine) => {
      const view = await engine.view();
      const asked = { query: 'explain data stores', find: 'files' } as const;
      const found = await search(engine.ports, view, asked, DEFAULTS);
      view.close();
      return found;
    });
    expect(first?.path).toBe('docs/stores.md');
  });

  it('is answered by the code that does it, not by what was measured of it, unless that is asked for', async () => {
    const files = {
      'benchmarks/router/README.md': '# Router\n\nHow to choose a route, on two machines.\n',
      'docs/other.md': '# Ledger\n\nThe ledger closes every evening.\n',
      'src/router.ts':
        'export function chooseRoute(router: string[], route: string) {\n  return router.find((one) => one === route);\n}\n',
    };
    const firstFor = (query: string): Promise<string | undefined> =>
      lookedAt(files, async (engine) => {
        const view = await engine.view();
        const [first] = await search(engine.ports, view, { query, find: 'files' }, DEFAULTS);
        view.close();
        return first?.path;
      });
    expect(await firstFor('how does the router choose a route')).toBe('src/router.ts');
    expect(await firstFor('how fast does the router choose a route')).toBe(
      'benchmarks/router/README.md',
    );
  });

  it('leads to the page of today before its versions, and promises one answer', async () => {
    const page = '# Rate limits\n\nRate limits hold for each account.\n';
    const newest = 'website/versioned_docs/version-3.0/limits.md';
    const files = {
      'archive/v1/limits.md': page,
      'docs/limits.md': page,
      [newest]: page,
      'website/versioned_docs/version-2.0/limits.md': page,
    };
    const hits = await lookedAt(files, async (engine) => {
      const view = await engine.view();
      const asked = { query: 'how do rate limits work', find: 'files' } as const;
      const found = await search(engine.ports, view, asked, DEFAULTS);
      view.close();
      return found;
    });
    expect(hits.map(({ path }) => path).slice(0, 2)).toEqual(['docs/limits.md', newest]);
    expect(hits.reduce((sum, { relevance }) => sum + relevance, 0)).toBeLessThan(1.11);
  });
});
