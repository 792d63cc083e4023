import { describe, expect, it } from 'vitest';
import { compress } from '../../src/compress/compress.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { analyse, claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import type { Facts } from '../../src/model/document.ts';
import { NO_SOURCES } from '../../src/ports/source.ts';

const SETTINGS = ingestSettings(DEFAULTS);
const shapeOf = (path: string, raw: string): string => {
  const shape = claim(path, raw, SETTINGS);
  return `${shape?.source}/${shape?.kind}`;
};
function read(path: string, raw: string): Facts {
  const shape = claim(path, raw, SETTINGS);
  if (shape === null) throw new Error(`${path} belongs to nobody`);
  return analyse(raw, shape, NO_SOURCES);
}
const json = (value: unknown): string => JSON.stringify(value, null, 1);

describe('SR-1 metrics', () => {
  const prometheus =
    '# HELP pool_in_use Connections in use.\n# TYPE pool_in_use gauge\npool_in_use{pool="main"} 10\n# TYPE lag histogram\nlag_bucket{le="1"} 4\nlag_sum 9.5\nlag_count 4\n';

  it('of Prometheus are shown by name, meaning and labels, histograms by sum and count', () => {
    const { shape, text } = read('var/dump.prom', prometheus);
    expect(`${shape.source}/${shape.kind}`).toBe('logs/metrics');
    expect(text).toContain('metric pool_in_use: Connections in use. (gauge)\n  pool="main": 10');
    expect(text).toContain('lag_sum');
    expect(text).not.toContain('bucket');
  });

  it.each([
    ['week', '2025-W19', '2025-W20'],
    ['month', '2025-10', '2025-11'],
    ['quarter', '2025-Q1', '2025-Q2'],
    ['year', '2024', '2025'],
  ])('by the %s are measurements as well', (column, first, last) => {
    const table = `${column},handed_over\n${first},610\n${last},655\n`;
    const { shape, text } = read('metrics/handovers.csv', table);
    expect(`${shape.source}/${shape.kind}`).toBe('logs/metrics');
    expect(text).toBe(table);
    const long = `${column},handed_over\n${`${first},610\n`.repeat(30)}${last},655\n`;
    expect(read('metrics/handovers.csv', long).text).toContain(`31 points, ${first} to ${last}`);
    expect(shapeOf('metrics/people.csv', 'name,age\nAnna,41\n')).toBe('code/data');
  });

  it('of a short table or few samples stay as they were written, a unit for each metric', () => {
    const rows = 'day,site,alarms\n2026-05-30,North,4\n2026-05-31,North,3\n';
    expect(read('metrics/alarms.csv', rows).text).toBe(rows);
    const samples =
      '# TYPE lag gauge\nlag{queue="mail"} 4\n# TYPE pool_in_use gauge\npool_in_use{pool="main"} 10\n';
    const { text, chunks } = read('var/dump.prom', samples);
    expect(text).toBe(samples);
    expect(chunks.map(({ name }) => name)).toEqual(['lag', 'pool_in_use']);
  });

  it('over time are shown by their range and their spikes, from a table or from JSON', () => {
    const rows = Array.from({ length: 30 }, (_, i) => [
      `2026-05-06T09:${10 + i}:00Z`,
      i === 7 ? 940 : 3 + (i % 3),
    ]);
    const table = `timestamp,metric,queue,value\n${rows.map(([at, n]) => `${at},depth,labels,${n}`).join('\n')}\n`;
    const matrix = json({
      status: 'success',
      data: {
        resultType: 'matrix',
        result: [
          {
            metric: { __name__: 'depth', queue: 'labels' },
            values: rows.map(([at, n]) => [Date.parse(String(at)) / 1000, String(n)]),
          },
        ],
      },
    });
    const told =
      'metric depth\n  queue="labels": 30 points, 2026-05-06T09:10:00Z to 2026-05-06T09:39:00Z, from 3 to 940, mean 35.2, last 5; spikes: 940 at 2026-05-06T09:17:00Z\n';
    expect(read('a/answer.json', matrix).text).toBe(told);
    const { text } = read('a/depth.csv', table);
    expect(text.startsWith(`${told}\nrows timestamp,metric,queue,value\n`)).toBe(true);
    expect(text).toContain('\n  2026-05-06T09:17:00Z,depth,labels,940\n');
  });

  it('of several things are told apart by a column of numbers, and the highest has its time', () => {
    const hours = Array.from(
      { length: 16 },
      (_, i) => `2026-05-10T${10 + (i % 10)}:${i < 10 ? '00' : '30'}:00Z`,
    );
    const rows = hours.flatMap((at) => [
      `${at},118,${at === '2026-05-10T18:00:00Z' ? 37 : 31}`,
      `${at},212,12`,
    ]);
    const { text } = read('metrics/cycles.csv', `time,shop,cycles\n${rows.join('\n')}\n`);
    expect(text).toContain('metric cycles\n');
    expect(text).toContain('shop="118": 16 points');
    expect(text).toContain('from 31 to 37 at 2026-05-10T18:00:00Z');
    expect(text).toContain('from 12 to 12,');
    expect(text).not.toContain('metric shop');
  });

  it('are no table that merely has dates', () => {
    expect(
      shapeOf('data/flights.csv', 'date,year,passengers\n2026-05-06,2026,112\n'),
    ).not.toContain('logs');
    expect(shapeOf('docs/notes.txt', 'The pool has 10 connections.\n')).not.toContain('logs');
  });
});

