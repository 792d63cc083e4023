import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import { runs } from '../../../../test/support/runs.ts';
import { splitLines } from '../../../math/lines.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { conversation } from './conversation.ts';
import { readTranscript, toSpeaker, toText, writeTranscript } from './transcript.ts';

const GOLDEN = new URL('../../../../test/golden/conversation/', import.meta.url);
const SETTINGS: SourceSettings = { paths: [], alwaysInclude: [], windowHours: 24 };

const FIXTURES: readonly (readonly [file: string, path: string, kind: string])[] = [
  ['claude-code.jsonl', 'claude-code.jsonl', 'claude-code'],
  ['codex.jsonl', 'codex.jsonl', 'codex'],
  ['codex-flat.jsonl', 'codex-flat.jsonl', 'codex'],
  ['chatgpt.json', 'chatgpt.json', 'chatgpt'],
  ['slack-2024-05-01.json', 'slack/backend/2024-05-01.json', 'slack'],
  ['messages.json', 'messages.json', 'messages'],
  ['claude-ai.json', 'claude-ai.json', 'messages'],
  ['markdown.md', 'markdown.md', 'markdown'],
  ['bold.md', 'bold.md', 'markdown'],
  ['specstory.md', 'specstory.md', 'markdown'],
  ['aider.md', 'aider.md', 'markdown'],
  ['headings.md', 'headings.md', 'markdown'],
  ['plain.txt', 'plain.txt', 'plain'],
  ['brackets.txt', 'brackets.txt', 'plain'],
  ['whatsapp.txt', 'whatsapp.txt', 'plain'],
  ['irc.txt', 'irc.txt', 'plain'],
];

const rawOf = (file: string): string => readFileSync(new URL(`fixtures/${file}`, GOLDEN), 'utf8');

function claim(path: string, raw: string, paths: readonly string[] = []): Shape | null {
  return conversation.claim(path, raw.slice(0, 4096), { ...SETTINGS, paths });
}

function read(raw: string, path = '.sheaf/conversations/talk'): { text: string; outline: Outline } {
  const shape = claim(path, raw);
  if (shape === null) throw new Error(`${path} is not claimed`);
  const text = conversation.render?.(raw, shape) ?? raw;
  return { text, outline: conversation.outline(text, shape) };
}

function describeOutline(outline: Outline): string {
  const units = outline.units.map((unit) =>
    [
      `${unit.firstLine}-${unit.lastLine}`,
      JSON.stringify(unit.meta),
      unit.within.join(' / '),
      unit.names.join(' '),
    ].join(' | '),
  );
  const remarks = outline.remarks.map((remark) => `${remark.line} ${remark.kind}: ${remark.text}`);
  return `${units.join('\n')}\n\n${remarks.join('\n')}\n\n${JSON.stringify(outline.meta)}\n`;
}

describeSourceContract(
  conversation,
  FIXTURES.map(([file, path]) => ({ path: `.sheaf/conversations/${path}`, raw: rawOf(file) })),
);

