/* What people wrote and said about the ferry tickets: documentation, research, conversations. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (...items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

const slack = (user: string, text: string, ts: string, more: object = {}): object => ({
  type: 'message',
  user,
  text,
  ts,
  ...more,
});

const node = (
  id: string,
  parent: string | null,
  role: string,
  text: string,
  children: string[],
) => ({
  id,
  parent,
  children,
  message: {
    id,
    author: { role },
    create_time: 1_778_000_000 + Number(id.slice(1)),
    content: { content_type: 'text', parts: [text] },
  },
});

const codex = (role: string, text: string, second: number): object => ({
  timestamp: `2026-06-02T15:00:0${second}.000Z`,
  type: 'response_item',
  payload: {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  },
});

const claude = (type: string, content: unknown, i: number): object => ({
  parentUuid: i === 0 ? null : `c${i - 1}`,
  sessionId: 'f1',
  type,
  message: { role: type, content },
  uuid: `c${i}`,
  timestamp: `2026-06-04T08:0${i}:00Z`,
});

export const FERRY_TEXTS: Readonly<Record<string, string>> = {
  'README.md': `# Tideline

![build](https://img.example.org/build.svg) ![licence](https://img.example.org/mit.svg)

Tideline sells ferry tickets for island companies and keeps seats while a customer pays.

## Getting started

Run \`docker compose up\`, then \`npm run migrate\`. The service listens on port 4100.

## See also

- [Harbour maps](https://maps.example.org)
- [Ferry fans](https://fans.example.org)
`,
  'docs/decisions/0003-holds-live-in-redis.md': `# 3. Holds live in Redis

Status: accepted

## Context

Postgres rows were locked for minutes while customers typed card numbers.

## Decision

A hold is a counter in Redis with a time to live; Postgres sees only paid tickets.
`,
  'docs/decisions/0004-fares-in-cents.md': `# 4. Fares are whole cents

Status: accepted

## Decision

Every fare is rounded once, at the end, to whole cents; discounts never add fractions.
`,
  'docs/decisions/0005-no-push-at-night.md': `# 5. No push messages at night

Status: accepted

## Decision

Reminders between 22:00 and 6:00 wait until the morning.
`,
  'docs/decisions/0006-timetable-is-a-file.md': `# 6. The timetable is a file

Status: accepted

## Decision

The harbour office uploads a file with semicolons every night; there is no interface to their system.
`,
  'docs/runbooks/redis-full.md': `# Redis is full

1. Look at \`redis-cli info memory\`.
2. Delete holds older than a day with \`npm run sweep\`.
3. Never flush: the counters of seats would be lost.
`,
  'docs/runbooks/refund-by-hand.md': `# Refund by hand

Use the provider's console, then run \`INSERT INTO refunds\` with the ticket id, so that the books agree.
`,
  'docs/api.md': `# API

## POST /holds

Answers 409 when the sailing is sold out. A hold lasts ten minutes.

## POST /quotes

Answers the price in cents.

## Limits

A client may ask 120 times a minute; then it gets 429.
`,
  'docs/glossary.md':
    '# Glossary\n\n**Sailing**: one departure of one ferry.\n\n**Hold**: seats kept while a customer pays.\n\n**Draught**: how deep the ship lies in the water.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nRun `npm test` before you push. Branches are named after the ticket, such as `TL-123-holds`.\n',
  'CHANGELOG.md':
    '# Changelog\n\n## 3.2.0\n\n- Children travel for half.\n\n## 3.1.0\n\n- Refunds within 48 hours are halved.\n',
  'research/seat-maps.md': `# Do customers want to choose seats?

## Method

We asked 212 customers at the pier.

## Findings

Only 9 % would pay for a chosen seat; families want to sit together.

## Conclusion

Show no seat map on ferries under 100 seats; seat families next to each other instead.
`,
  'research/tide-forecasts.md': `# Which tide forecast to use

## Findings

The national service is 12 cm off in storms; the model of the university is 5 cm off, but late by an hour.

## Conclusion

Use the national service and add 15 cm of reserve when the wind is above 8 Beaufort.
`,
  'research/payment-providers.md': `# Payment providers

## Findings

Bluepay takes 1.4 % and answers 503 during its nightly maintenance at 3:00; Corva takes 1.9 %.

## Conclusion

Stay with Bluepay.
`,
  'old/exports/slack/users.json': json([
    { id: 'U01', name: 'svea', profile: { real_name: 'Svea Lind' } },
    { id: 'U02', name: 'otis', profile: { real_name: 'Otis Berg' } },
  ]),
  'old/exports/slack/tickets-dev/2026-05-11.json': json([
    slack(
      'U01',
      'Customers lose their seats when the card needs a second factor, ten minutes are too short.',
      '1778500000.0001',
      { thread_ts: '1778500000.0001', reply_count: 1 },
    ),
    slack(
      'U02',
      'Agreed: holds shall last 15 minutes from the next release on.',
      '1778500060.0002',
      { thread_ts: '1778500000.0001' },
    ),
    slack('U02', 'Bicycles: the company wants 6 EUR from July on.', '1778500900.0003'),
  ]),
  'old/exports/slack/random/2026-05-11.json': json([
    slack('U01', 'Who took my umbrella?', '1778501000.0001'),
    slack('U02', 'It hangs beside the coffee machine.', '1778501030.0002'),
  ]),
  'notes/dump/conversations.json': json([
    {
      title: 'Timetable parser',
      create_time: 1_778_000_000,
      mapping: {
        n0: { id: 'n0', parent: null, children: ['n1'], message: null },
        n1: node(
          'n1',
          'n0',
          'user',
          'The harbour office now sends times without a zone in the timetable. Which zone is meant?',
          ['n2'],
        ),
        n2: node(
          'n2',
          'n1',
          'assistant',
          'They are local times of Europe/Stockholm; parse them with that zone.',
          [],
        ),
      },
      current_node: 'n2',
    },
    {
      title: 'Birthday poem',
      create_time: 1_778_100_000,
      mapping: {
        n0: { id: 'n0', parent: null, children: ['n1'], message: null },
        n1: node('n1', 'n0', 'user', 'Write a poem for the birthday of a captain.', ['n2']),
        n2: node(
          'n2',
          'n1',
          'assistant',
          'O captain of the silver foam, the gulls will sing you home.',
          [],
        ),
      },
      current_node: 'n2',
    },
  ]),
  'tmp/agent/session-0602.jsonl': lines(
    {
      timestamp: '2026-06-02T15:00:00.000Z',
      type: 'session_meta',
      payload: { id: 'x', cwd: '/srv/tideline' },
    },
    codex(
      'user',
      'The QR code in the confirmation mail must be at least 300 pixels wide, the scanners at the pier are old.',
      1,
    ),
    codex('assistant', 'I will enlarge the QR code in the confirmation mail.', 2),
  ),
  'work/logs-of-agents/f1.jsonl': lines(
    { type: 'summary', summary: 'Refunds after cancelled sailings', leafUuid: 'c3' },
    claude(
      'user',
      'When the company cancels a sailing, customers get everything back, however late it is.',
      0,
    ),
    claude(
      'assistant',
      [
        { type: 'text', text: 'Then refundShare needs to know who cancelled.' },
        { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'src/booking/refund.ts' } },
      ],
      1,
    ),
    claude(
      'user',
      [{ type: 'tool_result', tool_use_id: 't1', content: 'export function refundShare' }],
      2,
    ),
    claude(
      'assistant',
      [{ type: 'text', text: 'I propose a third state: cancelled by the company.' }],
      3,
    ),
  ),
  'misc/harbour-meeting.md': `## Svea

Which tide do we need at the north pier?

## Harbour master

At least 2.6 metres, the pier was dredged only to the west.

## Svea

And in winter?

## Harbour master

The same, but ice closes it in February.
`,
};
