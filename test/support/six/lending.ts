import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { LENDING_CODE } from './lending-code.ts';
import { LENDING_RUNNING } from './lending-running.ts';
import { LENDING_TEXTS } from './lending-texts.ts';

/** A lending system of libraries in C#, with Azure pipelines, a swarm, gates and an app in Kotlin. */
export const makeLending = (root: string): void =>
  writeFiles(root, { ...LENDING_CODE, ...LENDING_TEXTS, ...LENDING_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const CACTUS = 'cactus';
const CAKE = 'lemon sheet cake';
const RENEW = 'public Loan Renew';
const OVERDUE = 'public static int Overdue';
const SEARCH = 'IEnumerable<Book> Search';
const WATCH = 'public async Task Watch';

export const LENDING_BARS: readonly Bar[] = [
  bar('reserved books can be renewed', [RENEW, 'A_reserved_book_cannot_be_renewed'], CAKE),
  bar('allow four renewals', ['MaxRenewals = 3', 'Three renewals instead of two'], CACTUS),
  bar(
    'RenewalRefused: renewed too often',
    ['class RenewalRefused', RENEW, 'catch (RenewalRefused e)'],
    WATCH,
  ),
  bar('renewals overwrite the old due date', [RENEW, 'a renewal is a new record'], CAKE),
  bar('children should pay no fees', [OVERDUE, 'children to pay no fees at all'], CAKE),
  bar('why is there a limit on fees', ['the town council said so'], WATCH),
  bar('overdue fee is a day too high', [OVERDUE, 'CentsPerDay'], CAKE, SEARCH),
  bar('search does not find ISBNs with hyphens', [SEARCH, 'strip them before the search'], WATCH),
  bar('search should forgive typos', [SEARCH, 'forgive one wrong letter'], OVERDUE),
  bar('do we need elasticsearch', ['no search engine is needed'], OVERDUE),
  bar('IsIsbn13 accepts wrong checksums', ['bool IsIsbn13'], OVERDUE, CACTUS),
  bar('first person in the queue does not get the book', ['queue.Dequeue()'], OVERDUE, CAKE),
  bar(
    'let schools reserve many copies',
    ['void Add(string isbn', 'reserve twenty copies at once'],
    CAKE,
  ),
  bar('keep reserved books for ten days', ['PickupDays = 7'], WATCH),
  bar(
    'gate 2 beeps for everybody',
    [WATCH, 'compares local time with UTC', 'looks 7200 s old'],
    OVERDUE,
  ),
  bar('a gate beeps all the time, what to do', ['gatectl flush'], OVERDUE),
  bar('what do gates do without network', ['stays silent when it cannot ask the server'], OVERDUE),
  bar('two thin books are read as one tag', ['differing heights'], OVERDUE),
  bar('send reminders five days before', ['DaysBefore = 3', '23 % more returns'], CACTUS),
  bar('reminders stopped this morning', ['class ReminderJob', '535 authentication failed'], CACTUS),
  bar('reminders were not sent, how do I send them again', ['jobs run reminders'], SEARCH),
  bar('mails are sent one connection per batch', ['class SmtpMailer', 'BatchSize = 200'], SEARCH),
  bar('app shows minus one days left', ['daysLeft(due', 'time zone of the library'], OVERDUE),
  bar(
    '53300: sorry, too many clients already',
    ['class LoanStore', 'max_connections=60', 'too many clients already'],
    CAKE,
  ),
  bar(
    'LoanNotFound is not handled by the renew endpoint',
    ['class LoanNotFound', '/loans/{id}/renew'],
    WATCH,
  ),
  bar('how long do we keep what somebody read', ['30 days after the book came back'], WATCH),
  bar('a reader lost the card', ['cardctl block'], SEARCH),
  bar('open a branch in the north', ['gatectl add', 'branches:'], SEARCH),
  bar('who released 2.6.1', ['nadia', 'release'], RENEW, CACTUS),
  bar('who waived the fee of card 4417', ['jo', 'waive-fee'], RENEW),
  bar('why did run 20260118.3 fail', ['No exception was thrown'], 'Some_test_7', CAKE),
  bar('run the formatter before dotnet test in the pipeline', ['dotnet test', 'docker push'], CAKE),
  bar(
    'does the database size in azure match main.tf',
    ['65536', 'azurerm_postgresql_flexible_server'],
    'Kx9#bLm2',
  ),
  bar('how many days of backups do we have', ['backup_retention_days = 21'], 'Kx9#bLm2', SEARCH),
  bar('more memory for the api containers', ['memory: 450M'], 'Regal-und-Karte', CAKE),
  bar('requests time out after 35 seconds', ['timeout server 35s'], CAKE),
  bar('search is slow, p95', ['1.87', SEARCH], CACTUS),
  bar('renewals refused peaked in the afternoon', ['93', RENEW], CAKE),
  bar(
    'what is this repository about',
    ['lends books for town libraries'],
    'sonar.example.com',
    'tags.example.com',
  ),
  bar('write tests for Reservations', ['class Reservations', 'using Xunit'], 'azurerm'),
];
