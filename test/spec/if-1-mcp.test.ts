import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from '../../src/adapters/tokenizers/tokenizers.ts';
import { INSTRUCTIONS } from '../../src/surfaces/mcp/offer.ts';
import { toolsOf } from '../../src/surfaces/mcp/tools.ts';
import { command } from '../support/command.ts';
import { callTool, REVISIONS, withServer } from '../support/mcp-client.ts';
import { commitAll, git, inFolder, manyModules, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

const TASK = 'sessions expire too early after a refresh';
const ENV = process.env as Record<string, string>;
const inShop = <T>(work: (root: string) => Promise<T>): Promise<T> =>
  inFolder((root) => {
    makeShop(root);
    return work(root);
  });

describe('the tools that agents pay for in every turn (IF-1)', () => {
  it.each([
    ['default', ['context', 'search', 'why'], 800],
    [
      'full',
      ['context', 'search', 'why', 'score', 'evidence', 'summarize', 'budget', 'report', 'replay'],
      1500,
    ],
  ] as const)('are few and cost little in the profile %s', async (profile, names, most) => {
    const { count } = await loadTokenizer('o200k');
    const tools = toolsOf(profile).map(({ shown }) => shown);
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(count(JSON.stringify(tools))).toBeLessThanOrEqual(most);
    expect(count(INSTRUCTIONS)).toBeLessThanOrEqual(300);
  });

  it('are listed with the same bytes every time, in both revisions', async () => {
    await inShop(async (root) => {
      const lists: string[] = [];
      for (const revision of [...REVISIONS, ...REVISIONS]) {
        const { tools } = await withServer(root, (client) => client.listTools(), { revision });
        lists.push(JSON.stringify(tools.map(({ name, inputSchema }) => [name, inputSchema])));
      }
      expect(new Set(lists).size).toBe(1);
    });
  });
});

describe.each(REVISIONS)('a client of the revision %s', (revision) => {
  it('asks for a context, why, and the same context again, with the bytes of the command', async () => {
    await inShop((root) =>
      withServer(
        root,
        async (client) => {
          const context = await callTool(client, 'context', { task: TASK, tokens: '2k' });
          const argv = ['assemble', TASK, '--context-tokens', '2k'];
          const { out } = await command(root, argv, { env: ENV });
          expect(context.texts[0]).toBe(out);
          expect(context.data['prompt']).toBe(out);
          const why = await callTool(client, 'why', {
            path: 'shop\\session.py',
            task: TASK,
            tokens: 2000,
          });
          expect(why.data).toMatchObject({ path: 'shop/session.py', decision: 'in' });
          const again = await callTool(client, 'replay', { plan: context.data['plan'] });
          expect(again.texts[0]).toBe(out);
          const { plan, further } = (await callTool(client, 'context', { task: TASK, tokens: 300 }))
            .data as { plan: string; further: { pick: number; place: string }[] };
          const [first] = further;
          const more = await callTool(client, 'context', {
            plan,
            pick: [first?.pick],
            tokens: 2000,
          });
          const held = join(root, '../held.json');
          const one = ['assemble', TASK, '--context-tokens', '300', '--plan', held];
          const delta = ['--context-tokens', '2k', '--pick', String(first?.pick), '--after', held];
          await command(root, one, { env: ENV });
          const told = await command(root, ['assemble', TASK, ...delta], { env: ENV });
          expect(more.texts[0]).toBe(told.out);
          const [path = ''] = first?.place.split(':') ?? [];
          expect(more.texts[0]).toContain(path);
          const last = await callTool(client, 'replay', { plan: more.data['plan'] });
          expect(last.texts[0]).toBe(more.texts[0]);
        },
        { revision },
      ),
    );
  });

  it('reads prompts and resources', async () => {
    await inShop((root) =>
      withServer(
        root,
        async (client) => {
          await callTool(client, 'context', { task: TASK });
          const { resources } = await client.listResources();
          expect(resources.map(({ uri }) => uri)).toEqual([
            'sheaf://prompt',
            'sheaf://plan',
            'sheaf://evidence',
            'sheaf://report',
          ]);
          const report = await client.readResource({ uri: 'sheaf://report' });
          expect(JSON.stringify(report)).toContain('sessions expire');
          const named = { name: 'context-budget', arguments: { task: TASK, window: '8k' } };
          const { messages } = await client.getPrompt(named);
          expect(JSON.stringify(messages)).toContain('Available: 7200 tokens');
          await expect(client.readResource({ uri: 'sheaf://nothing' })).rejects.toThrow(/nothing/);
        },
        { revision },
      ),
    );
  });
});

describe('an answer', () => {
  it('says how fresh it is, and is fresh after every edit', async () => {
    await inShop((root) =>
      withServer(root, async (client) => {
        const file = join(root, 'shop/session.py');
        const text = readFileSync(file, 'utf8');
        const commit = git(root, 'rev-parse', 'HEAD');
        const first = await callTool(client, 'context', { task: TASK });
        expect(first.data['state']).toMatchObject({ commit, dirty: 0, dirty_files: [] });
        for (let turn = 0; turn < 20; turn++) {
          writeFileSync(file, `${text}\n\ndef expire_sessions_${turn}():\n    return ${turn}\n`);
          const { texts, data } = await callTool(client, 'context', { task: TASK });
          expect(texts[0]).toContain(`expire_sessions_${turn}()`);
          expect(data['state']).toMatchObject({ dirty: 1, dirty_files: ['shop/session.py'] });
        }
        writeFileSync(join(root, 'new.py'), 'x = 1\n');
        git(root, 'add', 'new.py');
        const staged = await callTool(client, 'search', { query: 'session' });
        expect(staged.data['state']).toMatchObject({ dirty: 2 });
      }),
    );
  });

  it('is short unless a size was asked for, and comes in pages when it is too long', async () => {
    const { count } = await loadTokenizer('o200k');
    await inFolder(async (root) => {
      writeFiles(root, manyModules(250));
      await withServer(root, async (client) => {
        const task = 'every module: function, value, module, part';
        const given = { name: 'context', arguments: { task } };
        const usual = await client.callTool(given);
        expect(count(JSON.stringify(usual))).toBeLessThanOrEqual(8000);
        const { plan, ...long } = await client
          .callTool({ name: 'context', arguments: { task, tokens: '40k' } })
          .then((result) => ({ ...result, plan: Object(result.structuredContent).plan as string }));
        expect(count(JSON.stringify(long))).toBeLessThanOrEqual(25_000);
        const links = long.content.flatMap((block) =>
          block.type === 'resource_link' ? [block.uri] : [],
        );
        expect(links.length).toBeGreaterThan(1);
        const pages = [Object(long.content[0]).text as string];
        for (const uri of links) {
          const { contents } = await client.readResource({ uri });
          pages.push(Object(contents[0]).text as string);
        }
        const whole = await client.readResource({ uri: `sheaf://prompt/${plan}` });
        expect(pages.join('')).toBe(Object(whole.contents[0]).text);
        const lines = Array.from({ length: 6000 }, (_, i) => `value_${i} = compute(${i}, "x")\n`);
        writeFiles(root, { 'large.py': lines.join('') });
        const summarized = { name: 'summarize', arguments: { path: 'large.py', level: 'full' } };
        const cut = await client.callTool(summarized);
        expect(count(JSON.stringify(cut))).toBeLessThanOrEqual(25_000);
        expect(cut.structuredContent).toMatchObject({ is_cut: true });
        expect(JSON.stringify(cut.content)).toMatch(/\d+ more lines are left out/);
      });
    });
  });
});

describe('a context after a context', () => {
  const linesOf = (text: string): Set<string> =>
    new Set(text.split('\n').filter((line) => line.trim().length > 20));

  it('holds nothing that the first one held', async () => {
    await inShop((root) =>
      withServer(root, async (client) => {
        const first = await callTool(client, 'context', { task: TASK, tokens: 400 });
        const asked = { task: TASK, plan: first.data['plan'], tokens: 2000 };
        const second = await callTool(client, 'context', asked);
        const held = linesOf(String(first.data['prompt']));
        const twice = [...linesOf(String(second.data['prompt']))].filter((line) => held.has(line));
        expect(held.size).toBeGreaterThan(5);
        // The task itself, and marks around parts.
        expect(twice.filter((line) => line !== TASK && !/^[<#]/.test(line))).toEqual([]);
      }),
    );
  });

  it('refuses numbers once the files have changed, and gives the new list', async () => {
    await inShop((root) =>
      withServer(root, async (client) => {
        const { data } = await callTool(client, 'context', { task: TASK });
        writeFileSync(join(root, 'shop/new.py'), 'def refresh_sessions():\n    pass\n');
        const told = await callTool(client, 'context', { plan: data['plan'], pick: '1,2-3' });
        expect(told.isError).toBe(true);
        expect(told.texts[0]).toMatch(
          /have changed since[\s\S]*choose from the new list:\n.*new.py/s,
        );
      }),
    );
  });
});

describe('the first question on a project that has no index', () => {
  const ask = { task: 'module 7: read the value', tokens: 2000 };

  it('is answered from a part of the files, which says so and can be replayed by nobody', async () => {
    await inFolder(async (root) => {
      writeFiles(root, manyModules(300));
      git(root, 'init', '-q');
      commitAll(root, 'modules');
      const seen = await withServer(
        root,
        async (client) => {
          const { texts, data } = await callTool(client, 'context', ask);
          expect(data['state']).toMatchObject({ partial: expect.any(Number) });
          expect(texts[1]).toMatch(/partial: \d+ % of the files/);
          const again = await callTool(client, 'replay', { plan: data['plan'] });
          expect(again.isError).toBe(true);
          expect(again.texts[0]).toMatch(/before the index was complete[\s\S]*Assemble/);
          return data['state'] as { state_root: string };
        },
        { patienceMs: 0 },
      );
      await withServer(root, async (client) => {
        const { data } = await callTool(client, 'context', ask);
        expect(data['state']).not.toHaveProperty('partial');
        expect(Object(data['state']).state_root).not.toBe(seen.state_root);
        const again = await callTool(client, 'replay', { plan: data['plan'] });
        expect(again.texts[0]).toBe(data['prompt']);
      });
    });
  });

  it('tells how far it is while a client waits', async () => {
    await inFolder(async (root) => {
      writeFiles(root, manyModules(600));
      await withServer(root, async (client) => {
        const told: number[] = [];
        await client.callTool(
          { name: 'summarize', arguments: { path: 'src/part0/module_0.py' } },
          { onprogress: ({ progress }) => told.push(progress) },
        );
        expect(told.length).toBeGreaterThan(0);
        expect([...told].sort((a, b) => a - b)).toEqual(told);
      });
    });
  });
});

describe('what an agent gets wrong', () => {
  it.each([
    ['context', { task: 'shop/session.py' }, /is a path, not a task[\s\S]*say what is to be done/],
    ['context', { tasks: 'fix it' }, /does not take "tasks"[\s\S]*did you mean task/],
    ['context', {}, /needs task/],
    ['context', { task: TASK, tokens: 'lots' }, /context_tokens must be a size such as/],
    ['context', { task: TASK, root: '../..' }, /outside of what this server was started for/],
    ['context', { task: TASK, root: 'gone' }, /there is no "gone"/],
    ['search', { query: '' }, /needs query/],
    ['why', { path: 'session.py', task: TASK }, /did you mean shop\/session.py/],
    ['replay', { plan: '/etc/passwd' }, /there is no plan "\/etc\/passwd"/],
    ['evidence', { action: 'dance' }, /ACTION must be one of/],
  ] as const)('in %s %j is told with a hint', async (tool, given, told) => {
    await inShop((root) =>
      withServer(root, async (client) => {
        const { texts } = await callTool(client, tool, given);
        expect(texts.join('\n')).toMatch(told);
      }),
    );
  });

  it('is forgiven where only one thing can be meant', async () => {
    await inShop((root) =>
      withServer(root, async (client) => {
        const asked = { task: TASK, tokens: '1.5k', root: 'shop\\session.py' };
        const { isError, data } = await callTool(client, 'context', asked);
        expect(isError).toBe(false);
        expect(data['total_tokens']).toBeLessThanOrEqual(1500);
        const toggled = await callTool(client, 'search', { query: 'session', limit: '3' });
        expect(toggled.data['hits']).toHaveLength(3);
      }),
    );
  });
});

describe('the root of a question', () => {
  const make = (root: string, name: string): void => {
    mkdirSync(root, { recursive: true });
    git(root, 'init', '-q');
    writeFiles(root, { [`src/${name}.py`]: `def ${name}():\n    return "${name}"\n` });
    commitAll(root, name);
  };

  it('is the work tree, submodule or repository around it, looked up anew at every call', async () => {
    await inFolder(async (folder) => {
      const served = join(folder, 'main tree');
      const [inner, outer] = [join(served, 'vendor/inner'), join(folder, 'outer')];
      make(served, 'main');
      make(outer, 'outer');
      git(served, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', outer, 'sub mod');
      commitAll(served, 'submodule');
      make(inner, 'inner');
      git(served, 'worktree', 'add', '-q', join(folder, 'linked'));
      git(served, 'worktree', 'add', '-q', join(served, '.trees/inside'));
      symlinkSync(join(served, 'src'), join(folder, 'link'));
      symlinkSync(outer, join(served, 'escape'));
      writeFiles(folder, { 'fake/.git': `gitdir: ${join(served, '.git')}\n`, 'fake/x.py': 'x\n' });
      writeFiles(served, { 'plain/deep/note.md': '# Note\n' });
      await withServer(served, async (client) => {
        const rootOf = async (root: string | undefined): Promise<unknown> => {
          const { data, texts } = await callTool(client, 'search', {
            query: 'return',
            ...(root === undefined ? {} : { root }),
          });
          return Object(data['state']).root ?? texts[0];
        };
        const cases: [string | undefined, string | RegExp][] = [
          [undefined, served],
          ['', served],
          ['.', served],
          [served, served],
          ['src', served],
          ['src/main.py', served],
          ['./src/', served],
          ['plain/deep', served],
          ['plain/deep/note.md', served],
          ['sub mod', join(served, 'sub mod')],
          ['sub mod/src/outer.py', join(served, 'sub mod')],
          ['vendor/inner', inner],
          ['vendor/inner/src', inner],
          ['vendor', served],
          ['vendor\\inner\\src\\inner.py', inner],
          ['.trees/inside/src', join(served, '.trees/inside')],
          [join(folder, 'linked'), join(folder, 'linked')],
          [join(folder, 'linked/src/main.py'), join(folder, 'linked')],
          [join(folder, 'link'), served],
          ['escape', /outside of what this server/],
          [outer, /outside of what this server/],
          [join(folder, 'fake'), /outside of what this server/],
          ['..', /outside of what this server/],
          ['gone', /there is no "gone"/],
        ];
        for (const [given, wanted] of cases) {
          const got = await rootOf(given);
          if (typeof wanted === 'string') expect([given, got]).toEqual([given, wanted]);
          else expect(got).toMatch(wanted);
        }
        renameSync(inner, join(served, 'vendor/moved'));
        expect(await rootOf('vendor/moved/src')).toBe(join(served, 'vendor/moved'));
        expect(await rootOf('vendor/inner')).toMatch(/there is no/);
      });
    });
  });
});
