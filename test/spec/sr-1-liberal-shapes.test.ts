import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';

const SETTINGS = ingestSettings(DEFAULTS);
const shapeOf = (path: string, raw: string): string => {
  const shape = claim(path, raw, SETTINGS);
  return `${shape?.source}/${shape?.kind}`;
};
const json = (records: readonly unknown[]): string => JSON.stringify(records, null, 1);
const lines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

describe('SR-2 talk is known by its shape, whoever wrote it down', () => {
  const said = [
    { user: 'mara', ts: '2026-03-02 08:41', text: 'the queue is full again since this morning' },
    { user: 'oli', ts: '2026-03-02 08:44', text: 'the worker died over night, I start it again' },
    { user: 'mara', ts: '2026-03-02 08:50', text: 'thank you, it is draining now' },
  ];

  it.each([
    ['chat/backend.json', json(said)],
    ['chat/backend.jsonl', lines(said)],
    ['exports/teams/ops.json', JSON.stringify({ channel: 'ops', messages: said })],
    [
      'discord/ops.json',
      json(said.map(({ user, ts, text }) => ({ author: { name: user }, at: ts, content: text }))),
    ],
    // By itself, if everybody speaks at a time and somebody speaks again.
    ['backend-2026-03.json', json(said)],
  ])('as in %s', (path, raw) => {
    expect(shapeOf(path, raw)).toBe('conversation/messages');
  });

  it('and an agent session by its roles', () => {
    const turn = (type: string, content: string) => ({
      type,
      timestamp: '2026-03-02T08:00:00Z',
      message: { role: type, content },
    });
    const session = [turn('user', 'find out why it dies'), turn('assistant', 'I look at the log.')];
    expect(shapeOf('chats/claude/7f3a.jsonl', lines(session))).toBe('conversation/claude-code');
  });

  it.each([
    [
      'chats/meetings/2026-03-04-planning.md',
      '# Planning\n\nPresent: Mara, Oli\n\n- Kafka: no.\n- Logo: blue.\n',
    ],
    ['meetings/retro.md', '# Retro, 2026-03-04\n\n- The build is slow.\n- Thanks to Oli.\n'],
    [
      'chats/support/5521.md',
      '# Ticket 5521\n\n**From:** Saskia\nIt stops.\n\n**Oli:** We look at it.\n',
    ],
  ])('minutes and tickets point by point, as in %s', (path, raw) => {
    expect(shapeOf(path, raw)).toBe('conversation/minutes');
  });

  it('and letters, but not those that tests are fed with', () => {
    const letter =
      'From: mara@example.org\nTo: oli@example.org\nSubject: Queue\n\nIt is full again.\n';
    expect(shapeOf('mails/queue.eml', letter)).toBe('conversation/minutes');
    expect(shapeOf('spec/fixtures/inbound/1.eml', letter)).not.toContain('conversation');
  });

  it.each([
    ['locales/chat/en.json', '[{"name": "title", "text": "Write a message to all"}]'],
    ['test/fixtures/messages.json', json(said)],
    [
      'logs/api.jsonl',
      lines(said.map(({ user, ts, text }) => ({ time: ts, level: 'info', user, msg: text }))),
    ],
    ['src/chat/client.ts', 'export const send = (text: string): void => {};\n'],
    ['chat/README.md', '# Chat\n\n- **Present:** it sends.\n- It receives.\n'],
    [
      'data/products.json',
      '[{"name": "hammer", "text": "a hammer for heavy work"}, {"name": "saw", "text": "a saw for fine work"}]',
    ],
  ])('but nothing that merely looks like it, as %s', (path, raw) => {
    expect(shapeOf(path, raw)).not.toContain('conversation');
  });
});

describe('SR-2 other sources are known by where they lie and how they look', () => {
  it.each([
    [
      'research/vendors.json',
      '[{"vendor": "A", "price": 1}, {"vendor": "B", "price": 2}]',
      'research/note',
    ],
    ['research/vendors.yaml', '- vendor: A\n  price: 1\n', 'research/table'],
    ['research/config.yaml', 'seed: 4\n', 'code/config'],
    ['logs/cron.csv', 'started,job,seconds\n2026-03-02T02:00:00Z,purge,12\n', 'logs/metrics'],
    ['deploy/limits.json', '{"replicas": 3}', 'deployment/settings'],
    ['infra/prod.properties', 'pool.size=3\n', 'deployment/settings'],
    ['deploy/render.py', 'print(1)\n', 'code/source'],
  ])('%s', (path, raw, shape) => {
    expect(shapeOf(path, raw)).toBe(shape);
  });
});
