/** The code of a data pipeline in Python: wind measurements of turbines, with Airflow, dbt and a small API. */
export const MILL_CODE: Readonly<Record<string, string>> = {
  'pyproject.toml':
    '[project]\nname = "windmill"\nversion = "0.14.0"\ndependencies = ["apache-airflow==2.9.1", "pandas>=2", "fastapi"]\n\n[tool.ruff]\nline-length = 100\n',
  'dags/ingest_turbines.py': `"""Fetches the measurements of all turbines every ten minutes."""
from datetime import timedelta

from airflow.decorators import dag, task

from windmill.fetch import fetch_turbine
from windmill.store import write_partition


@dag(schedule="*/10 * * * *", catchup=False, default_args={"retries": 3, "retry_delay": timedelta(minutes=2)})
def ingest_turbines():
    @task(max_active_tis_per_dag=8)
    def ingest(turbine: str) -> int:
        rows = fetch_turbine(turbine)
        return write_partition(turbine, rows)

    ingest.expand(turbine=["north-1", "north-2", "south-1"])


ingest_turbines()
`,
  'dags/daily_report.py': `from airflow.decorators import dag, task

from windmill.report import daily_report, send_report


@dag(schedule="15 5 * * *", catchup=False)
def report():
    @task
    def build_and_send() -> None:
        send_report(daily_report())

    build_and_send()


report()
`,
  'windmill/fetch.py': `"""Talks to the controllers of turbines."""
import httpx

TIMEOUT_S = 20


class ControllerOffline(Exception):
    """The turbine did not answer."""


def fetch_turbine(turbine: str) -> list[dict]:
    try:
        response = httpx.get(f"http://{turbine}.field/measurements", timeout=TIMEOUT_S)
    except httpx.TimeoutException as error:
        raise ControllerOffline(turbine) from error
    return [parse_row(row) for row in response.json()["rows"]]


def parse_row(row: dict) -> dict:
    """Controllers send speed in knots and direction in degrees."""
    return {"at": row["t"], "speed_ms": row["kn"] * 0.514444, "direction": row["deg"] % 360}
`,
  'windmill/store.py': `"""Parquet files by turbine and day."""
from pathlib import Path

import pandas as pd

ROOT = Path("/data/measurements")


def write_partition(turbine: str, rows: list[dict]) -> int:
    frame = pd.DataFrame(rows)
    for day, part in frame.groupby(frame["at"].str[:10]):
        target = ROOT / turbine / f"{day}.parquet"
        known = pd.read_parquet(target) if target.exists() else part.iloc[:0]
        pd.concat([known, part]).drop_duplicates("at", keep="last").to_parquet(target)
    return len(frame)


def compact(turbine: str, days: int = 30) -> None:
    """Joins the small files of old days into one per month."""
`,
  'windmill/quality.py': `"""Refuses measurements that can't be true."""

FASTEST_MS = 75.0
MOST_GAP_S = 1800


class BadMeasurement(ValueError):
    pass


def check(row: dict) -> dict:
    if not 0 <= row["speed_ms"] <= FASTEST_MS:
        raise BadMeasurement(f"speed {row['speed_ms']:.1f} m/s of {row.get('turbine')}")
    return row


def gaps(times: list[float]) -> list[tuple[float, float]]:
    return [(a, b) for a, b in zip(times, times[1:]) if b - a > MOST_GAP_S]
`,
  'windmill/forecast.py': `"""Power of the next day from wind of the last weeks."""
import numpy as np

WINDOW_DAYS = 21


def power_curve(speed_ms: float) -> float:
    """Share of the rated power; turbines stop above 25 m/s."""
    if speed_ms < 3 or speed_ms > 25:
        return 0.0
    return min(1.0, ((speed_ms - 3) / 9) ** 3)


def forecast(speeds: np.ndarray) -> float:
    recent = speeds[-WINDOW_DAYS * 144 :]
    return float(np.mean([power_curve(s) for s in recent]))
`,
  'windmill/report.py': `"""The mail that the owners of turbines get every morning."""
import smtplib
from email.message import EmailMessage

from windmill.forecast import forecast

RECIPIENTS = "owners@example.org"


def daily_report() -> str:
    return f"Expected power: {forecast(load_speeds()):.0%}"


def send_report(text: str) -> None:
    message = EmailMessage()
    message["To"] = RECIPIENTS
    message.set_content(text)
    with smtplib.SMTP("relay.example.org") as relay:
        relay.send_message(message)
`,
  'windmill/api.py': `"""A small API for the owners' app."""
from fastapi import FastAPI, HTTPException

from windmill.forecast import forecast

app = FastAPI()
PAGE_ROWS = 1000


@app.get("/turbines/{turbine}/measurements")
def measurements(turbine: str, page: int = 0) -> list[dict]:
    if turbine not in known_turbines():
        raise HTTPException(status_code=404, detail="no such turbine")
    return read_rows(turbine)[page * PAGE_ROWS : (page + 1) * PAGE_ROWS]


@app.get("/forecast")
def tomorrow() -> dict:
    return {"share": forecast(load_speeds())}
`,
  'dbt/models/staging/stg_measurements.sql': `select
    turbine_id,
    cast(measured_at as timestamp) as measured_at,
    speed_ms,
    direction
from {{ source('lake', 'measurements') }}
where speed_ms is not null
`,
  'dbt/models/marts/daily_energy.sql': `{{ config(materialized='incremental', unique_key='turbine_id || day') }}

select
    turbine_id,
    date_trunc('day', measured_at) as day,
    sum(power_kw) / 6.0 as energy_kwh
from {{ ref('stg_measurements') }}
join {{ ref('rated_power') }} using (turbine_id)
{% if is_incremental() %}
where measured_at >= (select max(day) - interval '2 days' from {{ this }})
{% endif %}
group by 1, 2
`,
  'dbt/models/marts/schema.yml':
    'version: 2\nmodels:\n  - name: daily_energy\n    description: Energy of a turbine on a day, in kWh.\n    columns:\n      - name: energy_kwh\n        tests: [not_null]\n',
  'tests/test_quality.py':
    'import pytest\n\nfrom windmill.quality import BadMeasurement, check\n\n\ndef test_a_storm_of_80_is_refused():\n    with pytest.raises(BadMeasurement):\n        check({"speed_ms": 80})\n',
  'tests/test_forecast.py':
    'from windmill.forecast import power_curve\n\n\ndef test_stops_in_a_storm():\n    assert power_curve(26) == 0.0\n',
  'notebooks/curve_fit.ipynb': `${JSON.stringify({
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        source: ['# Fit of the power curve\n', 'The cubic part fits until 11 m/s.'],
      },
      {
        cell_type: 'code',
        metadata: {},
        outputs: [],
        execution_count: 1,
        source: ['import numpy as np\n', 'coefficients = np.polyfit(speed, power, 3)'],
      },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  })}\n`,
};
