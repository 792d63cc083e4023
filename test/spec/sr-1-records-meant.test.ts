import { describe, expect, it } from 'vitest';
import { promptFrom } from '../support/prompt.ts';

const NOISE = Array.from(
  { length: 30 },
  (_, i) => `2026-03-0${1 + (i % 3)}T09:${10 + i}:00Z INFO api GET /v1/boats/${i} 200 ${i}ms`,
);
const said = (user: string, at: string, text: string) => ({ user, ts: at, text });

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Quay\n\nBerths for boats.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nBranch from main.\n\n## Tests\n\nUse the `calm_sea` fixture for tides.\n\n## Releases\n\nTag on Friday.\n',
  'CHANGELOG.md': '# Changelog\n\n## 1.2.0\n- berths may be swapped by harbour masters\n',
  'docs/journal.md':
    '# Writes\n\nOne journal for each process: several journals lock each other while a writer waits.\n',
  'quay/tides.py': 'def tide_at(hour: int) -> float:\n    return 1.2 * hour\n',
  'deploy/tide-reader.yaml':
    'apiVersion: batch/v1\nkind: CronJob\nmetadata: { name: tide-reader }\nspec: { schedule: "5 * * * *" }\n',
  'chats/ops.json': JSON.stringify([
    said('mara', '2026-03-02T08:00:00Z', 'boats were billed twice for the berth, 14 of them'),
    said('oli', '2026-03-02T08:05:00Z', 'the retry had no key, fixed in the evening'),
    said('mara', '2026-03-02T15:00:00Z', 'fire drill moved to the afternoon'),
    said('pia', '2026-03-03T10:00:00Z', 'is anybody going to read the tides by hand?'),
    said('oli', '2026-03-03T10:04:00Z', 'nobody, tide-reader does it each hour'),
    said('pia', '2026-03-03T16:00:00Z', 'who took the paddles'),
    said(
      'oli',
      '2026-03-04T09:00:00Z',
      'harbour app freezes: every process opens its own journal, they lock',
    ),
  ]),
  'logs/api.log': [
    ...NOISE.slice(0, 12),
    '2026-03-02T09:40:00Z INFO api charge booking=88231 key=a1 200',
    ...NOISE.slice(12, 20),
    '2026-03-03T09:41:00Z INFO api charge booking=88231 key=b2 200',
    ...NOISE.slice(20),
    '',
  ].join('\n'),
};

const promptOf = promptFrom(FILES);

describe('SR-1 records are weighed one by one', () => {
  it('every line that has the number a task names is told, with what stands beside it', async () => {
    const prompt = await promptOf('booking 88231 was charged twice, why?');
    expect(prompt).toContain('booking=88231 key=a1');
    expect(prompt).toContain('booking=88231 key=b2');
    expect(prompt).not.toContain('/v1/boats/2 ');
  });

  it('what was said on the day that a task names, with its answer, and no other talk of that day', async () => {
    const prompt = await promptOf('berth billed twice on 2 March, what happened?');
    expect(prompt).toContain('14 of them');
    expect(prompt).toContain('the retry had no key');
    expect(prompt).not.toContain('fire drill');
    expect(prompt).not.toContain('paddles');
  });

  it('a service that a task or a talk names leads to the file that runs it', async () => {
    const prompt = await promptOf('who reads the tides by hand?');
    expect(prompt).toContain('nobody, tide-reader does it');
    expect(prompt).toContain('schedule: "5 * * * *"');
    expect(prompt).not.toContain('paddles');
  });

  it('the section of a guide that is headed by what is to be done is told', async () => {
    const prompt = await promptOf('write a test for tide_at');
    expect(prompt).toContain('calm_sea');
  });

  it('the page that speaks in the same rare words as a talk on the matter comes with it', async () => {
    const prompt = await promptOf('harbour app freezes');
    expect(prompt).toContain('opens its own journal');
    expect(prompt).toContain('several journals lock each other');
  });

  it('a short list of changes tells what changed', async () => {
    expect(await promptOf('may harbour masters swap berths?')).toContain('berths may be swapped');
  });
});
