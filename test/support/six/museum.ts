import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { MUSEUM_CODE } from './museum-code.ts';
import { MUSEUM_TEXTS } from './museum-texts.ts';

/** Tickets and audio guides of a museum in PHP, with Jenkins, Helm and Terraform. */
export const makeMuseum = (root: string): void =>
  writeFiles(root, { ...MUSEUM_CODE, ...MUSEUM_TEXTS });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const BREAD = 'sourdough';
const LUNCH = 'Dumplings';
const HEATING = 'heating-control';
const SOLD = 'production.INFO: tickets sold';
const BEANBAGS = 'beanbags';
const LOANS = 'class LoanCalendar';
const ROOMS = 'export function paintRooms';
const THROTTLE = 'class Throttle';

export const MUSEUM_BARS: readonly Bar[] = [
  bar('who deployed 5.2.0', ['omar', 'vitrine 5.2.0'], LOANS, LUNCH),
  bar('who refunded order 88121', ['lena', 'refund'], BEANBAGS, ROOMS),
  bar('who flushed redis', ['flush', 'omar'], BREAD, LOANS),
  bar(
    'visitors paid but got no ticket',
    ['class TicketOffice', 'when the insert fails the money is gone'],
    BREAD,
    BEANBAGS,
  ),
  bar(
    'Lock wait timeout exceeded when tickets are sold',
    ['1205 Lock wait timeout exceeded', 'DB::transaction'],
    LUNCH,
    LOANS,
  ),
  bar(
    'Undefined array key "en" in GuideLibrary',
    ['class GuideLibrary', 'production.ERROR: Undefined array key'],
    LOANS,
    LUNCH,
  ),
  bar(
    'why did build 412 fail',
    ['Failed asserting that true is false', 'TurnstileTest.php:7'],
    'Parameter $today is never used',
    LUNCH,
  ),
  bar(
    'jenkins is red since the turnstile change',
    ['Failed asserting that true is false', 'public function admit'],
    LUNCH,
    BREAD,
  ),
  bar(
    'phpstan complains about LoanCalendar',
    [LOANS, 'Parameter $today is never used'],
    LUNCH,
    ROOMS,
  ),
  bar('orders took very long at noon', ['9.7', 'order_seconds'], LOANS, BREAD),
  bar('the queue has more than 5000 jobs', ['5230'], LOANS, BREAD),
  bar(
    'redis is out of memory',
    ['OOM command not allowed', 'REDIS_MAXMEMORY', 'maxmemory: 300mb'],
    BREAD,
    LOANS,
  ),
  bar('mails with tickets do not arrive', ['class SendTickets', 'queue:retry all'], LOANS, BREAD),
  bar('which endpoint changes a ticket to another slot', ['moveTicket'], 'playGuide', BREAD),
  bar('what does the api answer when a slot is sold out', ['buyTickets'], 'playGuide', LOANS),
  bar('what tier does the database have', ['db-custom-2-7680'], 'Sarkophag-Nord-7', BREAD),
  bar('where does the bucket of the guides lie', ['EUROPE-WEST3'], LUNCH, LOANS),
  bar(
    'how does QUEUE_CONNECTION differ between local and production',
    ['QUEUE_CONNECTION=sync', 'QUEUE_CONNECTION=redis'],
    'sk_live_51Kx9QwErTzUiOp',
    HEATING,
  ),
  bar(
    'which secrets does production need',
    ['STRIPE_SECRET', 'DB_PASSWORD'],
    'sk_live_51Kx9QwErTzUiOp',
    BREAD,
  ),
  bar('how many replicas run in production', ['replicaCount: 3'], BREAD, LOANS),
  bar('give heating control more memory', [HEATING, '64Mi'], 'replicaCount: 3', BREAD),
  bar('sensor of room 4 is silent', ['ERROR sensor of room 4 is silent'], LOANS, BREAD),
  bar('run phpstan before the tests in jenkins', ["stage('Analyse')"], BREAD, LOANS),
  bar('why are slots only half an hour', ['the queue at the door was 40 metres'], BEANBAGS, LUNCH),
  bar('why do jobs not live in mysql', ['locked the table of tickets'], BEANBAGS, BREAD),
  bar('are there reserved seats in the cinema', [BEANBAGS], LOANS, THROTTLE),
  bar('what did we agree on for seniors', ['seniors pay 10 euros'], LUNCH, BREAD),
  bar(
    'seniors should pay 10 euros',
    ["'senior' => 1200", 'seniors pay 10 euros', 'lets children in for free'],
    SOLD,
    LOANS,
  ),
  bar('let schools order 30 tickets', ['MOST_PER_ORDER = 12', 'with a school code'], SOLD, LOANS),
  bar(
    'admit visitors fifteen minutes early',
    ['EARLY_MINUTES = 10', 'the doormen would like fifteen'],
    SOLD,
    LOANS,
  ),
  bar(
    'sell three per cent more than the capacity',
    ['public function free', '7.5 % of the tickets'],
    SOLD,
    BREAD,
  ),
  bar('how long should a recording be', ['longer than 70 seconds'], 'DeepL', BREAD),
  bar(
    'is machine translation good enough for labels',
    ['DeepL got 3 of 200'],
    'After 75 seconds',
    LUNCH,
  ),
  bar('tests need a database per process', ['--recreate-databases'], BREAD, LOANS),
  bar(
    'retry mails like the checkout does',
    ['class SendTickets', 'private const TRIES = 3'],
    SOLD,
    HEATING,
  ),
  bar(
    'add a language to exhibits',
    ["Schema::create('exhibits'", 'class Exhibit extends'],
    SOLD,
    LUNCH,
  ),
  bar('somebody lost the audio guide', ['into the red book'], LOANS, THROTTLE),
  bar('restore the database', ['mysqlsh util.loadDump'], BREAD, ROOMS),
  bar(
    'write a test for PriceList',
    ['class PriceList', 'lets children in for free', 'written with Pest'],
    SOLD,
    HEATING,
  ),
  bar(
    'what is vitrine',
    ['Vitrine sells tickets for time slots'],
    'cdn.example.net',
    'museums.example.net',
  ),
];
