/* What runs the ferry tickets and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

export const FERRY_RUNNING: Readonly<Record<string, string>> = {
  'compose.yaml': `services:
  api:
    build: .
    ports: ["4100:4100"]
    environment:
      DATABASE_URL: postgres://tideline:harbour-9021-pw@db/tideline
      REDIS_URL: redis://cache:6379
    depends_on: [db, cache]
  db:
    image: postgres:16.3
    volumes: ["tickets:/var/lib/postgresql/data"]
  cache:
    image: redis:7.2
    command: redis-server --maxmemory 256mb --maxmemory-policy noeviction
volumes:
  tickets: {}
`,
  Dockerfile:
    'FROM node:20-slim\nWORKDIR /app\nCOPY package*.json ./\nRUN npm ci --omit=dev\nCOPY dist dist\nUSER node\nCMD ["node", "dist/server.js"]\n',
  'charts/tideline/Chart.yaml':
    'apiVersion: v2\nname: tideline\nversion: 0.9.1\nappVersion: 3.2.0\n',
  'charts/tideline/values.yaml': `replicaCount: 2
image:
  repository: registry.example.org/tideline
  tag: 3.2.0
resources:
  limits:
    cpu: 500m
    memory: 384Mi
autoscaling:
  enabled: true
  maxReplicas: 6
  targetCPUUtilizationPercentage: 70
holdSweeper:
  schedule: "*/5 * * * *"
`,
  'charts/tideline/templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicaCount }}
  template:
    spec:
      containers:
        - name: api
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          readinessProbe:
            httpGet: { path: /health, port: 4100 }
            periodSeconds: 7
`,
  'charts/tideline/templates/sweeper.yaml': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: {{ .Release.Name }}-sweeper
spec:
  schedule: {{ .Values.holdSweeper.schedule | quote }}
  concurrencyPolicy: Forbid
`,
  'k8s/ingress.yaml': `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: tideline
  annotations:
    nginx.ingress.kubernetes.io/proxy-read-timeout: "25"
spec:
  rules:
    - host: tickets.example.org
`,
  'k8s/secret.yaml':
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: bluepay\nstringData:\n  api-key: live_hT6vQ2mZx9LpRw4K\n',
  'infra/main.tf': `resource "aws_elasticache_cluster" "holds" {
  cluster_id      = "holds"
  engine          = "redis"
  node_type       = "cache.t4g.small"
  num_cache_nodes = 1
}

resource "aws_db_instance" "tickets" {
  instance_class          = "db.t4g.large"
  backup_retention_period = 14
}

resource "aws_s3_bucket" "timetables" {
  bucket = "tideline-timetables"
}
`,
  'infra/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.8.2',
    serial: 41,
    resources: [
      {
        mode: 'managed',
        type: 'aws_elasticache_cluster',
        name: 'holds',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [{ attributes: { node_type: 'cache.t4g.micro', auth_token: 'Jk3PzWm8vQyT5x' } }],
      },
      {
        mode: 'managed',
        type: 'aws_sns_topic',
        name: 'cancellations',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [{ attributes: { arn: 'arn:aws:sns:eu-north-1:1:cancellations' } }],
      },
    ],
  }),
  '.github/workflows/release.yml': `name: release
on:
  push:
    tags: ["v*"]
jobs:
  test:
    runs-on: ubuntu-24.04
    services:
      redis: { image: "redis:7.2" }
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - run: npm test
  publish:
    needs: test
    runs-on: ubuntu-24.04
    steps:
      - run: docker buildx build --push -t registry.example.org/tideline .
      - run: helm upgrade --install tideline charts/tideline
