import type { Chat } from './chats.ts';

/* Further shapes of the five systems: with other marks and keys, as tools and terminals write them, in folders of anything. */

const lines = (...records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const ODD_CHATS: readonly Chat[] = [
  {
    // A session with a byte order mark, Windows line ends and a subagent beside it.
    path: 'usb-stick/neu/sitzung.jsonl',
    text: `\ufeff${lines(
      {
        parentUuid: null,
        isSidechain: false,
        userType: 'external',
        cwd: 'C:\\work\\shop',
        sessionId: 'b2',
        version: '1.0.60',
        type: 'user',
        message: { role: 'user', content: [{ type: 'text', text: 'Where is the tax rounded?' }] },
        uuid: 'p0',
        timestamp: '2026-06-05T10:00:00.000Z',
      },
      {
        parentUuid: 'p0',
        isSidechain: false,
        userType: 'external',
        sessionId: 'b2',
        type: 'assistant',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'claude',
          content: [{ type: 'text', text: 'In tax.ts, half to even.' }],
        },
        uuid: 'p1',
        timestamp: '2026-06-05T10:00:09.000Z',
      },
      {
        parentUuid: 'p1',
        isSidechain: false,
        sessionId: 'b2',
        type: 'system',
        subtype: 'local_command',
        content: '<local-command-stdout>ok</local-command-stdout>',
        uuid: 'p2',
        timestamp: '2026-06-05T10:00:10.000Z',
      },
      {
        parentUuid: 'p2',
        isSidechain: false,
        sessionId: 'b2',
        type: 'user',
        message: { role: 'user', content: 'Round it half up instead.' },
        uuid: 'p3',
        timestamp: '2026-06-05T10:01:00.000Z',
      },
    ).replaceAll('\n', '\r\n')}`,
    speakers: ['user', 'assistant', 'user'],
    last: 'half up instead',
  },
  {
    // A rollout with a turn context, a compaction and an answer in two parts.
    path: 'k8s/notes/r.jsonl',
    text: lines(
      {
        timestamp: '2026-06-06T07:00:00.000Z',
        type: 'session_meta',
        payload: { id: 'z', timestamp: '2026-06-06T07:00:00.000Z', cwd: '/w', cli_version: '0.40' },
      },
      { timestamp: '2026-06-06T07:00:00.100Z', type: 'turn_context', payload: { cwd: '/w' } },
      {
        timestamp: '2026-06-06T07:00:01.000Z',
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: 'How do we name branches?' }],
        },
      },
      {
        timestamp: '2026-06-06T07:00:02.000Z',
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'After the ticket,' },
            { type: 'output_text', text: 'in lower case.' },
          ],
        },
      },
    ),
    speakers: ['user', 'assistant'],
    last: 'in lower case',
  },
  {
    // One conversation of the web page's own interface: a list of messages with roles.
    path: 'public/img/chat-export.json',
    text: JSON.stringify({
      title: 'Retention',
      messages: [
        { role: 'system', content: 'You are helpful.' },
        { role: 'user', content: 'How long do we keep invoices?' },
        { role: 'assistant', content: 'Ten years, the law says so.' },
      ],
    }),
    speakers: ['system', 'user', 'assistant'],
    last: 'the law says so',
  },
  {
    // Two conversations in one export, the second with a picture among its parts.
    path: 'Downloads (2)/conversations-000.json',
    text: JSON.stringify([
      {
        title: 'Ports',
        create_time: 1_780_000_000.5,
        current_node: 'b',
        mapping: {
          a: {
            id: 'a',
            parent: null,
            children: ['b'],
            message: {
              id: 'a',
              author: { role: 'user', name: null },
              create_time: 1_780_000_001.2,
              content: { content_type: 'text', parts: ['Which port has the broker?'] },
            },
          },
          b: {
            id: 'b',
            parent: 'a',
            children: [],
            message: {
              id: 'b',
              author: { role: 'assistant' },
              create_time: 1_780_000_002.2,
              content: { content_type: 'text', parts: ['1883, and 8883 with TLS.'] },
            },
          },
        },
      },
      {
        title: 'Picture',
        create_time: 1_780_000_100,
        current_node: 'd',
        mapping: {
          c: {
            id: 'c',
            parent: null,
            children: ['d'],
            message: {
              id: 'c',
              author: { role: 'user' },
              create_time: 1_780_000_101,
              content: {
                content_type: 'multimodal_text',
                parts: [
                  { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' },
                  'What is wrong in this chart?',
                ],
              },
            },
          },
          d: {
            id: 'd',
            parent: 'c',
            children: [],
            message: {
              id: 'd',
              author: { role: 'assistant' },
              create_time: 1_780_000_102,
              content: { content_type: 'text', parts: ['The axis does not begin at zero.'] },
            },
          },
        },
      },
    ]),
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'begin at zero',
  },
  {
    // A day of a channel with joins, a file, a me-message and blocks without text.
    path: 'sql/legacy/proj-x/2026-06-04.json',
    text: JSON.stringify([
      {
        type: 'message',
        subtype: 'channel_join',
        user: 'U9',
        text: '<@U9> has joined the channel',
        ts: '1780560000.000100',
      },
      {
        type: 'message',
        user: 'U9',
        ts: '1780560100.000100',
        text: '',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [{ type: 'text', text: 'The importer skips the last row.' }],
              },
            ],
          },
        ],
      },
      {
        type: 'message',
        subtype: 'me_message',
        user: 'U8',
        text: 'looks at the importer',
        ts: '1780560200.000100',
      },
      {
        type: 'message',
        user: 'U8',
        text: 'It reads until length - 1, see <#C77|bugs>.',
        ts: '1780560300.000100',
        reactions: [{ name: '+1', users: ['U9'], count: 1 }],
      },
    ]),
    speakers: ['U9', 'U8', 'U8'],
    last: 'length - 1',
  },
  {
    // Names and times on a line of their own, as people paste from a window.
    path: 'misc/paste.md',
    text: '### Mara · 10:02\n\nDo we ship on Friday?\n\n### Jon · 10:05\n\nOnly if the smoke tests are green.\n\n### Mara · 10:06\n\nThey are.\n\n### Jon · 10:09\n\nThen yes, before noon.\n',
    speakers: ['Mara', 'Jon', 'Mara', 'Jon'],
    last: 'before noon',
  },
  {
    // Headings of the second level with an emoji, as exporters of web pages write them.
    path: 'specs/2026/idea.md',
    text: '# Export\n\n## 🧑 User\n\nCan the report be a PDF?\n\n## 🤖 Assistant\n\nYes, with the print style sheet.\n\n## 🧑 User\n\nAnd in landscape?\n\n## 🤖 Assistant\n\nWith `@page { size: landscape }`.\n',
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'size: landscape',
  },
  {
    // Front matter, and turns that quote headings of their own.
    path: 'content/posts/session.markdown',
    text: '---\ntitle: Session\ndate: 2026-06-07\n---\n\n**User:** Write the section on limits.\n\n**Assistant:** Here it is:\n\n```md\n## Limits\n\nAt most 20 rows.\n```\n\n**User:** Make it 50.\n\n**Assistant:** Done, fifty rows.\n',
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'fifty rows',
  },
  {
    // What Claude Code prints with --output-format stream-json.
    path: 'artifacts/run-12.ndjson',
    text: lines(
      { type: 'system', subtype: 'init', cwd: '/w', session_id: 'k', tools: ['Bash'] },
      {
        type: 'assistant',
        message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Tests first.' }] },
        parent_tool_use_id: null,
        session_id: 'k',
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'b', content: 'ok' }],
        },
        parent_tool_use_id: null,
        session_id: 'k',
      },
      {
        type: 'assistant',
        message: {
          id: 'n',
          role: 'assistant',
          content: [{ type: 'text', text: 'All green now.' }],
        },
        parent_tool_use_id: null,
        session_id: 'k',
      },
      { type: 'result', subtype: 'success', result: 'All green now.', session_id: 'k' },
    ),
    speakers: ['assistant', 'tool', 'assistant'],
    last: 'All green now.',
  },
  {
    // What /export of Claude Code writes.
    path: 'backup/2026.txt',
    text: '▐▛███▜▌   Claude Code v2.0.14\n\n> why is the build slow\n\n⏺ Let me look.\n\n⏺ Read(ci.yml)\n  ⎿  Read 40 lines\n\n⏺ The cache key holds the date.\n\n> use the lock file\n\n⏺ The key is its hash now.\n',
    speakers: ['note', 'user', 'assistant', 'user', 'assistant'],
    last: 'its hash now',
  },
  {
    // An exporter of ChatGPT that calls the sides prompt and response.
    path: 'Desktop/ChatGPT-Caching.json',
    text: JSON.stringify({
      metadata: { title: 'Caching', user: { name: 'Ada' }, powered_by: 'an exporter' },
      messages: [
        { role: 'Prompt', time: '5/1/2026 10:00:00', say: 'How long may prices be cached?' },
        { role: 'Response', time: '5/1/2026 10:00:20', say: 'A minute at most.' },
      ],
    }),
    speakers: ['user', 'assistant'],
    last: 'minute at most',
  },
  {
    // A dump of a Slack channel that keeps answers inside of what they answer.
    path: 'dumps/C05AB.json',
    text: JSON.stringify({
      channel_id: 'C05AB',
      messages: [
        {
          type: 'message',
          user: 'U1AAAAAAA',
          text: 'can we drop node 18?',
          ts: '1777600000.000100',
          user_profile: { real_name: 'Ida Holm' },
          slackdump_thread_replies: [
            {
              type: 'message',
              user: 'U2BBBBBBB',
              text: 'yes, from June on',
              ts: '1777600060.000100',
              user_profile: { real_name: 'Per Dahl' },
            },
          ],
        },
      ],
    }),
    speakers: ['Ida Holm', 'Per Dahl'],
    last: 'from June on',
  },
  {
    // Copied from the page of a chat.
    path: 'paste/from-browser.md',
    text: 'You said:\n\nIs uuid v7 fine as a key?\n\nChatGPT said:\n\nYes, it sorts by time.\n\nYou said:\n\nand in MySQL?\n\nChatGPT said:\n\nStore it as BINARY(16).\n',
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'BINARY(16)',
  },
  {
    // Minutes of a short meeting.
    path: 'meeting/april.md',
    text: '# April\n\n**Ines:** The form is abused.\n**Tomas:** Then hide only after a person has looked.\n**Ines:** Decided. And the claimant must log in.\n',
    speakers: ['Ines', 'Tomas', 'Ines'],
    last: 'must log in',
  },
  {
    // What was typed, without the answers.
    path: 'dots/typed.jsonl',
    text: lines(
      { session_id: 's1', ts: 1_777_600_000, text: 'run the linter on the api folder' },
      { session_id: 's1', ts: 1_777_600_060, text: 'now fix what it found' },
    ),
    speakers: ['user', 'user'],
    last: 'now fix what it found',
  },
  {
    // The page that comes with an export.
    path: 'downloads/gpt/chat.html',
    text: `<html>\n<head>\n<title>ChatGPT Data Export</title>\n<script>\nvar jsonData = ${JSON.stringify(
      [
        {
          title: 'Pie charts',
          create_time: 1_777_700_000,
          current_node: 'b',
          mapping: {
            r: { id: 'r', parent: null, children: ['a'], message: null },
            a: {
              id: 'a',
              parent: 'r',
              children: ['b'],
              message: {
                id: 'a',
                author: { role: 'user' },
                content: { content_type: 'text', parts: ['What is wrong with this chart?'] },
              },
            },
            b: {
              id: 'b',
              parent: 'a',
              children: [],
              message: {
                id: 'b',
                author: { role: 'assistant' },
                content: { content_type: 'text', parts: ['The slices add up to 130 percent.'] },
              },
            },
          },
        },
      ],
    )};\nfunction show() { return [];\n}\n</script>\n</head>\n<body></body>\n</html>\n`,
    speakers: ['user', 'assistant'],
    last: 'The slices add up to 130 percent.',
  },
  {
    // Copied from the window: the time stands below the name.
    path: 'notes/copied.txt',
    text: 'Marta Vidal\n  10:02 AM\nThe importer skips the last row.\n10:03\nonly on Windows though\n\nRuben Maes\n  10:05 AM\nFixing it today.\n\nMarta Vidal\n  10:06 AM\nthanks!\n',
    speakers: ['Marta Vidal', 'Ruben Maes', 'Marta Vidal'],
    last: 'thanks!',
  },
  {
    // Times before names.
    path: 'meetings/call.md',
    text: '**[2026-05-04 10:01] Sade:** Do we still need the export?\n\n**[2026-05-04 10:02] Ruben:** Finance reads it.\n\n**[2026-05-04 10:04] Sade:** Then weekly is enough.\n',
    speakers: ['Sade', 'Ruben', 'Sade'],
    last: 'Then weekly is enough.',
  },
  {
    // With a line of the program that wrote it.
    path: 'team/shared/flaky.md',
    text: '# Fixing a flaky test\n_Exported on 5/4/2026 at 10:12:40 GMT+2 from Cursor (1.7.2)_\n\n---\n\n**User**\n\ntest_pool is flaky, why?\n\n---\n\n**Cursor**\n\nIt sleeps for 10 ms.\n\n---\n\n**User**\n\nwait for the event\n\n---\n\n**Cursor**\n\nDone in pool_test.py.\n',
    speakers: ['user', 'Cursor', 'user', 'Cursor'],
    last: 'Done in pool_test.py.',
  },
  {
    path: 'docs-old/2026-05-01-fix.md',
    text: '<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# Fix the pager\n\n_**User (2026-05-01 10:00:00Z)**_\n\nThe pager shows page 0.\n\n---\n\n_**Agent (claude-sonnet-4 2026-05-01 10:00:20Z)**_\n\nPages start at one now.\n\n---\n\n_**User (2026-05-01 10:02:00Z)**_\n\nAdd a test.\n\n---\n',
    speakers: ['user', 'assistant', 'user'],
    last: 'Add a test.',
  },
  {
    // Copied from a terminal, with the frame that welcomes people.
    path: 'etc/terminal-copy.txt',
    text: '╭────────────────────╮\n│ ✻ Welcome to Claude │\n╰────────────────────╯\n\n❯ which job deletes old carts\n\n● The nightly one, after 90 days.\n\n❯ make it 30 days\n\n● Done, 30 days.\n  ⎿  jobs/carts.rb\n',
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'Done, 30 days.',
  },
  {
    path: 'scratch/codex.log',
    text: '› where is the retry count set\n\n• In client.go, three tries.\n\n› make it five\n\n• Changed to five tries.\n',
    speakers: ['user', 'assistant', 'user', 'assistant'],
    last: 'Changed to five tries.',
  },
  {
    // Copied from the panel of an editor.
    path: 'misc/panel.txt',
    text: 'mila-r: how do I fake the clock here\n\nGitHub Copilot: Pass one to the service.\n\nmila-r: and in the worker?\n\nGitHub Copilot: It reads the clock of the service.\n',
    speakers: ['mila-r', 'GitHub Copilot', 'mila-r', 'GitHub Copilot'],
    last: 'the clock of the service.',
  },
  {
    // The first versions of Codex wrote one object.
    path: 'data/rollout-2025-04-20.json',
    text: JSON.stringify(
      {
        session: { timestamp: '2025-04-20T10:00:00.000Z', id: 'aa', instructions: '' },
        items: [
          {
            role: 'user',
            content: [{ type: 'input_text', text: 'Rename --fast to --quick.' }],
            type: 'message',
          },
          { type: 'reasoning', id: 'rs', summary: [] },
          { type: 'function_call', id: 'fc', name: 'shell', arguments: '{"cmd":["sed"]}' },
          {
            id: 'm',
            type: 'message',
            content: [{ type: 'output_text', text: 'The flag is --quick.' }],
            role: 'assistant',
          },
        ],
      },
      null,
      2,
    ),
    speakers: ['user', 'assistant', 'assistant'],
    last: 'The flag is --quick.',
  },
  {
    // Bold names with the time behind them, the words below, and only three turns.
    path: 'design/couriers.markdown',
    text: '# Couriers\n\n**Ann** 09:12\nDo we need the second one?\n\n**Bo** 09:14\nYes, for islands.\nThe first does not go there.\n\n**Ann** 09:15\nThen keep both.\n',
    speakers: ['Ann', 'Bo', 'Ann'],
    last: 'Then keep both.',
  },
  {
    path: 'prompts/saved/carrier.yaml',
    text: 'title: Carrier choice\nmodel: gpt-4o\nmessages:\n  - role: system\n    content: You help a shop.\n  - role: user\n    content: |\n      Which carrier goes to Norway?\n      And what does it cost?\n  - role: assistant\n    content: >\n      Only Nordpost, about\n      nine euros.\n  - role: user\n    content: "Then add \\"Nordpost\\" to the list."\n',
    speakers: ['system', 'user', 'assistant', 'user'],
    last: 'Then add "Nordpost" to the list.',
  },
  {
    path: 'www/archive/talk.html',
    text: '<!DOCTYPE html><html><head><title>Export</title><style>.m{}</style></head><body><h1>Hours</h1>\n<div class="message user"><div class="author">You</div><div class="content"><p>When does the warehouse open?</p></div></div>\n<div class="message assistant"><div class="author">ChatGPT</div><time datetime="2026-05-04T10:00:00Z">10:00</time><div class="content"><p>At six &amp; on Sundays never.</p></div></div>\n<div class="message user"><div class="author">You</div><div class="content"><p>Put that on the page.</p></div></div>\n</body></html>\n',
    speakers: ['user', 'assistant', 'user'],
    last: 'Put that on the page.',
  },
  {
    // Names in elements of their own may be comments on a page, unless it lies among talks.
    path: 'chat-exports/ops.html',
    text: '<html><body><div class="message"><span class="sender">Ida</span> <span class="timestamp">10:02</span><div class="message-text">Who restarts the printer?</div></div><div class="message"><span class="sender">Per</span><div class="message-text">I do,<br>every Monday.</div></div></body></html>\n',
    speakers: ['Ida', 'Per'],
    last: 'I do,\nevery Monday.',
  },
];
