/* What runs the city's parking permits and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

const deployment = (name: string, replicas: number, more: string): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: parking
spec:
  replicas: ${replicas}
  selector:
    matchLabels: { app: ${name} }
  template:
    metadata:
      labels: { app: ${name} }
    spec:
      containers:
        - name: ${name}
          image: registry.example.org/parking/${name}:2.8.1
${more}`;

export const PARKING_RUNNING: Readonly<Record<string, string>> = {
  Dockerfile: `FROM hexpm/elixir:1.16.2-erlang-26.2-debian-bookworm AS build
WORKDIR /app
COPY mix.exs mix.lock ./
RUN mix deps.get --only prod && mix deps.compile
COPY . .
RUN mix assets.deploy && mix release

FROM debian:bookworm-slim
COPY --from=build /app/_build/prod/rel/kerbside /app
USER nobody
CMD ["/app/bin/server"]
`,
  'compose.yaml': `services:
  db:
    image: postgres:15.6
    environment:
      POSTGRES_PASSWORD: Laternenpfahl-81
    ports: ["5432:5432"]
  mail:
    image: axllent/mailpit:v1.15
`,
  '.env.example':
    'DATABASE_URL=ecto://kerbside@localhost/kerbside_dev\nPOOL_SIZE=5\nMOLLIE_API_KEY=\nPHX_HOST=localhost\nSFTP_HOST=localhost\n',
  '.env.staging':
    'DATABASE_URL=ecto://kerbside:Zw3tschge-Stg@pg-staging.internal/kerbside\nPOOL_SIZE=8\nMOLLIE_API_KEY=test_hWq82LkfPz0aYt5mRv\nPHX_HOST=staging.kerbside.example\nSFTP_HOST=sftp-test.treasury.example\n',
  '.env.production':
    'DATABASE_URL=ecto://kerbside:Kirschk3rn-Prod@pg.internal/kerbside\nPOOL_SIZE=25\nMOLLIE_API_KEY=live_9GtRk2VmXq7bNs4cWd\nPHX_HOST=kerbside.example\nSFTP_HOST=sftp.treasury.example\n',
  'k8s/web.yaml': deployment(
    'web',
    6,
    `          env:
            - name: POOL_SIZE
              value: "25"
            - name: MOLLIE_API_KEY
              valueFrom: { secretKeyRef: { name: mollie, key: api-key } }
          resources:
            limits: { cpu: "1", memory: 768Mi }
          readinessProbe:
            httpGet: { path: /healthz, port: 4000 }
            initialDelaySeconds: 12
`,
  ),
  'k8s/tiles.yaml': deployment(
    'tiles',
    2,
    `          args: ["--mbtiles", "/data/city.mbtiles"]
          resources:
            limits: { cpu: 250m, memory: 2Gi }
`,
  ),
  'k8s/camera-ingest.yaml': deployment(
    'camera-ingest',
    3,
    `          env:
            - name: RTSP_TIMEOUT_SECONDS
              value: "9"
          resources:
            limits: { cpu: "2", memory: 1Gi }
`,
  ),
  'k8s/ingress.yaml': `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: kerbside
  annotations:
    nginx.ingress.kubernetes.io/proxy-body-size: 4m
    nginx.ingress.kubernetes.io/proxy-read-timeout: "60"
spec:
  rules:
    - host: kerbside.example
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 4000 } } } }
          - { path: /tiles, pathType: Prefix, backend: { service: { name: tiles, port: { number: 8080 } } } }
`,
  'infra/main.tf': `resource "hcloud_server" "postgres" {
  name        = "pg"
  server_type = "ccx23"
  location    = "fsn1"
}

resource "hcloud_volume" "postgres" {
  size = 200
}

resource "hcloud_server" "sftp" {
  name        = "sftp"
  server_type = "cx22"
}
`,
  'infra/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.7.5',
    serial: 88,
    resources: [
      {
        mode: 'managed',
        type: 'hcloud_server',
        name: 'postgres',
        provider: 'provider["registry.terraform.io/hetznercloud/hcloud"]',
        instances: [
          { attributes: { name: 'pg', server_type: 'ccx33', root_password: 'Qx7-mauerblume' } },
        ],
      },
      {
        mode: 'managed',
        type: 'hcloud_load_balancer',
        name: 'edge',
        provider: 'provider["registry.terraform.io/hetznercloud/hcloud"]',
        instances: [{ attributes: { load_balancer_type: 'lb11' } }],
      },
    ],
  }),
  '.github/workflows/ci.yml': `name: ci
on: [push]
jobs:
  test:
    runs-on: ubuntu-24.04
    services:
      postgres: { image: "postgres:15.6" }
    steps:
      - uses: actions/checkout@v4
      - uses: erlef/setup-beam@v1
        with: { elixir-version: "1.16.2", otp-version: "26.2" }
      - run: mix deps.get
      - run: mix test --warnings-as-errors
  image:
    needs: test
    if: github.ref == 'refs/heads/main'
    runs-on: ubuntu-24.04
    steps:
      - run: docker buildx build --push -t registry.example.org/parking/web .
`,
  'ci/runs/main-1893.log': [
    '2026-04-22T06:10:00.1Z ##[group]Run mix deps.get\n2026-04-22T06:10:09.0Z All dependencies have been fetched\n2026-04-22T06:10:09.1Z ##[endgroup]\n',
    '2026-04-22T06:10:10.0Z ##[group]Run mix test --warnings-as-errors\n',
    ...Array.from(
      { length: 20 },
      (_, i) => `2026-04-22T06:10:${two(11 + i)}.0Z Compiling part ${i} of 20 (.ex)\n`,
    ),
    '2026-04-22T06:11:02.0Z   1) test six months of an inner permit (Kerbside.Payments.RefundsTest)\n',
    '2026-04-22T06:11:02.1Z      test/kerbside/payments/refunds_test.exs:7\n',
    '2026-04-22T06:11:02.2Z      Assertion with == failed\n',
    '2026-04-22T06:11:02.3Z      left:  7500\n2026-04-22T06:11:02.4Z      right: 7800\n',
    '2026-04-22T06:11:03.0Z 214 tests, 1 failure\n2026-04-22T06:11:03.5Z ##[error]Process completed with exit code 2.\n',
  ].join(''),
  'ci/runs/feature-palette-1888.log':
    '2026-04-19T15:00:00.0Z ##[group]Run mix test --warnings-as-errors\n2026-04-19T15:00:41.0Z warning: variable "palette" is unused\n2026-04-19T15:00:41.1Z ##[error]Process completed with exit code 1.\n',
  'logs/web.log': [
    ...Array.from(
      { length: 30 },
      (_, i) => `2026-04-21 07:${two(i)}:10.120 [info] POST /api/scans sent 200 in ${18 + i}ms\n`,
    ),
    `2026-04-21 07:31:22.007 [error] #PID<0.4410.0> running KerbsideWeb.Endpoint terminated
** (MatchError) no match of right hand side value: nil
    (kerbside 2.8.1) lib/kerbside_web/controllers/scan_controller.ex:7: KerbsideWeb.ScanController.create/2
    (phoenix 1.7.11) lib/phoenix/router.ex:484: Phoenix.Router.__call__/5
`,
    '2026-04-21 07:40:01.300 [warning] webhook for unknown payment tr_7UhSN1zuXS\n',
    '2026-04-21 08:02:44.900 [error] Postgrex.Protocol (#PID<0.310.0>) failed to connect: ** (Postgrex.Error) FATAL 53300 (too_many_connections) sorry, too many clients already\n',
    '2026-04-22 02:15:09.000 [info] ExpiryWorker expired 131 permits\n',
    '2026-04-22 05:20:00.000 [error] ExportWorker: SFTP connection to sftp.treasury.example timed out after 30s\n',
  ].join(''),
  'logs/tiles.jsonl': lines([
    {
      time: '2026-04-21T09:00:00Z',
      level: 'error',
      service: 'tiles',
      msg: 'mbtiles: disk I/O error',
    },
    {
      time: '2026-04-21T09:00:05Z',
      level: 'info',
      service: 'tiles',
      msg: 'reopened /data/city.mbtiles',
    },
  ]),
  'metrics/scan-latency.csv': `time,scan_p50_ms,scan_p95_ms,queue_depth\n${Array.from({ length: 24 }, (_, i) => `2026-04-21T${two(i)}:00:00Z,${40 + (i % 5)},${i === 14 ? 2870 : 180 + (i % 7)},${i === 3 ? 9100 : 14 + (i % 3)}\n`).join('')}`,
  'metrics/web.prom': `# HELP beam_memory_bytes Memory of the virtual machine
# TYPE beam_memory_bytes gauge
beam_memory_bytes{kind="ets"} 73400320
beam_memory_bytes{kind="processes"} 411041792
# TYPE mollie_request_failures_total counter
mollie_request_failures_total{call="refund"} 37
mollie_request_failures_total{call="create_payment"} 2
`,
  'audit/2026-04.jsonl': lines([
    { at: '2026-04-20T16:05:00Z', actor: 'tobias', action: 'deploy', object: 'web 2.8.1' },
    { at: '2026-04-02T10:00:00Z', actor: 'mei', action: 'deploy', object: 'web 2.8.0' },
    { at: '2026-04-21T06:50:00Z', actor: 'ines', action: 'zone.create', object: 'F3 capacity 140' },
    { at: '2026-04-21T13:55:00Z', actor: 'mei', action: 'secret.rotate', object: 'mollie/api-key' },
    {
      at: '2026-04-22T09:30:00Z',
      actor: 'tobias',
      action: 'scale',
      object: 'camera-ingest 2 -> 3',
    },
  ]),
};
