import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { HONEY_CODE } from './honey-code.ts';
import { HONEY_RUNNING } from './honey-running.ts';
import { HONEY_TEXTS } from './honey-texts.ts';

/** A web shop in Ruby on Rails, with Jenkins, Ansible, Kamal and another set of odd places. */
export const makeHoney = (root: string): void =>
  writeFiles(root, { ...HONEY_CODE, ...HONEY_TEXTS, ...HONEY_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const WASPS = 'wasps trap';
const SEA = 'Cyprus';
const SECRETS = ['Biene-4711', 'qm_live_83', 'rP7!vXq2', 'Wabe-und-Wachs'];
const RESERVE = 'def self.reserve!';
const PLACE = 'def place!';
const COUPON = 'def apply(cents)';

export const HONEY_BARS: readonly Bar[] = [
  bar(
    'we sold more jars than we have',
    [RESERVE, 'Jars are reserved when the order is placed'],
    WASPS,
    SEA,
  ),
  bar(
    'Inventory::OutOfStock at the checkout although the shop shows stock',
    [RESERVE, 'only 0 left', 'rescue Inventory::OutOfStock'],
    WASPS,
  ),
  bar(
    'free shipping from 39 euros',
    ['FREE_SHIPPING_CENTS = 4900', 'ships for free above the limit'],
    SEA,
  ),
  bar('add France to the shipping rates', ['RATES = {', 'ELSEWHERE'], 'COMMISSION'),
  bar(
    'swiss customers abandon the checkout',
    ['Offer Alpenpost to Switzerland', "'CH' => 1490"],
    WASPS,
  ),
  bar(
    'lower the commission of the beekeepers',
    ['COMMISSION = 0.12', 'down to 10 percent from June'],
    SEA,
  ),
  bar(
    'payouts of beekeepers are a cent too low',
    ['def payout_cents', 'fractions of a cent stay with the cooperative'],
    RESERVE,
  ),
  bar('coupon applies to shipping costs', [COUPON, 'never off the shipping'], WASPS),
  bar('expired coupons still work', [COUPON, '@expires_on'], 'COMMISSION'),
  bar(
    'let beekeepers opt out of coupons',
    [COUPON, 'must not work on products of beekeepers who opted out'],
    SEA,
  ),
  bar(
    'invoice pdf fails for long orders',
    ['class InvoiceJob', 'set header to false', 'table header does not fit'],
    SEA,
  ),
  bar('Prawn::Errors::CannotFit', ['class InvoiceJob', 'table header does not fit'], WASPS),
  bar('newsletter is too slow', ['BATCH = 500', '20 mails a second'], RESERVE),
  bar(
    '421 too many messages when the newsletter goes out',
    ['class NewsletterJob', 'Net::SMTPServerBusy'],
    SEA,
  ),
  bar(
    'total in the cart is wrong when I type a comma',
    ['this.quantityTargets.reduce', 'round quantities to whole jars'],
    WASPS,
  ),
  bar(
    'delete the data of a customer who asks for it',
    ['def forget!', 'Orders stay for seven years'],
    SEA,
  ),
  bar('email addresses differ only in case and both can sign up', ['case_sensitive: false'], PLACE),
  bar(
    'payment webhook answers 401',
    ['def payment', 'def self.verify!', 'PaymentGateway::BadSignature from'],
    ...SECRETS,
  ),
  bar('rotate the quickmoney secret', ['QUICKMONEY_SECRET'], ...SECRETS),
  bar('which search engine do we use', ['Stay with Postgres'], COUPON),
  bar('jars break in the parcels', ['Moulded pulp'], COUPON),
  bar('show the price per 100 grams', ['def unit_price', 'Unit prices beside every price'], SEA),
  bar('can customers send back opened jars', ["Opened jars can't come back"], COUPON),
  bar('may we set tracking cookies', ['no cookie but the session'], RESERVE),
  bar('how do I set up the shop on my machine', ['bin/setup'], 'COMMISSION'),
  bar(
    'what is Honigtopf',
    ['cooperative of forty beekeepers'],
    'shields.example.org',
    'bees.example.org',
  ),
  bar('the documents queue keeps growing', ['kamal app boot --roles=worker', '812'], 'COMMISSION'),
  bar('database disk is full', ['Drop the partitions'], COUPON),
  bar('why did build 312 fail', ['got: 690'], 'example 7 passed', WASPS),
  bar('run brakeman in jenkins after rubocop', ["sh 'bin/rubocop'", "sh 'kamal deploy'"], SEA),
  bar('who deployed 5.4.0', ['greta', 'deploy'], PLACE, WASPS),
  bar('who deleted the coupon SPRING10', ['paul', 'SPRING10'], WASPS),
  bar(
    'does the volume in hetzner match the terraform code',
    ['size = 80', 'hcloud_volume'],
    'rP7!vXq2',
  ),
  bar('how many threads does puma run in production', ['RAILS_MAX_THREADS: 8'], WASPS),
  bar('add a second worker host', ['198.51.100.12', 'bundle exec sidekiq'], COUPON, ...SECRETS),
  bar('uploads over 5 MB fail', ['client_max_body_size 5m'], SEA),
  bar('puma backlog spiked', ['97'], WASPS),
  bar('ruby was killed on web1 this morning', ['Out of memory: Killed process'], WASPS, SEA),
  bar(
    'add a field best_before to products',
    ['class Product < ApplicationRecord', 'create_table "products"'],
    'COMMISSION',
  ),
  bar('write a spec for Coupon#apply', [COUPON, 'RSpec.describe'], 'hcloud_volume'),
];
