/* What people wrote and said about the museum's tickets, and what runs them. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const two = (n: number): string => String(n).padStart(2, '0');
const node = (id: string, role: string, text: string, parent: string | null): object => ({
  id,
  parent,
  children: parent === null ? ['b'] : [],
  message: {
    id,
    author: { role },
    create_time: 1_780_000_000,
    content: { content_type: 'text', parts: [text] },
  },
});

export const MUSEUM_TEXTS: Readonly<Record<string, string>> = {
  'README.md':
    '![Logo](https://cdn.example.net/vitrine.png)\n[![Tests](https://cdn.example.net/tests.svg)](https://jenkins.example.net)\n\n# Vitrine\n\nVitrine sells tickets for time slots of the museum and serves its audio guide.\n\n## Set up\n\n`composer install && php artisan migrate --seed`\n\n## Partners\n\n- [City of museums](https://museums.example.net)\n',
  'AGENTS.md':
    '# Agents\n\n- Tests are written with Pest, never with PHPUnit classes.\n- All times are kept in UTC and shown in Europe/Vienna.\n',
  'docs/decisions/0001-half-hour-slots.md':
    '# 1. Slots of half an hour\n\nStatus: accepted\n\n## Context\n\nWith hourly slots the queue at the door was 40 metres long.\n\n## Decision\n\nSlots last thirty minutes, and whoever is more than twenty minutes late has to change the ticket.\n',
  'docs/decisions/0002-guides-from-object-storage.md':
    '# 2. Recordings come from object storage\n\nStatus: accepted\n\n## Context\n\nThe web servers were busy with sending audio.\n\n## Decision\n\nRecordings lie in a bucket and are fetched with signed addresses that are valid for three hours.\n',
  'docs/decisions/0003-children-free.md':
    '# 3. Children come for free\n\nStatus: accepted\n\n## Decision\n\nUp to and including 12 years of age nobody pays. The city gives us 80,000 a year for it.\n',
  'docs/decisions/0004-no-queue-in-mysql.md':
    '# 4. No queue in MySQL\n\nStatus: accepted\n\n## Context\n\nJobs in MySQL locked the table of tickets on the first Sunday of a month.\n\n## Decision\n\nQueues live in Redis.\n',
  'docs/decisions/0005-no-seat-reservations.md':
    '# 5. No reserved seats in the cinema\n\nStatus: rejected\n\n## Decision\n\nThe cinema room has beanbags, nobody can number them.\n',
  'docs/handbook.adoc':
    '= Handbook for the front desk\n\n== A ticket does not scan\n\nTurn the brightness of the phone up. If it still does not scan, type the number into the desk page.\n\n== Somebody lost the audio guide\n\nHand out another one against an identity card and write the number into the red book.\n\n== Fire alarm\n\nThe turnstiles open by themselves. Do not restart them before the fire brigade says so.\n',
  'docs/operations.rst':
    'Operations\n==========\n\nMails with tickets do not arrive\n--------------------------------\n\nLook at the failed jobs with ``php artisan queue:failed`` and send them again with ``php artisan queue:retry all``.\n\nRestore the database\n--------------------\n\nTake the dump of the night from the bucket and load it with ``mysqlsh util.loadDump``.\n\nRedis is full\n-------------\n\nRaise REDIS_MAXMEMORY; the queue must never be evicted.\n',
  'docs/openapi.json': json({
    openapi: '3.0.3',
    info: { title: 'Vitrine', version: '5.2.0' },
    paths: {
      '/slots': {
        get: {
          operationId: 'listSlots',
          summary: 'Slots of a day with what is free',
          responses: { 200: { description: 'Slots' } },
        },
      },
      '/slots/{slot}/tickets': {
        post: {
          operationId: 'buyTickets',
          summary: 'Buy tickets for a slot',
          responses: { 201: { description: 'Tickets' }, 409: { description: 'Sold out' } },
        },
      },
      '/tickets/{id}/slot': {
        put: {
          operationId: 'moveTicket',
          summary: 'Change a ticket to another slot',
          responses: { 200: { description: 'The ticket' } },
        },
      },
      '/guides/{number}': {
        get: {
          operationId: 'playGuide',
          summary: 'The recording for an exhibit',
          responses: { 302: { description: 'Where the recording lies' } },
        },
      },
      '/newsletter': {
        post: {
          operationId: 'subscribe',
          summary: 'Get the programme by mail',
          responses: { 204: { description: 'Subscribed' } },
        },
      },
    },
  }),
  'research/no-shows.md':
    '# Who does not come\n\n## Findings\n\n7.5 % of the tickets are never redeemed; of free tickets 19 %.\n\n## Recommendation\n\nSell three per cent more than the capacity, except on rainy Sundays.\n',
  'research/audio-length.md':
    '# How long people listen\n\n## Findings\n\nAfter 75 seconds half of the listeners walk on. Children stop at 40.\n\n## Recommendation\n\nNo recording should be longer than 70 seconds.\n',
  'research/translations.md':
    '# Machine translation of labels\n\n## Findings\n\nDeepL got 3 of 200 labels wrong, all with names of painters. A person needs four minutes per label to check.\n',
  'research/2026-05-search-pest-parallel.md':
    '# Search: pest parallel database\n\nQuery: pest --parallel each process own database\n\nLaravel creates a database per process, named after the token; `--recreate-databases` makes them again.\n',
  'zzz/from-laptop/conversations.json': json([
    {
      title: 'Group bookings',
      create_time: 1_780_000_000,
      mapping: {
        a: node('a', 'user', 'School classes are 25 children. How should they order?', null),
        b: node(
          'b',
          'assistant',
          'Let teachers order up to 30 tickets with a school code; everybody else stays at twelve.',
          'a',
        ),
      },
    },
    {
      title: 'Sourdough',
      create_time: 1_780_100_000,
      mapping: {
        a: node('a', 'user', 'My sourdough does not rise.', null),
        b: node('b', 'assistant', 'Feed it with rye twice a day.', 'a'),
      },
    },
  ]),
  'zzz/slack/users.json': json([
    { id: 'U1', name: 'lena', profile: { real_name: 'Lena Auer' } },
    { id: 'U2', name: 'omar', profile: { real_name: 'Omar Haddad' } },
  ]),
  'zzz/slack/tickets/2026-06-03.json': json([
    {
      type: 'message',
      user: 'U1',
      text: 'Visitors paid but got no ticket, five of them since noon.',
      ts: '1780480000.000100',
    },
    {
      type: 'message',
      user: 'U2',
      text: 'The charge is inside the transaction: when the insert fails the money is gone. Charge last.',
      ts: '1780480100.000100',
    },
    {
      type: 'message',
      user: 'U1',
      text: 'We agreed that seniors pay 10 euros from September on.',
      ts: '1780490000.000100',
    },
  ]),
  'zzz/slack/lunch/2026-06-03.json': json([
    {
      type: 'message',
      user: 'U2',
      text: 'Dumplings or schnitzel? The slot at twelve is free.',
      ts: '1780481000.000100',
    },
  ]),
  'zzz/call.md':
    '## User\n\nPlease always show prices with a comma, as Austrians do.\n\n## Assistant\n\nYes.\n\n## User\n\nHow early may people come in?\n\n## Assistant\n\nTen minutes now; the doormen would like fifteen because of the rain.\n',
  'deploy/helm/vitrine/values.yaml':
    'replicaCount: 3\nimage:\n  repository: registry.example.net/vitrine\n  tag: 5.2.0\nresources:\n  limits: { memory: 512Mi, cpu: 750m }\nredis:\n  maxmemory: 300mb\n  policy: noeviction\nworkers:\n  count: 4\n  timeout: 45\n',
  'deploy/helm/vitrine/templates/deployment.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  replicas: {{ .Values.replicaCount }}\n  template:\n    spec:\n      containers:\n        - name: web\n          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"\n',
  'deploy/k8s/heating.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: heating-control\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n        - name: heating\n          image: registry.example.net/heating:1.0.3\n          resources:\n            limits: { memory: 64Mi }\n',
  'docker-compose.yml':
    'services:\n  web:\n    build: .\n    environment:\n      DB_HOST: mysql\n      DB_PASSWORD: Mumienbinde-12\n  mysql:\n    image: mysql:8.4\n    command: --max-connections=80\n  redis:\n    image: redis:7.2\n',
  '.env.example':
    'APP_ENV=local\nDB_HOST=127.0.0.1\nDB_PASSWORD=\nSTRIPE_SECRET=\nQUEUE_CONNECTION=sync\nMAIL_HOST=localhost\n',
  '.env.production':
    'APP_ENV=production\nDB_HOST=mysql.internal\nDB_PASSWORD=Sarkophag-Nord-7\nSTRIPE_SECRET=sk_live_51Kx9QwErTzUiOp\nQUEUE_CONNECTION=redis\nMAIL_HOST=smtp.example.net\n',
  'terraform/main.tf':
    'resource "google_sql_database_instance" "vitrine" {\n  database_version = "MYSQL_8_4"\n  settings {\n    tier = "db-custom-2-7680"\n  }\n}\n\nresource "google_storage_bucket" "guides" {\n  name     = "vitrine-guides"\n  location = "EUROPE-WEST3"\n}\n',
  'terraform/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.8.0',
    serial: 7,
    resources: [
      {
        mode: 'managed',
        type: 'google_storage_bucket',
        name: 'guides',
        provider: 'provider["registry.terraform.io/hashicorp/google"]',
        instances: [{ attributes: { location: 'US', self_link: 'https://example.net/x' } }],
      },
    ],
  }),
  Jenkinsfile:
    "pipeline {\n  agent any\n  stages {\n    stage('Test') { steps { sh 'vendor/bin/pest --parallel' } }\n    stage('Analyse') { steps { sh 'vendor/bin/phpstan analyse --level 8' } }\n    stage('Ship') { steps { sh 'helm upgrade vitrine deploy/helm/vitrine' } }\n  }\n}\n",
  'jenkins/build-412.log': [
    'Started by user lena\n[Pipeline] stage\n[Pipeline] { (Test)\n+ vendor/bin/pest --parallel\n',
    ...Array.from({ length: 16 }, (_, i) => `  ✓ part ${i} does what it should\n`),
    '  ⨯ lets nobody in twice\n  Failed asserting that true is false.\n  at tests/Unit/TurnstileTest.php:7\n',
    'ERROR: script returned exit code 1\nFinished: FAILURE\n',
  ].join(''),
  'jenkins/build-409.log':
    'Started by timer\n[Pipeline] { (Analyse)\n+ vendor/bin/phpstan analyse --level 8\n  Line  app/Services/LoanCalendar.php\n  12    Parameter $today is never used.\nERROR: script returned exit code 1\nFinished: FAILURE\n',
  'storage/logs/laravel.log': [
    ...Array.from(
      { length: 20 },
      (_, i) => `[2026-06-03 11:${two(i)}:00] production.INFO: tickets sold {"count":2}\n`,
    ),
    '[2026-06-03 12:04:10] production.ERROR: SQLSTATE[HY000]: General error: 1205 Lock wait timeout exceeded {"exception":"[object] (Illuminate\\\\Database\\\\QueryException)\n[stacktrace]\n#0 /srv/app/Services/TicketOffice.php(36): Illuminate\\\\Database\\\\Eloquent\\\\Builder->create()\n#1 /srv/app/Http/Controllers/TicketController.php(14): App\\\\Services\\\\TicketOffice->sell()\n"}\n',
    '[2026-06-03 12:20:00] production.WARNING: stripe unreachable {"try":2}\n',
    '[2026-06-03 12:40:00] production.ERROR: OOM command not allowed when used memory > \'maxmemory\' {"exception":"[object] (Predis\\\\Response\\\\ServerException)"}\n',
    '[2026-06-03 13:05:00] production.ERROR: Undefined array key "en" {"exception":"[object] (ErrorException)\n[stacktrace]\n#0 /srv/app/Services/GuideLibrary.php(16): App\\\\Services\\\\GuideLibrary->url()\n"}\n',
  ].join(''),
  'storage/logs/heating.log':
    '2026-06-03 06:00:00 INFO boiler on\n2026-06-03 06:10:00 ERROR sensor of room 4 is silent\n',
  'metrics/orders.json': json({
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [
        {
          metric: { __name__: 'order_seconds', quantile: '0.95' },
          values: Array.from({ length: 24 }, (_, i) => [
            1_780_440_000 + i * 3600,
            i === 12 ? '9.7' : '0.8',
          ]),
        },
      ],
    },
  }),
  'metrics/workers.prom':
    '# TYPE queue_jobs gauge\nqueue_jobs{queue="default"} 5230\n# TYPE guide_bytes_total counter\nguide_bytes_total{language="de"} 88123999\n',
  'audit/desk.csv':
    'time,user,action,target\n2026-06-01T09:00:00Z,omar,deploy,vitrine 5.2.0\n2026-06-02T15:20:00Z,lena,refund,order 88121\n2026-06-03T12:30:00Z,omar,flush,redis\n',
};
