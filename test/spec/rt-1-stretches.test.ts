import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const FIELDS = 220;
const options = [
  '/// All options.',
  'pub struct Options {',
  ...Array.from({ length: FIELDS }, (_, i) => [
    `    /// Sets the thing number ${i}.`,
    `    pub ${i === 150 ? 'retry_backoff_limit' : `option_${i}`}: u32,`,
  ]).flat(),
  '}',
  '',
].join('\n');
const FILES = {
  'src/options.rs': options,
  'src/run.rs':
    'use crate::options::Options;\n\npub fn run(o: &Options) {\n    while tries() < o.retry_backoff_limit {}\n}\n',
};
const TASK = 'raise the retry backoff limit';

const spansOf = async (root: string, ...more: string[]): Promise<[number, number][]> => {
  const { out } = await command(root, ['assemble', TASK, '--json', ...more]);
  const { parts } = JSON.parse(out) as { parts: { path: string; spans: [number, number][] }[] };
  return parts.find(({ path }) => path === 'src/options.rs')?.spans ?? [];
};

describe('RT-1 of a large record the stretches that match', () => {
  it('stand in the context, below the line that tells what they are part of', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const spans = await spansOf(root);
      const shown = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);
      const isThere = (line: number): boolean =>
        spans.some(([first, last]) => first <= line && line <= last);
      const field = options.split('\n').findIndex((line) => line.includes('retry_backoff')) + 1;
      expect([isThere(2), isThere(field)]).toEqual([true, true]);
      expect(shown).toBeLessThan(70);
    }));

  it('are replayed with that line', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      await spansOf(root, '--context-tokens', '300', '--plan', '.sheaf/plan.json', '--out', 'a.md');
      const replayed = await command(root, ['replay', '.sheaf/plan.json']);
      expect([replayed.code, replayed.err]).toEqual([0, expect.any(String)]);
      expect(replayed.out).toContain('pub struct Options {\n// … lines 3–');
    }));

  it('stand for a table of constants, too', () =>
    inFolder(async (root) => {
      const names = Array.from({ length: 70 }, (_, i) =>
        i === 40 ? 'BACKOFF_LIMIT' : `FLAG_${i}`,
      );
      const table = names.map((name, i) => `#define ${name} ${i} /* number ${i} */\n`).join('');
      writeFiles(root, { 'src/flags.h': table, 'src/run.c': 'int run(void) { return 1; }\n' });
      const { out } = await command(root, ['assemble', 'the backoff limit is ignored']);
      expect(out).toContain('#define BACKOFF_LIMIT 40');
      expect(out.match(/#define FLAG_/g)).toHaveLength(6);
    }));

  it('of a long table come without the lines that no word speaks for, however much room there is beside better pieces', () =>
    inFolder(async (root) => {
      const names = Array.from({ length: 140 }, (_, i) =>
        i === 40 ? 'RETRY_AFTER' : `OTHER_${i}`,
      );
      const table = names.map((name, i) => `    const val ${name} = "name-${i}"\n`).join('');
      const limiter = (i: number): string =>
        `class Limiter${i} {\n    fun limit${i}(rate: Int): Int {\n        val header = rate * ${i}\n        return header\n    }\n}\n`;
      const files = Array.from(
        { length: 30 },
        (_, i) => [`src/Limiter${i}.kt`, limiter(i)] as const,
      );
      writeFiles(root, {
        'src/Header.kt': `object Header {\n${table}}\n`,
        ...Object.fromEntries(files),
      });
      const task = 'send the retry after header when the rate limit is hit';
      const { out } = await command(root, ['assemble', task, '--context-tokens', '2500']);
      expect(out).toContain('const val RETRY_AFTER');
      expect(out.match(/const val OTHER_/g)?.length).toBeLessThan(20);
    }));

  it('are not parts of a list of imports that are kept in variables', () =>
    inFolder(async (root) => {
      const names = Array.from({ length: 30 }, (_, i) => (i === 14 ? 'cookie' : `part${i}`));
      const head = names.map((name) => `var ${name} = require('./${name}');\n`).join('');
      const body = 'exports.set = function set(value) {\n  return cookie.sign(value);\n};\n';
      writeFiles(root, { 'lib/response.js': `${head}\n${body}`, 'lib/a.js': 'exports.a = 1;\n' });
      const { out } = await command(root, ['assemble', 'the cookie of a response is not signed']);
      expect(out.match(/require\(/g)).toHaveLength(30);
    }));

  it('leave out a line that is nothing but data, unless the task speaks of it', () =>
    inFolder(async (root) => {
      const colours = Array.from({ length: 300 }, (_, i) => `*.e${i}=38;5;${i}`).join(':');
      const walk = `const PALETTE: &str = "\n${colours}\n";\n\npub fn walk(depth: u32) -> u32 {\n    depth + 1\n}\n`;
      writeFiles(root, {
        'src/walk.rs': walk,
        'src/other.rs': 'pub fn other() -> u32 {\n    2\n}\n',
      });
      const { out } = await command(root, ['assemble', 'walk goes too deep']);
      expect(out).toContain('pub fn walk(depth: u32)');
      expect(out).not.toContain('*.e17=38;5;17');
      const asked = await command(root, ['assemble', 'e0 has the wrong colour in walk']);
      expect(asked.out).toContain('*.e17=38;5;17');
    }));
});