describe('SR-1 audit trails', () => {
  it('are lines of when, who, what and on what', () => {
    const entry = { time: '2026-05-06T10:15:00Z', actor: 'mara', action: 'deploy', target: 'api' };
    const { shape, text } = read('audit/trail.json', json([{ ...entry, version: '1.4.2' }]));
    expect(shape.kind).toBe('audit');
    expect(text).toBe('2026-05-06T10:15:00Z mara deploy api version=1.4.2\n');
  });

  it('stay as they were written where each entry is a short line, so that a line is found again', () => {
    const raw = `${JSON.stringify({ at: '2026-05-06T10:15:00Z', actor: 'mara', action: 'deploy', target: 'api' })}\n`;
    const { shape, text } = read('audit/trail.jsonl', raw);
    expect(shape.kind).toBe('audit');
    expect(text).toBe(raw);
  });

  it('of Kubernetes and of a cloud are known wherever they lie', () => {
    const cluster = JSON.stringify({
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      verb: 'delete',
      user: { username: 'ci-bot' },
      objectRef: { resource: 'pods', name: 'api-7' },
      requestReceivedTimestamp: '2026-05-06T10:00:00Z',
    });
    expect(read('dump/cluster.jsonl', `${cluster}\n`).text).toContain(
      '2026-05-06T10:00:00Z ci-bot delete api-7',
    );
    const cloud = json({
      Records: [
        {
          eventVersion: '1.08',
          userIdentity: { type: 'IAMUser', userName: 'oli' },
          eventTime: '2026-05-06T11:00:00Z',
          eventName: 'DeleteBucket',
        },
      ],
    });
    expect(read('dump/events.json', cloud).text).toContain('2026-05-06T11:00:00Z oli DeleteBucket');
  });
});

describe('SR-1 what continuous integration did', () => {
  it('is told from the lists of GitHub, GitLab and Jenkins, with the steps that failed', () => {
    const github = json({
      jobs: [
        {
          name: 'test',
          conclusion: 'failure',
          run_number: 9,
          steps: [
            { name: 'checkout', conclusion: 'success', number: 1 },
            { name: 'make check', conclusion: 'failure', number: 2 },
          ],
        },
      ],
    });
    const { shape, text } = read('ci/jobs.json', github);
    expect(`${shape.source}/${shape.kind}`).toBe('deployment/runs');
    expect(text).toContain('run 9 test: failure\n  job 2 make check: failure\n');
    expect(text).not.toContain('checkout');
    const gitlab = json([
      {
        id: 71,
        name: 'lint',
        stage: 'verify',
        status: 'failed',
        ref: 'main',
        failure_reason: 'script_failure',
        web_url: 'https://git.example.org/a/-/jobs/71',
      },
    ]);
    expect(read('ci/gitlab.json', gitlab).text).toBe(
      'run 71 lint on main in verify: failed, script_failure\n',
    );
    const jenkins = json({
      _class: 'hudson.model.FreeStyleBuild',
      number: 12,
      result: 'UNSTABLE',
      fullDisplayName: 'shop #12',
    });
    expect(read('ci/jenkins.json', jenkins).text).toBe('run 12 shop #12: UNSTABLE\n');
  });

  it('is told from the lists of CircleCI, Azure, Buildkite and Bitbucket as well', () => {
    const at = '2026-05-06T11:00:00Z';
    const lists: readonly (readonly [object, string])[] = [
      [
        {
          items: [
            { number: 31, name: 'test', status: 'failed', started_at: at, project_slug: 'gh/a/b' },
          ],
        },
        `run 31 test: failed, ${at}\n`,
      ],
      [
        {
          count: 1,
          value: [
            {
              buildNumber: '20260506.1',
              status: 'completed',
              result: 'failed',
              queueTime: at,
              definition: { name: 'nightly' },
              sourceBranch: 'refs/heads/main',
            },
          ],
        },
        `run 20260506.1 nightly on refs/heads/main: failed, ${at}\n`,
      ],
      [
        [
          {
            build_url: 'x',
            number: 8,
            state: 'passed',
            branch: 'main',
            created_at: at,
            pipeline: { slug: 'web' },
          },
        ],
        `run 8 web on main: passed, ${at}\n`,
      ],
      [
        {
          values: [
            {
              type: 'pipeline',
              build_number: 5,
              state: { name: 'COMPLETED', result: { name: 'FAILED' } },
              target: { ref_name: 'main' },
              created_on: at,
            },
          ],
        },
        `run 5 on main: FAILED, ${at}\n`,
      ],
    ];
    for (const [list, told] of lists) {
      const { shape, text } = read('ci/export.json', json(list));
      expect([`${shape.source}/${shape.kind}`, text]).toEqual(['deployment/runs', told]);
    }
  });

  it('is read from saved logs without what repeats itself, faults in pieces of their own', () => {
    const noise = Array.from(
      { length: 40 },
      (_, i) => `2026-05-05T08:00:00.1Z tests/test_${i}.py . [${i}%]\n`,
    ).join('');
    const raw = `2026-05-05T08:00:00.1Z ##[group]Run make check\n${noise}2026-05-05T08:01:00.1Z FAILED tests/test_rates.py - assert 1 == 2\n2026-05-05T08:01:01.1Z ##[error]Process completed with exit code 1.\n`;
    const { shape, text, chunks } = read('ci/812.log', raw);
    expect(`${shape.source}/${shape.kind}`).toBe('deployment/build-log');
    expect(text).toContain('… 39 more lines like it\nFAILED tests/test_rates.py - assert 1 == 2\n');
    expect(text).not.toContain('2026-05-05T08');
    expect(chunks.some(({ name }) => name.startsWith('FAILED tests/test_rates.py'))).toBe(true);
  });
});

