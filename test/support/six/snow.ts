import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { SNOW_CODE } from './snow-code.ts';
import { SNOW_TEXTS } from './snow-texts.ts';

/** The winter service of a town in Kotlin, with Azure, Helm and an app for drivers. */
export const makeSnow = (root: string): void => writeFiles(root, { ...SNOW_CODE, ...SNOW_TEXTS });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const SNOWMAN = 'snowman';
const METER = 'parking-meter';
const SERVED = 'GET /ploughs 200';
const LEDGER = 'class SaltLedger';
const RANKED = 'works council';
const SHIFTS = 'class ShiftBook(';
const QUEUE = 'class OfflineQueue';
const ASPHALT = 'Sensors in the asphalt';

export const SNOW_BARS: readonly Bar[] = [
  bar('who deployed 3.1.0', ['rolf', 'frostline 3.1.0'], LEDGER, SNOWMAN),
  bar('who closed Kirkeveien', ['ida', 'close-street'], RANKED, QUEUE),
  bar('when did rolf become depot admin', ['grant', '2026-01-19T07:15'], QUEUE, SNOWMAN),
  bar(
    'POST /ploughs/7/route returns 500 since this morning',
    ['no way leads to Kirkeveien', 'class StreetGraph'],
    SNOWMAN,
    RANKED,
  ),
  bar(
    'UnreachableStreet: no way leads to Kirkeveien\n\tat town.snow.routing.StreetGraph.metres(StreetGraph.kt:16)\n\tat town.snow.routing.RoutePlanner.plan(RoutePlanner.kt:17)',
    ['throw UnreachableStreet', 'fun plan('],
    LEDGER,
    SNOWMAN,
  ),
  bar(
    'plough 7 is sent over a bridge that is too narrow',
    ['class RoutePlanner', 'does not look at the width', 'widthCm'],
    SNOWMAN,
    RANKED,
  ),
  bar('why is main red', ['a plough keeps a reserve of salt FAILED'], SNOWMAN, LEDGER),
  bar(
    'RoutePlannerTest fails in CI',
    ['expected:<[]>', 'RESERVE_KG', '"a plough keeps a reserve of salt"'],
    METER,
    SNOWMAN,
  ),
  bar(
    'Connect timeout has expired when stations are asked',
    ['class StationClient', 'Connect timeout has expired [url=', 'Set STATION_URL to the mirror'],
    SNOWMAN,
    LEDGER,
  ),
  bar(
    'HikariPool-1 - Connection is not available',
    ['maximumPoolSize = 14', 'request timed out after 30001ms'],
    SNOWMAN,
    QUEUE,
  ),
  bar(
    'the map shows no ploughs',
    ['rollout restart deploy/hub', 'class PositionHub'],
    LEDGER,
    SNOWMAN,
  ),
  bar('how many watchers may the hub have', ['maxWatchers: 5000'], METER, SNOWMAN),
  bar('planning a route is slow', ['6.4', 'class RoutePlanner'], SNOWMAN, LEDGER),
  bar('salt consumption spiked at six', ['9100'], SNOWMAN, RANKED),
  bar(
    'which endpoint tells whether a road is icy',
    ['operationId: isIcy'],
    'operationId: listPloughs',
    SNOWMAN,
  ),
  bar(
    'what does the api say if a driver has to rest',
    ['operationId: beginShift'],
    'operationId: fileReport',
    SNOWMAN,
  ),
  bar('what size is the database server', ['B_Standard_B2s'], 'Glatteis-Depot-4', SNOWMAN),
  bar(
    'is there a redis in the terraform state',
    ['azurerm_redis_cache.positions'],
    'Zq9-eiszapfen',
    SNOWMAN,
  ),
  bar(
    'how does STATION_URL differ between depot and office',
    ['https://stations.example.com', 'https://mirror.example.com'],
    'Glatteis-Amt-9',
    METER,
  ),
  bar(
    'which keys does the depot environment set',
    ['PUSH_KEY', 'RADIO_CHANNEL'],
    'pk_live_Q7wZ3xT9',
    SNOWMAN,
  ),
  bar('give the hub more memory', ['memory: 256Mi'], METER, SNOWMAN),
  bar('coin box is full', ['coin box is full'], LEDGER, RANKED),
  bar('run the tests before ktlint in the pipeline', ['./gradlew ktlintCheck'], SNOWMAN, LEDGER),
  bar('why are routes not exact', ['An exact solver took eleven minutes'], RANKED, SNOWMAN),
  bar('may we show which driver is the quickest', [RANKED], LEDGER, QUEUE),
  bar('what was decided about schools', ['schools come before bus lines'], SNOWMAN, RANKED),
  bar(
    'schools shall come before bus lines',
    ['SCHOOL(150)', 'schools come before bus lines', 'hospitals come before everything else'],
    SERVED,
    METER,
  ),
  bar(
    'spread only 80 grams per metre',
    ['GRAMS_PER_METRE = 90', 'Trees along the avenue died'],
    SERVED,
    SNOWMAN,
  ),
  bar('does brine help at minus ten', ['does nothing below minus seven'], ASPHALT, SNOWMAN),
  bar('what does a sensor in the asphalt cost', ['A sensor costs 1,900'], 'Brine needs', SNOWMAN),
  bar('how exact are positions in narrow streets', ['off by 18 metres'], 'Brine needs', SNOWMAN),
  bar(
    'the same street is reported under two names',
    ['class ReportDesk', 'the official key of the street'],
    SNOWMAN,
    LEDGER,
  ),
  bar(
    'drivers should rest twelve hours',
    ['REST: Duration = Duration.ofHours(11)', 'nobody drives again after ten hours'],
    SERVED,
    METER,
  ),
  bar('make the button larger for gloves', ['fun NextStreetScreen', 'need 96 dp'], SERVED, METER),
  bar(
    'retry the flush of cleared streets like the station client does',
    [QUEUE, 'BACKOFF_MS'],
    SERVED,
    SNOWMAN,
  ),
  bar(
    'add the weather to citizen reports',
    ['data class CitizenReport', 'CREATE TABLE reports'],
    SERVED,
    METER,
  ),
  bar('raise the price of salt to 91 euros', ['PRICE_PER_TONNE'], SERVED, SHIFTS),
  bar('write a test for isIcy', ['suspend fun isIcy', 'never use !! in new code'], SERVED, METER),
  bar('how do we roll back', ['helm rollback frostline'], LEDGER, SNOWMAN),
  bar(
    'what is frostline',
    ['Frostline sends snow ploughs'],
    'shields.example.com',
    'stations.example.com)',
  ),
];
