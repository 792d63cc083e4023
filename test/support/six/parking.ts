import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { PARKING_CODE } from './parking-code.ts';
import { PARKING_RUNNING } from './parking-running.ts';
import { PARKING_TEXTS } from './parking-texts.ts';

/** Parking permits of a city in Elixir, with GitHub Actions, Kubernetes and Terraform. */
export const makeParking = (root: string): void =>
  writeFiles(root, { ...PARKING_CODE, ...PARKING_TEXTS, ...PARKING_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const WAFFLES = 'waffles';
const SPEECH = 'gramophones';
const CAMERA = 'RTSP_TIMEOUT_SECONDS';
const TILES = '--mbtiles';
const SCANS = 'POST /api/scans sent 200';
const NO_APP = 'an app would cost 60,000';
const GEO = 'Ray casting';
const RATE = 'A sliding window per caller';
const EXPORT = 'defmodule Kerbside.Workers.ExportWorker';
const MAP_LIVE = 'defmodule KerbsideWeb.MapLive';

export const PARKING_BARS: readonly Bar[] = [
  bar('who deployed 2.8.1', ['tobias', 'web 2.8.1'], GEO, WAFFLES),
  bar('who rotated the mollie key', ['secret.rotate', 'mei'], 'live_9GtRk2VmXq7bNs4cWd', WAFFLES),
  bar('when was zone F3 created', ['zone.create', '2026-04-21'], RATE, SPEECH),
  bar(
    'scans in zone F3 return 500 since yesterday',
    [
      'no match of right hand side value: nil',
      'defmodule KerbsideWeb.ScanController',
      'ZoneCache.get returns nil',
    ],
    SPEECH,
    NO_APP,
  ),
  bar(
    '** (MatchError) no match of right hand side value: nil\n    lib/kerbside_web/controllers/scan_controller.ex:7: KerbsideWeb.ScanController.create/2',
    ['{_, zone} = ZoneCache.get(code)', 'defmodule Kerbside.ZoneCache'],
    WAFFLES,
    TILES,
  ),
  bar(
    'why did CI fail on main',
    ['six months of an inner permit', 'left:  7500'],
    'mbtiles: disk I/O error',
    WAFFLES,
  ),
  bar(
    'fix the refund amount that fails in CI',
    ['def amount(permit, today)', 'Refunds.amount(permit, ~D[2026-07-01]) == 7_800'],
    CAMERA,
    GEO,
  ),
  bar(
    'what server type does the database have',
    ['hcloud_server.postgres', 'ccx23'],
    'Qx7-mauerblume',
    WAFFLES,
  ),
  bar('p95 of scans spiked at 14:00', ['2870', 'scan_p95_ms'], SPEECH, NO_APP),
  bar(
    'refund calls to mollie fail',
    ['mollie_request_failures_total', 'defp with_retry'],
    WAFFLES,
    GEO,
  ),
  bar(
    'add a retry to the sftp export like in the payment gateway',
    [EXPORT, 'defp with_retry'],
    SPEECH,
    'sent 200 in',
  ),
  bar(
    'which endpoint gives a permit back',
    ['operationId: returnPermit'],
    'operationId: scanPlate',
    WAFFLES,
  ),
  bar('what fields does a new permit need', ['required: [plate, zone, kind]'], CAMERA, SPEECH),
  bar(
    'what did we decide about trade permits',
    ['trade permits may not be returned'],
    WAFFLES,
    NO_APP,
  ),
  bar('why mollie and not stripe', ['Stripe charges 0.29'], NO_APP, SPEECH),
  bar('why is there no app', [NO_APP], EXPORT, RATE),
  bar(
    'raise the price of visitor permits',
    ['def price(%Zone{}, :visitor), do: 450', 'visitor permits will cost 6 euros'],
    SCANS,
    CAMERA,
  ),
  bar('send the renewal reminder earlier', ['@days_before 21', 'I suggest 42 days'], SCANS, TILES),
  bar(
    'use a palette for colour-blind people on the map',
    ['#0072B2', 'const COLOURS'],
    SCANS,
    SPEECH,
  ),
  bar('the treasury wants a decimal comma in the export', [EXPORT, 'ISO 8859-1'], SCANS, SPEECH),
  bar(
    'export to the treasury failed last night',
    ['SFTP connection to sftp.treasury.example timed out', EXPORT],
    WAFFLES,
    TILES,
  ),
  bar(
    'FATAL 53300 too_many_connections',
    ['sorry, too many clients already', 'Lower POOL_SIZE before adding pods', 'pool_size:'],
    SPEECH,
    TILES,
  ),
  bar(
    'how does POOL_SIZE differ between staging and production',
    ['POOL_SIZE=8', 'POOL_SIZE=25'],
    'Kirschk3rn-Prod',
    CAMERA,
  ),
  bar('how many replicas does the web service have', ['replicas: 6'], CAMERA, TILES),
  bar('give the web pods more memory', ['memory: 768Mi'], CAMERA, TILES),
  bar('camera ingest times out', [CAMERA], TILES, 'memory: 768Mi'),
  bar('how long are plates kept', ['90 days after a permit ends'], EXPORT, NO_APP),
  bar(
    'is the camera good enough to read plates',
    ['OpenALPR reads 94 %'],
    'Prices by occupancy',
    WAFFLES,
  ),
  bar(
    'should prices depend on how full a zone is',
    ['a ceiling of twice the usual price'],
    'OpenALPR',
    WAFFLES,
  ),
  bar(
    'how long should finished oban jobs be kept',
    ['Keep finished jobs for a week', 'max_age: 604_800'],
    NO_APP,
    SPEECH,
  ),
  bar(
    'LiveView reconnects all at once after a deploy',
    ['reconnectAfterMs', MAP_LIVE],
    WAFFLES,
    'Stripe charges',
  ),
  bar(
    'permit O and zero are mixed up when normalising plates',
    ['def normalise(plate)', 'blanks and dashes do not matter'],
    SCANS,
    NO_APP,
  ),
  bar(
    'extend the grace period to 15 minutes',
    ['@grace_minutes 10', 'Ten minutes of grace', 'nobody is fined within the grace period'],
    SCANS,
    SPEECH,
  ),
  bar(
    'a household should be allowed three permits',
    ['@max_per_household 2', 'a third permit for a household is refused'],
    SCANS,
    GEO,
  ),
  bar('add a reason to appeals', ['schema "appeals"', 'def appeal('], CAMERA, SPEECH),
  bar('rate limit for handhelds is too strict', [RATE, 'limit: 120'], SPEECH, EXPORT),
  bar(
    'a warden is logged out in the middle of the shift',
    ['@shift_seconds', 'The clock of the device is wrong'],
    SPEECH,
    EXPORT,
  ),
  bar(
    'what is kerbside',
    ['Kerbside issues parking permits for the city'],
    'badges.example.org',
    'wiki.example.org',
  ),
  bar('restore a backup of the database', ['pg_restore --jobs 4'], SPEECH, RATE),
  bar(
    'write a test for foreign plates',
    ['def foreign?(plate)', 'defmodule Kerbside.PlatesTest', 'British spelling'],
    SCANS,
    CAMERA,
  ),
];