describe('SR-2 transcripts of real formats', () => {
  it.each(FIXTURES)('%s is read as a person would read it', async (file, path, kind) => {
    const raw = rawOf(file);
    expect(claim(`.sheaf/conversations/${path}`, raw)?.kind).toBe(kind);
    const { text, outline } = read(raw, `.sheaf/conversations/${path}`);
    expect(outline.units.length).toBeGreaterThan(1);
    await expect(`${text}\n=====\n${describeOutline(outline)}`).toMatchFileSnapshot(
      new URL(`${file}.golden.txt`, GOLDEN).pathname,
    );
  });

  it('are claimed in their home and under configured globs only', () => {
    expect(claim('.sheaf/conversations/a/b.txt', 'Dana: hi')?.kind).toBe('plain');
    expect(claim('notes/chat.txt', 'Dana: hi')).toBeNull();
    expect(claim('notes/chat.txt', 'Dana: hi', ['notes/*.txt'])?.kind).toBe('plain');
    expect(claim('notes/keep.txt', 'Dana: hi', ['notes/*', '!notes/keep.txt'])).toBeNull();
    expect(claim('../notes/chat.txt', 'Dana: hi', ['notes/*.txt'])).toBeNull();
  });

  it('are recognised when the first line is longer than the head', () => {
    const meta = { timestamp: '2025-01-01T00:00:00Z', type: 'session_meta', payload: { a: '' } };
    const raw = JSON.stringify({ ...meta, payload: { instructions: 'x'.repeat(9000) } });
    expect(claim('.sheaf/conversations/rollout.jsonl', raw)?.kind).toBe('codex');
  });

  it('that were cut off anywhere still give the turns that are whole', () => {
    const raw = rawOf('chatgpt.json');
    const cut = raw.slice(0, raw.lastIndexOf('Noted.'));
    expect(read(cut).text).toContain('I prefer plural table names.');
    const lines = rawOf('codex.jsonl');
    expect(read(lines.slice(0, lines.length - 60)).text).toContain('500 rows per statement');
  });

  it('that nobody can read become one note', () => {
    const { text, outline } = read('{"name": "dana", "id": 4}');
    expect(outline.units.map((unit) => unit.meta?.['speaker'])).toEqual(['note']);
    expect(text).toContain('"dana"');
    expect(read('').outline.units).toEqual([]);
  });
});

describe('RT-3 one unit per turn', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          '▌user',
          ' ▌user · 2025-01-16T12:00:00Z',
          '▌# t',
          '\r\n',
          '\n',
          '\r',
          '',
          ' ',
          'x',
          '\ud800',
          '·',
          '\u2028',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  );
  const anyTurn = fc.record({
    speaker: anyText,
    time: fc.constantFrom('', '2025-01-16T12:00:00Z', '2025-01-16', '12:03', 'yesterday'),
    text: anyText,
  });

  it('whatever was said: number, speakers and texts come back', () => {
    fc.assert(
      fc.property(fc.array(anyTurn, { maxLength: 6 }), anyText, (turns, title) => {
        const text = writeTranscript([{ title, turns }]);
        const back = readTranscript(text);
        expect(back.map((turn) => [turn.speaker, turn.text])).toEqual(
          turns.map((turn) => [toSpeaker(turn.speaker), toText(turn.text)]),
        );
        expect(back.map((turn) => turn.time)).toEqual(
          turns.map(({ time }) => (time === 'yesterday' ? '' : time)),
        );
      }),
      { numRuns: runs(300) },
    );
  });

  it('of any list of messages, in order, covering all lines but titles', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ role: fc.constantFrom('user', 'assistant'), content: anyText }), {
          minLength: 1,
          maxLength: 6,
        }),
        (messages) => {
          const { text, outline } = read(JSON.stringify(messages));
          expect(outline.units.map((unit) => unit.meta?.['speaker'])).toEqual(
            messages.map(({ role }) => role),
          );
          expect(outline.units[0]?.firstLine).toBe(1);
          expect(outline.units.at(-1)?.lastLine).toBe(splitLines(text).length);
          outline.units.forEach((unit, index) => {
            expect(unit.firstLine).toBe((outline.units[index - 1]?.lastLine ?? 0) + 1);
          });
        },
      ),
    );
  });

  it('of a chain of replies that no stack could hold', () => {
    const node = (id: number): [string, unknown] => [
      String(id),
      {
        parent: id === 0 ? null : String(id - 1),
        children: [String(id + 1)],
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: [`m${id}`] } },
      },
    ];
    const depth = 20_000;
    const mapping = Object.fromEntries(Array.from({ length: depth }, (_, id) => node(id)));
    for (const current of [String(depth - 1), undefined]) {
      const raw = JSON.stringify([{ title: 't', mapping, current_node: current }]);
      expect(read(raw).outline.units.length).toBe(depth);
    }
  }, 30_000);
});
