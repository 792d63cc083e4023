/* What runs the wind pipeline and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

export const MILL_RUNNING: Readonly<Record<string, string>> = {
  'docker-compose.yml': `services:
  airflow:
    image: apache/airflow:2.9.1
    ports: ["8085:8080"]
    environment:
      AIRFLOW__CORE__PARALLELISM: "16"
      AIRFLOW__DATABASE__SQL_ALCHEMY_CONN: postgresql://airflow:gale-force-10@db/airflow
  minio:
    image: minio/minio:RELEASE.2024-05-10
    command: server /data
  db:
    image: postgres:15
    shm_size: 256mb
`,
  Makefile:
    'lake:\n\tdocker compose up -d minio db\n\nairflow:\n\tdocker compose up airflow\n\ntest:\n\tpytest -q\n',
  'k8s/base/scheduler.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: scheduler
spec:
  replicas: 1
  strategy:
    type: Recreate
  template:
    spec:
      terminationGracePeriodSeconds: 90
      containers:
        - name: scheduler
          resources:
            requests: { cpu: 250m, memory: 700Mi }
            limits: { memory: 1200Mi }
`,
  'k8s/base/compact-cronjob.yaml': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: compact
spec:
  schedule: "30 2 * * 0"
  jobTemplate:
    spec:
      backoffLimit: 1
`,
  'k8s/overlays/prod/kustomization.yaml':
    'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [../../base]\nimages:\n  - name: windmill\n    newTag: 0.14.0\n',
  'helm/grafana/values.yaml':
    'grafana:\n  adminPassword: Sturm-und-Drang-9\n  persistence:\n    enabled: true\n    size: 5Gi\n  alerting:\n    pagerAfterMinutes: 20\n',
  'infra/lake.tf': `resource "google_storage_bucket" "lake" {
  name     = "windmill-lake"
  location = "EUROPE-NORTH1"

  lifecycle_rule {
    condition { age = 400 }
    action { type = "Delete" }
  }
}

resource "google_service_account" "ingest" {
  account_id = "ingest"
}
`,
  'infra/default.tfstate': json({
    version: 4,
    terraform_version: '1.7.5',
    resources: [
      {
        mode: 'managed',
        type: 'google_storage_bucket',
        name: 'lake',
        provider: 'provider["registry.terraform.io/hashicorp/google"]',
        instances: [{ attributes: { name: 'windmill-lake', storage_class: 'NEARLINE' } }],
      },
      {
        mode: 'managed',
        type: 'google_service_account_key',
        name: 'ingest',
        provider: 'provider["registry.terraform.io/hashicorp/google"]',
        instances: [{ attributes: { private_key: 'LS0tQkVHSU4tZmFrZS1rZXktZm9yLXRlc3Rz' } }],
      },
    ],
  }),
  '.gitlab-ci.yml':
    'stages: [check, build, ship]\n\nruff:\n  stage: check\n  script: ruff check .\n\npytest:\n  stage: check\n  script: pytest -q\n\nimage:\n  stage: build\n  script: docker build -t windmill .\n\nship:\n  stage: ship\n  when: manual\n  script: kubectl apply -k k8s/overlays/prod\n',
  'ci/traces/job-5521.log': [
    'Running with gitlab-runner 16.11.0 (91a27b2a)\n',
    '$ pytest -q\n',
    ...Array.from({ length: 15 }, (_, i) => `tests/test_part_${i}.py ....\n`),
    'FAILED tests/test_forecast.py::test_stops_in_a_storm - assert 1.0 == 0.0\n',
    '1 failed, 61 passed in 8.21s\n',
    'ERROR: Job failed: exit code 1\n',
  ].join(''),
  'ci/pipelines.json': json([
    {
      id: 801,
      ref: 'main',
      status: 'failed',
      sha: 'ab12',
      source: 'push',
      web_url: 'https://git.example.org/p/801',
    },
    {
      id: 800,
      ref: 'main',
      status: 'success',
      sha: 'cd34',
      source: 'push',
      web_url: 'https://git.example.org/p/800',
    },
  ]),
  '.env.example': 'LAKE_URL=http://localhost:9000\nSMTP_RELAY=relay.example.org\nOWNER_TOKEN=\n',
  'logs/scheduler.log': [
    ...Array.from(
      { length: 22 },
      (_, i) =>
        `[2026-02-22T04:${two(i)}:00.000+0000] {scheduler_job.py:411} INFO - 3 tasks up for execution\n`,
    ),
    '[2026-02-22T04:31:02.100+0000] {taskinstance.py:2890} ERROR - Task failed with exception\nTraceback (most recent call last):\n  File "/opt/windmill/fetch.py", line 16, in fetch_turbine\n    raise ControllerOffline(turbine) from error\nwindmill.fetch.ControllerOffline: north-2\n',
    '[2026-02-22T04:40:00.000+0000] {taskinstance.py:2890} WARNING - speed 91.3 m/s of south-1 refused\n',
    '[2026-02-22T05:15:31.000+0000] {report.py:20} ERROR - smtplib.SMTPRecipientsRefused: owners@example.org: mailbox full\n',
    ...Array.from(
      { length: 10 },
      (_, i) =>
        `[2026-02-22T05:${two(20 + i)}:00.000+0000] {scheduler_job.py:411} INFO - 3 tasks up for execution\n`,
    ),
  ].join(''),
  'logs/api.jsonl': lines([
    ...Array.from({ length: 12 }, (_, i) => ({
      ts: `2026-02-22T08:${two(i)}:00Z`,
      level: 'INFO',
      message: 'GET /forecast 200',
      ms: 12 + i,
    })),
    {
      ts: '2026-02-22T08:20:00Z',
      level: 'ERROR',
      message: 'GET /turbines/north-1/measurements 500',
      error: 'ArrowInvalid: Parquet magic bytes not found in footer',
    },
  ]),
  'metrics/snapshot.prom':
    '# TYPE dag_run_duration_seconds gauge\ndag_run_duration_seconds{dag="ingest_turbines"} 544.2\ndag_run_duration_seconds{dag="report"} 3.1\n# TYPE lake_bytes gauge\nlake_bytes 912680550400\n',
  'metrics/wind.csv': `timestamp,turbine_rows,rejected_rows\n${Array.from({ length: 30 }, (_, i) => `2026-02-22T04:${two(i * 2)}:00Z,${430 + (i % 5)},${i === 20 ? 377 : i % 2}\n`).join('')}`,
  'audit/cloud-audit.json': json([
    {
      timestamp: '2026-02-10T12:00:00Z',
      protoPayload: {
        authenticationInfo: { principalEmail: 'noor@example.org' },
        methodName: 'storage.buckets.update',
        resourceName: 'windmill-lake',
      },
    },
    {
      timestamp: '2026-02-14T15:30:00Z',
      protoPayload: {
        authenticationInfo: { principalEmail: 'finn@example.org' },
        methodName: 'iam.serviceAccountKeys.create',
        resourceName: 'ingest',
      },
    },
  ]),
  'audit/deploys.jsonl': lines([
    {
      at: '2026-02-12T09:00:00Z',
      user: 'noor',
      action: 'deploy',
      target: 'windmill 0.13.2',
      env: 'prod',
    },
    {
      at: '2026-02-19T16:20:00Z',
      user: 'finn',
      action: 'deploy',
      target: 'windmill 0.14.0',
      env: 'prod',
    },
    {
      at: '2026-02-20T08:05:00Z',
      user: 'noor',
      action: 'rollback',
      target: 'windmill 0.13.2',
      env: 'prod',
    },
  ]),
};
