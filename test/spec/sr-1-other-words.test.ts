import { describe, expect, it } from 'vitest';
import { promptFrom } from '../support/prompt.ts';

const codex = (role: string, at: string, text: string): string =>
  JSON.stringify({
    timestamp: `2026-02-13T${at}:00.000Z`,
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
  });
const gpt = (role: string, at: number, text: string) => ({
  message: { author: { role }, create_time: at, content: { content_type: 'text', parts: [text] } },
});

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Fleet\n\nMoves crates between yards.\n',
  'CONTRIBUTING.md': '# Contributing\n\nMoney is integer cents, never a Decimal.\n',
  'fleet/trucks.py':
    'FULL = 408\n\ndef fits(crates):\n    """A truck that is full stays."""\n    return crates <= FULL\n',
  'fleet/yards.py':
    'def open_yards(day):\n    return [yard for yard in YARDS if day in yard.days]\n',
  'fleet/web.py': 'def route(path):\n    return HANDLERS[path]\n',
  'docs/api.yaml': `openapi: 3.1.0
info: { title: Fleet, version: 1.0.0 }
paths:
  /crates/{crate_id}/hold:
    post:
      summary: Hold a crate
      responses:
        '201': { description: It is held }
    delete:
      summary: Let go of a crate
      responses:
        '204': { description: Also when nobody held it }
  /yards/{yard_id}:
    get:
      summary: One yard
      responses:
        '200': { description: The yard }
`,
  'chats/yard.txt': `Mara: truck 7 left at noon with 396 crates
Oli: net on?
Mara: no
Pia: who took the paddles
Oli: not me
`,
  'chats/billing.md': `**Ilse Brandt** 10 Feb 11:02
The bonus stays at four crates.

**Renzo Paz** 10 Feb 11:09
And nothing for weak ones?

**Ilse Brandt** 10 Feb 11:15
No.

**Renzo Paz** 12 Feb 08:00
Cake in the kitchen.
`,
  'chats/session.jsonl': `${[
    JSON.stringify({
      timestamp: '2026-02-13T10:00:00.000Z',
      type: 'session_meta',
      payload: { id: '1' },
    }),
    codex('user', '10:02', 'the yard gate refuses badges of version 3'),
    codex('assistant', '10:03', 'Version 3 is not read.'),
    codex('user', '10:06', 'log what is unknown and go on'),
    codex('user', '10:30', 'other thing: rename the lint script'),
    codex('assistant', '10:31', 'There is no lint script.'),
  ].join('\n')}\n`,
  'chats/gpt/conversations.json': JSON.stringify([
    {
      title: 'Pins in the sea',
      create_time: 1738922400,
      mapping: {
        a1: gpt('user', 1738922400, 'pins of yards lie in the sea'),
        a2: gpt('assistant', 1738922420, 'Longitude comes first.'),
        a3: gpt('user', 1738922490, 'Ostrander swaps them already, tell them'),
      },
    },
  ]),
  'meetings/2026-02-12-standup.md':
    'Stand-up\nwho: Ilse, Renzo\n\n* Ngozi on leave until the 21st, Renzo stands in\n* Batteries are swapped in spring\n',
  'chats/slack/eng/2026-02-18.json': JSON.stringify([
    { type: 'message', user: 'U1', ts: '1771405200.000100', text: 'drop the 240p step?' },
    {
      type: 'message',
      user: 'U2',
      ts: '1771405260.000200',
      text: 'It clears /scratch/<video> late.',
    },
  ]),
  Dockerfile: 'FROM debian:12\nRUN apt-get install ffmpeg=7:5.1\n',
  'fleet/limits.py':
    'class Limits:\n    upload_bytes: int\n\n\ndef usual():\n    """What a tent may send.\n\n    A quarter of the disk\n    of the oldest of them,\n    so that two fit.\n    """\n    return Limits(20 << 30)\n',
  'logs/audit/farm.log':
    '2026-02-17T09:00:00Z user=greta action=lock target=row-9\n2026-02-17T16:45:00Z user=greta action=unlock target=row-9\n',
  'logs/audit/deploys.log':
    '2026-02-10T17:20Z renzo fleet 3.13.2 -> 3.14.0 ok\n2026-02-14T12:10Z paloma fleet 3.14.0 -> 3.14.1 failed\n',
};

const promptOf = promptFrom(FILES);

describe('SR-1 people ask in other words than those who wrote it', () => {
  it('a word that the project does not have stands for one that it has', async () => {
    expect(await promptOf('how full may a lorry be?')).toContain('FULL = 408');
  });

  it('one of several of a kind is found as people write it', async () => {
    const prompt = await promptOf('truck 7 drove without a cover');
    expect(prompt).toContain('truck 7 left at noon');
    expect(prompt).not.toContain('paddles');
  });

  it('what somebody is called is enough to find a point of minutes', async () => {
    const prompt = await promptOf('who answers for Ngozi when the crew calls?');
    expect(prompt).toContain('Renzo stands in');
    expect(prompt).not.toContain('Batteries');
  });

  it('a day without its month is a day', async () => {
    const prompt = await promptOf('was the fleet release of the 14th a problem?');
    expect(prompt).toContain('paloma fleet 3.14.0 -> 3.14.1 failed');
  });

  it('an endpoint is found by what stands above it, whatever its parameters are called', async () => {
    const prompt = await promptOf('what does DELETE /crates/{id}/hold answer?');
    expect(prompt).toContain('Also when nobody held it');
  });

  it('rules for contributors that have the words of a task are told', async () => {
    expect(await promptOf('use Decimal for money')).toContain('never a Decimal');
  });

  it('bold names with a day and a time are a talk', async () => {
    const prompt = await promptOf('is the bonus still capped at four crates?');
    expect(prompt).toContain('The bonus stays at four crates');
    expect(prompt).not.toContain('Cake');
  });

  it('a short session with an agent is told to its end, but for another matter', async () => {
    const prompt = await promptOf('yard gate refuses badges of version 3');
    expect(prompt).toContain('log what is unknown and go on');
    expect(prompt).not.toContain('lint script');
  });

  it('a number with its unit is a name, and what Slack does not write as a link is none', async () => {
    const prompt = await promptOf('remove the 240p step');
    expect(prompt).toContain('drop the 240p step?');
    expect(prompt).toContain('/scratch/<video>');
  });

  it('what describes an image is found by what people call it', async () => {
    const prompt = await promptOf('which version of ffmpeg is in the docker image?');
    expect(prompt).toContain('ffmpeg=7:5.1');
  });

  it('a short file comes whole where its best piece is needed', async () => {
    const prompt = await promptOf('raise the upload bytes in Limits');
    expect(prompt).toContain('Limits(20 << 30)');
    expect(prompt).toContain('of the oldest of them,');
  });

  it('entries of pairs stay as they were written', async () => {
    expect(await promptOf('who locked row 9')).toContain('user=greta action=lock target=row-9');
  });

  it('an export of ChatGPT without links between its messages is read in their order', async () => {
    expect(await promptOf('pins of yards lie in the sea')).toContain('Ostrander swaps them');
  });
});
