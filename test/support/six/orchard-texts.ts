/* What people wrote and said about the orchard's irrigation. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

const said = (user: string, seconds: number, text: string): object => ({
  type: 'message',
  user,
  text,
  ts: `${1_779_000_000 + seconds}.000200`,
});

/** A line of a rollout of Codex. */
const rollout = (role: 'user' | 'assistant', text: string): object => ({
  timestamp: '2026-05-18T06:00:00.000Z',
  type: 'response_item',
  payload: {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  },
});

export const ORCHARD_TEXTS: Readonly<Record<string, string>> = {
  'README.md': `<p align="center"><img src="https://img.example.org/logo.svg" alt="logo"></p>

[![Build](https://img.example.org/build.svg)](https://ci.example.org)

# Dewpoint

Dewpoint waters an orchard by itself: probes in the soil tell how dry it is, a planner decides each evening, valves do it at night.

## Develop

\`cargo test --workspace\`, then \`docker compose up\`.

## See also

- [Probe vendor](https://probes.example.org)
- [Growers' forum](https://growers.example.org)
`,
  'CLAUDE.md': `# Instructions

- No \`unwrap\` outside tests.
- Durations are \`std::time::Duration\`, never bare numbers.
- Every new error variant gets a test.
`,
  'docs/adr/001-mqtt-for-probes.md': `# ADR 1: MQTT for probes

Status: accepted

## Context

Probes sleep most of the time and have a weak radio. HTTP keeps it awake for two seconds, MQTT for 300 milliseconds.

## Decision

Probes publish to a Mosquitto broker; the gateway subscribes.

## Consequences

A frame may come twice; whoever keeps it must not mind.
`,
  'docs/adr/002-water-at-night.md': `# ADR 2: Water at night only

Status: accepted

## Context

Half of what is given at noon evaporates, and electricity is cheap from 23:00 on.

## Decision

The planner starts all runs between 23:00 and 05:00. By hand people may start one at any time.
`,
  'docs/adr/003-interlock-in-the-driver.md': `# ADR 3: The interlock lives in the driver

Status: accepted

## Context

Last June two pickers got wet because the planner knew of the lock and the button on the page did not.

## Decision

The driver itself refuses to open valves of a locked row, whoever asks.
`,
  'docs/adr/004-no-machine-learning.md': `# ADR 4: No learned model for demand

Status: accepted

## Context

The university offered a neural network trained on vineyards.

## Decision

We stay with Hargreaves: growers want to check the sum with a pencil.
`,
  'docs/adr/005-one-text-per-half-hour.md': `# ADR 5: One text per half hour

Status: accepted

## Decision

Whoever is on duty gets the same message at most every thirty minutes, so that the phone is not switched off.
`,
  'docs/ops/broker.md': `# Operating the broker

## Probes do not connect

The certificate of Mosquitto ends each March. Renew it with \`just renew-broker-cert\` and restart the broker; probes try again every ten minutes.

## Retained messages fill the disk

Delete them with \`mosquitto_sub --remove-retained -t 'orchard/#'\`.
`,
  'docs/ops/valves.md': `# Operating the valves

## A valve does not confirm

1. Look whether its LED blinks: then the coil is fine and the radio is not.
2. Raise CONFIRM_WITHIN_SECONDS of the gateway to 8 in wet weather, water swallows radio.
3. Replace the battery.

## Emergency stop

Press the red button in the pump house; it cuts the power of all pumps. \`dewctl resume\` lifts it.
`,
  'docs/ops/restore.md': `# Restore the database

Stop the gateway, then \`wal-g backup-fetch /var/lib/postgresql LATEST\` and start PostgreSQL. It replays the rest by itself.
`,
  'docs/api.yaml': `openapi: 3.1.0
info: { title: Dewpoint, version: 0.14.2 }
paths:
  /fields:
    get:
      operationId: listFields
      summary: All fields with their moisture
      responses: { '200': { description: Fields } }
  /fields/{id}/runs:
    post:
      operationId: startRun
      summary: Water a field by hand
      responses:
        '200': { description: The run }
        '409': { description: A run is going on already }
        '502': { description: The valve did not answer }
    delete:
      operationId: stopRun
      summary: Stop watering a field
      responses: { '204': { description: Stopped } }
  /rows/{row}/lock:
    post:
      operationId: lockRow
      summary: Keep a row dry while people work in it
      responses: { '204': { description: Locked } }
  /probes/{id}/readings:
    get:
      operationId: listReadings
      summary: What a probe has measured
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 500 } }
      responses: { '200': { description: Readings, newest first } }
`,
  'research/drip-or-sprinkler.md': `# Drip lines or sprinklers?

## Findings

Drip lines need 38 % less water in apples. Sprinklers protect blossoms from frost down to minus four degrees, drip lines do not.

## Recommendation

Drip lines for watering, and keep the old sprinklers for frost nights.
`,
  'research/probe-depth.md': `# How deep should probes sit

## Findings

Roots of M9 drink between 20 and 45 centimetres. At 10 centimetres the reading follows the weather, not the tree.

## Recommendation

Two probes per field, at 25 and at 40 centimetres.
`,
  'research/lora-range.md': `# Range of LoRa between trees

## Findings

With leaves the range falls from 1.9 km to 700 m. Spreading factor 10 brings back 400 m and costs a third of the battery.
`,
  'research/agents/2026-05-10-sqlx-pools.md': `# Agent report: pool sizes for sqlx

Asked: how large should the pool be?

Result: with one gateway and a Raspberry-sized PostgreSQL 8 connections are enough; more only queue inside the server. \`acquire_timeout\` should be shorter than the timeout of the proxy.
`,
  'inbox/slack-may/users.json': json([
    { id: 'U7AA', name: 'greta', profile: { real_name: 'Greta Holm' } },
    { id: 'U7BB', name: 'paavo', profile: { real_name: 'Paavo Niemi' } },
  ]),
  'inbox/slack-may/irrigation/2026-05-17.json': json([
    said('U7AA', 0, 'Field 3 was not watered although its window is 22:00 to 05:00.'),
    said(
      'U7BB',
      90,
      'Window::contains is wrong when it passes midnight, it asks for both sides at once.',
    ),
    said(
      'U7AA',
      500,
      'We decided: clay counts as dry at 160 per mille from now on, the trees in field 5 stood in water.',
    ),
    said('U7BB', 1200, 'Please never water field 9 on Sundays, the beekeepers come.'),
  ]),
  'inbox/slack-may/kitchen/2026-05-17.json': json([
    said('U7AA', 50, 'Who took the last jar of plum jam?'),
    said('U7BB', 80, 'The probe in the fridge says it was you, at 07:12.'),
  ]),
  'inbox/rollout-2026-05-18.jsonl': lines([
    {
      timestamp: '2026-05-18T06:00:00.000Z',
      type: 'session_meta',
      payload: { id: '0a1', cwd: '/srv/dewpoint', originator: 'codex_cli_rs' },
    },
    rollout('user', 'I prefer small functions and no macros of our own.'),
    rollout('assistant', 'Noted.'),
    rollout('user', 'The readings of a probe fill the memory of the page. Can we limit them?'),
    rollout(
      'assistant',
      'The specification has a limit of at most 500, but the handler ignores it. I would add LIMIT with 100 as the default.',
    ),
  ]),
  'inbox/tea.md': `**Greta**: Can the planner look at two days of rain instead of one?

**Paavo**: The forecast service has a second day, but it is wrong in four of ten cases.

**Greta**: Then take it only if its probability is above 0.8.
`,
};
