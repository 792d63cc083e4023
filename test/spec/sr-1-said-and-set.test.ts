import { describe, expect, it } from 'vitest';
import { promptFrom } from '../support/prompt.ts';

const slack = (minute: number, user: string, text: string) => ({
  ts: `${1741860000 + 60 * minute}.000100`,
  user,
  user_profile: { real_name: user, display_name: user.toLowerCase() },
  text,
  type: 'message',
});
const manifest = (name: string, place: string, settings: Readonly<Record<string, string>>) =>
  [
    'apiVersion: apps/v1',
    'kind: Deployment',
    `metadata: {name: ${name}, namespace: ${place}}`,
    'spec:',
    '  template:',
    '    spec:',
    '      containers:',
    `        - name: ${name}`,
    '          env:',
    ...Object.entries(settings).map(
      ([key, value]) => `            - {name: ${key}, value: "${value}"}`,
    ),
    '',
  ].join('\n');

const days = Array.from({ length: 40 }, (_, i) =>
  new Date(Date.UTC(2025, 1, 1 + i)).toISOString().slice(0, 10),
);

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Ferry\n\nSells seats on ferries, in production since 2024.\n',
  'fares/refunds.py':
    'def refund(booking, now):\n    """Money back for a booking that was given up."""\n    return booking.paid if now < booking.sails else 0\n',
  'fares/seats.py': 'def seats_left(sailing):\n    return sailing.capacity - sailing.sold\n',
  'services/boarding/gangway.py': 'def board(passenger, gangway):\n    gangway.let_in(passenger)\n',
  'chats/slack/desk/2025-03-13.json': JSON.stringify([
    slack(
      0,
      'Odile',
      'Highmoor School: I promised them their money back until the day before they sail.',
    ),
    slack(4, 'Ines', 'Forty of them, half of a class is in bed.'),
    slack(9, 'Odile', 'On the day itself it is half. Their head knows.'),
    slack(15, 'Marek', 'By the way, the biscuit tin is empty again.'),
    slack(240, 'Ines', 'Who has the key of the boat shed?'),
  ]),
  'chats/calls/2025-02-27-harbourmaster.md':
    '# Call with the harbourmaster, 27 February 2025\n\n**Aldous:** A note from the purser is no proof, I want it stamped.\n\n**Odile:** Then we stamp it.\n\n**Aldous:** And in two copies.\n',
  'docs/adr/0004-proof-of-age.md':
    '# 4. Proof of age\n\nStatus: accepted\n\n## Decision\n\nThe harbourmaster accepts papers of a school as proof of age of its pupils. Which papers, the purser knows.\n',
  'deploy/k8s/prd/fares.yaml': manifest('fares', 'prod', {
    SEAT_HOLD_MINUTES: '30',
    LOG_LEVEL: 'info',
  }),
  'deploy/k8s/staging/fares.yaml': manifest('fares', 'staging', {
    SEAT_HOLD_MINUTES: '2',
    LOG_LEVEL: 'debug',
  }),
  'deploy/terraform/prod.tfvars': 'db_class = "large"\ndb_backup_days = 21\n',
  'deploy/terraform/staging.tfvars': 'db_class = "small"\ndb_backup_days = 3\n',
  'metrics/gangways.csv': `day,gangway,expected,boarded\n${days.map((day, i) => `${day},north,${300 + i},${280 + i}`).join('\n')}\n`,
  'logs/boarding/2025-03-01.log':
    '2025-03-01T07:00:00Z INFO started\n2025-03-01T07:10:00Z WARN turnstile answers late\n2025-03-01T07:11:00Z INFO idle\n',
  'logs/boarding/2025-03-02.log':
    '2025-03-02T07:00:00Z INFO started\n2025-03-02T07:20:00Z WARN barcode lamp is dim\n2025-03-02T07:21:00Z INFO idle\n',
};

const promptOf = promptFrom(FILES);

describe('SR-1 what was said around a turn that is meant', () => {
  it('comes with it, until somebody speaks of something else or nobody for long', async () => {
    const prompt = await promptOf(
      'Highmoor School got nothing back when they gave up their booking. What was promised to them? Make refunds honour it.',
    );
    expect(prompt).toContain('I promised them their money back');
    expect(prompt).toContain('On the day itself it is half');
    expect(prompt).not.toContain('biscuit tin');
    expect(prompt).not.toContain('boat shed');
  });

  it('is found by what the talk is called, too', async () => {
    const prompt = await promptOf(
      'which papers does the harbourmaster accept from a school as proof of age?',
    );
    expect(prompt).toContain('I want it stamped');
  });
});

describe('SR-1 what is set', () => {
  it('is found by the words of its name, in the place that the task names', async () => {
    const prompt = await promptOf(
      'how far back can we restore the live database, and where is that set?',
    );
    expect(prompt).toContain('db_backup_days = 21');
    expect(prompt).not.toContain('db_backup_days = 3');
  });

  it('in two places is told for both where the task names both', async () => {
    const prompt = await promptOf(
      'The seat hold is set differently for desks in production and for QA on staging. What are the two values?',
    );
    expect(prompt).toContain('{name: SEAT_HOLD_MINUTES, value: "30"}');
    expect(prompt).toContain('{name: SEAT_HOLD_MINUTES, value: "2"}');
  });
});

describe('SR-1 what was measured and logged on a day', () => {
  it('is the row of that day below the names of its columns, however long the table', async () => {
    const prompt = await promptOf(
      'how many were expected and boarded at the north gangway on 7 March?',
    );
    expect(prompt).toContain('day,gangway,expected,boarded');
    expect(prompt).toContain('2025-03-07,north,334,314');
    expect(prompt).not.toContain('2025-03-09,north,336,316');
  });

  it('is a warning in the log of the service, whatever it says', async () => {
    const prompt = await promptOf('passengers could not get over the gangway on 1 March');
    expect(prompt).toContain('turnstile answers late');
    expect(prompt).not.toContain('barcode lamp is dim');
  });
});
