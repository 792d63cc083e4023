import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { MILL_CODE } from './mill-code.ts';
import { MILL_RUNNING } from './mill-running.ts';
import { MILL_TEXTS } from './mill-texts.ts';

/** A data pipeline in Python with Airflow, dbt, GitLab and Kubernetes. */
export const makeMill = (root: string): void =>
  writeFiles(root, { ...MILL_CODE, ...MILL_TEXTS, ...MILL_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const RAMEN = 'falafel';
const FETCH = 'def fetch_turbine';
const CURVE = 'def power_curve';
const STORE = 'def write_partition';
const SEND = 'def send_report';

export const MILL_BARS: readonly Bar[] = [
  bar(
    'ControllerOffline: north-2',
    ['class ControllerOffline', FETCH, 'ERROR - Task failed'],
    RAMEN,
  ),
  bar('what do I do when a turbine is offline', ['Call the owner first'], CURVE),
  bar('south-1 reports impossible wind speeds', ['knots counted twice', 'def parse_row'], RAMEN),
  bar('speed 91.3 m/s of south-1 refused', ['FASTEST_MS', 'WARNING - speed 91.3'], SEND),
  bar(
    'do not convert knots for firmware 7',
    ['0.514444', 'must not convert when the firmware is 7'],
    RAMEN,
  ),
  bar('measurements are stored twice', [STORE, 'the later message replaces the earlier one'], SEND),
  bar('why do we use parquet instead of postgres', ['Postgres took 40 GB'], CURVE, RAMEN),
  bar('the lake is full', ['windmill compact --days 30', 'def compact'], SEND),
  bar('which compression level for parquet files', ['level 3 it is'], SEND),
  bar(
    'ArrowInvalid: Parquet magic bytes not found in footer',
    [STORE, 'GET /turbines/north-1/measurements 500'],
    RAMEN,
  ),
  bar(
    'return at most 200 rows from the measurements endpoint',
    ['PAGE_ROWS = 1000', 'never return more than 200 rows'],
    RAMEN,
  ),
  bar('404 for a turbine that exists', ['no such turbine', 'known_turbines'], SEND),
  bar('forecast is too high in winter', ['def forecast', 'power falls by a third'], RAMEN),
  bar(
    'use four weeks of history for the forecast',
    ['WINDOW_DAYS = 21', 'longer windows mix seasons'],
    SEND,
  ),
  bar(
    'should we buy forecasts from a weather service',
    ['costs more than all turbines earn'],
    STORE,
  ),
  bar('turbines should stop at 28 m/s', [CURVE, 'test_stops_in_a_storm'], SEND, RAMEN),
  bar(
    'correct the drift of the anemometers',
    ['Multiply the speed by a factor', 'def parse_row'],
    SEND,
  ),
  bar(
    'report did not arrive this morning',
    [SEND, 'SMTPRecipientsRefused', 'Trigger the dag'],
    RAMEN,
  ),
  bar('send the report at six', ['15 5 * * *', 'want the report at six'], CURVE),
  bar(
    'late rows are missing in daily_energy',
    ["interval '2 days'", 'widen the interval to seven days'],
    RAMEN,
  ),
  bar(
    'add a column for the mean speed to daily_energy',
    ['sum(power_kw)', 'stg_measurements'],
    RAMEN,
  ),
  bar('how do I add a new turbine', ['rated_power.csv'], SEND),
  bar('backfill last week', ['at most three days at once'], SEND),
  bar(
    'retry more often when a controller does not answer',
    ['"retries": 3', 'lock after five logins'],
    SEND,
  ),
  bar('gaps in the measurements are not noticed', ['def gaps', 'MOST_GAP_S'], RAMEN),
  bar('who deployed 0.14.0', ['finn', 'deploy'], STORE, RAMEN),
  bar('when was 0.14.0 rolled back', ['rollback', '2026-02-20'], STORE),
  bar(
    'who created a service account key',
    ['finn@example.org', 'serviceAccountKeys.create'],
    'LS0tQkVHSU4',
  ),
  bar('why is pipeline 801 red', ['assert 1.0 == 0.0'], 'test_part_7', RAMEN),
  bar(
    'build the image before the tests in gitlab',
    ['docker build -t windmill', 'pytest -q'],
    RAMEN,
  ),
  bar('scheduler pod is killed, out of memory', ['memory: 1200Mi'], 'Sturm-und-Drang', RAMEN),
  bar('run the compaction every night', ['30 2 * * 0', 'def compact'], SEND),
  bar('how long are files kept in the bucket', ['age = 400'], SEND),
  bar(
    'which resources does terraform manage',
    ['google_storage_bucket', 'google_service_account'],
    'LS0tQkVHSU4',
  ),
  bar('rejected rows jumped tonight', ['377', 'BadMeasurement'], RAMEN),
  bar('ingest dag takes nine minutes', ['544.2', 'max_active_tis_per_dag'], RAMEN),
  bar('page us only after 30 minutes', ['pagerAfterMinutes: 20'], 'Sturm-und-Drang', RAMEN),
  bar('start airflow locally', ['make airflow'], 'gale-force', RAMEN),
  bar('what is windmill for', ['how much power to expect tomorrow'], 'pypi-badge', 'gustbook'),
  bar('write a test for parse_row', ['def parse_row', 'import pytest'], 'google_storage_bucket'),
];
