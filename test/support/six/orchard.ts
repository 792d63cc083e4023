import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';
import { ORCHARD_CODE } from './orchard-code.ts';
import { ORCHARD_RUNNING } from './orchard-running.ts';
import { ORCHARD_TEXTS } from './orchard-texts.ts';

/** The irrigation of an orchard in Rust, with GitLab, systemd, compose and Terraform. */
export const makeOrchard = (root: string): void =>
  writeFiles(root, { ...ORCHARD_CODE, ...ORCHARD_TEXTS, ...ORCHARD_RUNNING });

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});

const JAM = 'plum jam';
const SCARECROW = 'scarecrow --volume';
const KEPT = 'frame kept';
const NEURAL = 'neural network';
const CARD = 'export function fieldCard';
const CHART = 'export function pathOf';
const NOTIFIER = 'pub struct Notifier';
const DEMAND = 'pub fn litres_per_tree';
const BADGE = 'known by a badge';

export const ORCHARD_BARS: readonly Bar[] = [
  bar('who deployed 0.14.2', ['paavo', 'version=0.14.2'], DEMAND, JAM),
  bar('who locked row 7', ['user=greta action=lock target=row-7'], NEURAL, CHART),
  bar(
    'when was the emergency stop lifted',
    ['user=paavo action=resume', '2026-05-18T06:30'],
    CHART,
    NEURAL,
  ),
  bar(
    'field 3 is not watered when its window passes midnight',
    ['pub fn contains', 'asks for both sides at once', 'a_window_of_one_day_ends'],
    JAM,
    SCARECROW,
  ),
  bar(
    'the job of main failed: frost_is_below_zero',
    ['left: 150', 'fn frost_is_below_zero', 'pub fn decode'],
    'no space left on device',
    JAM,
  ),
  bar('why did the image build fail', ['no space left on device'], JAM, CARD),
  bar(
    'planner panicked at crates/planner/src/plan.rs:23:9: called `Option::unwrap()` on a `None` value',
    ['pub async fn plan_night', 'day_mean of field 12'],
    JAM,
    BADGE,
  ),
  bar(
    'valve 5-2 did not confirm',
    ['CONFIRM_WITHIN: Duration', 'valve did not confirm', 'Raise CONFIRM_WITHIN_SECONDS'],
    NEURAL,
    CHART,
  ),
  bar(
    'frames of probe 17 are dropped since last night',
    ['checksum 0x1f, 0x2e expected', 'pub fn decode'],
    JAM,
    NEURAL,
  ),
  bar('battery of probe 17 is low', ['2610', 'LOW_BATTERY_MV'], NEURAL, BADGE),
  bar(
    'readings endpoint is slow',
    ['11.8', 'ORDER BY taken_at DESC', 'the handler ignores it'],
    JAM,
    NOTIFIER,
  ),
  bar(
    'pool timed out while waiting for an open connection',
    ['sqlx::pool', '8 connections are enough', 'max_connections=40'],
    CARD,
    JAM,
  ),
  bar(
    'Connection refused (os error 111) from the broker',
    ['broker lost', 'MqttOptions::new', 'MQTT_HOST'],
    CARD,
    NEURAL,
  ),
  bar('pump current spiked at 02:00', ['31.5', 'pump_amps'], JAM, CARD),
  bar('which endpoint stops watering', ['operationId: stopRun'], 'operationId: listReadings', JAM),
  bar(
    'how do I keep a row dry over the api',
    ['operationId: lockRow'],
    'operationId: listReadings',
    NEURAL,
  ),
  bar('what database node type do we run', ['DB-DEV-S'], 'Zwiebelkuchen-55', JAM),
  bar(
    'how does CONFIRM_WITHIN_SECONDS differ between the field test and the farm',
    ['CONFIRM_WITHIN_SECONDS=12', 'CONFIRM_WITHIN_SECONDS=4'],
    'sk_live_Bluetenfrost93y',
    SCARECROW,
  ),
  bar('which tokens does the farm environment need', ['SMS_TOKEN'], 'sk_live_Bluetenfrost93y', JAM),
  bar('raise the memory limit of the planner service', ['MemoryMax=200M'], SCARECROW, JAM),
  bar('scarecrow camera is busy', ['/dev/video0 is busy', SCARECROW], DEMAND, NEURAL),
  bar('run clippy after the tests in the pipeline', ['cargo clippy --workspace'], JAM, CARD),
  bar('why do we not use machine learning for the demand', [NEURAL], JAM, BADGE),
  bar('why mqtt and not http for probes', ['MQTT for 300 milliseconds'], JAM, NEURAL),
  bar('what did we decide about clay', ['160 per mille'], JAM, NEURAL),
  bar('clay should count as dry later', ['Soil::Clay => 180', '160 per mille'], KEPT, SCARECROW),
  bar('when may field 9 be watered', ['never water field 9 on Sundays'], JAM, SCARECROW),
  bar(
    'use the second day of the forecast for rain',
    ['LEAST_RAIN_PROBABILITY', 'only if its probability is above 0.8'],
    KEPT,
    JAM,
  ),
  bar('how deep do probes have to be', ['at 25 and at 40 centimetres'], 'Drip lines need', JAM),
  bar(
    'do drip lines protect from frost',
    ['keep the old sprinklers for frost nights'],
    'Range of LoRa',
    JAM,
  ),
  bar('does the radio reach through leaves', ['700 m'], 'Drip lines need', JAM),
  bar(
    'limit the readings of a probe to 100 by default',
    ['pub async fn readings', 'I would add LIMIT with 100'],
    KEPT,
    SCARECROW,
  ),
  bar(
    'add a unit test for needs_battery',
    ['pub fn needs_battery', 'no macros of our own'],
    KEPT,
    SCARECROW,
  ),
  bar(
    'send a text when a valve does not confirm, like for low batteries',
    [NOTIFIER, 'NotConfirmed'],
    KEPT,
    JAM,
  ),
  bar(
    'text messages come too often',
    ['const QUIET', 'at most every thirty minutes'],
    NEURAL,
    CARD,
  ),
  bar('show dry fields in orange on the overview', [CARD, 'interface Field'], KEPT, SCARECROW),
  bar(
    'start runs earlier when electricity gets cheaper',
    ['CHEAP_FROM_HOUR: u32 = 23', 'cheap from 23:00 on'],
    KEPT,
    JAM,
  ),
  bar(
    'add who stopped a run to the runs table',
    ['CREATE TABLE runs', 'pub async fn stop_run'],
    KEPT,
    NEURAL,
  ),
  bar('probes can no longer connect to the broker', ['just renew-broker-cert'], CARD, NEURAL),
  bar(
    'what is dewpoint',
    ['Dewpoint waters an orchard by itself'],
    'img.example.org',
    'growers.example.org',
  ),
];
