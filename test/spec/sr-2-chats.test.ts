import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { openEngine } from '../../src/engine.ts';
import type { Facts } from '../../src/model/document.ts';
import { CHATS, NO_CHATS } from '../support/chats.ts';
import { MORE_CHATS } from '../support/chats-more.ts';
import { ODD_CHATS } from '../support/chats-odd.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** What the index knows of each file. */
async function factsIn(files: Readonly<Record<string, string>>): Promise<Map<string, Facts>> {
  return inFolder(async (root) => {
    writeFiles(root, files);
    const engine = await openEngine({
      root,
      gitDir: null,
      ref: null,
      indexFile: join(root, '.sheaf/index.db'),
      config: DEFAULTS,
      warn: () => {},
      onProgress: () => {},
    });
    const view = await engine.view();
    try {
      const indexed = view.state.files.filter(({ content }) => content !== 0);
      return new Map(indexed.map(({ path, content }) => [path, view.facts(content)]));
    } finally {
      view.close();
      engine.close();
    }
  });
}

describe('SR-2 exports of chats are known by their content, wherever they lie', () => {
  it.each([
    [16, 'as they mostly look', CHATS],
    [16, 'with tools, branches, threads and other headings', MORE_CHATS],
    [28, 'with other marks, keys and blocks', ODD_CHATS],
  ])('%i of five systems %s: all found, turns and speakers right', async (count, _, chats) => {
    expect(chats).toHaveLength(count);
    const files = Object.fromEntries(chats.map(({ path, text }) => [path, text]));
    const facts = await factsIn({ ...files, ...NO_CHATS });
    const read = chats.map(({ path }) => {
      const own = facts.get(path);
      const { source } = own?.shape ?? {};
      return { path, source, speakers: own?.chunks.map(({ meta }) => meta?.['speaker']) };
    });
    expect(read).toEqual(
      chats.map(({ path, speakers }) => ({ path, source: 'conversation', speakers })),
    );
    for (const { path, last } of chats) {
      const { text = '', chunks = [] } = facts.get(path) ?? {};
      expect(text.slice(chunks.at(-1)?.start)).toContain(last);
    }
    for (const path of Object.keys(NO_CHATS)) {
      expect([path, facts.get(path)?.shape.source]).not.toEqual([path, 'conversation']);
    }
  });

  it('also where `me` talks with somebody who has a name', async () => {
    const talk = '> me: why three?\n\n> finn: they lock\n> after five\n\n> me: ok\n\n> finn: yes\n';
    const { chunks = [], text = '' } =
      (await factsIn({ 'a/hallway.md': talk })).get('a/hallway.md') ?? {};
    expect(chunks.map(({ meta }) => meta?.['speaker'])).toEqual(['user', 'finn', 'user', 'finn']);
    expect(text).toContain('they lock\nafter five');
  });

  it('gives the ids of a Slack export their names, also in mentions', async () => {
    const { path = '', text = '' } = CHATS.find((chat) => chat.path.includes('payments')) ?? {};
    const users = 'archive/chat/users.json';
    const named = await factsIn({ [path]: text, [users]: NO_CHATS[users] ?? '' });
    expect(named.get(path)?.text).toContain('@Ben Ode can you look?');
    expect(named.get(path)?.text).toContain('#payments');
    const short = JSON.stringify([{ id: 'U1', profile: { real_name: 'Lena' } }]);
    const day = JSON.stringify([
      { type: 'message', user: 'U1', text: 'Yes.', ts: '1780000000.000100' },
    ]);
    const few = await factsIn({ 'x/users.json': short, 'x/ops/2026-06-01.json': day });
    expect(few.get('x/ops/2026-06-01.json')?.text).toContain('▌Lena');
    const unnamed = await factsIn({ [path]: text });
    expect(unnamed.get(path)?.text).toContain('@U02BEN can you look?');
  });
});
