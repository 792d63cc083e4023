/* What runs the lending system and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

export const LENDING_RUNNING: Readonly<Record<string, string>> = {
  'deploy/stack.yml': `version: "3.9"
services:
  api:
    image: registry.example.com/lending-api:2.6.1
    deploy:
      replicas: 3
      resources:
        limits: { memory: 450M }
    environment:
      ConnectionStrings__Loans: Host=db;Username=lending;Password=Regal-und-Karte-5
  db:
    image: postgres:14.11
    command: postgres -c max_connections=60
  jobs:
    image: registry.example.com/lending-jobs:2.6.1
    environment:
      REMINDER_CRON: "0 7 * * *"
`,
  'deploy/branches.yml':
    'branches:\n  - name: harbour\n    gates: 2\n  - name: old-town\n    gates: 1\n',
  'deploy/haproxy.cfg':
    'frontend web\n  bind *:443 ssl crt /etc/ssl/lending.pem\n  default_backend api\n\nbackend api\n  balance leastconn\n  timeout server 35s\n  option httpchk GET /healthz\n',
  'helm/search/values.yaml':
    'replicas: 1\nimage:\n  tag: "1.2"\ncatalogue:\n  reloadMinutes: 15\nresources:\n  requests:\n    memory: 128Mi\n',
  'systemd/gate.service':
    '[Unit]\nDescription=Gate\nAfter=network.target\n\n[Service]\nExecStart=/opt/gate/gate\nRestart=always\nRestartSec=4\nWatchdogSec=30\n',
  'terraform/main.tf':
    'resource "azurerm_postgresql_flexible_server" "loans" {\n  sku_name              = "B_Standard_B2s"\n  storage_mb            = 65536\n  backup_retention_days = 21\n}\n\nresource "azurerm_storage_account" "covers" {\n  account_tier = "Standard"\n}\n',
  'terraform/live.tfstate': json({
    version: 4,
    terraform_version: '1.6.6',
    resources: [
      {
        mode: 'managed',
        type: 'azurerm_postgresql_flexible_server',
        name: 'loans',
        provider: 'provider["registry.terraform.io/hashicorp/azurerm"]',
        instances: [
          { attributes: { storage_mb: 32768, administrator_password: 'Kx9#bLm2Qw8zRt' } },
        ],
      },
      {
        mode: 'managed',
        type: 'azurerm_storage_account',
        name: 'covers',
        provider: 'provider["registry.terraform.io/hashicorp/azurerm"]',
        instances: [{ attributes: { primary_access_key: 'c2VjcmV0LWtleS1vZi1jb3ZlcnMtMTIz' } }],
      },
    ],
  }),
  'azure-pipelines.yml': `trigger: [main]
stages:
  - stage: build
    jobs:
      - job: test
        steps:
          - script: dotnet test
          - script: dotnet publish -c Release
  - stage: release
    jobs:
      - job: push
        steps:
          - script: docker push registry.example.com/lending-api
`,
  'ci-logs/20260118.3.txt': [
    '2026-01-18T09:00:00.1000000Z ##[section]Starting: dotnet test\n',
    ...Array.from(
      { length: 18 },
      (_, i) => `2026-01-18T09:00:${two(i + 1)}.1000000Z   Passed Some_test_${i} [${i} ms]\n`,
    ),
    '2026-01-18T09:00:30.1000000Z   Failed A_reserved_book_cannot_be_renewed [12 ms]\n',
    '2026-01-18T09:00:30.2000000Z   Error Message: Assert.Throws() Failure: No exception was thrown\n',
    '2026-01-18T09:00:31.1000000Z ##[error]Cmd.exe exited with code 1.\n',
  ].join(''),
  'ci-logs/runs.json': json({
    count: 2,
    value: [
      {
        id: 903,
        name: '20260118.3',
        result: 'failed',
        state: 'completed',
        pipeline: { name: 'lending' },
      },
      {
        id: 902,
        name: '20260118.2',
        result: 'succeeded',
        state: 'completed',
        pipeline: { name: 'lending' },
      },
    ],
  }),
  'appsettings.Example.json': json({
    Smtp: { Host: 'mail.example.com', Port: 587, Password: '' },
    Catalogue: { ReloadMinutes: 15 },
  }),
  'logs/api-20260118.clef': lines([
    ...Array.from({ length: 14 }, (_, i) => ({
      '@t': `2026-01-18T10:${two(i)}:00Z`,
      '@mt': 'HTTP {Method} {Path} responded {Status}',
      Method: 'GET',
      Path: '/search',
      Status: 200,
    })),
    {
      '@t': '2026-01-18T10:20:00Z',
      '@l': 'Error',
      '@mt': 'Unhandled exception',
      '@x': 'Npgsql.PostgresException: 53300: sorry, too many clients already\n   at Lending.Api.LoanStore.Get(Guid id) in /src/Lending.Api/LoanStore.cs:line 14',
    },
    {
      '@t': '2026-01-18T10:22:00Z',
      '@l': 'Error',
      '@mt': 'Unhandled exception',
      '@x': 'Lending.Api.LoanNotFound: no loan 7f0c\n   at Lending.Api.LoanStore.Get(Guid id) in /src/Lending.Api/LoanStore.cs:line 16',
    },
  ]),
  'logs/gate-2.log': [
    ...Array.from(
      { length: 20 },
      (_, i) => `2026-01-18 08:${two(i)}:00 gate-2 [info] tag seen t${i}\n`,
    ),
    '2026-01-18 08:30:00 gate-2 [warn] tag t77 looks 7200 s old, beep\n',
    '2026-01-18 08:31:00 gate-2 [error] server unreachable, working offline\n',
  ].join(''),
  'logs/jobs.log': [
    ...Array.from(
      { length: 10 },
      (_, i) => `2026-01-18T07:0${i}:00Z INFO jobs batch ${i} of 40 sent\n`,
    ),
    '2026-01-18T07:12:00Z ERROR jobs reminders stopped: MailKit.Security.AuthenticationException: 535 authentication failed\n',
  ].join(''),
  'metrics/api.om':
    '# TYPE http_server_duration_seconds gauge\nhttp_server_duration_seconds{route="/search",quantile="0.95"} 1.87\nhttp_server_duration_seconds{route="/loans",quantile="0.95"} 0.05\n# TYPE pg_connections gauge\npg_connections 60\n',
  'metrics/loans.csv': `time,loans,renewals_refused\n${Array.from({ length: 24 }, (_, i) => `2026-01-18T${two(i)}:00:00Z,${100 + (i % 7)},${i === 15 ? 93 : i % 3}\n`).join('')}`,
  'audit/admin.csv':
    'timestamp,admin,operation,subject\n2026-01-05T10:00:00Z,nadia,release,lending 2.6.1\n2026-01-09T12:00:00Z,jo,waive-fee,card 4417\n2026-01-12T09:30:00Z,nadia,block-card,card 9021\n',
};
