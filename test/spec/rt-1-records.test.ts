import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const NOISE = Array.from(
  { length: 12 },
  (_, i) => `2026-03-12 06:0${i % 10}:01 [info] charge ch_${i}: ok`,
);

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Till\n\nTill charges cards and sends reminders.\n',
  CODEOWNERS: '/till/ @shop/money\n/mail/ @shop/growth\n',
  'till/rates.py':
    'def fetch_rate(country):\n    """Tax rates of a country, from the tax service."""\n    return get(country)\n',
  'till/share.py': 'def share_of(days, all_days):\n    return days / all_days\n',
  'till/pool.py': 'def connection():\n    """Takes a connection."""\n    return POOL.take()\n',
  'mail/sms.ts':
    'export async function send(text: string): Promise<void> {\n  await gateway(text);\n}\n',
  'tests/test_share.py':
    'from till.share import share_of\n\n\ndef test_half():\n    assert share_of(15, 30) == 0.5\n',
  'tests/fixtures/charges.json': JSON.stringify([
    { card: 'fixture-card', code: 'insufficient_funds' },
  ]),
  'docs/add-a-shop.md': '# Add a shop\n\nAdd the shop to `config/shops.yml` and run `till sync`.\n',
  'config/shops.yml': 'shops:\n  - id: north\n',
  'deploy/invoice-run.yaml':
    'apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: invoice-run\nspec:\n  schedule: "0 2 * * *"\n',
  'ci/run-4471.log':
    'tests/test_share.py::test_half FAILED\nE   assert 0.4 == 0.5\ntests/test_share.py:5: AssertionError\n##[error]Process completed with exit code 1.\n',
  'ci/run-4470.log':
    'tests/test_share.py::test_half PASSED\nnode tests of mail passed\n12 passed in 2.0s\n',
  'billing/src/ReminderJob.java': 'class ReminderJob {\n  void remind() {\n    fee(0);\n  }\n}\n',
  'billing/src/test/ReminderJobTest.java':
    'class ReminderJobTest {\n  @Test void theSecondReminderHasAFee() {\n    check(5);\n  }\n}\n',
  'ci/job-90312.log':
    '> Task :test FAILED\nReminderJobTest > theSecondReminderHasAFee() FAILED\n88 tests completed, 1 failed\nERROR: Job failed: exit code 1\n',
  'logs/worker.log': [
    ...NOISE,
    '2026-03-12 06:30:01 [error] ch_5121: do_not_honor, attempt 4, suspending sub_991',
    '2026-03-12 06:31:01 [error] rates: tax service timed out for DK',
    '2026-03-12 06:32:01 [error] pool: connection timed out after 5 s, time limit reached, timeout',
    '',
  ].join('\n'),
  'metrics/messages.json': JSON.stringify({
    metric: 'sms_sent',
    points: Array.from({ length: 9 }, (_, i) => ({
      time: `2026-03-0${i + 1}T00:00:00Z`,
      value: i === 4 ? 31877 : 4100 + i,
    })),
  }),
  'audit/actions.csv': [
    'time,user,action,object',
    '2026-03-02T08:00:00Z,marta,deploy,till 3.8.0',
    '2026-03-05T08:00:00Z,deniz,deploy,mail 2.3.1',
    '2026-03-06T08:00:00Z,ilse,refund,invoice NL-12007',
    '2026-03-07T08:00:00Z,deniz,rotate,secret of payrail',
    '2026-03-08T08:00:00Z,noor,scale,mail to 4',
    '',
  ].join('\n'),
};

/** The context of each task on a project with records of all kinds. */
const contexts = (...tasks: readonly string[]): Promise<string[]> =>
  inFolder(async (root) => {
    writeFiles(root, FILES);
    const workspace = await openWorkspace({ root, warn: () => undefined });
    try {
      const made: string[] = [];
      for (const task of tasks) made.push((await workspace.assemble({ task })).prompt);
      return made;
    } finally {
      await workspace.close();
    }
  });

describe('RT-1 a context holds the record that a task asks for', () => {
  it('of a build, with the test that it names and what that tests', async () => {
    const [context] = await contexts('why did job 90312 fail');
    expect(context).toContain('88 tests completed, 1 failed');
    expect(context).toContain('@Test void theSecondReminderHasAFee');
    expect(context).toContain('void remind()');
  });

  it('of a thing that the task names', async () => {
    const [context] = await contexts('why was sub_991 suspended');
    expect(context).toContain('attempt 4, suspending sub_991');
  });

  it('of when something runs, called by two words', async () => {
    const [context] = await contexts('when does the invoice run start and how long may it take');
    expect(context).toContain('schedule: "0 2 * * *"');
  });

  it('of what was measured in the file that sends it, from JSON of any form', async () => {
    const [context] = await contexts('when did we send the most messages');
    expect(context).toContain('spikes: 31877 at 2026-03-05');
  });

  it('of who did something, and not of what others did', async () => {
    const [context] = await contexts('who deployed till 3.8.0');
    expect(context).toContain('marta,deploy,till 3.8.0');
    expect(context).not.toContain('ilse');
  });

  it('of who looks after something', async () => {
    const contextsOfOwners = await contexts(
      'who looks after mail',
      'who must approve changes of till',
    );
    expect(contextsOfOwners[0]).toContain('/mail/ @shop/growth');
    expect(contextsOfOwners[1]).toContain('/till/ @shop/money');
  });

  it('with the file that the page names', async () => {
    const [context] = await contexts('how do I add a shop');
    expect(context).toContain('id: north');
  });

  it('with the code that the failing test of a build tests', async () => {
    const [context] = await contexts('why did run 4471 fail');
    expect(context).toContain('return days / all_days');
  });
});

describe('RT-1 a context leaves out records of other matters', () => {
  it('faults that share only that something took too long', async () => {
    const [context] = await contexts('tax service times out');
    expect(context).toContain('tax service timed out for DK');
    expect(context).not.toContain('connection timed out');
  });

  it('what tests are fed with, unless it is asked for', async () => {
    const [plain, asked] = await contexts(
      'retry cards with insufficient_funds later',
      'the fixtures need a card with insufficient_funds',
    );
    expect(plain).not.toContain('fixture-card');
    expect(asked).toContain('fixture-card');
  });

  it('logs of builds that went well, unless builds are asked for', async () => {
    const [context] = await contexts('run the mail tests with node 22');
    expect(context).not.toContain('12 passed in 2.0s');
  });
});
