/* What people wrote and said about the lending system: documentation, research, conversations. */

const lines = (...items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const spoken = (type: string, text: string, i: number): object => ({
  parentUuid: i === 0 ? null : `l${i - 1}`,
  isSidechain: false,
  sessionId: 'lend',
  type,
  message: { role: type, content: type === 'user' ? text : [{ type: 'text', text }] },
  uuid: `l${i}`,
  timestamp: `2026-01-15T11:0${i}:00Z`,
});
const rollout = (role: string, text: string): object => ({
  timestamp: '2026-01-16T08:00:00Z',
  type: 'response_item',
  payload: {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  },
});

export const LENDING_TEXTS: Readonly<Record<string, string>> = {
  'Readme.md': `# Shelf & Card

![Build](https://dev.azure.example.com/badge/build) ![Quality](https://sonar.example.com/badge/q)

Shelf & Card lends books for town libraries: loans, renewals, reservations and gates at the door.

## Run it

\`dotnet run --project src/Lending.Api\` needs a Postgres; \`docker stack deploy -c deploy/stack.yml lending\` brings one.

## More

- [Library forum](https://libforum.example.com)
- [Tag vendors](https://tags.example.com)
`,
  'docs/adr/001-records-not-entities.md':
    '# 1. Records, not entities\n\nAccepted.\n\nLoans are immutable records; a renewal is a new record, so that histories are never overwritten.\n',
  'docs/adr/002-fees-are-capped.md':
    '# 2. Fees are capped\n\nStatus: Accepted\n\n## Decision\n\nNobody pays more than ten euros for a book, because the town council said so in 2024.\n',
  'docs/adr/003-gates-work-offline.md':
    '# 3. Gates work offline\n\nStatus: Accepted\n\n## Decision\n\nA gate keeps the tags of the last 48 hours and stays silent when it cannot ask the server.\n',
  'docs/adr/004-search-in-memory.md':
    '# 4. The catalogue is searched in memory\n\nStatus: Accepted\n\n## Decision\n\n80,000 titles fit into 60 MB; no search engine is needed.\n',
  'docs/howto/new-branch.md':
    '# Open a new branch\n\nAdd it to `deploy/branches.yml`, print the door sign and register the gates with `gatectl add`.\n',
  'docs/howto/lost-card.md':
    '# Lost card\n\nBlock it with `cardctl block NUMBER`, wait one day, then issue a new one; loans move to the new card.\n',
  'docs/operations.md': `# Operations

## Reminders were not sent

Run the job again with \`jobs run reminders --date DATE\`; mails that went out are not sent twice.

## A gate beeps all the time

Empty its memory with \`gatectl flush\` and look whether the clock is right.

## Restore

\`pg_restore -d lending latest.dump\`; the gates need no restore.
`,
  'docs/privacy.md':
    "# Privacy\n\nWhat somebody read is nobody's business: a loan is deleted 30 days after the book came back.\n",
  'CHANGES.md':
    '# Changes\n\n## 2.6\n\n- Three renewals instead of two.\n\n## 2.5\n\n- Gates keep tags for 48 hours.\n',
  'research/rfid-range.md':
    '# How far do tags reach?\n\n## Measurements\n\nTwo tags closer than 2 cm are read as one in 11 % of the cases.\n\n## Advice\n\nPut tags at differing heights in thin books.\n',
  'research/reminders-and-returns.md':
    '# Do reminders help?\n\n## Findings\n\nA mail five days before the date brings 23 % more returns in time than one three days before; text messages add nothing.\n\n## Advice\n\nSend it five days before.\n',
  'research/search-habits.txt':
    'Search habits, 1,200 queries of one week\n\n41 % hold a misspelt name. 12 % are an ISBN with hyphens.\n\nAdvice: forgive one wrong letter.\n',
  'odds/2025/teams-chat.md': `**Nadia (09:02):** The council wants children to pay no fees at all from March.

**Jo (09:03):** Under 14 or under 18?

**Nadia (09:04):** Under 18.

**Jo (09:10):** Somebody left a cactus in the reading room.
`,
  'odds/2025/slack.json': json([
    {
      type: 'message',
      user: 'UN',
      text: 'Gate 2 beeps for everybody since the clock change.',
      ts: '1768470000.000100',
      user_profile: { real_name: 'Nadia' },
    },
    {
      type: 'message',
      user: 'UJ',
      text: 'It compares local time with UTC, so tags look two hours old.',
      ts: '1768470100.000100',
      user_profile: { real_name: 'Jo' },
    },
  ]),
  'odds/dump/gpt.json': json({
    title: 'Queue order',
    create_time: 1_768_000_000,
    mapping: {
      z: { id: 'z', parent: null, children: ['y'], message: null },
      y: {
        id: 'y',
        parent: 'z',
        children: ['x'],
        message: {
          id: 'y',
          author: { role: 'user' },
          content: {
            content_type: 'text',
            parts: ['Should students wait longer for a reserved book than teachers?'],
          },
        },
      },
      x: {
        id: 'x',
        parent: 'y',
        children: [],
        message: {
          id: 'x',
          author: { role: 'assistant' },
          content: {
            content_type: 'text',
            parts: [
              'No: keep first come, first served, but let schools reserve twenty copies at once.',
            ],
          },
        },
      },
    },
    current_node: 'x',
  }),
  'odds/agents/lend.jsonl': lines(
    spoken(
      'user',
      'Searching for an ISBN with hyphens finds nothing; strip them before the search.',
      0,
    ),
    spoken('assistant', 'Catalogue.Search compares words only; I will normalise ISBNs first.', 1),
  ),
  'odds/agents/rollout-x.jsonl': lines(
    {
      timestamp: '2026-01-16T08:00:00Z',
      type: 'session_meta',
      payload: { id: 'y', cwd: '/src/lending' },
    },
    rollout(
      'user',
      'The app shows minus one days left for books that are due today after midnight UTC.',
    ),
    rollout(
      'assistant',
      'The screen uses the clock of the phone; it should use the time zone of the library.',
    ),
  ),
  'odds/birthday.md':
    '## User\n\nSuggest a cake for 40 librarians.\n\n## Assistant\n\nA lemon sheet cake serves forty.\n',
};
