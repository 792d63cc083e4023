import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Remark } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import { conversation } from './conversation.ts';
import { writeTranscript } from './transcript.ts';

const SHAPE: Shape = { source: 'conversation', kind: 'plain', language: 'text', options: '' };
const LISTS = new URL('../../../../test/golden/conversation/', import.meta.url);

function remarksOf(speaker: string, text: string): readonly Remark[] {
  const canonical = writeTranscript([{ title: '', turns: [{ speaker, time: '', text }] }]);
  return conversation.outline(canonical, SHAPE).remarks;
}

interface Measured {
  readonly precision: number;
  readonly recall: number;
  readonly sentences: number;
  readonly wrong: readonly string[];
}

/** A remark counts as right if it has the kind a reader gave it. */
function measure(file: string): Measured {
  const rows = readFileSync(new URL(file, LISTS), 'utf8').trim().split('\n');
  let right = 0;
  let found = 0;
  let wanted = 0;
  const wrong: string[] = [];
  for (const row of rows) {
    const cut = row.indexOf('|');
    const [expected, text] = [row.slice(0, cut), row.slice(cut + 1)];
    const got = remarksOf('user', text)[0]?.kind ?? 'none';
    if (expected !== 'none') wanted++;
    if (got !== 'none') found++;
    if (got !== 'none' && got === expected) right++;
    if (got !== expected) wrong.push(`${expected} → ${got}: ${text}`);
  }
  return { precision: right / found, recall: right / wanted, sentences: rows.length, wrong };
}

describe('SR-1 decisions, preferences and standing instructions', () => {
  it('are found in the development list', () => {
    const { precision, recall, sentences, wrong } = measure('remarks-dev.txt');
    expect(sentences).toBeGreaterThan(120);
    expect({ precision, recall, wrong }).toEqual({ precision: 1, recall: 1, wrong: [] });
  });

  it.each(['remarks-second.txt', 'remarks-third.txt'])(
    'are found in %s at precision 0.95 and recall 0.95 or better',
    (file) => {
      const { precision, recall, sentences, wrong } = measure(file);
      expect(sentences).toBeGreaterThan(70);
      expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
      expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('are not taken from code, quotes, tools or what an assistant merely says', () => {
    const text = "See:\n\n```sh\nnever run this\n```\n\n> always use tabs\n\n    don't indent\n";
    expect(remarksOf('user', text)).toEqual([]);
    expect(remarksOf('tool', 'Never commit this.')).toEqual([]);
    expect(remarksOf('deploy-bot', 'Always check the logs.')).toEqual([]);
    expect(remarksOf('assistant', "Let's use Redis. Never mind. I prefer Postgres.")).toEqual([]);
    expect(remarksOf('assistant', '**Decision:** we keep Postgres.')).toEqual([
      { kind: 'decision', text: 'Decision: we keep Postgres.', line: 2 },
    ]);
  });

  it('keep the line they stand on, their negation and both of their kinds', () => {
    expect(remarksOf('Dana', "Fine.\n- don't use X\n- let's use Y and never Z")).toEqual([
      { kind: 'instruction', text: "don't use X", line: 3 },
      { kind: 'decision', text: "let's use Y and never Z", line: 4 },
      { kind: 'instruction', text: "let's use Y and never Z", line: 4 },
    ]);
  });
});
