/* What people wrote and said about the courier service: documentation, research, conversations. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const said = (user: string, text: string, ts: string): object => ({
  type: 'message',
  user,
  text,
  ts,
  client_msg_id: ts,
});
const turn = (type: string, content: string, i: number): string =>
  `${JSON.stringify({ parentUuid: i === 0 ? null : `m${i - 1}`, isSidechain: false, sessionId: 's9', type, message: { role: type, content }, uuid: `m${i}`, timestamp: `2026-05-03T09:0${i}:00Z` })}\n`;

export const COURIER_TEXTS: Readonly<Record<string, string>> = {
  'README.md': `<p align="center"><img src="docs/logo.svg" alt="logo of the courier" width="200"></p>

[![build](https://ci.example.org/badge.svg)](https://ci.example.org) [![coverage](https://cov.example.org/badge.svg)](https://cov.example.org) [![chat](https://chat.example.org/badge.svg)](https://chat.example.org)

# Courier

[Website](https://courier.example.org) | [Docs](https://docs.example.org) | [Status](https://status.example.org) | [Blog](https://blog.example.org)

Courier quotes, prints and tracks parcels for small shops that have no logistics department.

## Install

Run \`make up\` and open http://localhost:8080.

## Links

- [Awesome shipping](https://awesome.example.org)
- [Another tracker](https://tracker.example.org)
- [Label zoo](https://zoo.example.org)
`,
  'AGENTS.md':
    '# Working here\n\n- Money is Decimal, never float.\n- Run `make check` before you commit.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nEvery change comes with a test. Commit messages begin with the module, such as `rates: …`.\n',
  'docs/architecture.md': `# Architecture

## Overview

The API answers synchronously; everything slow goes through the job queue.

## Storage

One Postgres database holds shipments, quotes and webhook events.

## Tracking

States form a machine; carriers send events, which advance it.
`,
  'docs/decisions/0001-one-database.md': `# 1. One Postgres database

Status: accepted

## Context

We need transactions across shipments and events.

## Decision

Everything lives in one Postgres database; there is no second store.
`,
  'docs/decisions/0002-webhooks-once.md': `# 2. Each webhook event is handled once

Status: accepted

## Context

Carriers repeat their calls for up to three days.

## Decision

The id of every event is inserted with ON CONFLICT DO NOTHING before it is handled.
`,
  'docs/decisions/0003-half-even.md': `# 3. Amounts are rounded half to even

Status: accepted

## Context

Auditors found a drift of cents in the quotes.

## Decision

Quotes are rounded with ROUND_HALF_EVEN, at the very end.
`,
  'docs/decisions/0004-no-pdf.md': `# 4. Labels are ZPL, not PDF

Status: accepted

## Context

Thermal printers rasterise PDF slowly.

## Decision

Labels are rendered as ZPL text; PDF is left to the shops.
`,
  'docs/runbook.md': `# Runbook

## Stuck jobs

Look at the buried jobs with \`courierctl jobs --buried\`, fix the cause, then kick them.

## Restore a backup

Stop the workers, restore the dump with pg_restore, start the workers again.

## Rotate the webhook secret

Set both secrets for a day, then remove the old one.
`,
  'docs/openapi.yaml': `openapi: 3.0.3
info:
  title: Courier
  version: 1.4.0
paths:
  /quotes:
    post:
      operationId: postQuotes
      summary: Price of a parcel
      responses:
        '200':
          description: A quote that holds for fifteen minutes
  /shipments/{code}:
    get:
      operationId: getShipment
      summary: State of a shipment
      responses:
        '200':
          description: The current state
  /shipments/{code}/label:
    get:
      operationId: getLabel
      summary: Label in ZPL
      responses:
        '200':
          description: Text for a thermal printer
  /invoices/{month}:
    get:
      operationId: getInvoice
      summary: Invoice of a month
      responses:
        '200':
          description: A list of charged quotes
`,
  'docs/research/queue-spike.md': `# Spike: which job queue

Compared Redis streams, RabbitMQ and a table in Postgres for the worker.

## Conclusion

A table with SKIP LOCKED is enough up to 200 jobs per second; use it for the worker.
`,
  'research/thermal-printers.md': `# Thermal label printers

Zebra and TSC understand ZPL; Brother needs its own raster language.

## Conclusions

Support ZPL first and leave Brother for later.
`,
  '.sheaf/research/webhook-signatures.json': json({
    query: 'webhook signature replay protection tolerance',
    results: [
      {
        title: 'Signing webhooks',
        url: 'https://example.org/signing',
        snippet: 'Sign the timestamp with the body and refuse calls older than five minutes.',
      },
    ],
  }),
  'exports/slack/users.json': json([
    { id: 'U0MARA11', team_id: 'T1', name: 'mara', profile: { real_name: 'Mara Lind' } },
    { id: 'U0OLIV22', team_id: 'T1', name: 'oliver', profile: { real_name: 'Oliver Roth' } },
  ]),
  'exports/slack/shipping/2026-05-04.json': json([
    said('U0MARA11', 'Customers say quotes to islands are too cheap.', '1777888800.000100'),
    said(
      'U0OLIV22',
      'Decided: islands get a surcharge of 4 EUR on top of the zone.',
      '1777888860.000200',
    ),
    said(
      'U0MARA11',
      'Fine. The tracking page should poll less, every 30 seconds.',
      '1777888920.000300',
    ),
  ]),
  'exports/slack/random/2026-05-04.json': json([
    said('U0OLIV22', 'The cake is in the kitchen.', '1777889900.000100'),
    said('U0MARA11', 'Who took the good chair?', '1777889960.000200'),
  ]),
  'notes/sessions/8c1f.jsonl': [
    turn('user', 'The worker buries jobs too early, what is the limit?', 0),
    turn('assistant', 'MAX_ATTEMPTS is 6; with jitter that is about two minutes.', 1),
    turn('user', 'From now on use at most 10 attempts for label jobs.', 2),
    turn('assistant', 'Noted: label jobs get ten attempts.', 3),
  ].join(''),
  'notes/chat-export.md':
    '# Naming\n\n**User:** What shall we call the mobile app?\n\n**Assistant:** Parcelo would be short and free.\n\n**User:** Good, Parcelo it is.\n',
};
