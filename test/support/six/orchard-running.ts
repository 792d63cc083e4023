/* What runs the orchard's irrigation and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

const ampsAt = (hour: number): number => {
  if (hour === 2) return 31.5;
  return hour < 5 ? 12.2 : 0.3;
};

export const ORCHARD_RUNNING: Readonly<Record<string, string>> = {
  'docker-compose.yml': `services:
  gateway:
    image: ghcr.example.org/dewpoint/gateway:0.14.2
    ports: ["7070:7070"]
    environment:
      DATABASE_URL: postgres://dew:Gartenzaun-77@db/dew
      MQTT_HOST: broker
      FORECAST_URL: https://forecast.example.org
      CONFIRM_WITHIN_SECONDS: "4"
  planner:
    image: ghcr.example.org/dewpoint/planner:0.14.2
    environment:
      PLAN_AT: "20:30"
  broker:
    image: eclipse-mosquitto:2.0.18
    volumes: ["./mosquitto.conf:/mosquitto/config/mosquitto.conf"]
  db:
    image: postgres:16.2
    command: -c max_connections=40
`,
  'mosquitto.conf':
    'listener 1883\nmax_keepalive 60\npersistence true\nmax_queued_messages 2000\nallow_anonymous false\n',
  '.env.example':
    'DATABASE_URL=postgres://localhost/dew\nMQTT_HOST=localhost\nFORECAST_URL=http://localhost:9009\nSMS_TOKEN=\n',
  'deploy/env/field-test.env':
    'MQTT_HOST=broker.test.lan\nCONFIRM_WITHIN_SECONDS=12\nSMS_TOKEN=sk_test_Apfelwickler42x\nPLAN_AT=18:00\n',
  'deploy/env/farm.env':
    'MQTT_HOST=broker.farm.lan\nCONFIRM_WITHIN_SECONDS=4\nSMS_TOKEN=sk_live_Bluetenfrost93y\nPLAN_AT=20:30\n',
  'deploy/systemd/dewpoint-planner.service':
    '[Unit]\nDescription=Plans the night\nAfter=network-online.target\n\n[Service]\nExecStart=/usr/local/bin/planner\nMemoryMax=200M\nRestart=on-failure\nRestartSec=15\n',
  'deploy/systemd/camera-scarecrow.service':
    '[Unit]\nDescription=Scares birds\n\n[Service]\nExecStart=/usr/local/bin/scarecrow --volume 80\nMemoryMax=512M\n',
  'deploy/nginx/dewpoint.conf':
    'server {\n  listen 443 ssl;\n  server_name dew.example.org;\n  location /probes { proxy_read_timeout 15s; proxy_pass http://gateway:7070; }\n  location / { proxy_pass http://gateway:7070; }\n}\n',
  'deploy/terraform/main.tf':
    'resource "scaleway_instance_server" "gateway" {\n  type  = "DEV1-S"\n  image = "debian_bookworm"\n}\n\nresource "scaleway_rdb_instance" "dew" {\n  node_type      = "DB-DEV-S"\n  engine         = "PostgreSQL-16"\n  volume_size_in_gb = 20\n}\n\nresource "scaleway_object_bucket" "photos" {\n  name = "scarecrow-photos"\n}\n',
  'deploy/terraform/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.8.3',
    serial: 12,
    resources: [
      {
        mode: 'managed',
        type: 'scaleway_rdb_instance',
        name: 'dew',
        provider: 'provider["registry.terraform.io/scaleway/scaleway"]',
        instances: [{ attributes: { node_type: 'DB-GP-XS', password: 'Zwiebelkuchen-55' } }],
      },
    ],
  }),
  '.gitlab-ci.yml': `stages: [check, build, ship]
check:
  stage: check
  image: rust:1.78
  script:
    - cargo clippy --workspace -- -D warnings
    - cargo test --workspace
build:
  stage: build
  script:
    - docker buildx build --platform linux/arm64 -t $CI_REGISTRY_IMAGE/gateway .
ship:
  stage: ship
  script:
    - ansible-playbook deploy/site.yml
  when: manual
`,
  'ci/job-90311.log': [
    'Running with gitlab-runner 17.0.0\n$ cargo clippy --workspace -- -D warnings\n',
    ...Array.from({ length: 18 }, (_, i) => `    Checking part-${i} v0.${i}.0\n`),
    '$ cargo test --workspace\n',
    '     Running tests/decode.rs\n',
    'test a_short_frame_is_refused ... ok\n',
    'test frost_is_below_zero ... FAILED\n',
    "thread 'frost_is_below_zero' panicked at crates/sensors/tests/decode.rs:11:5:\nassertion `left == right` failed\n  left: 150\n right: -150\n",
    'ERROR: Job failed: exit code 101\n',
  ].join(''),
  'ci/job-90290.log':
    'Running with gitlab-runner 17.0.0\n$ docker buildx build --platform linux/arm64 .\nerror: failed to solve: no space left on device\nERROR: Job failed: exit code 1\n',
  'logs/gateway.jsonl': lines([
    ...Array.from({ length: 24 }, (_, i) => ({
      timestamp: `2026-05-18T01:${two(i)}:00Z`,
      level: 'INFO',
      fields: { message: 'frame kept' },
      target: 'gateway::mqtt',
    })),
    {
      timestamp: '2026-05-18T01:31:00Z',
      level: 'ERROR',
      fields: {
        message: 'frame dropped',
        error: 'checksum 0x1f, 0x2e expected',
        topic: 'orchard/17/probe',
      },
      target: 'gateway::mqtt',
    },
    {
      timestamp: '2026-05-18T02:04:00Z',
      level: 'WARN',
      fields: { message: 'valve did not confirm', valve: '5-2', attempt: 2 },
      target: 'valves::driver',
    },
    {
      timestamp: '2026-05-18T03:10:00Z',
      level: 'ERROR',
      fields: { message: 'broker lost', error: 'Connection refused (os error 111)' },
      target: 'gateway::mqtt',
    },
    {
      timestamp: '2026-05-18T04:00:00Z',
      level: 'ERROR',
      fields: { message: 'pool timed out while waiting for an open connection' },
      target: 'sqlx::pool',
    },
  ]),
  'logs/planner.log': [
    '2026-05-17T20:30:00Z INFO planner: 11 runs for tonight\n',
    "2026-05-18T20:30:02Z ERROR planner: thread 'main' panicked at crates/planner/src/plan.rs:23:9:\ncalled `Option::unwrap()` on a `None` value: day_mean of field 12\n",
  ].join(''),
  'logs/scarecrow.log':
    '2026-05-18T05:00:00Z INFO scarecrow: 14 starlings\n2026-05-18T05:10:00Z ERROR scarecrow: camera /dev/video0 is busy\n',
  'metrics/water.csv': `time,litres_per_hour,pump_amps\n${Array.from({ length: 24 }, (_, i) => `2026-05-18T${two(i)}:00:00Z,${i < 5 || i === 23 ? 5200 + i * 3 : 0},${ampsAt(i)}\n`).join('')}`,
  'metrics/gateway.prom': `# TYPE probe_battery_millivolts gauge
probe_battery_millivolts{probe="17"} 2610
probe_battery_millivolts{probe="18"} 3120
# TYPE http_request_seconds summary
http_request_seconds{route="/probes/:id/readings",quantile="0.95"} 11.8
http_request_seconds{route="/fields",quantile="0.95"} 0.04
`,
  'audit/farm.log': [
    '2026-05-16T14:20:00Z user=paavo action=deploy target=gateway version=0.14.2\n',
    '2026-05-17T09:00:00Z user=greta action=lock target=row-7\n',
    '2026-05-17T16:45:00Z user=greta action=unlock target=row-7\n',
    '2026-05-18T06:30:00Z user=paavo action=resume target=pumps reason="emergency stop lifted"\n',
  ].join(''),
};
