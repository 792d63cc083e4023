/* The program of a courier service in Python: quotes, labels, tracking, webhooks, a queue. */

export const COURIER_CODE: Readonly<Record<string, string>> = {
  'courier/models.py': `from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Parcel:
    """What a customer hands over: grams and millimetres."""

    weight_g: int
    length_mm: int
    width_mm: int
    height_mm: int
    zone: str


@dataclass(frozen=True)
class Quote:
    """A price that holds until it expires."""

    parcel: Parcel
    amount: Decimal
    currency: str
    expires_at: float


@dataclass(frozen=True)
class Shipment:
    tracking_code: str
    parcel: Parcel
    state: str
`,
  'courier/rates.py': `from decimal import ROUND_HALF_EVEN, Decimal

from courier.clock import now
from courier.models import Parcel, Quote

QUOTE_LIFETIME_S = 900
VOLUMETRIC_DIVISOR = 5000
ZONE_FACTOR = {"domestic": Decimal("1.0"), "eu": Decimal("1.8"), "world": Decimal("3.2")}


def volumetric_weight_g(parcel: Parcel) -> int:
    """Large and light parcels are charged by their volume."""
    cubic_cm = parcel.length_mm * parcel.width_mm * parcel.height_mm // 1000
    return cubic_cm * 1000 // VOLUMETRIC_DIVISOR


def quote(parcel: Parcel, currency: str = "EUR") -> Quote:
    charged = max(parcel.weight_g, volumetric_weight_g(parcel))
    base = Decimal("3.90") + Decimal(charged) / 1000 * Decimal("1.15")
    amount = (base * ZONE_FACTOR[parcel.zone]).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
    return Quote(parcel, amount, currency, now() + QUOTE_LIFETIME_S)
`,
  'courier/clock.py': 'import time\n\n\ndef now() -> float:\n    return time.time()\n',
  'courier/tracking.py': `from courier.db import connection

TRANSITIONS = {
    "created": {"picked_up", "cancelled"},
    "picked_up": {"in_transit"},
    "in_transit": {"out_for_delivery", "lost"},
    "out_for_delivery": {"delivered", "in_transit"},
}


class IllegalTransition(Exception):
    """A shipment cannot go from one state to the other."""


def advance(tracking_code: str, state: str) -> None:
    with connection() as db:
        row = db.fetch_one("SELECT state FROM shipments WHERE code = %s FOR UPDATE", tracking_code)
        if state not in TRANSITIONS.get(row["state"], set()):
            raise IllegalTransition(f"{tracking_code}: {row['state']} -> {state}")
        db.execute("UPDATE shipments SET state = %s WHERE code = %s", state, tracking_code)
`,
  'courier/labels.py': `from courier.models import Shipment

DOTS_PER_MM = 8


def render_zpl(shipment: Shipment) -> str:
    """The label of a shipment for thermal printers, 100 by 150 millimetres."""
    lines = ["^XA", f"^PW{100 * DOTS_PER_MM}", f"^FO40,40^A0N,60^FD{shipment.tracking_code}^FS"]
    lines.append(f"^FO40,160^BCN,200^FD{shipment.tracking_code}^FS")
    return "\\n".join([*lines, "^XZ"])
`,
  'courier/webhooks.py': `import hashlib
import hmac

from courier.db import connection
from courier.settings import settings

TOLERANCE_S = 300


class BadSignature(Exception):
    pass


def verify(body: bytes, signature: str, timestamp: int, received_at: float) -> None:
    """Refuses calls that were not signed with our secret or are too old."""
    if abs(received_at - timestamp) > TOLERANCE_S:
        raise BadSignature("timestamp outside the tolerance")
    expected = hmac.new(settings.webhook_secret, b"%d." % timestamp + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, signature):
        raise BadSignature("signature mismatch")


def handle(event: dict) -> bool:
    """True if the event is new: each id is handled once."""
    with connection() as db:
        return db.execute("INSERT INTO webhook_events (id) VALUES (%s) ON CONFLICT DO NOTHING", event["id"]) == 1
`,
  'courier/jobs.py': `import random

MAX_ATTEMPTS = 6
BASE_DELAY_S = 2.0


def backoff(attempt: int) -> float:
    """Seconds until the next attempt: doubled each time, with full jitter."""
    return random.uniform(0, BASE_DELAY_S * 2**attempt)


class Worker:
    def __init__(self, queue, handlers):
        self.queue = queue
        self.handlers = handlers

    def run_once(self) -> None:
        job = self.queue.reserve(timeout=5)
        if job is None:
            return
        try:
            self.handlers[job.kind](job.payload)
            self.queue.ack(job)
        except Exception as error:
            if job.attempt >= MAX_ATTEMPTS:
                self.queue.bury(job, str(error))
            else:
                self.queue.release(job, delay=backoff(job.attempt))
`,
  'courier/db.py': `from contextlib import contextmanager

from courier.settings import settings

POOL_SIZE = 10


class PoolExhausted(Exception):
    """No connection became free in time."""


class Pool:
    def __init__(self, size: int = POOL_SIZE):
        self.free = [None] * size

    def acquire(self, timeout_s: float = 3.0):
        if not self.free:
            raise PoolExhausted(f"no connection within {timeout_s} s")
        return self.free.pop()

    def release(self, conn) -> None:
        self.free.append(conn)


pool = Pool()


@contextmanager
def connection():
    conn = pool.acquire()
    yield conn
    pool.release(conn)
`,
  'courier/settings.py': `import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    database_url: str
    webhook_secret: bytes
    printer_host: str
    quote_currency: str


settings = Settings(
    database_url=os.environ["DATABASE_URL"],
    webhook_secret=os.environ["WEBHOOK_SECRET"].encode(),
    printer_host=os.environ.get("PRINTER_HOST", "localhost"),
    quote_currency=os.environ.get("QUOTE_CURRENCY", "EUR"),
)
`,
  'courier/api.py': `from courier import labels, rates, tracking, webhooks
from courier.models import Parcel


def post_quotes(request):
    return rates.quote(Parcel(**request.json))


def get_label(request, code):
    return labels.render_zpl(request.store.shipment(code))


def post_events(request):
    webhooks.verify(request.body, request.headers["X-Signature"], int(request.headers["X-Timestamp"]), request.now)
    if webhooks.handle(request.json):
        tracking.advance(request.json["code"], request.json["state"])
`,
  'tests/test_rates.py': `from courier.models import Parcel
from courier.rates import quote, volumetric_weight_g


def test_light_but_large_parcels_are_charged_by_volume():
    parcel = Parcel(500, 600, 400, 400, "eu")
    assert volumetric_weight_g(parcel) == 19200
    assert quote(parcel).amount > 40
`,
  'tests/test_webhooks.py': `import pytest

from courier.webhooks import BadSignature, verify


def test_an_old_timestamp_is_refused():
    with pytest.raises(BadSignature):
        verify(b"{}", "00", timestamp=0, received_at=1000.0)
`,
  'tests/test_jobs.py': `from courier.jobs import backoff


def test_delays_grow():
    assert max(backoff(5) for _ in range(100)) > max(backoff(0) for _ in range(100))
`,
  'web/src/TrackingPage.tsx': `import { useEffect, useState } from 'react';

export function TrackingPage({ code }: { code: string }) {
  const [state, setState] = useState('loading');
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch(\`/shipments/\${code}\`);
      setState((await answer.json()).state);
    }, 15000);
    return () => clearInterval(timer);
  }, [code]);
  return <p className="state">{state}</p>;
}
`,
};
