/* How the courier service runs, and what happened: deployment files, CI runs, state, logs, metrics, audit trail. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const line = (at: string, text: string): string => `2026-05-06 ${at} ${text}\n`;
const minute = (i: number): string => `10:${String(i).padStart(2, '0')}:00`;
const quiet = Array.from({ length: 50 }, (_, i) =>
  line(minute(i), `INFO api request ${i} served in ${20 + (i % 7)} ms`),
);

export const COURIER_RUNNING: Readonly<Record<string, string>> = {
  '.env.example':
    'DATABASE_URL=postgres://courier:change-me@db/courier\nWEBHOOK_SECRET=change-me\nPRINTER_HOST=printer.local\nQUOTE_CURRENCY=EUR\n',
  'docker-compose.yml': `services:
  api:
    build: .
    ports: ["8080:8080"]
    environment:
      DATABASE_URL: postgres://courier@db/courier
  worker:
    build: .
    command: python -m courier.jobs
  db:
    image: postgres:16
    volumes: ["data:/var/lib/postgresql/data"]
volumes:
  data: {}
`,
  'k8s/api.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: courier-api
spec:
  replicas: 3
  template:
    spec:
      containers:
        - name: api
          image: registry.example.org/courier:1.4.2
          resources:
            limits:
              memory: 512Mi
          readinessProbe:
            httpGet:
              path: /health
              port: 8080
`,
  'k8s/ingress.yaml': `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: courier
spec:
  rules:
    - host: courier.example.org
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: courier-api
                port:
                  number: 8080
`,
  'helm/courier/Chart.yaml': 'apiVersion: v2\nname: courier\nversion: 0.9.1\n',
  'helm/courier/values.yaml': `# Number of copies of the API.
replicaCount: 3
image:
  repository: registry.example.org/courier
  tag: 1.4.2
autoscaling:
  enabled: false
  maxReplicas: 12
worker:
  concurrency: 4
  terminationGracePeriodSeconds: 45
postgresql:
  primary:
    persistence:
      size: 20Gi
`,
  'infra/main.tf': `resource "aws_db_instance" "courier" {
  identifier        = "courier"
  engine            = "postgres"
  instance_class    = "db.t4g.medium"
  allocated_storage = 100
}

resource "aws_sqs_queue" "dead_letters" {
  name                      = "courier-dead-letters"
  message_retention_seconds = 1209600
}
`,
  'infra/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.8.2',
    serial: 41,
    lineage: '0b7e',
    outputs: { db_endpoint: { value: 'courier.abc.rds.example.org', type: 'string' } },
    resources: [
      {
        mode: 'managed',
        type: 'aws_db_instance',
        name: 'courier',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [
          {
            attributes: {
              identifier: 'courier',
              password: 'Sup3rS3cretPw',
              instance_class: 'db.t4g.large',
            },
          },
        ],
      },
      {
        mode: 'managed',
        type: 'aws_sqs_queue',
        name: 'dead_letters',
        provider: 'provider["registry.terraform.io/hashicorp/aws"]',
        instances: [{ attributes: { name: 'courier-dead-letters' }, status: 'tainted' }],
      },
    ],
  }),
  '.github/workflows/ci.yml': `name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make check
  image:
    needs: test
    runs-on: ubuntu-latest
    steps:
      - run: docker build -t courier .
`,
  'ci/runs/build-812.log': [
    '2026-05-05T08:00:01.1Z ##[group]Run make check\n',
    '2026-05-05T08:00:02.1Z collecting ... collected 41 items\n',
    ...Array.from(
      { length: 30 },
      (_, i) =>
        `2026-05-05T08:00:${String(3 + i).padStart(2, '0')}.1Z tests/test_unit_${i}.py .. [ ${i * 3}%]\n`,
    ),
    '2026-05-05T08:00:40.1Z FAILED tests/test_rates.py::test_light_but_large_parcels_are_charged_by_volume - assert 19199 == 19200\n',
    '2026-05-05T08:00:41.1Z ##[error]Process completed with exit code 1.\n',
  ].join(''),
  'ci/runs/runs.json': json([
    {
      databaseId: 812,
      workflowName: 'ci',
      headBranch: 'main',
      event: 'push',
      status: 'completed',
      conclusion: 'failure',
      createdAt: '2026-05-05T08:00:00Z',
      displayTitle: 'rates: integer volume',
    },
    {
      databaseId: 811,
      workflowName: 'ci',
      headBranch: 'main',
      event: 'push',
      status: 'completed',
      conclusion: 'success',
      createdAt: '2026-05-04T17:00:00Z',
      displayTitle: 'labels: larger barcode',
    },
    {
      databaseId: 810,
      workflowName: 'nightly',
      headBranch: 'main',
      event: 'schedule',
      status: 'completed',
      conclusion: 'success',
      createdAt: '2026-05-04T02:00:00Z',
      displayTitle: 'nightly',
    },
  ]),
  'logs/api.log': [
    ...quiet.slice(0, 20),
    line('10:20:30', 'ERROR api courier.db.PoolExhausted: no connection within 3.0 s'),
    '  File "courier/tracking.py", line 16, in advance\n  File "courier/db.py", line 18, in acquire\n',
    ...quiet.slice(21, 40),
    line('10:41:00', 'WARN api webhook refused: timestamp outside the tolerance'),
    ...quiet.slice(42),
  ].join(''),
  'logs/worker.log': [
    line('09:00:00', 'INFO worker started with concurrency 4'),
    line(
      '09:10:00',
      'ERROR worker label job 7731 failed: printer printer.local refused the connection',
    ),
    line(
      '09:10:09',
      'ERROR worker label job 7731 failed: printer printer.local refused the connection',
    ),
    line('09:12:00', 'ERROR worker label job 7731 buried after 6 attempts'),
  ].join(''),
  'metrics/api.prom': `# HELP http_request_duration_seconds Latency of requests.
# TYPE http_request_duration_seconds summary
http_request_duration_seconds{route="/quotes",quantile="0.99"} 0.041
http_request_duration_seconds{route="/shipments",quantile="0.99"} 2.75
# HELP db_pool_in_use Connections in use.
# TYPE db_pool_in_use gauge
db_pool_in_use{pool="main"} 10
# HELP process_resident_memory_bytes Memory.
# TYPE process_resident_memory_bytes gauge
process_resident_memory_bytes 4.1e+08
`,
  'metrics/queue-depth.csv': [
    'timestamp,metric,queue,value\n',
    ...Array.from(
      { length: 60 },
      (_, i) =>
        `2026-05-06T09:${String(i).padStart(2, '0')}:00Z,queue_depth,labels,${i === 12 ? 940 : 3 + (i % 4)}\n`,
    ),
  ].join(''),
  'audit/trail.jsonl': [
    {
      time: '2026-05-04T16:58:00Z',
      actor: 'oliver',
      action: 'deploy',
      target: 'courier-api',
      version: '1.4.1',
    },
    {
      time: '2026-05-05T09:30:00Z',
      actor: 'mara',
      action: 'rotate-secret',
      target: 'WEBHOOK_SECRET',
    },
    {
      time: '2026-05-06T10:15:00Z',
      actor: 'mara',
      action: 'deploy',
      target: 'courier-api',
      version: '1.4.2',
    },
    {
      time: '2026-05-06T10:18:00Z',
      actor: 'oliver',
      action: 'scale',
      target: 'courier-api',
      replicas: 5,
    },
  ]
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join(''),
};
