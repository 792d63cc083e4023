import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { FERRY_CODE } from './ferry-code.ts';
import { FERRY_RUNNING } from './ferry-running.ts';
import { FERRY_TEXTS } from './ferry-texts.ts';

/** Ferry tickets in TypeScript, with GitHub, Helm, Redis and chats in odd places. */
export const makeFerry = (root: string): void =>
  writeFiles(root, { ...FERRY_CODE, ...FERRY_TEXTS, ...FERRY_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const UMBRELLA = 'umbrella';
const POEM = 'silver foam';
const HOLD = 'export async function holdSeats';
const PRICE = 'export function priceTicket';
const REFUND = 'export function refundShare';

export const FERRY_BARS: readonly Bar[] = [
  bar('seats are sold twice', [HOLD, 'A hold is a counter in Redis'], UMBRELLA, POEM),
  bar(
    'customers lose their seats while they pay',
    ['HOLD_SECONDS = 600', 'holds shall last 15 minutes'],
    UMBRELLA,
  ),
  bar(
    'change how long seats are held to 15 minutes',
    ['HOLD_SECONDS = 600', 'A hold lasts ten minutes'],
    POEM,
  ),
  bar(
    'ReplyError: OOM command not allowed when used memory > maxmemory',
    [HOLD, 'OOM command not allowed', '--maxmemory 256mb'],
    UMBRELLA,
  ),
  bar('redis is full, what do I do', ['Never flush', 'npm run sweep'], PRICE),
  bar('children pay too much', [PRICE, 'CHILD_SHARE'], 'canLand', UMBRELLA),
  bar('bicycles should cost 6 euros', ['BICYCLE_CENTS = 450', '6 EUR from July'], UMBRELLA),
  bar('round fares properly', [PRICE, 'rounded once, at the end'], 'Never flush'),
  bar('add a discount for pensioners', [PRICE, 'readonly age: number'], 'canLand', POEM),
  bar(
    'refund everything when the company cancels a sailing',
    [REFUND, 'customers get everything back'],
    UMBRELLA,
  ),
  bar('how do I refund a ticket by hand', ["provider's console"], 'canLand'),
  bar(
    'what happens when the payment provider answers 503',
    ['RETRIES = 2', 'nightly maintenance'],
    POEM,
  ),
  bar(
    'PaymentDeclined is not shown to the customer',
    ['class PaymentDeclined', 'card expired'],
    'canLand',
  ),
  bar(
    'which payment provider do we use and why',
    ['Stay with Bluepay'],
    'live_hT6vQ2mZx9LpRw4K',
    HOLD,
  ),
  bar(
    'RangeError: Invalid time value when the timetable is read',
    ['export function parseTimetable', 'line=17'],
    UMBRELLA,
  ),
  bar('departure times are off by two hours', ['parseTimetable', 'Europe/Stockholm'], POEM),
  bar(
    'can we get the timetable through an API of the harbour office',
    ['there is no interface to their system'],
    PRICE,
  ),
  bar(
    'the ferry ran aground at the north pier at low tide',
    ['export function canLand', 'At least 2.6 metres'],
    PRICE,
  ),
  bar('take storms into account for tides', ['canLand', 'add 15 cm of reserve'], UMBRELLA),
  bar('should we show a seat map', ['Show no seat map on ferries under 100 seats'], REFUND),
  bar('clicking a seat does nothing in the seat map', ['export function SeatMap'], REFUND),
  bar(
    'QR code in the mail is too small for the scanners',
    ['export function confirmationMail', 'at least 300 pixels'],
    UMBRELLA,
  ),
  bar(
    'push messages wake people at night',
    ['export async function remind', 'wait until the morning'],
    PRICE,
  ),
  bar(
    'reminders are not sent since this morning',
    ['export async function remind', 'certificate expired'],
    PRICE,
  ),
  bar('who deployed 3.2.0', ['svea', 'release.deploy'], PRICE),
  bar('when was the bluepay key rotated', ['otis', 'key.rotate'], 'live_hT6vQ2mZx9LpRw4K'),
  bar('who raised the price of route A7', ['fare.update', '1350'], UMBRELLA),
  bar(
    'why did the release of v3.3.0-rc1 fail',
    ['instead of rejecting', 'refuses the last seat twice'],
    'unit-7.test.ts',
    POEM,
  ),
  bar(
    'run the linter before publishing in the release workflow',
    ['npm test', 'docker buildx build --push'],
    UMBRELLA,
  ),
  bar(
    'does the redis cluster match main.tf',
    ['cache.t4g.small', 'aws_elasticache_cluster'],
    'Jk3PzWm8vQyT5x',
  ),
  bar('how long are database backups kept', ['backup_retention_period = 14'], PRICE),
  bar('raise the memory limit of the pods', ['memory: 384Mi'], UMBRELLA, PRICE),
  bar('how often does the sweeper run', ['*/5 * * * *', 'CronJob'], PRICE),
  bar('requests are cut off after 25 seconds', ['proxy-read-timeout: "25"'], POEM),
  bar('p99 of /holds is too high', ['3.42', HOLD], POEM),
  bar('open holds spiked at 8:22', ['1890'], '2026-06-05T08:13:00Z'),
  bar('clients get 429', ['MOST_REQUESTS = 120', 'requests=131'], POEM),
  bar(
    'what does this project do',
    ['sells ferry tickets for island companies'],
    'img.example.org',
    'fans.example.org',
  ),
  bar(
    'write a test for groupDiscount',
    ['export function groupDiscount', 'lets children travel for half'],
    'Never flush',
  ),
  bar(
    'start everything on my laptop',
    ['docker compose up', 'npm run migrate'],
    'harbour-9021-pw',
    POEM,
  ),
];
