/* Sixteen exports of five chat systems, as the programs write them, and what was said in each. */

export interface Chat {
  readonly path: string;
  readonly text: string;
  /** Speakers in the order of their turns. */
  readonly speakers: readonly string[];
  /** Words of the last turn. */
  readonly last: string;
}

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const claude = (type: string, content: unknown, i: number, more: object = {}): object => ({
  parentUuid: i === 0 ? null : `u${i - 1}`,
  isSidechain: false,
  userType: 'external',
  cwd: '/home/anna/shop',
  sessionId: 'c1a2',
  version: '1.0.60',
  gitBranch: 'main',
  type,
  message: { role: type, content },
  uuid: `u${i}`,
  timestamp: `2026-05-0${i + 1}T10:00:00.000Z`,
  ...more,
});

const codex = (payload: object, second: number): object => ({
  timestamp: `2026-05-01T10:00:0${second}.000Z`,
  type: 'response_item',
  payload,
});
const message = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
});

const node = (id: string, parent: string | null, children: string[], role = '', text = '') => ({
  id,
  message:
    role === ''
      ? null
      : {
          id,
          author: { role, name: null, metadata: {} },
          create_time: 1_714_557_600,
          content: { content_type: 'text', parts: [text] },
          status: 'finished_successfully',
          metadata: {},
          recipient: 'all',
        },
  parent,
  children,
});
const chatgpt = (title: string, asked: string, answered: string): object => ({
  title,
  create_time: 1_714_557_600.5,
  update_time: 1_714_557_700.5,
  mapping: {
    root: node('root', null, ['a']),
    a: node('a', 'root', ['b'], 'user', asked),
    b: node('b', 'a', [], 'assistant', answered),
  },
  moderation_results: [],
  current_node: 'b',
  conversation_id: title,
});

const slack = (user: string, text: string, at: number): object => ({
  client_msg_id: `00000000-0000-4000-8000-00000000000${at}`,
  type: 'message',
  text,
  user,
  ts: `17145576${at}0.000200`,
  team: 'T01SHOP',
});

export const CHATS: readonly Chat[] = [
  {
    path: 'old/backup.2026/laptop/5f3c.jsonl',
    text: lines(
      claude('user', 'Where is the cart total rounded?', 0),
      claude('assistant', [{ type: 'text', text: 'In the pricing module.' }], 1),
    ),
    speakers: ['user', 'assistant'],
    last: 'pricing module',
  },
  {
    path: 'tmp/session-export.txt',
    text: lines(
      { type: 'summary', summary: 'Rounding of totals', leafUuid: 'u1' },
      claude('user', 'Round half to even from now on.', 0),
      claude('assistant', 'Done, totals are rounded half to even.', 1),
    ),
    speakers: ['user', 'assistant'],
    last: 'half to even',
  },
  {
    path: 'docs/notes/agent/run',
    text: lines(
      { type: 'file-history-snapshot', messageId: 'm1', snapshot: {}, isSnapshotUpdate: false },
      claude('user', 'List the tax rules.', 0, { isSidechain: true }),
      claude('assistant', 'There are three tax rules.', 1, { isSidechain: true }),
    ),
    speakers: ['task', 'agent'],
    last: 'three tax rules',
  },
  {
    path: 'src/assets/long.jsonl',
    text: lines(
      claude('user', `Explain this stack: ${'frame '.repeat(1500)}`, 0),
      claude('assistant', 'The pool is exhausted.', 1),
    ),
    speakers: ['user', 'assistant'],
    last: 'pool is exhausted',
  },
  {
    path: 'attachments/rollout-2026-05-01.jsonl',
    text: lines(
      { timestamp: '2026-05-01T10:00:00.000Z', type: 'session_meta', payload: { id: 'x' } },
      codex(message('user', 'Move the mailer to a queue.'), 1),
      codex(message('assistant', 'The mailer uses the queue now.'), 2),
    ),
    speakers: ['user', 'assistant'],
    last: 'uses the queue now',
  },
  {
    path: 'misc/codex-old.json',
    text: lines(
      { id: 'abc', timestamp: '2025-05-01T10:00:00Z', instructions: null, git: { branch: 'main' } },
      message('user', 'Which port does the worker use?'),
      message('assistant', 'The worker uses port 9400.'),
    ),
    speakers: ['user', 'assistant'],
    last: 'port 9400',
  },
  {
    path: 'ci/artifacts/exec-output.ndjson',
    text: lines(
      { type: 'thread.started', thread_id: 't1' },
      { type: 'turn.started' },
      {
        type: 'item.completed',
        item: { id: 'i0', type: 'agent_message', text: 'All 41 tests pass.' },
      },
    ),
    speakers: ['assistant'],
    last: '41 tests pass',
  },
  {
    path: 'downloads/conversations.json',
    text: JSON.stringify([
      chatgpt('Currency', 'Which currency code is Swiss?', 'It is CHF.'),
      chatgpt('Locks', 'Advisory locks or row locks?', 'Use advisory locks here.'),
    ]),
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'advisory locks here',
  },
  {
    path: 'design/chat.json',
    text: pretty(chatgpt('Palette', 'A calm palette, please.', 'Use slate and sand.')),
    speakers: ['user', 'assistant'],
    last: 'slate and sand',
  },
  {
    path: 'data/export-part-2.json',
    text: pretty([chatgpt('Retries', 'How often to retry?', 'Five times with jitter.')]),
    speakers: ['user', 'assistant'],
    last: 'Five times with jitter',
  },
  {
    path: 'archive/chat/payments/2026-05-01.json',
    text: pretty([
      slack('U01ANNA', 'Refunds fail since the upgrade, <@U02BEN> can you look?', 1),
      slack('U02BEN', 'The key of the sandbox expired.', 2),
    ]),
    speakers: ['Anna Berg', 'Ben Ode'],
    last: 'sandbox expired',
  },
  {
    path: 'support/thread.json',
    text: pretty({
      ok: true,
      messages: [
        slack('U09ZOE', 'Then we ship on Tuesday.', 4),
        slack('U08MAX', 'The banner is ready.', 3),
      ],
      has_more: false,
    }),
    speakers: ['U08MAX', 'U09ZOE'],
    last: 'ship on Tuesday',
  },
  {
    path: 'archive/chat/general/2026-05-02.json',
    text: JSON.stringify([
      {
        type: 'message',
        subtype: 'channel_join',
        user: 'U01ANNA',
        text: 'joined',
        ts: '1714557600.000100',
      },
      slack('U01ANNA', 'Decided: we keep Postgres.', 5),
    ]),
    speakers: ['Anna Berg'],
    last: 'we keep Postgres',
  },
  {
    path: 'docs/2026-05-01_21-04-invoice-layout.md',
    text: '# Invoice layout (2026-05-01)\n\n_**User**_\n\nWhere does the address go?\n\n---\n\n_**Assistant**_\n\nIn the top left corner.\n\n---\n\n_**User**_\n\nThanks, keep it there.\n',
    speakers: ['user', 'assistant', 'user'],
    last: 'keep it there',
  },
  {
    path: 'wiki/exported/how-to-cache.md',
    text: '## Prompt:\n\nHow long may rates be cached?\n\n## Response:\n\nTen minutes, then ask again.\n',
    speakers: ['user', 'assistant'],
    last: 'Ten minutes',
  },
  {
    path: 'meetings/standup.markdown',
    text: '# Standup\n\n**Anna (10:01):** Search is done.\n\n**Ben (10:02):** I take the import.\n\n**Anna (10:03):** Mind the encoding.\n\n**Ben (10:04):** I will test with Latin-1.\n',
    speakers: ['Anna', 'Ben', 'Anna', 'Ben'],
    last: 'Latin-1',
  },
];

