import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeSourceContract } from '../../../../test/contracts/source.contract.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import type { SourceSample } from '../own/contract.ts';
import { logs } from './logs.ts';

const GOLDEN = new URL('../../../../test/golden/logs/', import.meta.url);
const SETTINGS: SourceSettings = { paths: [], alwaysInclude: [], windowHours: 24 };
const names = readdirSync(new URL('in/', GOLDEN)).sort();
const samples: SourceSample[] = names.map((name) => ({
  path: `logs/${name}`,
  raw: readFileSync(new URL(`in/${name}`, GOLDEN), 'utf8'),
}));

const shapeOf = (sample: SourceSample): Shape => {
  const shape = logs.claim(sample.path, sample.raw.slice(0, 4096), SETTINGS);
  if (shape === null) throw new Error(`${sample.path} is not claimed`);
  return shape;
};

const plain = (hours: number): Shape => ({
  source: 'logs',
  kind: 'plain',
  language: 'text',
  options: `window=${hours}`,
});

const render = (raw: string, shape: Shape): string => logs.render?.(raw, shape) ?? raw;

/** An outline as a person reads it: a line per unit, its facts below. */
function drawn(outline: Outline): string {
  const units = outline.units.map((unit) => {
    const facts = Object.entries(unit.meta ?? {}).map(([key, value]) => `    ${key}: ${value}`);
    const named = unit.names.length === 0 ? '' : ` {${unit.names.join(', ')}}`;
    return [`${unit.firstLine}-${unit.lastLine} ${unit.kind} ${unit.name}${named}`, ...facts].join(
      '\n',
    );
  });
  const references = outline.references.map(({ name, line }) => `${line} → ${name}`);
  return `${[...units, ...references, JSON.stringify(outline.meta)].join('\n')}\n`;
}

describeSourceContract(logs, samples);

describe('SR-2 logs are understood without configuration', () => {
  it.each(samples)('$path', async (sample) => {
    const shape = shapeOf(sample);
    const name = sample.path.slice('logs/'.length);
    const outline = logs.outline(render(sample.raw, shape), shape);
    await expect(`${shape.kind}\n${drawn(outline)}`).toMatchFileSnapshot(
      new URL(`${name}.txt`, GOLDEN).pathname,
    );
  });

  it('covers every line with a unit', () => {
    for (const sample of samples) {
      const { units } = logs.outline(sample.raw, shapeOf(sample));
      let next = 1;
      for (const unit of units) {
        expect(unit.firstLine).toBe(next);
        next = unit.lastLine + 1;
      }
      expect(next - 1).toBe(sample.raw.trimEnd().split('\n').length);
    }
  });

  it('groups a long quiet log into runs instead of a unit per line', () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `2023-11-15 21:38:01 INFO tick ${i}`);
    const { units } = logs.outline(lines.join('\n'), plain(24));
    expect(units.length).toBe(25);
    expect(units.every((unit) => unit.kind === 'events' && !unit.joins)).toBe(true);
  });
});

describe('SR-1 what the logs source claims', () => {
  const line = '2023-11-15 21:38:01 INFO ready\n2023-11-15 21:38:02 INFO served\n';
  const claimed = (path: string, head = line, paths: string[] = []): string | null =>
    logs.claim(path, head, { ...SETTINGS, paths })?.kind ?? null;

  it.each([
    'app.log',
    'var/app.log.3',
    'app.log.gz',
    'app.log-20231115',
    'npm-debug.log',
    'a/b.trace',
    'logs/web.err',
    'log/web.out',
    'logs/stdout',
    'logs/2023/web.txt',
  ])('claims %s', (path) => expect(claimed(path)).toBe('plain'));

  it.each([
    'log/__init__.py',
    'logs/models.py',
    'src/logs/view.tsx',
    'logs/README.md',
    'web.out',
    'src/catalog/app.txt',
    'CHANGELOG.md',
  ])('leaves %s to others', (path) => expect(claimed(path)).toBeNull());

  it('leaves a text in a logs folder alone if it does not look like a log', () => {
    expect(claimed('logs/notes.txt', 'Things to do\nWrite the report.\n')).toBeNull();
  });

  it('claims configured globs', () => {
    expect(claimed('var/trail/today.txt', 'x\n', ['var/trail/**'])).toBe('plain');
    expect(claimed('var/other/today.txt', 'x\n', ['var/trail/**'])).toBeNull();
  });

  it('tells JSON lines and logfmt from plain text', () => {
    expect(claimed('a.log', '{"level":"info","msg":"a"}\n{"level":"warn","msg":"b"}\n')).toBe(
      'jsonl',
    );
    expect(claimed('a.log', 'level=info msg="a b" n=1\nlevel=warn msg=b n=2\n')).toBe('logfmt');
    expect(claimed('a.log', `{"msg":"${'x'.repeat(5000)}`.slice(0, 4096))).toBe('jsonl');
  });

  it('carries the window in its shape, so that facts depend on it', () => {
    expect(logs.claim('a.log', line, { ...SETTINGS, windowHours: 6 })?.options).toBe('window=6');
  });
});

