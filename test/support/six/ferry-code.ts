/** The code of a ferry company's ticket service in TypeScript. */
export const FERRY_CODE: Readonly<Record<string, string>> = {
  'package.json':
    '{\n  "name": "tideline",\n  "type": "module",\n  "scripts": { "test": "vitest run", "start": "node dist/server.js", "migrate": "node dist/db/migrate.js" },\n  "dependencies": { "fastify": "5.2.0", "ioredis": "5.4.1", "pg": "8.13.0" }\n}\n',
  'src/fares/price.ts': `import { seasonOf } from './season.ts';
import type { Passenger, Sailing } from '../model.ts';

const CHILD_SHARE = 0.5;
const BICYCLE_CENTS = 450;

/** What one passenger pays for a sailing, in cents. */
export function priceTicket(passenger: Passenger, sailing: Sailing): number {
  const base = sailing.baseCents * seasonOf(sailing.departure).factor;
  const share = passenger.age < 12 ? CHILD_SHARE : 1;
  return Math.round(base * share) + (passenger.hasBicycle ? BICYCLE_CENTS : 0);
}

/** Ten or more passengers pay a tenth less. */
export function groupDiscount(cents: number, passengers: number): number {
  return passengers >= 10 ? Math.round(cents * 0.9) : cents;
}
`,
  'src/fares/season.ts': `export interface Season {
  readonly name: 'low' | 'high';
  readonly factor: number;
}

const HIGH: Season = { name: 'high', factor: 1.4 };
const LOW: Season = { name: 'low', factor: 1 };

/** June to August is high season. */
export function seasonOf(day: Date): Season {
  const month = day.getUTCMonth();
  return month >= 5 && month <= 7 ? HIGH : LOW;
}
`,
  'src/model.ts': `export interface Passenger {
  readonly name: string;
  readonly age: number;
  readonly hasBicycle: boolean;
}

export interface Sailing {
  readonly id: string;
  readonly departure: Date;
  readonly baseCents: number;
  readonly seats: number;
  readonly isCancelled: boolean;
}
`,
  'src/booking/hold.ts': `import type { Redis } from 'ioredis';

export const HOLD_SECONDS = 600;

export class SoldOut extends Error {
  constructor(sailing: string) {
    super(\`no seat left on \${sailing}\`);
  }
}

/** Keeps seats for a customer until the payment arrives. */
export async function holdSeats(redis: Redis, sailing: string, seats: number): Promise<string> {
  const left = await redis.decrby(\`seats:\${sailing}\`, seats);
  if (left < 0) {
    await redis.incrby(\`seats:\${sailing}\`, seats);
    throw new SoldOut(sailing);
  }
  const hold = crypto.randomUUID();
  await redis.set(\`hold:\${hold}\`, seats, 'EX', HOLD_SECONDS);
  return hold;
}

/** Gives the seats of expired holds back. */
export async function releaseExpired(redis: Redis, sailing: string, seats: number): Promise<void> {
  await redis.incrby(\`seats:\${sailing}\`, seats);
}
`,
  'src/booking/refund.ts': `import type { Payments } from '../payments/gateway.ts';

const FULL_REFUND_HOURS = 48;

/** The share of the fare a customer gets back when cancelling. */
export function refundShare(hoursBefore: number): number {
  if (hoursBefore >= FULL_REFUND_HOURS) return 1;
  return hoursBefore >= 2 ? 0.5 : 0;
}

export async function refund(payments: Payments, charge: string, cents: number, hoursBefore: number) {
  return payments.refund(charge, Math.floor(cents * refundShare(hoursBefore)));
}
`,
  'src/payments/gateway.ts': `export class PaymentDeclined extends Error {}

export interface Payments {
  charge(card: string, cents: number): Promise<string>;
  refund(charge: string, cents: number): Promise<void>;
}

const RETRIES = 2;

/** Talks to the payment provider; asks again when it answers 503. */
export function openPayments(endpoint: string, key: string): Payments {
  const post = async (path: string, body: object, tries = 0): Promise<Response> => {
    const answer = await fetch(endpoint + path, { method: 'POST', headers: { authorization: key }, body: JSON.stringify(body) });
    if (answer.status === 503 && tries < RETRIES) return post(path, body, tries + 1);
    if (answer.status === 402) throw new PaymentDeclined(await answer.text());
    return answer;
  };
  return {
    charge: async (card, cents) => ((await (await post('/charges', { card, cents })).json()) as { id: string }).id,
    refund: async (charge, cents) => void (await post('/refunds', { charge, cents })),
  };
}
`,
  'src/timetable/parse.ts': `import type { Sailing } from '../model.ts';

/** Reads the timetable the harbour office sends: one sailing per line, fields divided by semicolons. */
export function parseTimetable(text: string): Sailing[] {
  return text
    .split('\\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [id = '', departure = '', price = '0', seats = '0', state = ''] = line.split(';');
      return { id, departure: new Date(departure), baseCents: Number(price), seats: Number(seats), isCancelled: state === 'X' };
    });
}
`,
  'src/timetable/tides.ts': `/** Whether the water is deep enough at the pier; the ferry draws 2.1 metres. */
export function canLand(tideMetres: number, draughtMetres = 2.1, keelMetres = 0.4): boolean {
  return tideMetres >= draughtMetres + keelMetres;
}
`,
  'src/mail/confirmation.ts': `import type { Passenger, Sailing } from '../model.ts';

/** The mail a customer gets after paying, with the ticket as a QR code. */
export function confirmationMail(passengers: readonly Passenger[], sailing: Sailing, code: string): string {
  const names = passengers.map(({ name }) => name).join(', ');
  return [\`Ahoy \${names},\`, \`your ferry leaves at \${sailing.departure.toLocaleTimeString()}.\`, \`Ticket: \${code}\`].join('\\n');
}
`,
  'src/http/routes.ts': `import type { FastifyInstance } from 'fastify';
import { holdSeats, SoldOut } from '../booking/hold.ts';
import { priceTicket } from '../fares/price.ts';

export function routes(app: FastifyInstance): void {
  app.get('/health', () => ({ ok: true }));
  app.post('/holds', async (request, reply) => {
    try {
      return await holdSeats(app.redis, request.body.sailing, request.body.seats);
    } catch (error) {
      if (error instanceof SoldOut) return reply.code(409).send({ error: error.message });
      throw error;
    }
  });
  app.post('/quotes', (request) => priceTicket(request.body.passenger, request.body.sailing));
}
`,
  'src/http/limit.ts': `const WINDOW_MS = 60_000;
const MOST_REQUESTS = 120;

/** Refuses a client that asks more than MOST_REQUESTS times a minute. */
export function makeLimiter(now: () => number) {
  const seen = new Map<string, number[]>();
  return (client: string): boolean => {
    const recent = (seen.get(client) ?? []).filter((time) => now() - time < WINDOW_MS);
    seen.set(client, [...recent, now()]);
    return recent.length < MOST_REQUESTS;
  };
}
`,
  'src/db/migrate.ts': `import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** Runs the migrations that have not run yet, in the order of their names. */
export async function migrate(client: Client, folder: string): Promise<void> {
  const done = new Set((await client.query('SELECT name FROM migrations')).rows.map((row) => row.name));
  for (const name of readdirSync(folder).sort()) {
    if (done.has(name)) continue;
    await client.query(readFileSync(\`\${folder}/\${name}\`, 'utf8'));
    await client.query('INSERT INTO migrations (name) VALUES ($1)', [name]);
  }
}
`,
  'db/migrations/001_tickets.sql':
    'CREATE TABLE tickets (\n  id uuid PRIMARY KEY,\n  sailing text NOT NULL,\n  passenger text NOT NULL,\n  cents integer NOT NULL\n);\n',
  'db/migrations/002_refunds.sql':
    'CREATE TABLE refunds (\n  ticket uuid REFERENCES tickets (id),\n  cents integer NOT NULL,\n  at timestamptz DEFAULT now()\n);\n',
  'src/worker/reminders.ts': `const REMIND_HOURS = 3;

/** Sends a push message to everybody whose ferry leaves soon. */
export async function remind(due: readonly { device: string; departure: Date }[], push: (device: string, text: string) => Promise<void>) {
  for (const { device, departure } of due) {
    if (departure.getTime() - Date.now() < REMIND_HOURS * 3_600_000) await push(device, 'Your ferry leaves soon');
  }
}
`,
  'test/price.test.ts': `import { expect, it } from 'vitest';
import { priceTicket } from '../src/fares/price.ts';

it('lets children travel for half', () => {
  expect(priceTicket({ name: 'Pia', age: 8, hasBicycle: false }, winter)).toBe(600);
});
`,
  'test/hold.test.ts': `import { expect, it } from 'vitest';
import { holdSeats, SoldOut } from '../src/booking/hold.ts';

it('refuses the last seat twice', async () => {
  await holdSeats(redis, 'A7', 1);
  await expect(holdSeats(redis, 'A7', 1)).rejects.toThrow(SoldOut);
});
`,
  'web/src/SeatMap.tsx': `import { useState } from 'react';

export function SeatMap({ rows }: { rows: number }) {
  const [picked, setPicked] = useState<string | null>(null);
  return <svg role="img" aria-label="Seats">{Array.from({ length: rows }, (_, i) => <rect key={i} onClick={() => setPicked(String(i))} />)}</svg>;
}
`,
};
