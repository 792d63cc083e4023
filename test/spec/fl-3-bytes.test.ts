import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Drift } from '../../src/flow/drift.ts';
import { followBytes, placeOf } from '../../src/flow/follow-bytes.ts';
import { lineHashes } from '../../src/flow/line-hashes.ts';
import { type FlowProject, flowProject } from '../support/flow.ts';
import { inFolder, sheaf, writeFiles } from '../support/project.ts';
import { runs } from '../support/runs.ts';

const SOURCE = [
  'const žluť = open("a");',
  'export function first(name) {',
  '  return read(name, "utf8");',
  '}',
  'export function second(name) {',
  '  const size = measure(name, { deep: true });',
  '  return size * 2;',
  '}',
  '',
].join('\n');

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

async function drifting(
  part: string,
  edit: (text: string) => string,
  work: (
    drift: Omit<Drift, 'healed' | 'aside'> | undefined,
    project: FlowProject,
  ) => Promise<void> | void,
): Promise<void> {
  const project = await flowProject({ 'src/a.ts': SOURCE });
  try {
    const at = SOURCE.indexOf(part);
    const first = bytesOf(SOURCE.slice(0, at)) + 1;
    await project.open().add([`src/a.ts::${first}c,${first + bytesOf(part) - 1}c`], {});
    project.write('src/a.ts', edit(SOURCE));
    await work((await project.open().driftReport()).evidence[0], project);
  } finally {
    project.close();
  }
}

const CALL = 'measure(name, { deep: true })';

describe('FL-3 spans of bytes that follow their content', () => {
  it('stay where they are', () =>
    drifting(
      CALL,
      (text) => `${text}// more\n`,
      (drift) => {
        expect(drift).toMatchObject({ kind: 'same', unit: 'bytes' });
      },
    ));

  it('move with what stands before them, and are healed to the same bytes elsewhere', () =>
    drifting(
      CALL,
      (text) => `// žluťoučký\n${text}`,
      async (drift, project) => {
        expect(drift?.kind).toBe('moved');
        const [first = 0, last = 0] = drift?.now ?? [];
        const bytes = Buffer.from(`// žluťoučký\n${SOURCE}`).subarray(first - 1, last);
        expect(bytes.toString()).toBe(CALL);
        const flow = project.open();
        await flow.heal();
        const [part] = (await flow.parts()).filter(({ role }) => role === 'evidence');
        expect(part?.text).toContain(`span=bytes=${first}:${last}`);
        expect((await flow.driftReport()).evidence[0]?.kind).toBe('same');
      },
    ));

  it('go with their line where it was edited, and say so', () =>
    drifting(
      `size = ${CALL};\n  return size * 2`,
      (text) => `// top\n${text.replace('deep: true', 'deep: false')}`,
      async (drift, project) => {
        expect(drift).toMatchObject({ kind: 'changed' });
        const flow = project.open();
        await flow.heal();
        const [part] = (await flow.parts()).filter(({ role }) => role === 'evidence');
        expect(part?.text).toContain('measure(name, { deep: false });\n  return size * 2\n');
      },
    ));

  it('are lost where nothing is left, and in doubt where only a twin is', async () => {
    await drifting(
      CALL,
      () => 'nothing\nof it\n',
      async (drift, project) => {
        expect(drift).toMatchObject({ kind: 'lost', now: null });
        expect((await project.open().heal()).files).toEqual([]);
      },
    );
    // `name` stands often: the line decides.
    await drifting(
      '(name)',
      (text) => `// x\n${text}`,
      (drift) => {
        expect(drift?.kind).toBe('moved');
      },
    );
    const without = SOURCE.split('\n')
      .filter((line) => !line.includes('first'))
      .join('\n');
    await drifting(
      '(name)',
      () => without,
      (drift) => {
        expect(drift?.kind).toBe('changed');
      },
    );
  });

  it('are not followed into a secret', () =>
    drifting(
      CALL,
      (text) => text.replace('true });', 'true }); // hunter2'),
      (drift) => {
        expect(drift?.kind).toBe('lost');
      },
    ));

  it('are never silently other bytes, and never outside of the file', () => {
    const line = fc.constantFrom('a b', 'b', 'name', 'f(name)', '', '}', 'žluť');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, fc.nat(40), fc.nat(12), (before, after, start, size) => {
        const from = Math.min(start, Math.max(0, before.length - 1));
        const body = before.slice(from, from + size + 1);
        const place = placeOf(before, from, body);
        const old = { body, place, source: lineHashes(before), symbol: null };
        const found = followBytes(old, after, from);
        if (found.kind === 'lost') return;
        expect(found.from).toBeGreaterThanOrEqual(0);
        expect(found.to).toBeLessThanOrEqual(after.length);
        expect(found.from).toBeLessThan(found.to);
        if (found.kind === 'changed') return;
        expect(after.slice(found.from, found.to)).toBe(body);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('FL-3 sheaf evidence drift', () => {
  it('ends with 1 where evidence no longer matches, with its result on standard output', () =>
    inFolder((root) => {
      writeFiles(root, { 'src/a.ts': SOURCE });
      sheaf(['--root', root, 'flow', 'new', 'task']);
      sheaf(['--root', root, 'add', 'src/a.ts::5,8']);
      const drift = (...args: string[]): ReturnType<typeof sheaf> =>
        sheaf(['--root', root, 'evidence', 'drift', ...args]);
      expect(drift()).toMatchObject({ code: 0, out: 'All evidence matches its sources.\n' });
      writeFiles(root, { 'src/a.ts': `// top\n${SOURCE}` });
      expect(drift('--json').code).toBe(0); // it moved, with every word
      writeFiles(root, { 'src/a.ts': SOURCE.replace('size * 2', 'size * 3') });
      const { code, out, err } = drift('--json');
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({
        drifted: true,
        evidence: [{ kind: 'changed', path: 'src/a.ts', was: [5, 8], now: [5, 8] }],
      });
      expect(err).toContain('drift --heal');
      const text = drift();
      expect(text).toMatchObject({ code: 1 });
      expect(text.out).toMatch(/^changed {2}100_a_ts\.evidence\.md {2}src\/a\.ts:5-8 → /);
      expect(drift('--heal').code).toBe(0);
      expect(drift().code).toBe(0);
    }));
});
