import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { keyLines, pathKey } from './toml-lines.ts';

const lineOf = (toml: string, ...path: string[]): number | undefined =>
  keyLines(toml).get(pathKey(path));

describe('IF-3 lines of keys', () => {
  it('knows tables, dotted keys and their ancestors', () => {
    const toml = 'a.b.c = 1\n\n[x.y]\n# note\nz = 2\n# w = 3';
    expect(lineOf(toml, 'a')).toBe(1);
    expect(lineOf(toml, 'a', 'b', 'c')).toBe(1);
    expect(lineOf(toml, 'x')).toBe(3);
    expect(lineOf(toml, 'x', 'y', 'z')).toBe(5);
    expect(lineOf(toml, 'x', 'y', 'w')).toBeUndefined();
  });

  it('knows quoted keys, with dots, escapes and spaces around them', () => {
    const toml = '"a.b" = 1\n\'c d\' . "e\\u0066" = 2\n[ "t]" . u ]\nv = 3\n';
    expect(lineOf(toml, 'a.b')).toBe(1);
    expect(lineOf(toml, 'c d', 'ef')).toBe(2);
    expect(lineOf(toml, 't]', 'u', 'v')).toBe(4);
  });

  it('is not misled by strings and comments that look like keys', () => {
    const toml = [
      'a = """',
      '[b]',
      'b = 1 \\""" # not over',
      'c = 2""""',
      "d = '''",
      '[e]',
      "''''",
      'f = "# [g]" # [h]',
      'i = 3',
    ].join('\n');
    expect(() => parse(toml)).not.toThrow();
    expect([...keyLines(toml)]).toEqual([
      ['a', 1],
      ['d', 5],
      ['f', 8],
      ['i', 9],
    ]);
  });

  it('looks into arrays and inline tables', () => {
    const toml =
      'a = [\n  1, # one ]\n  [2, "]"],\n]\nb = { c = { d = 1 }, e = [ { f = 2 } ] }\ng = 1\n';
    expect(lineOf(toml, 'b', 'c', 'd')).toBe(5);
    expect(lineOf(toml, 'b', 'e', 'f')).toBe(5);
    expect(lineOf(toml, 'g')).toBe(6);
  });

  it('keeps the first place of a key of an array of tables', () => {
    expect(lineOf('[[a]]\nb = 1\n[[a]]\nb = 2\n', 'a', 'b')).toBe(2);
  });

  it('finds every key it planted, whatever stands between them', () => {
    const filler = fc.constantFrom('', '# x = 1', '  ', '\t# [t]', 'FILL = """\na = 1\n"""');
    const plan = fc.array(fc.tuple(filler, fc.boolean()), { maxLength: 20 });
    fc.assert(
      fc.property(plan, fc.constantFrom('\n', '\r\n'), (steps, end) => {
        let toml = '';
        const planted: [string, number][] = [];
        steps.forEach(([text, table], i) => {
          toml += `${text.replace('FILL', `fill${i}`)}${end}`;
          const line = toml.split('\n').length;
          planted.push([`k${i}`, line]);
          toml += table ? `[k${i}]${end}` : `k${i} = [1,${end}2]${end}`;
        });
        parse(toml);
        const lines = [...keyLines(toml)];
        for (const [name, line] of planted) {
          const found = lines.find(([key]) => key.split('\u0000').at(-1) === name);
          expect(found?.[1]).toBe(line);
        }
      }),
    );
  });

  it('comes to an end on any text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '[',
            ']',
            '{',
            '}',
            '"',
            "'",
            '\\',
            '=',
            '.',
            ',',
            '#',
            '\n',
            'a',
            ' ',
          ),
        }),
        (text) => {
          keyLines(text);
        },
      ),
    );
  });

  it('passes a dotted key of a hundred thousand parts', () => {
    expect(lineOf(`${'a.'.repeat(100_000)}b = 1\nc = 2\n`, 'c')).toBe(2);
  });
});
