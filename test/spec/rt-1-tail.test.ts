import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

/** A large project in which many handlers ask the module that a task names. */
const handler = (i: number): string =>
  [
    `package handlers`,
    ``,
    `// Handle${i} answers the call number ${i}.`,
    `func Handle${i}(c Call) error {`,
    `	if err := audit(c.User(), "call${i}"); err != nil {`,
    `		return refuse(c, ${i})`,
    `	}`,
    ...Array.from({ length: 12 }, (_, k) => `	c.Write(field${k}, value${i * k})`),
    `	return nil`,
    `}`,
    ``,
  ].join('\n');
const FILES = {
  'audit/audit.go':
    'package audit\n\n// audit keeps who did what, for the audit trail.\nfunc audit(user User, what string) error {\n\treturn trail.keep(user, what)\n}\n',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`handlers/h${i}.go`, handler(i)])),
  ...Object.fromEntries(
    Array.from({ length: 130 }, (_, i) => [
      `store/s${i}.go`,
      `package store\n\n// Row${i} is a row.\ntype Row${i} struct {\n\tID int\n}\n`,
    ]),
  ),
};

interface Part {
  readonly path: string;
  readonly spans: readonly (readonly [number, number])[];
}

const partsFor = async (root: string, ...more: string[]): Promise<Part[]> => {
  const { out } = await command(root, ['assemble', 'audit user trail', '--json', ...more]);
  return (JSON.parse(out) as { parts: Part[] }).parts.filter(({ path }) => path.endsWith('.go'));
};

const linesOf = ({ spans }: Part): number =>
  spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);

describe('RT-1 unlikely files behind a dozen others', () => {
  it('are shown by the lines that begin what was found, where nobody gave a size', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const parts = await partsFor(root);
      const [before, behind] = [parts.slice(0, 12), parts.slice(12)];
      expect(behind.length).toBeGreaterThan(5);
      expect(behind.map(linesOf)).toEqual(behind.map(() => 1));
      expect(before.filter((part) => linesOf(part) > 1)).toHaveLength(12);
    }));

  it('come with their bodies into a size that is given', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const parts = await partsFor(root, '--context-tokens', '8000');
      expect(parts.slice(12).some((part) => linesOf(part) > 1)).toBe(true);
    }));

  it('are the same when the context is replayed', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const plan = ['--plan', '.sheaf/plan.json', '--out', 'context.md'];
      await command(root, ['assemble', 'audit user trail', ...plan]);
      const { code, out } = await command(root, ['replay', '.sheaf/plan.json']);
      expect(code).toBe(0);
      expect(out).toMatch(/func Handle\d+\(c Call\) error \{\n\/\/ …\n/);
    }));
});
