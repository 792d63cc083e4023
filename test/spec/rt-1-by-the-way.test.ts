import { describe, expect, it } from 'vitest';
import { promptFrom } from '../support/prompt.ts';

const FILES = {
  'README.md': '# Mill\n\nMill grinds orders.\n',
  'src/stuck.py': 'def stuck_orders(orders, now):\n    return [o for o in orders if o.late(now)]\n',
  'tests/test_refund.py':
    'from src.refund import refund\n\n\ndef test_refund():\n    assert refund(1) == 1\n',
  'src/refund.py': 'def refund(amount):\n    return amount\n',
  'docs/decisions/0001-hold-back.md':
    '# 1. Owners are paid later\n\nStatus: accepted\n\nOwners wait a week, because refunds come late.\n',
  'docs/decisions/0002-one-app.md':
    '# 2. One app\n\nStatus: accepted\n\nTwo apps were always a week apart.\n',
  'exports/slack/users.json': '[{"id": "U1", "name": "wanda", "real_name": "Wanda Kerr"}]',
  'exports/slack/channels.json': '[{"id": "C1", "name": "random"}]',
  'exports/slack/random/2026-05-11.json':
    '[{"type": "message", "user": "U1", "ts": "1778490300.000100", "text": "a striped sock lies on the test bench"}]',
  '.github/workflows/ci.yml':
    'name: ci\non: push\njobs:\n  test:\n    runs-on: ubuntu-22.04\n    steps:\n      - uses: actions/setup-python@v5\n        with: {python-version: "3.11"}\n      - run: pytest\n',
  'ci/runs/1871.log':
    '2026-05-12T07:50:00Z ##[group]Run jest\n2026-05-12T07:50:31Z Tests:       44 passed, 44 total\n2026-05-12T07:50:32Z Done in 33.10s.\n',
  'audit/2026-05.jsonl': [
    ['2026-05-04', 'imani', 'deploy', 'backend 3.8.0'],
    ['2026-05-05', 'wanda', 'tariff.change', 'shop 212'],
    ['2026-05-08', 'oleg', 'gateway.firmware', 'shop 118'],
    ['2026-05-09', 'imani', 'refund.bulk', 'shop 305'],
    ['2026-05-11', 'wanda', 'user.block', 'customer 58812'],
  ]
    .map(([day, actor, action, target]) =>
      JSON.stringify({ time: `${day}T07:10:22Z`, actor, action, target }),
    )
    .join('\n'),
};

const promptOf = promptFrom(FILES);

describe('RT-1 what a task says by the way finds nothing', () => {
  it('such as the test that is to be written', async () => {
    const prompt = await promptOf('write a test for stuck_orders');
    expect(prompt).toContain('def stuck_orders');
    expect(prompt).not.toContain('striped');
  });

  it('such as how long something takes, in decisions on other topics', async () => {
    const prompt = await promptOf('why do owners wait a week');
    expect(prompt).toContain('refunds come late');
    expect(prompt).not.toContain('Two apps');
  });

  it('such as the builds that are changed, which went well', async () => {
    const prompt = await promptOf('use python 3.12 in ci');
    expect(prompt).toContain('python-version: "3.11"');
    expect(prompt).not.toContain('44 passed');
  });

  it('and of an audit trail only the entries that are meant are told, asked or not', async () => {
    for (const task of [
      'when did the gateway of shop 118 get new firmware',
      'firmware update of the gateway in shop 118 failed',
    ]) {
      const prompt = await promptOf(task);
      expect(prompt).toContain('gateway.firmware');
      expect(prompt).not.toContain('user.block');
    }
  });
});