describe('SR-1 the state of infrastructure', () => {
  const state = json({
    version: 4,
    terraform_version: '1.8.2',
    serial: 41,
    outputs: { endpoint: { value: 'db.internal.example.org' } },
    resources: [
      {
        mode: 'managed',
        type: 'aws_db_instance',
        name: 'main',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [
          { status: 'tainted', attributes: { password: 'hunter2hunter2', class: 'db.large' } },
        ],
      },
    ],
  });

  it('is told by its resources, never by a value', () => {
    expect(read('infra/terraform.tfstate', state).text).toBe(
      'terraform state of version 1.8.2, serial 41\nresource aws_db_instance.main: hashicorp/aws, 1 instance, tainted\noutputs: endpoint\n',
    );
  });

  it('gives nothing away where it is damaged', () => {
    const { text } = read('infra/terraform.tfstate', state.slice(0, -60));
    expect(text).toContain('no resources could be read');
    expect(text).not.toContain('hunter2');
  });

  it('is planned by its changes', () => {
    const plan = json({
      terraform_version: '1.8.2',
      resource_changes: [
        {
          address: 'aws_sqs_queue.dead',
          change: { actions: ['delete', 'create'], before: { url: 'https://secret' } },
        },
      ],
    });
    expect(read('infra/plan.json', plan).text).toContain(
      'change aws_sqs_queue.dead: delete and create',
    );
    expect(read('infra/plan.json', plan).text).not.toContain('secret');
  });
});

describe('SM-2 heavy compression', () => {
  const count = (text: string): number => Math.ceil(text.length / 4);

  it('keeps the values of a chart, for they are its defaults', () => {
    const values = `replicas: 1\nservice:\n  type: ClusterIP\n${Array.from({ length: 60 }, (_, i) => `annotations${i}:\n  example.org/some-long-name-${i}: a-rather-long-value-${i}\n`).join('')}`;
    const facts = read('helm/shop/values.yaml', values);
    const { text, receipt } = compress({ path: 'values.yaml', modified: null, facts }, 60, count);
    expect(receipt.method).toBe('heavy');
    expect(text).toContain('replicas: 1');
    expect(text).toContain('service.type: ClusterIP');
  });

  it('keeps what stands out of measurements and what was asked for', () => {
    const lines = Array.from(
      { length: 80 },
      (_, i) => `# TYPE gauge_${i} gauge\ngauge_${i}{zone="a"} ${i}\n`,
    ).join('');
    const facts = read('m/all.prom', lines);
    const item = { path: 'm/all.prom', modified: null, facts, task: 'why is gauge_41 high' };
    expect(compress(item, 120, count).text).toContain('metric gauge_41');
  });
});

describe('SR-1 talk and studies by what they hold', () => {
  const MINUTES =
    '## 2025-06-02\n\n**Rahel**: The queue was full.\n**Tim**: Raise its length.\n\n## 2025-06-03\n\n**Tim**: My cat had kittens.\n**Rahel**: Photos please!\n';

  it('minutes are a talk, and each day is one of its own', () => {
    const { shape, text, chunks } = read('talk/standup.md', MINUTES);
    expect(`${shape.source}/${shape.kind}`).toBe('conversation/markdown');
    const pieces = chunks.map(({ start, end }) => text.slice(start, end));
    expect(pieces.some((piece) => piece.includes('queue') && piece.includes('kittens'))).toBe(
      false,
    );
    expect(text).toContain('2025-06-03');
  });

  it('studies are research', () => {
    expect(shapeOf('studies/umbrellas.md', '# Umbrellas\n\nMost are lost in trains.\n')).toBe(
      'research/note',
    );
    expect(
      shapeOf('studies/web/lost.html', '<html><body><p>Most are lost.</p></body></html>'),
    ).toBe('research/page');
    expect(shapeOf('studies/run.py', 'print(1)\n')).toBe('code/source');
  });
});