`,
  'ci/runs/4711.log': [
    '2026-06-05T07:00:01.1Z ##[group]Run npm ci\n',
    '2026-06-05T07:00:20.4Z added 212 packages\n',
    '2026-06-05T07:00:20.5Z ##[endgroup]\n',
    '2026-06-05T07:00:21.0Z ##[group]Run npm test\n',
    ...Array.from(
      { length: 25 },
      (_, i) => `2026-06-05T07:00:${two(22 + i)}.0Z  ✓ test/unit-${i}.test.ts (${i + 2} tests)\n`,
    ),
    '2026-06-05T07:00:49.0Z  FAIL  test/hold.test.ts > refuses the last seat twice\n',
    '2026-06-05T07:00:49.1Z AssertionError: promise resolved "8c1f" instead of rejecting\n',
    '2026-06-05T07:00:49.2Z ##[error]Process completed with exit code 1.\n',
  ].join(''),
  'ci/runs.json': json({
    total_count: 2,
    workflow_runs: [
      {
        id: 4711,
        name: 'release',
        run_number: 88,
        status: 'completed',
        conclusion: 'failure',
        head_branch: 'v3.3.0-rc1',
        display_title: 'holds: 15 minutes',
      },
      {
        id: 4702,
        name: 'release',
        run_number: 87,
        status: 'completed',
        conclusion: 'success',
        head_branch: 'v3.2.0',
        display_title: 'children for half',
      },
    ],
  }),
  '.env.example': 'PORT=4100\nBLUEPAY_KEY=\nSMTP_HOST=mail.example.org\nPUSH_QUIET_FROM=22\n',
  'logs/api-2026-06-05.log': [
    ...Array.from(
      { length: 30 },
      (_, i) => `2026-06-05 08:${two(i)}:00 INFO  http GET /health 200 ${i % 4}ms\n`,
    ),
    '2026-06-05 08:31:10 ERROR payments PaymentDeclined: card expired charge=ch_81\n',
    '2026-06-05 08:33:42 ERROR holds ReplyError: OOM command not allowed when used memory > maxmemory\n',
    '    at parseError (node_modules/redis-parser/lib/parser.js:179:12)\n',
    '    at holdSeats (src/booking/hold.ts:13:28)\n',
    '2026-06-05 08:34:00 WARN  http 429 client=10.2.0.9 requests=131\n',
    '2026-06-05 08:36:12 ERROR timetable RangeError: Invalid time value line=17 file=2026-06-05.csv\n',
    ...Array.from(
      { length: 20 },
      (_, i) => `2026-06-05 08:${two(37 + i)}:00 INFO  http GET /health 200 ${i % 4}ms\n`,
    ),
  ].join(''),
  'logs/worker.jsonl': lines([
    ...Array.from({ length: 12 }, (_, i) => ({
      time: `2026-06-05T09:${two(i)}:00Z`,
      level: 'info',
      msg: 'reminder sent',
      device: `d${i}`,
    })),
    {
      time: '2026-06-05T09:20:00Z',
      level: 'error',
      msg: 'push failed',
      error: 'certificate expired',
      provider: 'apns',
    },
    {
      time: '2026-06-05T09:21:00Z',
      level: 'error',
      msg: 'mail bounced',
      recipient: 'hafen',
      code: 550,
    },
  ]),
  'metrics/api.prom': [
    '# HELP http_request_duration_seconds Time of answers\n# TYPE http_request_duration_seconds summary\n',
    'http_request_duration_seconds{route="/holds",quantile="0.99"} 3.42\n',
    'http_request_duration_seconds{route="/quotes",quantile="0.99"} 0.08\n',
    '# HELP redis_memory_used_bytes Memory of Redis\n# TYPE redis_memory_used_bytes gauge\n',
    'redis_memory_used_bytes 267911168\n',
  ].join(''),
  'metrics/sales.csv': `time,tickets_sold,holds_open\n${Array.from({ length: 36 }, (_, i) => `2026-06-05T08:${two(i)}:00Z,${30 + (i % 4)},${i === 22 ? 1890 : 110 + (i % 6)}\n`).join('')}`,
  'audit/events.jsonl': lines([
    {
      time: '2026-06-01T10:00:00Z',
      actor: 'svea',
      action: 'release.deploy',
      target: 'tideline 3.2.0',
    },
    {
      time: '2026-06-03T12:30:00Z',
      actor: 'otis',
      action: 'key.rotate',
      target: 'bluepay api key',
    },
    {
      time: '2026-06-04T16:05:00Z',
      actor: 'otis',
      action: 'fare.update',
      target: 'route A7 base 1200 -> 1350',
    },
  ]),
};
