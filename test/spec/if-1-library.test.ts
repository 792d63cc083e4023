import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type AssembleResult,
  assemble,
  loadConfig,
  loadTokenizer,
  openWorkspace,
  SheafError,
} from '../../src/index.ts';
import { FORMAT_NAMES, OVERFLOWS, STRATEGIES, TOKENIZER_NAMES } from '../../src/model/options.ts';
import { indexFile, inFolder, manyModules, sheafJson, writeFiles } from '../support/project.ts';
import { makeShop } from '../support/shop.ts';

/** The first of what was chosen for a task; what stands in every context comes before it. */
const firstOf = ({ parts }: AssembleResult): string | undefined =>
  parts.find(({ tier }) => tier !== 'system')?.path;

const TASK = 'Session cookie is not refreshed by a request';

describe('IF-1 the library', () => {
  it('assembles a context in one call, with its sources and its plan', () =>
    inFolder(async (root) => {
      makeShop(root);
      const made = await assemble({ root, task: TASK, maxTokens: 900, format: 'xml' });
      expect(made.prompt).toContain('class SessionStore');
      expect(made.prompt).toContain('<context>');
      expect(made.totalTokens).toBeLessThanOrEqual(900);
      expect(made.budget).toMatchObject({ available: 900, tokenizer: 'o200k' });
      expect(made.plan).toMatchObject({ format: 'xml', state_root: made.stateRoot });
      expect(made.sources).toHaveLength(made.parts.length);
      const session = made.sources.find(({ file }) => file === 'shop/session.py');
      expect(session).toMatchObject({ name: 'session.py', type: 'file', line: expect.any(Number) });
      expect(session?.relevance).toBeGreaterThan(0.3);
      expect(session?.id).toMatch(/^sha256:[0-9a-f]{16}$/);
    }));

  it('says what the command says', () =>
    inFolder(async (root) => {
      makeShop(root);
      const printed = sheafJson<Record<string, unknown>>([
        ...['assemble', TASK, '--root', root, '--context-tokens', '700', '--format', 'docs'],
      ]);
      const made = await assemble({ root, task: TASK, maxTokens: 700, format: 'docs' });
      expect(Object.keys(printed)).toEqual(
        'version task state_root budget total_tokens truncated matched expected overflow sources_queried parts dropped prompt'.split(
          ' ',
        ),
      );
      const { task, budget, truncated, matched, expected, parts, dropped, prompt } = made;
      expect(printed).toEqual({
        ...{ version: 1, task, budget, truncated, matched, expected, parts, dropped, prompt },
        ...{ state_root: made.stateRoot, total_tokens: made.totalTokens },
        overflow: made.record.budget.overflow,
        sources_queried: made.record.log.sources_queried,
      });
    }));

  it('reads sheaf.toml, which the caller can overrule, for the workspace and for a call', () =>
    inFolder(async (root) => {
      makeShop(root);
      writeFileSync(join(root, 'sheaf.toml'), '[assembly]\nformat = "plain"\n');
      const formats = async (options: object, request: object = {}): Promise<string> => {
        const workspace = await openWorkspace({ root, ...options });
        const { plan } = await workspace.assemble({ task: TASK, ...request });
        await workspace.close();
        return plan.format;
      };
      expect(await formats({})).toBe('plain');
      expect(await formats({ config: { assembly: { format: 'xml' } } })).toBe('xml');
      expect(await formats({}, { format: 'docs' })).toBe('docs');
      const loaded = await loadConfig({ root, overrides: { budget: { max_tokens: 5000 } } });
      expect(loaded.origins).toMatchObject({ 'assembly.format': 'sheaf.toml:2' });
      expect(loaded.config.budget.max_tokens).toBe(5000);
      expect(await formats({ config: loaded })).toBe('plain');
      expect(await formats({ config: loaded.config })).toBe('plain');
      expect(await formats({ env: { SHEAF_ASSEMBLY_FORMAT: 'json' } })).toBe('json');
    }));

  it('takes format, strategy, overflow and tokenizer with each call, and never exceeds the budget', () =>
    inFolder(async (root) => {
      makeShop(root);
      const workspace = await openWorkspace({ root });
      let calls = 0;
      for (const format of FORMAT_NAMES) {
        for (const strategy of STRATEGIES) {
          const overflow = OVERFLOWS[calls % (OVERFLOWS.length - 1)];
          const tokenizer = TOKENIZER_NAMES[calls++ % TOKENIZER_NAMES.length] ?? 'o200k';
          const asked = { task: TASK, maxTokens: 500, format, strategy, overflow, tokenizer };
          const { prompt, totalTokens, plan } = await workspace.assemble(asked);
          const { count } = await loadTokenizer(tokenizer);
          expect(count(prompt)).toBe(totalTokens);
          expect(totalTokens).toBeLessThanOrEqual(500);
          expect(plan).toMatchObject({ format, tokenizer });
          expect((await workspace.replay(plan)).identical).toBe(true);
        }
      }
      expect(calls).toBe(35);
      await workspace.close();
    }));

  it('answers every question of a workspace', () =>
    inFolder(async (root) => {
      makeShop(root);
      const workspace = await openWorkspace({ root });
      const index = await workspace.update();
      expect(index.sources).toMatchObject({ code: expect.any(Number) });
      expect((await workspace.status()).stateRoot).toBe(index.stateRoot);
      const [best] = await workspace.search({ query: TASK, find: 'files', limit: 1 });
      expect(best?.path).toBe('shop/session.py');
      const place = { task: TASK, path: 'shop/session.py' };
      expect(await workspace.score(place)).toMatchObject({ kind: 'scored', tier: 'primary' });
      expect(await workspace.why({ task: TASK, place: place.path })).toMatchObject({
        decision: 'in',
      });
      expect((await workspace.summarize({ path: place.path, level: 'stub' })).level).toBe('stub');
      const fill = await workspace.assemble({
        task: TASK,
        maxTokens: 2000,
        fill: true,
        isDryRun: true,
      });
      expect(fill.plan.options['config']).toMatchObject({ assembly: { fill: true } });
      const pinned = await workspace.assemble({ task: 'x', pins: [join(root, 'shop/mail.py')] });
      expect(firstOf(pinned)).toBe('shop/mail.py');
      const diff =
        'diff --git a/shop/mail.py b/shop/mail.py\n--- a/shop/mail.py\n+++ b/shop/mail.py\n';
      expect(firstOf(await workspace.assemble({ task: diff }))).toBe('shop/mail.py');
      expect(await workspace.records()).toHaveLength(2);
      expect(await workspace.changedSince('HEAD')).toEqual([]);
      expect(await workspace.collect()).toMatchObject({ statesKept: expect.any(Number) });
      // Its own view of the newest state held the log, and a collection waited ten seconds for it.
      expect(statSync(`${indexFile(root)}-wal`).size).toBe(0);
      await workspace.close();
    }));

  it('answers questions that come at once, though the index is not there yet', () =>
    inFolder(async (root) => {
      writeFiles(root, manyModules(300));
      const workspace = await openWorkspace({ root });
      const asked = Array.from({ length: 6 }, (_, i) =>
        workspace.assemble({ task: `what does read_${i} return`, maxTokens: 2000 }),
      );
      const made = await Promise.all(asked);
      expect(new Set(made.map(({ stateRoot }) => stateRoot)).size).toBe(1);
      // Closing waits for what was asked before.
      const last = workspace.search({ query: 'Reader5' });
      await workspace.close();
      expect((await last).length).toBeGreaterThan(0);
    }));

  it('lets go of a call at once when its signal is aborted, and of that call only', () =>
    inFolder(async (root) => {
      writeFiles(root, manyModules(400));
      const workspace = await openWorkspace({ root });
      const controller = new AbortController();
      const stopped = workspace.update({ signal: controller.signal });
      const other = workspace.search({ query: 'Reader7' });
      setImmediate(() => controller.abort(new Error('enough')));
      await expect(stopped).rejects.toMatchObject({ code: 'interrupted' });
      await expect(stopped).rejects.toBeInstanceOf(SheafError);
      expect((await other).length).toBeGreaterThan(0);
      const watching = workspace.watch(() => {});
      await workspace.close();
      await watching;
    }));

  it('ends with the signal it was opened with', () =>
    inFolder(async (root) => {
      makeShop(root);
      const controller = new AbortController();
      const workspace = await openWorkspace({ root, signal: controller.signal });
      await workspace.update();
      controller.abort();
      await expect(workspace.assemble({ task: TASK })).rejects.toMatchObject({
        code: 'interrupted',
      });
      await workspace.close();
    }));

  it('cuts texts to tokens', async () => {
    for (const name of TOKENIZER_NAMES) {
      const tokenizer = await loadTokenizer(name);
      const cut = tokenizer.truncateToTokens('One sentence, and then another one. '.repeat(20), 12);
      expect(tokenizer.count(cut)).toBeLessThanOrEqual(12);
      expect(cut.endsWith('...')).toBe(true);
      expect(tokenizer.truncateToTokens('short', 12)).toBe('short');
    }
  });
});