const HOUR_MS = 3_600_000;
const stamp = (ms: number): string => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

describe('SR-1 only the window before the newest entry is kept', () => {
  it('counts what it leaves out and keeps the rest as it stands', () => {
    const raw = [
      '2023-11-13 09:00:00 ERROR long ago',
      '  with a detail',
      '2023-11-15 08:00:00 INFO yesterday',
      '2023-11-15 21:00:00 INFO now',
      '',
    ].join('\n');
    expect(render(raw, plain(23))).toBe(
      '… 1 earlier event (2 lines) outside the 23 h window\n2023-11-15 08:00:00 INFO yesterday\n2023-11-15 21:00:00 INFO now\n',
    );
  });

  it('leaves a short log whole, unless less than a day is wanted', () => {
    const old = '2023-11-13 09:00:00 ERROR long ago\n';
    const now = '2023-11-15 21:00:00 INFO now\n';
    expect(render(old + now, plain(24))).toBe(old + now);
    expect(render(old + now.repeat(400), plain(24))).not.toContain('long ago');
  });

  it('keeps all where no time is known', () => {
    const raw = 'first\nsecond\nthird\n';
    expect(render(raw, plain(1))).toBe(raw);
  });

  it('takes a step back over the new year for the next year', () => {
    const raw =
      'Dec 31 23:50:00 web-2 shop[1]: old year\nJan  1 00:10:00 web-2 shop[1]: new year\n';
    expect(render(raw, plain(1))).toBe(raw);
    const long = `Dec 29 23:50:00 web-2 shop[1]: before\n${raw}`;
    expect(render(long, plain(1))).toBe(
      `… 1 earlier event (1 line) outside the 1 h window\n${raw}`,
    );
  });

  it('holds for any times: what is kept lies inside, what is not lies outside, and a second pass changes nothing', () => {
    const newYear = Date.UTC(2023, 0, 1);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 * 3600 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 23 }),
        (seconds, hours) => {
          const times = seconds.map((s) => newYear + s * 1000);
          const lines = times.map((ms, i) => `${stamp(ms)} INFO number ${i}`);
          const oldest = Math.max(...times) - hours * HOUR_MS;
          const expected = lines.filter((_, i) => (times[i] ?? 0) >= oldest);
          const once = render(lines.join('\n'), plain(hours));
          expect(once.split('\n').filter((line) => !line.startsWith('…'))).toEqual(expected);
          expect(render(once, plain(hours))).toBe(once);
        },
      ),
    );
  });
});

describe('a chart', () => {
  const claims = (path: string, value: unknown): boolean =>
    logs.claim(path, JSON.stringify(value, null, 2), SETTINGS)?.kind === 'metrics';

  it('is no series of measurements: where it is drawn is no time', () => {
    const panel = { type: 'stat', title: 'Errors', gridPos: { h: 8, w: 12, x: 0, y: 0 } };
    expect(claims('grafana/dashboards/health.json', { panels: [panel] })).toBe(false);
  });

  it('is one where its points have times', () => {
    const points = [
      { x: 1767225600, y: 4 },
      { x: 1767229200, y: 9 },
    ];
    expect(claims('monitoring/load.json', { points })).toBe(true);
    expect(claims('monitoring/load.json', { points: [{ x: '2026-01-01', y: 4 }] })).toBe(true);
  });
});
