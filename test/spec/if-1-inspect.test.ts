import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../src/model/results.ts';
import { OPERATIONS } from '../../src/surfaces/table.ts';
import { openWorkspace } from '../../src/workspace.ts';
import { command } from '../support/command.ts';
import { inFolder } from '../support/project.ts';
import { makeCourier } from '../support/six/courier.ts';

const TASK = 'PoolExhausted: no connection within 3.0 s';

const inCourier = (work: (workspace: Workspace, root: string) => Promise<void>): Promise<void> =>
  inFolder(async (root) => {
    makeCourier(root);
    const workspace = await openWorkspace({ root });
    try {
      await work(workspace, root);
    } finally {
      await workspace.close();
    }
  });

const paths = (parts: readonly { readonly path: string }[]): string[] =>
  parts.map(({ path }) => path);

describe('IF-1 what stands behind a context', () => {
  it('is the context itself, with what speaks for each part', () =>
    inCourier(async (workspace) => {
      const { prompt } = await workspace.assemble({ task: TASK, isDryRun: true });
      const seen = await workspace.inspect({ task: TASK });
      expect(seen.prompt).toBe(prompt);
      const chosen = seen.parts.filter(({ tier }) => tier !== 'system');
      expect(chosen.length).toBeGreaterThan(2);
      for (const { reasons } of chosen) {
        const sum = Object.values(reasons).reduce((total, share) => total + share, 0);
        expect(sum).toBeCloseTo(1, 1);
      }
      expect(chosen.some(({ words }) => words.includes('PoolExhausted'))).toBe(true);
      expect(await workspace.records()).toEqual([]); // looking leaves no record
    }));

  it('names the words of the task as the task has them', () =>
    inCourier(async (workspace) => {
      const { parts } = await workspace.inspect({
        task: 'connections are exhausted while quoting',
      });
      const words = new Set(parts.flatMap((part) => part.words));
      expect(words).toContain('connections');
      for (const word of words) expect('connections are exhausted while quoting').toContain(word);
    }));

  it.each(['mdctx', 'markdown', 'xml', 'plain'] as const)(
    'says where each part stands in a prompt of the format %s',
    (format) =>
      inCourier(async (workspace) => {
        const { prompt, sections, parts } = await workspace.inspect({ task: TASK, format });
        expect(paths(sections)).toEqual(paths(parts));
        let from = 0;
        for (const { start, end } of sections) {
          expect(start).toBeGreaterThanOrEqual(from);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(prompt.length);
      }),
  );

  it('tells the size from which a file enters, as the assembly itself decides', () =>
    inCourier(async (workspace) => {
      const { entries, steps } = await workspace.sizes({ task: TASK, maxTokens: 900 });
      expect(steps.length).toBeGreaterThan(10);
      expect(entries.length).toBeGreaterThan(0);
      for (const { total_tokens: used, context_tokens: size } of steps) {
        expect(used).toBeLessThanOrEqual(size);
      }
      const [{ path, context_tokens: maxTokens } = { path: '', context_tokens: 1 }] = entries;
      const at = await workspace.assemble({ task: TASK, maxTokens, isDryRun: true });
      expect(paths(at.parts)).toContain(path);
    }));

  it('shows a log by its templates, each with as many events over time as it counts', () =>
    inCourier(async (workspace) => {
      const { templates, times } = await workspace.show({ path: 'logs/api.log' });
      expect(templates.length).toBeGreaterThan(0);
      expect(times?.from).toMatch(/^\d{4}-/);
      for (const { count, histogram } of templates) {
        expect(histogram.reduce((sum, own) => sum + own, 0)).toBe(count);
      }
    }));

  it('shows no secret and names every hidden character', () =>
    inFolder(async (root) => {
      const { writeFileSync } = await import('node:fs');
      writeFileSync(
        `${root}/config.py`,
        `API_KEY = "sk-ant-api03-${'a1B2'.repeat(20)}"\nuser = "x\u202e"\n`,
      );
      const workspace = await openWorkspace({ root });
      const { text, hiddenCharacters } = await workspace.show({ path: 'config.py' });
      await workspace.close();
      expect(text).toContain('‹secret:API_KEY›');
      expect(text).toContain('‹U+202E›');
      expect(hiddenCharacters).toBe(1);
    }));
});

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Where a value is not what a schema says; empty where it is. */
function faults(value: unknown, schema: Schema, at = ''): string[] {
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.map((one) => faults(value, one, at));
    return all.some((found) => found.length === 0) ? [] : (all[0] ?? []);
  }
  if (schema.enum !== undefined)
    return schema.enum.includes(String(value)) ? [] : [`${at}: ${value}`];
  if (Array.isArray(value)) {
    if (schema.type !== 'array') return [`${at} is a list`];
    return value.flatMap((each, i) =>
      faults(each, schema.prefixItems?.[i] ?? schema.items ?? {}, `${at}[${i}]`),
    );
  }
  if (value !== null && typeof value === 'object') {
    if (schema.type !== 'object') return [`${at} is an object`];
    const own = value as Record<string, unknown>;
    const missing = (schema.required ?? []).filter((name) => own[name] === undefined);
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        own[name] === undefined ? [] : faults(own[name], one, `${at}.${name}`),
      ),
    ];
  }
  const type = value === null ? 'null' : typeof value;
  const fits =
    schema.type === type || (type === 'number' && /number|integer/.test(schema.type ?? ''));
  return fits ? [] : [`${at} is ${type}, not ${schema.type}`];
}

describe('IF-1 what programs get', () => {
  it('is what the OpenAPI document says', () =>
    inFolder(async (root) => {
      makeCourier(root);
      const asked: readonly (readonly [string, ...string[]])[] = [
        ['inspect', TASK],
        ['sizes', TASK, '--up-to', '3k'],
        ['show', 'logs/api.log'],
        ['search', 'pool', '--files'],
        ['gather', TASK],
        ['evidence', 'toggle', 'off', 'e1'],
        ['undo'],
        ['redo'],
        ['inspect-flow'],
        ['flow', 'list'],
        ['assemble'],
        ['report', '--since', '1970-01-01'],
      ];
      for (const [name, ...rest] of asked) {
        const { out, err, code } = await command(root, [name, ...rest, '--json']);
        expect(code, err).toBe(0);
        const { output } = OPERATIONS.find((operation) => operation.name === name) ?? {};
        if (output !== undefined) expect(faults(JSON.parse(out), output, name)).toEqual([]);
      }
      expect(
        faults({ text: 1 }, { type: 'object', required: ['what'], properties: {} }),
      ).not.toEqual([]);
    }));
});
