/** The code of an orchard's irrigation in Rust. */
export const ORCHARD_CODE: Readonly<Record<string, string>> = {
  'Cargo.toml': `[workspace]
members = ["crates/valves", "crates/sensors", "crates/planner", "crates/gateway", "crates/notify"]

[workspace.package]
version = "0.14.2"
edition = "2021"

[workspace.dependencies]
axum = "0.7"
sqlx = { version = "0.7", features = ["postgres", "runtime-tokio"] }
rumqttc = "0.24"
tokio = { version = "1.37", features = ["full"] }
`,
  'crates/valves/src/lib.rs': `//! Opens and closes valves, and makes sure that they really did.
pub mod driver;
pub mod interlock;
pub mod schedule;

pub use driver::{Driver, DriverError};
pub use interlock::Interlock;
`,
  'crates/valves/src/driver.rs': `use std::time::Duration;
use thiserror::Error;

use crate::interlock::Interlock;

const CONFIRM_WITHIN: Duration = Duration::from_secs(4);
const RETRIES: u32 = 2;

#[derive(Debug, Error)]
pub enum DriverError {
    #[error("valve {valve} did not confirm within {waited:?}")]
    NotConfirmed { valve: String, waited: Duration },
    #[error("row {row} is locked: {reason}")]
    Locked { row: u16, reason: String },
    #[error(transparent)]
    Bus(#[from] BusError),
}

/// Talks to the valves of one field over the bus.
pub struct Driver<B> {
    bus: B,
    interlock: Interlock,
}

impl<B: Bus> Driver<B> {
    /// Opens a valve and waits until it says that it is open.
    pub async fn open(&mut self, valve: &ValveId) -> Result<(), DriverError> {
        self.interlock.check(valve.row)?;
        for attempt in 0..=RETRIES {
            self.bus.send(valve, Command::Open).await?;
            if self.bus.wait_for(valve, State::Open, CONFIRM_WITHIN).await? {
                return Ok(());
            }
            tracing::warn!(valve = %valve, attempt, "valve did not confirm");
        }
        Err(DriverError::NotConfirmed { valve: valve.to_string(), waited: CONFIRM_WITHIN })
    }

    pub async fn close(&mut self, valve: &ValveId) -> Result<(), DriverError> {
        self.bus.send(valve, Command::Close).await?;
        Ok(())
    }
}
`,
  'crates/valves/src/interlock.rs': `use std::collections::HashSet;

use crate::driver::DriverError;

/// Rows in which people work must stay dry.
#[derive(Default)]
pub struct Interlock {
    locked: HashSet<u16>,
}

impl Interlock {
    pub fn lock(&mut self, row: u16) {
        self.locked.insert(row);
    }

    pub fn check(&self, row: u16) -> Result<(), DriverError> {
        if self.locked.contains(&row) {
            return Err(DriverError::Locked { row, reason: "people in the row".into() });
        }
        Ok(())
    }
}
`,
  'crates/valves/src/schedule.rs': `use chrono::{NaiveTime, Weekday};

/// When a field may be watered.
#[derive(Debug, Clone)]
pub struct Window {
    pub from: NaiveTime,
    pub until: NaiveTime,
    pub days: Vec<Weekday>,
}

impl Window {
    /// Windows may pass midnight: 22:00 to 05:00.
    pub fn contains(&self, time: NaiveTime) -> bool {
        if self.from <= self.until {
            self.from <= time && time < self.until
        } else {
            time >= self.from && time < self.until
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_one_day_ends_before_its_last_minute() {
        let window = Window { from: hm(6, 0), until: hm(8, 0), days: vec![] };
        assert!(window.contains(hm(7, 59)));
        assert!(!window.contains(hm(8, 0)));
    }
}
`,
  'crates/valves/tests/driver.rs': `use valves::{Driver, DriverError};

#[tokio::test]
async fn a_locked_row_is_never_watered() {
    let mut driver = driver_with_locked_row(7);
    assert!(matches!(driver.open(&valve("7-3")).await, Err(DriverError::Locked { row: 7, .. })));
}

#[tokio::test]
async fn a_silent_valve_is_tried_three_times() {
    let (mut driver, bus) = silent_driver();
    driver.open(&valve("2-1")).await.unwrap_err();
    assert_eq!(bus.sent(), 3);
}
`,
  'crates/sensors/src/lib.rs': `//! Reads probes in the soil and the weather mast.
pub mod decode;
pub mod soil;
pub mod weather;
`,
  'crates/sensors/src/decode.rs': `use thiserror::Error;

#[derive(Debug, Error, PartialEq)]
pub enum DecodeError {
    #[error("frame of {0} bytes, 12 expected")]
    Length(usize),
    #[error("checksum {found:#04x}, {expected:#04x} expected")]
    Checksum { found: u8, expected: u8 },
}

/// A frame of a probe: id (4), moisture (2), temperature (2), battery (2), flags (1), checksum (1).
#[derive(Debug, PartialEq)]
pub struct Frame {
    pub probe: u32,
    pub moisture_permille: u16,
    pub centi_celsius: i16,
    pub battery_mv: u16,
}

pub fn decode(bytes: &[u8]) -> Result<Frame, DecodeError> {
    if bytes.len() != 12 {
        return Err(DecodeError::Length(bytes.len()));
    }
    let sum = bytes[..11].iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    if sum != bytes[11] {
        return Err(DecodeError::Checksum { found: bytes[11], expected: sum });
    }
    Ok(Frame {
        probe: u32::from_be_bytes(bytes[0..4].try_into().unwrap()),
        moisture_permille: u16::from_be_bytes([bytes[4], bytes[5]]),
        centi_celsius: u16::from_be_bytes([bytes[6], bytes[7]]) as i16,
        battery_mv: u16::from_be_bytes([bytes[8], bytes[9]]),
    })
}
`,
  'crates/sensors/src/soil.rs': `use crate::decode::Frame;

const LOW_BATTERY_MV: u16 = 2_750;

/// Moisture by the kind of soil: sand is dry at 80, clay at 180 per mille.
pub fn is_dry(frame: &Frame, soil: Soil) -> bool {
    frame.moisture_permille < match soil {
        Soil::Sand => 80,
        Soil::Loam => 130,
        Soil::Clay => 180,
    }
}

pub fn needs_battery(frame: &Frame) -> bool {
    frame.battery_mv < LOW_BATTERY_MV
}

#[derive(Debug, Clone, Copy)]
pub enum Soil {
    Sand,
    Loam,
    Clay,
}
`,
  'crates/sensors/src/weather.rs': `/// What the mast and the forecast service tell.
#[derive(Debug, Clone, serde::Deserialize)]
pub struct Forecast {
    pub rain_mm: f64,
    pub rain_probability: f64,
    pub night_low_celsius: f64,
}

pub async fn fetch(client: &reqwest::Client, station: &str) -> reqwest::Result<Forecast> {
    let url = format!("{}/v1/stations/{station}/tomorrow", std::env::var("FORECAST_URL").unwrap_or_default());
    client.get(url).send().await?.error_for_status()?.json().await
}
`,
  'crates/sensors/tests/decode.rs': `use sensors::decode::{decode, DecodeError};

#[test]
fn a_short_frame_is_refused() {
    assert_eq!(decode(&[1, 2, 3]), Err(DecodeError::Length(3)));
}

#[test]
fn frost_is_below_zero() {
    let frame = decode(&frame_with_temperature(-150)).unwrap();
    assert_eq!(frame.centi_celsius, -150);
}
`,
  'crates/planner/src/lib.rs': `//! Decides each evening how long every field is watered.
pub mod demand;
pub mod plan;
pub mod tariff;
`,
  'crates/planner/src/demand.rs': `use sensors::weather::Forecast;

/// Litres that an hour of watering gives a tree.
const LITRES_PER_HOUR: f64 = 16.0;
/// Rain below this chance is not counted on.
const LEAST_RAIN_PROBABILITY: f64 = 0.6;

/// Evapotranspiration by Hargreaves, less the rain that is likely.
pub fn litres_per_tree(crop: Crop, forecast: &Forecast, day_mean: f64) -> f64 {
    let evaporated = crop.coefficient() * 0.0023 * (day_mean + 17.8) * 4.2;
    let rain = if forecast.rain_probability >= LEAST_RAIN_PROBABILITY { forecast.rain_mm } else { 0.0 };
    (evaporated - rain).max(0.0) * crop.ground_square_metres()
}

pub fn minutes(litres: f64) -> u32 {
    (litres / LITRES_PER_HOUR * 60.0).round() as u32
}
`,
  'crates/planner/src/plan.rs': `use sqlx::PgPool;

use crate::demand::{litres_per_tree, minutes};
use crate::tariff::cheapest_start;

const LONGEST_MINUTES: u32 = 240;

pub struct Run {
    pub field: i32,
    pub starts_at: chrono::DateTime<chrono::Utc>,
    pub minutes: u32,
}

/// One run for each field that needs water tomorrow.
pub async fn plan_night(pool: &PgPool, forecast: &Forecast) -> Result<Vec<Run>, PlanError> {
    let fields = sqlx::query_as!(Field, "SELECT id, crop, day_mean FROM fields WHERE enabled")
        .fetch_all(pool)
        .await?;
    let mut runs = Vec::new();
    for field in fields {
        let needed = minutes(litres_per_tree(field.crop, forecast, field.day_mean)).min(LONGEST_MINUTES);
        if needed == 0 {
            continue;
        }
        runs.push(Run { field: field.id, starts_at: cheapest_start(needed), minutes: needed });
    }
    Ok(runs)
}
`,
  'crates/planner/src/tariff.rs': `use chrono::{DateTime, Utc};

/// Pumps run when electricity is cheap: from 23:00 to 05:00.
pub const CHEAP_FROM_HOUR: u32 = 23;
pub const CHEAP_UNTIL_HOUR: u32 = 5;

pub fn cheapest_start(minutes: u32) -> DateTime<Utc> {
    tonight_at(CHEAP_FROM_HOUR)
}
`,
  'crates/gateway/src/main.rs': `use axum::{routing::{get, post}, Router};

mod auth;
mod mqtt;
mod routes;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    tracing_subscriber::fmt().json().init();
    let state = routes::State::connect(&std::env::var("DATABASE_URL")?).await?;
    tokio::spawn(mqtt::listen(state.clone()));
    let app = Router::new()
        .route("/health", get(|| async { "ok" }))
        .route("/fields", get(routes::list_fields))
        .route("/fields/:id/runs", post(routes::start_run).delete(routes::stop_run))
        .route("/rows/:row/lock", post(routes::lock_row))
        .route("/probes/:id/readings", get(routes::readings))
        .with_state(state);
    axum::serve(tokio::net::TcpListener::bind("0.0.0.0:7070").await?, app).await?;
    Ok(())
}
`,
  'crates/gateway/src/routes.rs': `use axum::{extract::{Path, State as Extract}, http::StatusCode, Json};

use crate::auth::Farmhand;

/// Starts a run by hand. Only one may run in a field.
pub async fn start_run(Extract(state): Extract<State>, who: Farmhand, Path(field): Path<i32>) -> Result<Json<Run>, StatusCode> {
    if state.running(field).await {
        return Err(StatusCode::CONFLICT);
    }
    let run = state.start(field, who.name).await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    Ok(Json(run))
}

pub async fn stop_run(Extract(state): Extract<State>, _who: Farmhand, Path(field): Path<i32>) -> StatusCode {
    state.stop(field).await;
    StatusCode::NO_CONTENT
}

pub async fn lock_row(Extract(state): Extract<State>, who: Farmhand, Path(row): Path<u16>) -> StatusCode {
    state.lock(row, who.name).await;
    StatusCode::NO_CONTENT
}

/// The readings of a probe, newest first.
pub async fn readings(Extract(state): Extract<State>, Path(id): Path<i64>) -> Json<Vec<Reading>> {
    Json(sqlx::query_as("SELECT * FROM readings WHERE probe = $1 ORDER BY taken_at DESC").bind(id).fetch_all(&state.pool).await.unwrap())
}
`,
  'crates/gateway/src/auth.rs': `use axum::{async_trait, extract::FromRequestParts, http::{request::Parts, StatusCode}};

/// Whoever works on the farm, known by a badge.
pub struct Farmhand {
    pub name: String,
}

#[async_trait]
impl<S: Send + Sync> FromRequestParts<S> for Farmhand {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, StatusCode> {
        let badge = parts.headers.get("x-badge").and_then(|value| value.to_str().ok()).ok_or(StatusCode::UNAUTHORIZED)?;
        badges().get(badge).cloned().map(|name| Farmhand { name }).ok_or(StatusCode::FORBIDDEN)
    }
}
`,
  'crates/gateway/src/mqtt.rs': `use rumqttc::{AsyncClient, Event, MqttOptions, Packet, QoS};
use std::time::Duration;

use crate::routes::State;

const KEEP_ALIVE: Duration = Duration::from_secs(20);
const TOPIC: &str = "orchard/+/probe";

/// Takes frames of the probes from the broker and keeps them.
pub async fn listen(state: State) {
    let mut options = MqttOptions::new("gateway", std::env::var("MQTT_HOST").unwrap_or("localhost".into()), 1883);
    options.set_keep_alive(KEEP_ALIVE);
    let (client, mut events) = AsyncClient::new(options, 50);
    client.subscribe(TOPIC, QoS::AtLeastOnce).await.unwrap();
    loop {
        match events.poll().await {
            Ok(Event::Incoming(Packet::Publish(message))) => match sensors::decode::decode(&message.payload) {
                Ok(frame) => state.keep(frame).await,
                Err(error) => tracing::error!(%error, topic = message.topic, "frame dropped"),
            },
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "broker lost");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}
`,
  'crates/notify/src/lib.rs': `//! Texts to the phone of whoever is on duty.
use std::collections::HashMap;
use std::time::{Duration, Instant};

const QUIET: Duration = Duration::from_secs(30 * 60);

#[derive(Default)]
pub struct Notifier {
    last: HashMap<String, Instant>,
}

impl Notifier {
    /// Sends unless the same text went out within the quiet time.
    pub fn send(&mut self, text: &str, now: Instant) -> bool {
        match self.last.get(text) {
            Some(then) if now.duration_since(*then) < QUIET => false,
            _ => {
                self.last.insert(text.to_string(), now);
                true
            }
        }
    }
}
`,
  'migrations/0001_fields.sql':
    'CREATE TABLE fields (\n  id serial PRIMARY KEY,\n  name text NOT NULL,\n  crop text NOT NULL,\n  day_mean double precision,\n  enabled boolean NOT NULL DEFAULT true\n);\n',
  'migrations/0002_readings.sql':
    'CREATE TABLE readings (\n  probe bigint NOT NULL,\n  taken_at timestamptz NOT NULL,\n  moisture_permille int NOT NULL,\n  battery_mv int\n);\nCREATE INDEX readings_by_probe ON readings (probe, taken_at DESC);\n',
  'migrations/0003_runs.sql':
    'CREATE TABLE runs (\n  id bigserial PRIMARY KEY,\n  field int REFERENCES fields,\n  started_by text,\n  minutes int NOT NULL,\n  stopped_at timestamptz\n);\n',
  'web/src/field-card.ts': `import type { Field } from "./types";

/** One card of the overview: name, moisture and a button. */
export function fieldCard(field: Field): string {
  const tone = field.moisture < 100 ? "dry" : field.moisture > 350 ? "wet" : "fine";
  return \`<article class="card \${tone}"><h2>\${field.name}</h2><p>\${field.moisture / 10} %</p><button data-run="\${field.id}">Water now</button></article>\`;
}
`,
  'web/src/types.ts':
    'export interface Field {\n  readonly id: number;\n  readonly name: string;\n  /** Per mille. */\n  readonly moisture: number;\n}\n',
  'web/src/chart.ts': `/** A line of the moisture of the last week, as an SVG path. */
export function pathOf(points: readonly number[]): string {
  return points.map((y, x) => (x === 0 ? "M" : "L") + x * 6 + "," + (120 - y / 4)).join("");
}
`,
};
