/* What people wrote and said about the town's winter service, and what runs it. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');
const step = (type: 'user' | 'assistant', uuid: string, text: string): object => ({
  parentUuid: null,
  isSidechain: false,
  sessionId: 'f9',
  type,
  message: { role: type, content: type === 'user' ? text : [{ type: 'text', text }] },
  uuid,
  timestamp: '2026-01-20T09:00:00Z',
});

export const SNOW_TEXTS: Readonly<Record<string, string>> = {
  'README.md':
    '[![build](https://shields.example.com/build.svg)](https://ci.example.com)\n\n# Frostline\n\nFrostline sends snow ploughs where they are needed and tells citizens when their street is cleared.\n\n## Run\n\n`./gradlew :server:run`\n\n## Links\n\n- [Road stations](https://stations.example.com)\n',
  'CONTRIBUTING.md':
    '# Contributing\n\nRun `./gradlew ktlintCheck` first. Every change of a rule of the road has to name the paragraph.\n',
  'docs/adr/0001-greedy-routes.md':
    '# 1. Greedy routes\n\nStatus: accepted\n\n## Context\n\nAn exact solver took eleven minutes for forty streets; drivers wait two.\n\n## Decision\n\nThe next street is the nearest of the highest priority.\n',
  'docs/adr/0002-less-salt.md':
    '# 2. At most 90 grams per metre\n\nStatus: accepted\n\n## Context\n\nTrees along the avenue died.\n\n## Decision\n\nWe spread 90 grams per metre, and none on paths through parks.\n',
  'docs/adr/0003-websockets-for-positions.md':
    '# 3. Websockets for positions\n\nStatus: accepted\n\n## Decision\n\nPositions are pushed over websockets; polling every five seconds cost 300 requests per second.\n',
  'docs/adr/0004-no-driver-ranking.md':
    '# 4. Drivers are not ranked\n\nStatus: accepted\n\n## Context\n\nThe works council objected to a list of the quickest drivers.\n\n## Decision\n\nNothing is shown that compares drivers.\n',
  'docs/runbook.md':
    '# Runbook\n\n## Stations do not answer\n\nBelow minus 20 degrees their modems freeze. Set STATION_URL to the mirror until noon.\n\n## The map shows no ploughs\n\nRestart the hub with `kubectl rollout restart deploy/hub`; watchers connect again by themselves.\n\n## Roll back\n\n`helm rollback frostline` and tell the depot by radio.\n',
  'docs/citizens.md':
    '# For citizens\n\nResidential streets are cleared within eight hours. Put a report on our page if yours is not; with a photo it goes faster.\n',
  'docs/openapi.yaml':
    "openapi: 3.0.3\ninfo: { title: Frostline, version: 3.1.0 }\npaths:\n  /ploughs:\n    get:\n      operationId: listPloughs\n      summary: Where all ploughs are\n      responses: { '200': { description: Ploughs } }\n  /ploughs/{id}/route:\n    post:\n      operationId: planRoute\n      summary: Plan the next streets of a plough\n      responses: { '200': { description: Streets } }\n  /reports:\n    post:\n      operationId: fileReport\n      summary: Tell that a street is not cleared\n      responses: { '201': { description: Filed } }\n  /roads/{road}/ice:\n    get:\n      operationId: isIcy\n      summary: Whether a road is icy\n      responses: { '200': { description: Yes or no } }\n  /shifts:\n    post:\n      operationId: beginShift\n      summary: A driver begins to work\n      responses: { '409': { description: The driver has to rest } }\n",
  'research/brine.md':
    '# Brine instead of salt\n\n## Findings\n\nBrine needs 40 % less salt, but does nothing below minus seven degrees.\n\n## Recommendation\n\nBrine before the frost, dry salt in it.\n',
  'research/sensors-in-asphalt.md':
    '# Sensors in the asphalt\n\n## Findings\n\nA sensor costs 1,900 and lives for six winters. Infrared from the car is off by 0.8 degrees.\n',
  'research/tracks.md':
    '# How exact are positions\n\n## Findings\n\nIn narrow streets positions are off by 18 metres; with the gyroscope by 6.\n',
  'misc/s/users.json': json([
    { id: 'UA', name: 'ida', profile: { real_name: 'Ida Moe' } },
    { id: 'UB', name: 'rolf', profile: { real_name: 'Rolf Aas' } },
  ]),
  'misc/s/depot/2026-01-19.json': json([
    {
      type: 'message',
      user: 'UA',
      text: 'Plough 7 got a route with a bridge of 280 centimetres, it is three metres wide!',
      ts: '1768800000.000100',
    },
    {
      type: 'message',
      user: 'UB',
      text: 'The planner does not look at the width at all. We should leave out streets that are narrower than the plough.',
      ts: '1768800100.000100',
    },
    {
      type: 'message',
      user: 'UA',
      text: 'Decided: from February on schools come before bus lines.',
      ts: '1768801000.000100',
    },
  ]),
  'misc/s/fun/2026-01-19.json': json([
    {
      type: 'message',
      user: 'UB',
      text: 'Who builds the tallest snowman wins a thermos.',
      ts: '1768802000.000100',
    },
  ]),
  'misc/agent-run.jsonl': lines([
    step('user', 'a', 'I prefer expression bodies, and never use !! in new code.'),
    step('assistant', 'b', 'Understood.'),
    step('user', 'c', 'Citizens report the same street under two names. What can we do?'),
    step(
      'assistant',
      'd',
      'Compare the official key of the street instead of its name; the register has one for each.',
    ),
  ]),
  'misc/phone-notes.md':
    '## User\n\nCan the button on the screen be larger?\n\n## Assistant\n\nDrivers with gloves need 96 dp, it has 48 now.\n\n## User\n\nDo that after the winter.\n\n## Assistant\n\nI note it for April.\n',
  'deploy/charts/frostline/values.yaml':
    'replicas: 2\nimage:\n  tag: 3.1.0\nresources:\n  limits: { memory: 900Mi }\nhub:\n  replicas: 1\n  maxWatchers: 5000\n',
  'deploy/k8s/hub.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: hub\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n        - name: hub\n          image: registry.example.com/hub:3.1.0\n          resources: { limits: { memory: 256Mi } }\n',
  'deploy/k8s/parking-meter.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: parking-meter\nspec:\n  replicas: 3\n  template:\n    spec:\n      containers:\n        - name: meter\n          image: registry.example.com/meter:0.9.0\n          resources: { limits: { memory: 128Mi } }\n',
  'deploy/env/depot.env':
    'STATION_URL=https://stations.example.com\nDB_PASSWORD=Glatteis-Depot-4\nPUSH_KEY=pk_live_Q7wZ3xT9\nRADIO_CHANNEL=7\n',
  'deploy/env/office.env':
    'STATION_URL=https://mirror.example.com\nDB_PASSWORD=Glatteis-Amt-9\nPUSH_KEY=pk_test_11aa\nRADIO_CHANNEL=0\n',
  'deploy/tf/main.tf':
    'resource "azurerm_postgresql_flexible_server" "main" {\n  sku_name = "B_Standard_B2s"\n  version  = "16"\n}\n\nresource "azurerm_redis_cache" "positions" {\n  capacity = 1\n  family   = "C"\n}\n',
  'deploy/tf/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.7.0',
    serial: 3,
    resources: [
      {
        mode: 'managed',
        type: 'azurerm_redis_cache',
        name: 'positions',
        provider: 'provider["registry.terraform.io/hashicorp/azurerm"]',
        instances: [{ attributes: { primary_access_key: 'Zq9-eiszapfen' } }],
      },
    ],
  }),
  'azure-pipelines.yml':
    'trigger: [main]\nstages:\n  - stage: check\n    jobs:\n      - job: test\n        steps:\n          - script: ./gradlew ktlintCheck\n          - script: ./gradlew test\n  - stage: ship\n    jobs:\n      - job: helm\n        steps:\n          - script: helm upgrade frostline deploy/charts/frostline\n',
  'ci/run-2201.log': [
    '2026-01-19T06:00:00.0Z ##[section]Starting: test\n2026-01-19T06:00:01.0Z ./gradlew test\n',
    ...Array.from(
      { length: 15 },
      (_, i) => `2026-01-19T06:00:${two(i + 2)}.0Z town.snow.Part${i}Test > works PASSED\n`,
    ),
    '2026-01-19T06:01:00.0Z town.snow.routing.RoutePlannerTest > a plough keeps a reserve of salt FAILED\n2026-01-19T06:01:00.1Z     io.kotest.assertions.AssertionFailedError: expected:<[]> but was:<[Street(name=Bus)]>\n2026-01-19T06:01:00.2Z         at town.snow.routing.RoutePlannerTest$1.invokeSuspend(RoutePlannerTest.kt:11)\n',
    '2026-01-19T06:01:02.0Z ##[error]Process completed with exit code 1.\n',
  ].join(''),
  'ci/run-2188.log':
    '2026-01-15T06:00:00.0Z ##[section]Starting: test\n2026-01-15T06:00:09.0Z ./gradlew ktlintCheck\n2026-01-15T06:00:30.0Z Lint error > Unused import in SaltLedger.kt\n2026-01-15T06:00:31.0Z ##[error]Process completed with exit code 1.\n',
  'logs/server.log': [
    ...Array.from(
      { length: 22 },
      (_, i) =>
        `2026-01-19 05:${two(i)}:00.000 [worker-2] INFO  t.s.Application - GET /ploughs 200\n`,
    ),
    '2026-01-19 05:31:00.000 [worker-3] ERROR t.s.Application - POST /ploughs/7/route 500\ntown.snow.routing.UnreachableStreet: no way leads to Kirkeveien\n\tat town.snow.routing.StreetGraph.metres(StreetGraph.kt:16)\n\tat town.snow.routing.RoutePlanner.plan(RoutePlanner.kt:17)\n',
    '2026-01-19 05:40:00.000 [worker-1] WARN  t.s.fleet.PositionHub - watcher gone\n',
    '2026-01-19 06:10:00.000 [worker-1] ERROR t.s.weather.StationClient - Connect timeout has expired [url=https://stations.example.com/roads/e6/latest]\n',
    '2026-01-19 06:30:00.000 [worker-4] ERROR c.z.h.pool.HikariPool - HikariPool-1 - Connection is not available, request timed out after 30001ms\n',
  ].join(''),
  'logs/meter.jsonl': lines([
    { time: '2026-01-19T05:00:00Z', level: 'error', service: 'meter', msg: 'coin box is full' },
  ]),
  'metrics/hub.prom':
    '# TYPE hub_watchers gauge\nhub_watchers 4990\n# TYPE route_planning_seconds summary\nroute_planning_seconds{quantile="0.99"} 6.4\n',
  'metrics/salt.csv': `hour,salt_kg\n${Array.from({ length: 24 }, (_, i) => `2026-01-19T${two(i)}:00:00Z,${i === 6 ? 9100 : 400 + i}\n`).join('')}`,
  'audit/changes.jsonl': lines([
    {
      timestamp: '2026-01-18T21:00:00Z',
      user: 'rolf',
      action: 'deploy',
      target: 'frostline 3.1.0',
    },
    {
      timestamp: '2026-01-19T04:50:00Z',
      user: 'ida',
      action: 'close-street',
      target: 'Kirkeveien',
    },
    {
      timestamp: '2026-01-19T07:15:00Z',
      user: 'ida',
      action: 'grant',
      target: 'depot admin to rolf',
    },
  ]),
};
