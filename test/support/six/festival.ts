import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { FESTIVAL_CODE } from './festival-code.ts';
import { FESTIVAL_TEXTS } from './festival-texts.ts';

/** Payment with wristbands in Java, with Bitbucket, Kubernetes and OpenStack. */
export const makeFestival = (root: string): void =>
  writeFiles(root, { ...FESTIVAL_CODE, ...FESTIVAL_TEXTS });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const BANJO = 'banjo';
const CHARGE = 'public Wallet charge';
const MENU = 'class MenuImporter';
const REFUND = 'class RefundService';
const SYNC = 'class TerminalSync';

export const FESTIVAL_BARS: readonly Bar[] = [
  bar('a band can be charged below zero', [CHARGE, 'aBandNeverGoesBelowZero'], BANJO),
  bar(
    'NotEnoughMoney although there is enough on the band',
    ['class NotEnoughMoney', CHARGE],
    MENU,
  ),
  bar(
    'raise the limit of a band to 300 euros',
    ['MOST_CENTS = 20_000', 'shall be 300 euros'],
    BANJO,
  ),
  bar('prices with a comma become zero', [MENU, 'replace the comma first'], BANJO, REFUND),
  bar('NumberFormatException: For input string: "4,50"', [MENU, 'o.w.stall.MenuImporter'], BANJO),
  bar('how do stalls send their price list', ['a text with tabs until noon'], REFUND),
  bar('sales are uploaded too rarely', ['INTERVAL = Duration.ofSeconds(45)', 'BATCH = 250'], BANJO),
  bar(
    'SocketTimeoutException: Read timed out in TerminalSync.flush',
    [SYNC, 'upload failed'],
    MENU,
  ),
  bar('why do terminals trust the chip', ['A terminal trusts the balance on the chip'], MENU),
  bar(
    'the later of two conflicting sales should win',
    ['class ConflictResolver', 'the earlier one stands'],
    BANJO,
  ),
  bar('who pays if two stalls charge the same band', ['bears the loss'], REFUND),
  bar('band b881 was charged twice', ['class ConflictResolver', 'stall 14 bears 6.50'], BANJO),
  bar('lower the refund fee to one euro', ['FEE_CENTS = 250', 'the bank takes 1.90'], BANJO),
  bar('guests can ask for refunds until when', ['DEADLINE_DAYS = 30'], MENU),
  bar(
    'deposit is wrong when more cups come back than were bought',
    ['class Deposit', 'At most five per band'],
    BANJO,
  ),
  bar('chips of wet bands are not read', ['Try twice before telling the guest'], MENU),
  bar('when should top-up stalls be open', ['until noon, then half of them'], MENU),
  bar(
    'show blocked bands in red on the balance page',
    ['class BalanceController', 'where the help desk is'],
    REFUND,
  ),
  bar('balance page shows NaN', ['showBalance(band)'], REFUND),
  bar('a guest lost the wristband', ['bandctl block'], MENU),
  bar('can we print the name of the guest on the receipt', ['We store no name with a band'], MENU),
  bar('terminal shows no network', ['it keeps 4,000 sales'], REFUND),
  bar('close the stalls at the end of the day', ['closing --stall N'], REFUND),
  bar(
    'Connection is not available, request timed out after 30000ms',
    ['maximum-pool-size: 12', 'HikariPool'],
    BANJO,
  ),
  bar('who deployed 4.3.0', ['leo', 'deploy'], CHARGE, BANJO),
  bar('who blocked band b881', ['amara', 'block'], MENU),
  bar('when did the price of beer change', ['price-change', '2026-07-03'], REFUND),
  bar('why did build 77 fail', ['but nothing was thrown'], 'Part7Test', BANJO),
  bar('run spotless before verify in bitbucket', ['./mvnw verify', 'docker push'], BANJO),
  bar(
    'does the gateway instance match the terraform code',
    ['m1.medium', 'openstack_compute_instance_v2'],
    'tR4mP0l1n',
  ),
  bar('give the jvm more heap', ['-Xmx640m'], 'Buehne-frei', BANJO),
  bar('how many replicas does the terminal gateway have', ['replicas: 4'], MENU),
  bar('uploads larger than 8 MB are refused', ['client_max_body_size 8m'], BANJO),
  bar(
    'guests get 503 from nginx when they reload often',
    ['limit_req zone=guests burst=20'],
    BANJO,
  ),
  bar('unsynced sales spiked', ['3310', SYNC], BANJO),
  bar('refunds are slow', ['8.4', REFUND], BANJO),
  bar('heap is full', ['655360000', '-Xmx640m'], 'Buehne-frei', MENU),
  bar('what is wristpay', ['pay with their wristband'], 'bitbucket-badge', 'bandmakers'),
  bar('add a column for the waiter to sales', ['CREATE TABLE sales'], REFUND, BANJO),
  bar('write a test for topUp', ['public Wallet topUp', 'class WalletTest'], 'openstack'),
];
