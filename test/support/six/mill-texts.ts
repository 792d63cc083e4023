/* What people wrote and said about the wind pipeline: documentation, research, conversations. */

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
const lines = (...items: readonly object[]): string => items.map(json).join('');
const slack = (user: string, text: string, ts: string, thread?: string): object => ({
  client_msg_id: `m-${ts}`,
  type: 'message',
  user,
  text,
  ts,
  ...(thread === undefined ? {} : { thread_ts: thread, parent_user_id: 'UA1' }),
});
const record = (type: string, text: string, i: number): object => ({
  parentUuid: i === 0 ? null : `r${i - 1}`,
  isSidechain: false,
  userType: 'external',
  cwd: '/srv/windmill',
  sessionId: 'w3',
  version: '1.0.60',
  type,
  message:
    type === 'user'
      ? { role: 'user', content: text }
      : { role: 'assistant', content: [{ type: 'text', text }] },
  uuid: `r${i}`,
  timestamp: `2026-02-20T09:1${i}:00.000Z`,
});

export const MILL_TEXTS: Readonly<Record<string, string>> = {
  'README.md': `<div align="center"><img src="assets/mill.png" width="120"/></div>

# Windmill

[![PyPI](https://pypi-badge.example.org/v.svg)](https://pypi.example.org) [![codecov](https://cov-badge.example.org/c.svg)](https://cov.example.org)

Windmill collects wind measurements of small turbines and tells their owners how much power to expect tomorrow.

## Quick start

\`make lake\` starts MinIO and Postgres; \`make airflow\` starts the scheduler on port 8085.

## Related projects

- [OpenTurbine](https://openturbine.example.org)
- [Gustbook](https://gustbook.example.org)
`,
  'docs/index.md':
    '# Windmill\n\nSee the [guide](guide.md), the [RFCs](rfcs/) and the [runbook](runbook.md).\n',
  'docs/guide.md': `# Guide

## Add a turbine

Put its name into the list in \`dags/ingest_turbines.py\` and its rated power into \`dbt/seeds/rated_power.csv\`.

## Backfill

Run \`airflow dags backfill ingest_turbines -s DATE -e DATE\`; at most three days at once, the controllers keep no more.

## Units

Everything inside is metres per second, kilowatts and UTC.
`,
  'docs/runbook.md': `# Runbook

## A turbine is offline

Call the owner first; most often somebody pulled the plug of the router. After 48 hours mute the alert.

## The lake is full

Run \`windmill compact --days 30\`, which frees about two thirds.

## The report was not sent

Trigger the dag \`report\` by hand; it is safe to send it twice.
`,
  'docs/rfcs/0004-parquet-not-postgres.md': `# RFC 4: Measurements live in Parquet

- Status: Accepted
- Author: Noor

## Motivation

Postgres took 40 GB for one winter.

## Decision

Raw measurements are Parquet files by turbine and day. Postgres holds only what dbt makes.
`,
  'docs/rfcs/0005-last-write-wins.md': `# RFC 5: The last measurement wins

- Status: Accepted

## Decision

If a controller sends a time twice, the later message replaces the earlier one.
`,
  'docs/rfcs/0006-no-weather-service.md': `# RFC 6: No weather service

- Status: Rejected

## Proposal

Buy forecasts of a weather service.

## Why it was rejected

It costs more than all turbines earn in a week.
`,
  'docs/rfcs/0007-forecast-window.md': `# RFC 7: Three weeks of history

- Status: Accepted

## Decision

The forecast looks at 21 days; longer windows mix seasons.
`,
  'research/anemometer-drift.md': `# Anemometers drift

## Observation

Cup anemometers lose 2 % a year through wear of their bearings.

## Sources

Field tests on eleven masts, 2019 to 2024.

## Result

Multiply the speed by a factor for each sensor, renewed every spring.
`,
  'research/icing.md': `# Ice on blades

## Result

Below 2 degrees and above 90 % humidity, power falls by a third at the same wind. No sensor of ours measures humidity.
`,
  'research/formats/notes.txt':
    'Comparison of file formats, January\n\nParquet with zstd: 1.0 (base)\nORC: 1.1\nCSV with gzip: 3.4\n\nConclusion: zstd level 9 costs twice the time for 4 % less space, so level 3 it is.\n',
  'archive/slack-2026/users.json': json([
    { id: 'UA1', name: 'noor', real_name: 'Noor Haddad' },
    { id: 'UA2', name: 'finn', real_name: 'Finn Olsen' },
  ]),
  'archive/slack-2026/channels.json': json([
    { id: 'C1', name: 'pipeline' },
    { id: 'C2', name: 'lunch' },
  ]),
  'archive/slack-2026/pipeline/2026-02-18.json': json([
    slack(
      'UA1',
      'south-1 reports 90 m/s since the firmware update, that is knots counted twice.',
      '1771400000.000100',
      '1771400000.000100',
    ),
    slack(
      'UA2',
      'Then we must not convert when the firmware is 7 or newer.',
      '1771400100.000200',
      '1771400000.000100',
    ),
    slack(
      'UA2',
      'The owners want the report at six, not at a quarter past five.',
      '1771410000.000300',
    ),
  ]),
  'archive/slack-2026/lunch/2026-02-18.json': json([
    slack('UA2', 'Falafel or ramen today?', '1771412000.000100'),
    slack('UA1', 'Ramen, the falafel was cold.', '1771412060.000200'),
  ]),
  'archive/export/chat-42.json': json({
    title: 'Incremental model misses late rows',
    create_time: 1_771_000_000,
    mapping: {
      r: { id: 'r', parent: null, children: ['q'], message: null },
      q: {
        id: 'q',
        parent: 'r',
        children: ['a'],
        message: {
          id: 'q',
          author: { role: 'user' },
          content: {
            content_type: 'text',
            parts: ['Rows that arrive three days late never reach daily_energy. Why?'],
          },
        },
      },
      a: {
        id: 'a',
        parent: 'q',
        children: [],
        message: {
          id: 'a',
          author: { role: 'assistant' },
          content: {
            content_type: 'text',
            parts: [
              'The incremental filter looks back two days only; widen the interval to seven days.',
            ],
          },
        },
      },
    },
    current_node: 'a',
  }),
  'archive/agents/w3.jsonl': lines(
    record(
      'user',
      'The API must never return more than 200 rows at once, phones run out of memory.',
      0,
    ),
    record('assistant', 'I will lower the page size of the measurements endpoint.', 1),
  ),
  'archive/agents/rollout-2026-02-21.jsonl': lines(
    {
      timestamp: '2026-02-21T10:00:00Z',
      type: 'session_meta',
      payload: { id: 'c', cwd: '/srv/windmill' },
    },
    {
      timestamp: '2026-02-21T10:00:01Z',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'user',
        content: [
          {
            type: 'input_text',
            text: 'Owners complain that the expected power ignores ice in winter.',
          },
        ],
      },
    },
    {
      timestamp: '2026-02-21T10:00:02Z',
      type: 'response_item',
      payload: {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'output_text',
            text: 'Without humidity the forecast can only use the temperature of the controller.',
          },
        ],
      },
    },
  ),
  'archive/hallway.md': `> me: why do we retry three times only?

> finn: because the controllers lock after five logins within ten minutes

> me: and the delay?

> finn: two minutes is fine, less is not
`,
};
