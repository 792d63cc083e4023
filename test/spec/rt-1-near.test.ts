import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { createRepository } from '../support/git-fixture.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const step = (i: number): string =>
  `export function step${i}(left: number, right: number): number {\n` +
  Array.from({ length: 8 }, (_, k) => `  left += right * ${i} - ${k};\n`).join('') +
  '  return left;\n}\n';
const steps = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => step(from + i)).join('\n');
const CORS =
  'export function cors(origin: string): boolean {\n  return origin === "*"; // cors\n}\n';

describe('RT-1 a large file that only its commits speak for', () => {
  it('is opened, not shown whole', async () => {
    const repository = createRepository();
    const file = (last: number): void =>
      repository.write('src/server.ts', `${steps(0, 120)}\n// ${last}\n`);
    file(0);
    repository.commit('Begin');
    for (const i of [1, 2, 3]) {
      file(i);
      repository.commit(`Tune the flaky handshake again (${i})`);
    }
    try {
      const { out } = await command(repository.root, ['assemble', 'the handshake is flaky']);
      const shown = out.match(/export function step/g)?.length ?? 0;
      expect(shown).toBeGreaterThan(0);
      expect(shown).toBeLessThan(60);
    } finally {
      repository.remove();
    }
  });
});

describe('RT-1 a large file for the few lines that a task is about', () => {
  it('shows them and what stands beside them, not all of it', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'src/server.ts': `${steps(0, 60)}\n${CORS}\n${steps(60, 120)}` });
      const { out } = await command(root, ['assemble', 'fix cors']);
      expect(out).toContain('export function cors');
      expect(out).not.toContain('step5(');
      expect(out).not.toContain('step110(');
    }));
});