/** Files that look a little like transcripts, or come with them, and are none. */
export const NO_CHATS: Readonly<Record<string, string>> = {
  'prompts/eval-case.yaml':
    'messages:\n  - role: user\n    content: Which way is north?\n  - role: assistant\n    content: Up on most maps.\n  - role: user\n    content: And on yours?\n',
  'prompts/template.yaml':
    'title: Reviewer\nmessages:\n  - role: user\n    content: Review {{diff}} for me please.\n  - role: assistant\n    content: I will look at it.\n  - role: user\n    content: Thanks a lot for that.\n',
  'site/post.html':
    '<html><body><div class="comment"><span class="author">Ida</span><p>What a nice post this is.</p></div><div class="comment"><span class="author">Per</span><p>I think so too, Ida.</p></div><div class="comment"><span class="author">Ida</span><p>Then we all agree.</p></div></body></html>\n',
  'archive/chat/users.json': pretty([
    {
      id: 'U01ANNA',
      team_id: 'T01SHOP',
      name: 'anna',
      is_bot: false,
      profile: { real_name: 'Anna Berg' },
    },
    {
      id: 'U02BEN',
      team_id: 'T01SHOP',
      name: 'ben',
      is_bot: false,
      profile: { real_name: 'Ben Ode' },
    },
  ]),
  'archive/chat/channels.json': pretty([{ id: 'C1', name: 'payments', members: ['U01ANNA'] }]),
  'docs/api.md':
    '# API\n\n## User\n\nA user has a name.\n\n## Agent\n\nAn agent has a key.\n\n## System\n\nThe system is up.\n',
  'docs/messages.md':
    '# Messages\n\n**User:** the person who pays.\n\n**Order:** what was bought.\n',
  'docs/quotes.md':
    '# Fields\n\n> User: may be null.\n\n> Note: never empty.\n\n> You: the owner of the key.\n',
  'docs/menu.txt': '› Settings\n› Accounts\n\nYou can:\n\n• add one\n• close one\n',
  'docs/models.txt':
    'mini: for titles\n\nClaude: for long texts, costs more\n\nGemini: for pictures\n\nlarge: never\n',
  'data/finetune.jsonl': lines({
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'hello' },
    ],
  }),
  'search/mapping.json': pretty({
    title: 'orders',
    mapping: { properties: { parent: { type: 'keyword' } } },
  }),
  'src/events.json': pretty([
    { type: 'user', message: 'signed up' },
    { type: 'system', message: 'mail sent' },
  ]),
};
