import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test/support/effort.ts';
import { splitLines } from '../../math/lines.ts';
import { htmlToText } from './html.ts';
import { identifiers, titleText } from './inline.ts';
import { proseLanguage, proseStructure } from './parse.ts';
import { leadingSentences, sentences } from './sentences.ts';
import { sections } from './structure.ts';

const LANGUAGES = ['markdown', 'restructuredtext', 'asciidoc', 'text', 'roff'];
const titles = (text: string, language: string): string[] =>
  proseStructure(splitLines(text), language).headings.map(
    ({ level, title }) => `${level} ${title}`,
  );

describe('RT-3 prose structure', () => {
  it('covers every line of any text once, in order', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        '# A',
        '## B',
        'Title',
        '=====',
        '-----',
        '```',
        '',
        '.. class:: X',
        '    code',
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.array(line, { maxLength: 300 }),
        (language, lines) => {
          const text = splitLines(lines.join('\n'));
          let next = 1;
          for (const section of sections(proseStructure(text, language), text.length)) {
            expect(section.firstLine).toBe(next);
            expect(section.lastLine).toBeGreaterThanOrEqual(section.firstLine);
            next = section.lastLine + 1;
          }
          expect(next).toBe(text.length + 1);
        },
      ),
    );
  });

  it('reads reStructuredText levels from the order of adornments', () => {
    const text = '####\nDoc\n####\n\nA\n*\n\nB b\n===\n\nC\n*\n\nshort underline is fine\n====\n';
    expect(titles(text, 'restructuredtext')).toEqual([
      '1 Doc',
      '2 A',
      '3 B b',
      '2 C',
      '3 short underline is fine',
    ]);
  });

  it('takes no table border, literal block or transition for a reStructuredText title', () => {
    const text =
      'T\n=\n\n=====  =====\nA      B\n=====  =====\n\nx::\n\n  No\n  --\n\n----\n\nend\n';
    expect(titles(text, 'restructuredtext')).toEqual(['1 T']);
  });

  it('takes no hash tag, front matter, table or list for a Markdown title', () => {
    const text =
      '---\na: b\n---\n#tag\n\n| a |\n---\n\n- item\n---\n\n####### seven\n\n    # code\n';
    expect(titles(text, 'markdown')).toEqual([]);
  });

  it('reads a comment that never closes as text', () => {
    expect(titles('<!-- oops\n\n# A\n', 'markdown')).toEqual(['1 A']);
  });

  it('takes steps and sentences of plain text for no titles', () => {
    const text = 'INTRODUCTION\n\n1. Do this.\n\n2. Do that.\n\n3 Methods\n\nI AM.\n\nA = 1\n';
    expect(titles(text, 'text')).toEqual(['1 INTRODUCTION', '1 3 Methods']);
  });

  it('tells markup from a beginning', () => {
    expect(proseLanguage('A\n=\n\n.. code-block:: sh\n')).toBe('restructuredtext');
    expect(proseLanguage('Title\n=====\n\nUse ``x`` here.\n')).toBe('restructuredtext');
    expect(proseLanguage('# Title\n\n- one\n')).toBe('markdown');
    expect(proseLanguage('# a comment\nkey = value\n')).toBe('text');
    expect(proseLanguage('Dear reader,\n\nhello.\n')).toBe('text');
  });
});

describe('titles', () => {
  it.each([
    ['The [`run()`](a(b).md) **call** {#run}', 'The run() call', ['run']],
    [
      '`__init__` and <a name="x"></a>snake_case',
      '__init__ and snake_case',
      ['__init__', 'snake_case'],
    ],
    [':class:`~django.db.Model`\\s', 'Models', ['django.db.Model', 'Model']],
    ['``a_b`` and ``CdEf``', 'a_b and CdEf', ['a_b', 'CdEf']],
    ['![logo](x.png) Getting started', 'logo Getting started', []],
    [
      'What the --dry-run flag does in package.json',
      'What the --dry-run flag does in package.json',
      ['--dry-run', 'package.json'],
    ],
  ])('reads %s', (raw, title, names) => {
    expect(titleText(raw)).toBe(title);
    expect(identifiers(raw)).toEqual(names);
  });
});

describe('sentences', () => {
  it('ends at stops, not at abbreviations or versions', () => {
    expect(sentences('Use v1.2, e.g. here. "Really?" Yes!')).toEqual([
      'Use v1.2, e.g. here.',
      '"Really?"',
      'Yes!',
    ]);
  });

  it('keeps whole sentences while they fit', () => {
    expect(leadingSentences('One two. Three four. Five.', 21)).toBe('One two. Three four.');
    expect(leadingSentences('word '.repeat(50), 20).length).toBeLessThanOrEqual(20);
  });
});

describe('HTML to text', () => {
  it('keeps text that only looks like markup', () => {
    expect(htmlToText('a < b && c > d <3 <unclosed').text).toBe('a < b && c > d <3 <unclosed\n');
  });

  it('lets no paragraph or code pass for a heading', () => {
    const { text } = htmlToText('<p># no</p><pre># no\n```\n</pre>');
    expect(titles(text, 'markdown')).toEqual([]);
  });

  it('takes the main part where there is one, and the whole where it is empty', () => {
    expect(htmlToText('<div>menu</div><div role="main">Long enough text.</div>').text).toBe(
      'Long enough text.\n',
    );
    expect(htmlToText('<nav>only this').text).toBe('only this\n');
  });

  it('decodes references once', () => {
    expect(htmlToText('&amp;lt; &#x41;&#66; &nosuch; &#xD800;').text).toBe(
      '&lt; AB &nosuch; \ufffd\n',
    );
  });
});

describe('hostile prose takes linear time', () => {
  const MEGABYTE = 1_000_000;
  const hostile: readonly string[] = [
    '<div>',
    '<',
    '<!--',
    '<!',
    '<a x="',
    '<ul><li>',
    '<b>a',
    '<script>',
    '&',
    '<pre>\n',
    '<td>',
    '[',
    '![](',
    '`',
    '*',
    '#',
    '# ',
    '=',
    '- ```\n',
    '.. a',
    '.. class:: ',
    ':a:`',
    '"',
    '{"a":',
    '\n',
    ' ',
    '```\n',
    '~~~~\n',
    '<!--\n',
    'a\n=\n',
    '= \n',
    '. ',
    '>',
    '<h1>\n',
    '<a name="x"></a>\n',
    '[x]\n',
    '.. _a:\n',
  ];
  it.each(hostile.map((unit) => [JSON.stringify(unit), unit]))('%s repeated', (_, unit) => {
    const text = unit.repeat(MEGABYTE / unit.length);
    const start = processorMs();
    htmlToText(text);
    const lines = splitLines(text);
    for (const language of LANGUAGES) sections(proseStructure(lines, language), lines.length);
    proseLanguage(text.slice(0, 4096));
    // Quadratic work on a megabyte takes minutes; this is some hundred milliseconds.
    expect(processorMs() - start).toBeLessThan(6000);
  });
});