describe('IF-1 the public names', () => {
  const SRC = join(import.meta.dirname, '../../src');
  const index = readFileSync(join(SRC, 'index.ts'), 'utf8');
  const exported = [...index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)].flatMap(
    ([, names = '', file = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/ as .*$/, ''))
        .filter((name) => name !== '')
        .map((name) => ({ name, file })),
  );

  it('are explained where they are declared', () => {
    expect(exported.length).toBeGreaterThan(40);
    const silent = exported.filter(({ name, file }) => {
      const text = readFileSync(join(SRC, file), 'utf8');
      const kind = 'interface|type|class|const|(?:async )?function';
      return !new RegExp(`\\*/\\nexport (?:${kind}) ${name}\\b`).test(text);
    });
    expect(silent).toEqual([]);
  });

  it('stand in docs/library.md, those that can be called', () => {
    const text = readFileSync(join(SRC, '../docs/library.md'), 'utf8');
    const called = ['assemble', 'openWorkspace', 'assembleResults', 'defineSource', 'loadConfig'];
    for (const name of [...called, 'loadTokenizer', 'checkSource', 'SheafError']) {
      expect(text).toMatch(new RegExp(`\\b${name}\\b`));
    }
    expect(readdirSync(join(SRC, '../examples')).length).toBeGreaterThan(3);
  });
});
