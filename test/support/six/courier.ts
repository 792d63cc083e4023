import { writeFiles } from '../project.ts';
import { COURIER_CODE } from './courier-code.ts';
import { COURIER_RUNNING } from './courier-running.ts';
import { COURIER_TEXTS } from './courier-texts.ts';

/** A task, what its context must hold and what it must not: words of the pieces. */
export interface Bar {
  readonly task: string;
  readonly must: readonly string[];
  readonly not: readonly string[];
}

/** A project with all six sources in it. */
export const makeCourier = (root: string): void =>
  writeFiles(root, { ...COURIER_CODE, ...COURIER_TEXTS, ...COURIER_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const CAKE = 'The cake is in the kitchen';
const APP = 'Parcelo';
const QUOTE = 'def quote(';
const LABEL = 'def render_zpl';

export const COURIER_BARS: readonly Bar[] = [
  bar('Quotes for islands are too cheap', ['surcharge of 4 EUR', QUOTE], CAKE),
  bar(
    'IllegalTransition is raised when a shipment goes back to in_transit',
    ['class IllegalTransition', 'TRANSITIONS = {'],
    LABEL,
  ),
  bar(
    'PoolExhausted: no connection within 3.0 s',
    ['class PoolExhausted', 'ERROR api courier.db.PoolExhausted', 'db_pool_in_use'],
    CAKE,
  ),
  bar('connections are not returned to the pool when a query fails', ['def connection():'], APP),
  bar('who deployed 1.4.2', ['mara', 'deploy', 'audit/trail.jsonl'], QUOTE),
  bar('when was the webhook secret rotated', ['rotate-secret', '2026-05-05T09:30'], LABEL),
  bar('why did build 812 fail', ['assert 19199 == 19200'], 'tests/test_unit_7.py', CAKE),
  bar('is main green? show the last CI runs', ['failure', 'rates: integer volume'], QUOTE),
  bar('resources in the terraform state', ['aws_sqs_queue', 'tainted'], 'Sup3rS3cretPw'),
  bar('does the database instance in AWS match main.tf', ['db.t4g.medium'], 'Sup3rS3cretPw', CAKE),
  bar('how many replicas does the helm chart set', ['replicaCount: 3'], CAKE),
  bar(
    'raise the termination grace period of the worker in the helm values',
    ['terminationGracePeriodSeconds: 45'],
    'message_retention_seconds',
  ),
  bar('p99 latency of /shipments is too high', ['2.75'], APP),
  bar(
    'queue depth spiked, what happened to the label jobs',
    ['940', 'label job 7731 buried'],
    '2026-05-06T09:33:00Z',
  ),
  bar('the printer refuses the connection', ['printer.local refused', 'PRINTER_HOST'], CAKE),
  bar(
    'feat: limit label jobs to ten attempts',
    ['MAX_ATTEMPTS = 6', 'at most 10 attempts for label jobs'],
    'ERROR worker',
  ),
  bar('add a surcharge for islands to quotes', [QUOTE, 'surcharge of 4 EUR'], CAKE),
  bar(
    'change the rounding of amounts in quotes',
    ['rounded half to even', 'quantize'],
    'PDF is left to the shops',
  ),
  bar(
    'render labels for Brother printers',
    [LABEL, 'Brother needs its own raster', 'Labels are ZPL, not PDF'],
    'there is no second store',
  ),
  bar(
    'replay protection of webhooks',
    ['def verify(', 'refuse calls older than five minutes'],
    LABEL,
  ),
  bar(
    'duplicate webhook events are handled twice',
    ['ON CONFLICT DO NOTHING", event', 'Each webhook event is handled once'],
    CAKE,
  ),
  bar('which job queue should the worker use', ['SKIP LOCKED'], 'Brother needs'),
  bar('the tracking page polls too often', ['setInterval', 'every 30 seconds'], 'def backoff'),
  bar('what is the mobile app called', [APP], QUOTE),
  bar('restore a backup of the database', ['pg_restore'], LABEL),
  bar('kick the buried jobs', ['courierctl jobs --buried', 'self.queue.bury'], CAKE),
  bar('endpoint that returns the invoice of a month', ['/invoices/{month}'], 'Label in ZPL'),
  bar(
    'volumetric weight is wrong for large parcels',
    ['def volumetric_weight_g', 'test_light_but_large', 'class Parcel'],
    CAKE,
  ),
  bar('add a field insured_value to Parcel', ['class Parcel', 'Parcel(**request.json)'], CAKE),
  bar('write a test for backoff', ['def backoff', 'test_delays_grow'], 'aws_db_instance'),
  bar(
    'which environment variables does the service need',
    ['QUOTE_CURRENCY', 'os.environ'],
    'change-me',
  ),
  bar('memory limit of the API pods', ['512Mi'], QUOTE),
  bar('serve the ingress under another host', ['host: courier.example.org'], APP),
  bar(
    'run the linter in CI before the image is built',
    ['make check', 'docker build -t courier'],
    CAKE,
  ),
  bar(
    'what does this project do',
    ['for small shops that have no logistics department'],
    'badge.svg',
    'Another tracker',
  ),
  bar('quotes expire too early', ['QUOTE_LIFETIME_S = 900', 'class Quote'], CAKE),
  bar(
    'webhook refused: timestamp outside the tolerance',
    ['TOLERANCE_S = 300', 'WARN api webhook refused'],
    APP,
  ),
  bar(
    'works locally but fails in production: connection to the printer',
    ['PRINTER_HOST', 'printer.local'],
    CAKE,
  ),
  bar('how long are dead letters retained', ['message_retention_seconds'], APP),
  bar('where are shipments stored', ['Everything lives in one Postgres database'], CAKE),
];
