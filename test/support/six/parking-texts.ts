/* What people wrote and said about the city's parking permits. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

const said = (user: string, seconds: number, text: string): object => ({
  type: 'message',
  user,
  text,
  ts: `${1_777_000_000 + seconds}.000100`,
});

const turn = (type: 'user' | 'assistant', uuid: string, text: string): object => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: 'e0b6',
  cwd: '/home/ines/kerbside',
  type,
  message: { role: type, content: type === 'user' ? text : [{ type: 'text', text }] },
  uuid,
  timestamp: '2026-04-22T08:00:00Z',
});

export const PARKING_TEXTS: Readonly<Record<string, string>> = {
  'README.md': `[![CI](https://badges.example.org/kerbside/ci.svg)](https://ci.example.org/kerbside)
[![Hex](https://badges.example.org/hex.svg)](https://hex.example.org)

# Kerbside

Kerbside issues parking permits for the city and lets wardens write fines with a handheld.

## Start

    mix deps.get
    mix ecto.setup
    mix phx.server

## Links

- [Wiki](https://wiki.example.org/kerbside)
- [Zone map](https://maps.example.org/zones)
`,
  'AGENTS.md': `# For agents

- Run \`mix format\` and \`mix credo --strict\` before each commit.
- Money is always in cents, as integers.
- Never log a licence plate; log the id of the permit.
`,
  'CONTRIBUTING.md': `# Contributing

Branches are named after the ticket. A change needs a test and a line in CHANGELOG.md. Reviews are done by two people of the parking team.
`,
  'CHANGELOG.md': `# Changelog

## 2.8.1 (2026-04-20)

- Scans answer from the zone cache.

## 2.8.0 (2026-04-02)

- Appeals stop reminders.
- Carers pay half.

## 2.7.0 (2026-02-11)

- Fines are exported to the treasury each night.
`,
  'docs/adr/0001-oban-for-background-work.md': `# 1. Oban for background work

Status: accepted

## Context

We need jobs that survive a restart. There is a PostgreSQL already, and nobody wants to run Redis.

## Decision

Background jobs run in Oban, inside the same database.

## Consequences

A long queue makes the database slower; nightly jobs have a queue of their own with one worker.
`,
  'docs/adr/0002-plates-are-personal-data.md': `# 2. Licence plates are personal data

Status: accepted

## Context

The data protection officer looked at our logs in January.

## Decision

Plates are kept for 90 days after a permit ends and never written to a log.

## Consequences

Support has to ask people for the number of their permit.
`,
  'docs/adr/0003-mollie-instead-of-stripe.md': `# 3. Mollie instead of Stripe

Status: accepted

## Context

Most people here pay by iDEAL or giro. Stripe charges 0.29 for those, Mollie 0.21.

## Decision

Payments go through Mollie. Refunds too, because a refund must go back the way the money came.
`,
  'docs/adr/0004-zones-in-memory.md': `# 4. Zones in memory

Status: accepted

## Context

A scan took 900 ms, most of it for reading the boundary of the zone.

## Decision

Every node keeps all zones in ETS and reads them again every ten minutes. A change of a boundary may take that long to be seen.
`,
  'docs/adr/0005-grace-period.md': `# 5. Ten minutes of grace

Status: accepted

## Context

The council wants fewer appeals. A third of them came from people who were loading.

## Decision

No fine is written within ten minutes of the first scan of a car.
`,
  'docs/adr/0006-no-mobile-app.md': `# 6. No app for residents

Status: rejected

## Context

Marketing asked for an app in the stores.

## Decision

We stay with the site; an app would cost 60,000 a year to keep.
`,
  'docs/runbooks/payments.md': `# Runbook: payments

## Webhooks are missing

Compare the list in the Mollie dashboard with the table payments. Missing ones are sent again with \`mix kerbside.webhooks.replay --since 2h\`.

## Refund stuck in pending

Mollie needs a positive balance. Ask finance to top up the account; refunds then go out by themselves within an hour.
`,
  'docs/runbooks/database.md': `# Runbook: database

## Too many connections

Each pod opens POOL_SIZE connections and the limit of the instance is 100. Lower POOL_SIZE before adding pods.

## Restore a backup

1. Scale the web deployment to zero.
2. Run \`pg_restore --jobs 4\` into a new database.
3. Point DATABASE_URL at it and scale up again.
`,
  'docs/runbooks/handhelds.md': `# Runbook: handhelds

## Warden is logged out in the middle of a shift

The clock of the device is wrong. Set it to network time and log in again.

## Scanner app shows grey tiles

The tile server is down; wardens can go on, only the map is missing.
`,
  'docs/glossary.md': `# Glossary

**Household**: an address in the register of residents; it may have two permits.

**Carer**: somebody who looks after a person in the zone; pays half.

**Warden**: writes fines. Formerly called inspector.

**Grace**: the ten minutes in which no fine is written.
`,
  'docs/openapi.yaml': `openapi: 3.0.3
info:
  title: Kerbside
  version: 2.8.1
paths:
  /api/permits:
    post:
      operationId: issuePermit
      summary: Issue a permit for a plate in a zone
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewPermit' }
      responses:
        '201': { description: The permit }
        '409': { description: The zone is full, or the household has two permits }
  /api/permits/{id}/renewal:
    post:
      operationId: renewPermit
      summary: Renew a permit for another year
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        '200': { description: The renewed permit }
  /api/permits/{id}:
    delete:
      operationId: returnPermit
      summary: Give a permit back and have the remaining months refunded
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
      responses:
        '202': { description: The refund is on its way }
  /api/scans:
    post:
      operationId: scanPlate
      summary: A warden has scanned a plate
      responses:
        '200': { description: What is to be done }
  /api/fines/{id}/appeals:
    post:
      operationId: appealFine
      summary: Object to a fine
      responses:
        '201': { description: Somebody will decide within six weeks }
components:
  schemas:
    NewPermit:
      type: object
      required: [plate, zone, kind]
      properties:
        plate: { type: string, maxLength: 10 }
        zone: { type: string, pattern: '^[A-F][0-9]$' }
        kind: { type: string, enum: [resident, visitor, carer, trade] }
`,
  'research/plate-recognition.md': `# Reading plates with the camera

Question: can the handheld read plates without typing?

## Findings

- OpenALPR reads 94 % of domestic plates in daylight, 71 % at night.
- Foreign plates are read right in 63 %.
- The letter O and the zero are mixed up in 4 % of the cases.

## Recommendation

Let the warden confirm each plate; never write a fine from the camera alone.
`,
  'research/dynamic-pricing.md': `# Prices by occupancy

## Findings

San Francisco changes prices every six weeks and has 11 % fewer cars that look for a place. Residents hate surprises: in Oslo the scheme was stopped after protests.

## Recommendation

Only for visitors, and with a ceiling of twice the usual price.
`,
  'research/oban-throughput.md': `# How many jobs Oban can run

## Findings

With 10 workers and PostgreSQL 15 we measured 1,850 jobs per second; the pruner becomes slow beyond 4 million finished jobs.

## Recommendation

Keep finished jobs for a week at most.
`,
  'research/searches/2026-04-18-live-view-reconnect.md': `# Web search: LiveView reconnects after deploy

Query: phoenix live_view reconnect storm after rolling deploy

1. https://forum.example.org/t/liveview-reconnect-storm: use a longer \`longPollFallbackMs\` and spread reconnects with \`reconnectAfterMs: tries => [1000, 3000, 8000][tries - 1] || 15000\`.
2. https://docs.example.org/phoenix/js: LiveSocket takes the same options as Socket.
`,
  'talk/slack/users.json': json([
    { id: 'U01', name: 'ines', profile: { real_name: 'Ines Duarte' } },
    { id: 'U02', name: 'tobias', profile: { real_name: 'Tobias Falk' } },
    { id: 'U03', name: 'mei', profile: { real_name: 'Mei Lin' } },
  ]),
  'talk/slack/parking-dev/2026-04-21.json': json([
    said(
      'U01',
      0,
      'Since the release of yesterday handhelds get a 500 on every scan in zone F3. It is a new zone, created this morning.',
    ),
    said(
      'U02',
      60,
      'ZoneCache.get returns nil until the next refresh, and the scan controller matches on a tuple.',
    ),
    said('U01', 120, 'So a zone that is not in the cache should be read from the database.'),
    said(
      'U03',
      900,
      'Decision: visitor permits will cost 6 euros from July on, the council has voted.',
    ),
    said(
      'U02',
      1500,
      'We agreed that trade permits may not be returned, the contract says so. Refunds are for residents and carers only.',
    ),
  ]),
  'talk/slack/random/2026-04-21.json': json([
    said('U03', 300, 'The canteen has waffles with cherries today, go before they are gone.'),
    said('U01', 360, 'My bike was stolen in front of the office, right next to the permit desk :('),
  ]),
  'talk/export-chatgpt/conversations.json': json([
    {
      title: 'Tiles for the zone map',
      create_time: 1776700000,
      mapping: {
        a: {
          id: 'a',
          parent: null,
          children: ['b'],
          message: {
            id: 'a',
            author: { role: 'user' },
            create_time: 1776700001,
            content: {
              content_type: 'text',
              parts: ['Colour-blind people cannot tell full zones from free ones on our map.'],
            },
          },
        },
        b: {
          id: 'b',
          parent: 'a',
          children: [],
          message: {
            id: 'b',
            author: { role: 'assistant' },
            create_time: 1776700009,
            content: {
              content_type: 'text',
              parts: [
                'Use the palette of Okabe and Ito: #0072B2 for free, #E69F00 for filling up and #D55E00 for full.',
              ],
            },
          },
        },
      },
    },
    {
      title: 'Birthday speech',
      create_time: 1776800000,
      mapping: {
        a: {
          id: 'a',
          parent: null,
          children: ['b'],
          message: {
            id: 'a',
            author: { role: 'user' },
            create_time: 1776800001,
            content: {
              content_type: 'text',
              parts: ['Write a speech for my uncle, who collects gramophones.'],
            },
          },
        },
        b: {
          id: 'b',
          parent: 'a',
          children: [],
          message: {
            id: 'b',
            author: { role: 'assistant' },
            create_time: 1776800009,
            content: { content_type: 'text', parts: ['Dear uncle, dear gramophones …'] },
          },
        },
      },
    },
  ]),
  'talk/agent.jsonl': lines([
    turn(
      'user',
      'u1',
      'Always answer in British spelling, and prefer pattern matching over if and else.',
    ),
    turn('assistant', 'u2', 'I will.'),
    turn(
      'user',
      'u3',
      'The reminder letter should go out earlier. Who gets it three weeks before has no time to come to the office.',
    ),
    turn(
      'assistant',
      'u4',
      'I suggest 42 days, so that two office days lie in between. The worker has a constant for it.',
    ),
    turn('user', 'u5', 'Good, but not before the council has its minutes out in May.'),
  ]),
  'talk/standup.md': `## User

What is left for the export to the treasury?

## Assistant

They want amounts with a decimal comma and the file in ISO 8859-1, not UTF-8.

## User

And when do they fetch it?

## Assistant

At five in the morning; what comes later waits a day.
`,
};
