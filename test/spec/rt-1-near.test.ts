import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const step = (i: number): string =>
  `export function step${i}(left: number, right: number): number {\n` +
  Array.from({ length: 8 }, (_, k) => `  left += right * ${i} - ${k};\n`).join('') +
  '  return left;\n}\n';
const steps = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => step(from + i)).join('\n');
const CORS =
  'export function cors(origin: string): boolean {\n  return origin === "*"; // cors\n}\n';

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
