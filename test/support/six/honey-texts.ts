/* What people wrote and said about the honey shop: documentation, research, conversations. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (...items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

const turn = (
  id: string,
  parent: string | null,
  role: string,
  text: string,
  children: string[],
) => ({
  id,
  parent,
  children,
  message: { id, author: { role }, content: { content_type: 'text', parts: [text] } },
});

const asked = (type: string, content: unknown, minute: number): object => ({
  type,
  sessionId: 'h7',
  uuid: `u${minute}`,
  parentUuid: minute === 0 ? null : `u${minute - 1}`,
  timestamp: `2026-04-09T14:0${minute}:00Z`,
  message: { role: type, content },
});

export const HONEY_TEXTS: Readonly<Record<string, string>> = {
  'README.adoc': `= Honigtopf

image:https://shields.example.org/ci.svg[CI] image:https://shields.example.org/ruby.svg[Ruby]

Honigtopf is the web shop of a cooperative of forty beekeepers, who set their own prices.

== Setup

Run \`bin/setup\`, then \`bin/dev\`. You need Ruby 3.3 and Postgres.

== Elsewhere

* https://bees.example.org[Bee facts]
* https://forum.example.org[Forum]
`,
  'doc/adr/adr-011-reserve-at-placing.md': `# ADR 11: Stock is reserved when an order is placed

* Status: accepted
* Date: 2025-11-03

## Context

Carts are left lying around for days.

## Decision

Jars are reserved when the order is placed, not when they are put into the cart.

## Consequences

Somebody may find the last jar gone at the checkout.
`,
  'doc/adr/adr-012-integer-percent.md': `# ADR 12: Coupons are whole percents

* Status: accepted

## Decision

A coupon takes a whole number of percent off the goods, never off the shipping.
`,
  'doc/adr/adr-013-payouts-monthly.md': `# ADR 13: Payouts once a month

* Status: accepted

## Decision

Beekeepers are paid on the fifth working day of the month; fractions of a cent stay with the cooperative.
`,
  'doc/adr/adr-014-no-tracking.md': `# ADR 14: No tracking cookies

* Status: superseded by ADR 15

## Decision

The shop sets no cookie but the session.
`,
  'doc/handbook/returns.md': `# Returns

Opened jars can't come back. Unopened ones may within 14 days; put them into stock with \`Inventory.restock!\`.
`,
  'doc/handbook/privacy.md': `# Privacy

Who asks to be forgotten is forgotten within a month. Orders stay for seven years, because the tax office wants them.
`,
  'doc/handbook/oncall.md': `# On call

## The queue of documents grows

Restart the workers with \`kamal app boot --roles=worker\` and look at the dead set in the Sidekiq page.

## The database is full

Drop the partitions of \`page_views\` that are older than 90 days.
`,
  'doc/style.md':
    '# Style\n\nCents are integers. Methods that raise end with an exclamation mark.\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nRun `bin/rubocop` and `bin/rspec`. One reviewer is enough.\n',
  'CHANGELOG.md':
    '# Changelog\n\n## 5.4.0 (2026-04-01)\n\n- Unit prices beside every price.\n\n## 5.3.0 (2026-02-11)\n\n- Newsletter in batches.\n',
  'research/2026-03-switzerland.md': `# Shipping to Switzerland

## Question

Why do Swiss customers give up at the checkout?

## Findings

38 % leave when they see the customs fee; the carrier Alpenpost includes customs for 11.90.

## Recommendation

Offer Alpenpost to Switzerland.
`,
  'research/2026-02-search.md': `# Search engines for the shop

## Findings

Postgres full text is enough for 900 products; Elasticsearch needs a machine of its own.

## Recommendation

Stay with Postgres and add trigrams for misspelt names.
`,
  'research/2026-01-jars.bib':
    '@article{glass2025,\n  title={Breakage of honey jars in parcels},\n  author={Imker, A.},\n  year={2025},\n  abstract={Moulded pulp halves breakage compared with bubble wrap.}\n}\n',
  'attic/team-chat.json': json([
    {
      type: 'message',
      user: 'U7',
      user_profile: { real_name: 'Greta' },
      text: 'The commission goes down to 10 percent from June, the assembly of beekeepers voted.',
      ts: '1775900000.000100',
    },
    {
      type: 'message',
      user: 'U8',
      user_profile: { real_name: 'Paul' },
      text: 'I will tell the bookkeeper.',
      ts: '1775900060.000200',
    },
    {
      type: 'message',
      user: 'U7',
      user_profile: { real_name: 'Greta' },
      text: 'And who brings the wasps trap to the summer party?',
      ts: '1775903000.000300',
    },
  ]),
  'attic/gpt/conversations.json': json([
    {
      title: 'Invoices without page breaks',
      mapping: {
        a: { id: 'a', parent: null, children: ['b'], message: null },
        b: turn(
          'b',
          'a',
          'user',
          'Invoices with more than 30 lines raise CannotFit. What is the cause?',
          ['c', 'd'],
        ),
        c: turn('c', 'b', 'assistant', 'Try a smaller font.', []),
        d: turn(
          'd',
          'b',
          'assistant',
          'The table header repeats and does not fit; set header to false on following pages.',
          [],
        ),
      },
      current_node: 'd',
    },
    {
      title: 'Holiday',
      mapping: {
        a: { id: 'a', parent: null, children: ['b'], message: null },
        b: turn('b', 'a', 'user', 'Where is the sea warm in May?', ['c']),
        c: turn('c', 'b', 'assistant', 'Cyprus has 21 degrees.', []),
      },
      current_node: 'c',
    },
  ]),
  'attic/sessions/h7.jsonl': lines(
    asked('user', 'Coupons must not work on products of beekeepers who opted out.', 0),
    asked(
      'assistant',
      [{ type: 'text', text: 'I need a flag opted_out_of_coupons on the beekeeper.' }],
      1,
    ),
    asked('user', 'Yes, and never show coupons in the newsletter.', 2),
  ),
  'attic/rollout-honey.jsonl': lines(
    {
      timestamp: '2026-04-10T10:00:00Z',
      type: 'session_meta',
      payload: { id: 'q', cwd: '/srv/honigtopf' },
    },
    {
      timestamp: '2026-04-10T10:00:01Z',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [
          {
            type: 'input_text',
            text: 'The newsletter takes four hours; the mail provider allows 20 mails a second.',
          },
        ],
      },
    },
    {
      timestamp: '2026-04-10T10:00:02Z',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: 'Then a batch of 500 every 25 seconds is the most we can do.',
          },
        ],
      },
    },
  ),
  'attic/phone-call.md': `**Human:** A customer says that the total in the cart is wrong when she types a comma.

**Assistant:** The field gives a string; with a comma it is not a number.

**Human:** Please round quantities to whole jars.

**Assistant:** I will parse the quantity as an integer.
`,
};
