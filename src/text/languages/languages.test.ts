import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageNamed, languageOf } from '../code/known.ts';
import type { Language, Quote } from '../code/language.ts';
import { lex } from '../code/lex.ts';
import * as table from './languages.ts';
import { plain } from './plain.ts';

const NAMED: readonly (readonly [string, Language])[] = Object.entries<Language>({
  ...table,
  ...plain,
}).map(([key, language]) => [language.name ?? key, language]);
const words = (list: string | undefined): string[] => list?.split(' ') ?? [];

describe('the languages', () => {
  it('are many, and found by their names', () => {
    expect(LANGUAGES.length).toBeGreaterThan(90);
    for (const [name, language] of NAMED) expect(languageNamed(name), name).toBe(language);
  });

  it.each(['extensions', 'files', 'prose'] as const)('share none of their %s', (key) => {
    const all = LANGUAGES.flatMap((language) => words(language[key]));
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((word, i) => all.indexOf(word) !== i)).toEqual([]);
    expect(all.filter((word) => word === '' || word !== word.toLowerCase())).toEqual([]);
  });

  it('do not mistake the interpreter of another for theirs', () => {
    for (const [name, { interpreters }] of NAMED) {
      const [first = ''] = interpreters?.source.match(/\w+/g) ?? [];
      const others = LANGUAGES.filter((language) => language.interpreters?.test(first));
      expect(others.length, name).toBeLessThanOrEqual(1);
    }
  });

  it('name only languages that exist', () => {
    const meant = LANGUAGES.flatMap(({ unless = [], dialect }) => [
      ...unless.map(([, , language]) => language),
      ...(dialect === undefined ? [] : [dialect.grammar]),
    ]);
    expect(meant.length).toBeGreaterThan(5);
    for (const name of meant) expect(languageNamed(name), name).toBeDefined();
  });

  it('are told from each other by extensions that they claim themselves', () => {
    for (const [name, { extensions, unless = [] }] of NAMED) {
      const own = words(extensions);
      for (const [extension] of unless) expect(own, name).toContain(extension);
      for (const extension of own.filter((word) => unless.every(([other]) => other !== word)))
        expect(languageOf(`some/file.${extension}`, '')).toBe(name);
    }
  });
});

describe('comments and strings', () => {
  const lexed = NAMED.filter(([, { strings }]) => strings !== undefined);

  it.each(lexed)('of %s: each mark opens a comment', (name, { comments, codeFrom }) => {
    for (const mark of comments?.marks ?? []) {
      const text = `${codeFrom === undefined ? '' : '<?php\n'}a\n${mark.replace(' ', ' b ')}`;
      expect(lex(text, name), mark).toMatchObject({
        comments: [{ end: text.length }],
        complete: true,
      });
    }
  });

  it.each(lexed)(
    'of %s: a mark inside a string opens none',
    (name, { comments, strings = [], codeFrom }) => {
      const quotes = strings.filter((rule): rule is Quote => 'open' in rule);
      for (const { open, close } of quotes) {
        for (const mark of comments?.marks ?? []) {
          const text = `${codeFrom === undefined ? '' : '<?php '}a: ${open} ${mark} ${close}\n`;
          expect(lex(text, name), text).toMatchObject({ comments: [], complete: true });
        }
      }
    },
  );
});
