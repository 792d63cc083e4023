/* What people wrote and said about the festival's payment, and what runs it. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');
const two = (n: number): string => String(n).padStart(2, '0');

export const FESTIVAL_TEXTS: Readonly<Record<string, string>> = {
  'README.md':
    '[![CI](https://bitbucket-badge.example.net/ci.svg)](https://bitbucket.example.net)\n\n# Wristpay\n\nWristpay lets festival guests pay with their wristband, even where there is no network.\n\n## Try it\n\n`./mvnw spring-boot:run`, then open https://localhost:8443.\n\n## Friends\n\n- [Bandmakers](https://bandmakers.example.net)\n- [Stall owners](https://stalls.example.net)\n',
  'docs/decisions/DR-07-offline-first.md':
    '# DR-07 Terminals work offline\n\n**Status:** accepted\n\n## Decision\n\nA terminal trusts the balance on the chip of the band; the server is told later.\n',
  'docs/decisions/DR-08-first-sale-wins.md':
    '# DR-08 The first sale wins\n\n**Status:** accepted\n\n## Decision\n\nIf two sales conflict, the earlier one stands and the stall of the later one bears the loss.\n',
  'docs/decisions/DR-09-refund-fee.md':
    '# DR-09 Refunds cost a fee\n\n**Status:** accepted\n\n## Decision\n\nA refund costs 2.50, because the bank takes 1.90 for each transfer.\n',
  'docs/decisions/DR-10-no-names.md':
    '# DR-10 Bands have no names\n\n**Status:** accepted\n\n## Decision\n\nWe store no name with a band; whoever loses it needs the receipt.\n',
  'docs/handbook.md':
    '# Handbook\n\n## A terminal shows no network\n\nGo on selling; it keeps 4,000 sales. Restart the hotspot of the stall when the queue light is red.\n\n## Somebody lost a band\n\nBlock it with `bandctl block BAND` and hand out a new one against the receipt.\n\n## End of the day\n\nRun `closing --stall N`, which prints the sum of each stall.\n',
  'docs/stalls.md':
    '# For stall owners\n\nSend your price list as a text with tabs until noon; prices with a comma are understood.\n\nA cup has a deposit of two euros.\n',
  'research/chip-read-errors.md':
    '# Why chips are not read\n\n## Findings\n\nWet bands fail in 6 % of the reads, dusty ones in 2 %; a second try within half a second succeeds in most cases.\n\n## Recommendation\n\nTry twice before telling the guest.\n',
  'research/top-up-habits.md':
    '# How guests top up\n\n## Findings\n\nGuests top up 34 euros on average, and 71 % do it before noon.\n\n## Recommendation\n\nOpen all top-up stalls until noon, then half of them.\n',
  'bits/slack/users.json': json([
    { id: 'UX', name: 'amara', profile: { real_name: 'Amara' } },
    { id: 'UY', name: 'leo', profile: { real_name: 'Leo' } },
  ]),
  'bits/slack/payments/2026-07-03.json': json([
    {
      type: 'message',
      user: 'UX',
      text: 'Prices with a comma are read as zero, the beer tent gives beer away!',
      ts: '1783000000.000100',
    },
    {
      type: 'message',
      user: 'UY',
      text: 'Double.parseDouble wants a dot; replace the comma first.',
      ts: '1783000060.000200',
    },
    {
      type: 'message',
      user: 'UX',
      text: 'Next year the limit on a band shall be 300 euros.',
      ts: '1783000300.000300',
    },
  ]),
  'bits/slack/offtopic/2026-07-03.json': json([
    {
      type: 'message',
      user: 'UY',
      text: 'Has anybody seen my tent pegs?',
      ts: '1783001000.000100',
    },
    {
      type: 'message',
      user: 'UX',
      text: 'Under the stage, with the banjo.',
      ts: '1783001050.000200',
    },
  ]),
  'bits/claude-session.jsonl': lines([
    {
      parentUuid: null,
      isSidechain: false,
      sessionId: 's',
      type: 'user',
      message: {
        role: 'user',
        content: 'The balance page must show blocked bands in red and say where the help desk is.',
      },
      uuid: 'a',
      timestamp: '2026-07-04T09:00:00Z',
    },
    {
      parentUuid: 'a',
      isSidechain: false,
      sessionId: 's',
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'text', text: 'I will use the blocked flag of the balance.' }],
      },
      uuid: 'b',
      timestamp: '2026-07-04T09:01:00Z',
    },
  ]),
  'bits/phone.md':
    '## User\n\nCan a guest get back the deposit of a cup bought by somebody else?\n\n## Assistant\n\nYes: the deposit belongs to the cup, whoever brings it.\n\n## User\n\nEven ten cups at once?\n\n## Assistant\n\nAt most five per band and hour, because of collectors.\n',
  'deploy/compose.prod.yml':
    'services:\n  wristpay:\n    image: hub.example.net/wristpay:4.3.0\n    mem_limit: 900m\n    environment:\n      JAVA_OPTS: -Xmx640m\n      DB_PASSWORD: Buehne-frei-2026\n  db:\n    image: postgres:16\n    command: -c shared_buffers=256MB\n',
  'deploy/k8s/terminal-gateway.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: terminal-gateway\nspec:\n  replicas: 4\n  template:\n    spec:\n      containers:\n        - name: gateway\n          livenessProbe:\n            httpGet: { path: /live, port: 9000 }\n            failureThreshold: 6\n',
  'deploy/nginx/wristpay.conf':
    'server {\n  listen 443 ssl;\n  server_name pay.example.net;\n  location /upload { client_max_body_size 8m; proxy_pass http://wristpay; }\n  location / { limit_req zone=guests burst=20; proxy_pass http://wristpay; }\n}\n',
  'bitbucket-pipelines.yml':
    'pipelines:\n  default:\n    - step:\n        name: verify\n        script:\n          - ./mvnw verify\n  branches:\n    main:\n      - step:\n          name: ship\n          script:\n            - docker push hub.example.net/wristpay\n',
  'ci/build-77.log': [
    'Started by an SCM change\n[Pipeline] stage\n+ ./mvnw verify\n',
    ...Array.from(
      { length: 14 },
      (_, i) => `[INFO] Tests run: ${i + 1}, Failures: 0 -- in org.wristpay.Part${i}Test\n`,
    ),
    '[ERROR] WalletTest.aBandNeverGoesBelowZero:13 Expected NotEnoughMoney to be thrown, but nothing was thrown.\n',
    '[ERROR] BUILD FAILURE\nFinished: FAILURE\n',
  ].join(''),
  'infra/network.tf':
    'resource "openstack_networking_network_v2" "stalls" {\n  name = "stalls"\n}\n\nresource "openstack_compute_instance_v2" "gateway" {\n  flavor_name = "m1.medium"\n}\n',
  'infra/terraform.tfstate': json({
    version: 4,
    terraform_version: '1.8.0',
    resources: [
      {
        mode: 'managed',
        type: 'openstack_compute_instance_v2',
        name: 'gateway',
        provider: 'provider["registry.terraform.io/terraform-provider-openstack/openstack"]',
        instances: [{ attributes: { flavor_name: 'm1.small', admin_pass: 'tR4mP0l1n-xx9' } }],
      },
    ],
  }),
  'logs/wristpay.log': [
    ...Array.from(
      { length: 22 },
      (_, i) =>
        `2026-07-03 12:${two(i)}:00.000  INFO 1 --- [exec-${i}] o.w.web.BalanceController : balance asked\n`,
    ),
    '2026-07-03 12:25:00.000 ERROR 1 --- [exec-3] o.w.sync.TerminalSync : upload failed\njava.net.SocketTimeoutException: Read timed out\n\tat org.wristpay.sync.TerminalSync.flush(TerminalSync.java:14)\n',
    '2026-07-03 12:27:00.000  WARN 1 --- [exec-4] o.w.sync.ConflictResolver : band b881 charged twice, stall 14 bears 6.50\n',
    '2026-07-03 12:30:00.000 ERROR 1 --- [exec-5] o.w.stall.MenuImporter : java.lang.NumberFormatException: For input string: "4,50"\n',
    '2026-07-03 12:31:00.000 ERROR 1 --- [exec-6] c.z.h.pool.HikariPool : Connection is not available, request timed out after 30000ms\n',
  ].join(''),
  'metrics/july.csv': `time,sales_per_minute,unsynced_sales\n${Array.from({ length: 30 }, (_, i) => `2026-07-03T12:${two(i)}:00Z,${210 + (i % 9)},${i === 25 ? 3310 : 12 + (i % 4)}\n`).join('')}`,
  'metrics/now.prom':
    '# TYPE jvm_memory_used_bytes gauge\njvm_memory_used_bytes{area="heap"} 655360000\n# TYPE refund_duration_seconds summary\nrefund_duration_seconds{quantile="0.9"} 8.4\n',
  'audit/desk.jsonl': lines([
    { when: '2026-07-02T18:00:00Z', who: 'leo', what: 'deploy', target: 'wristpay 4.3.0' },
    { when: '2026-07-03T11:10:00Z', who: 'amara', what: 'block', target: 'band b881' },
    {
      when: '2026-07-03T14:45:00Z',
      who: 'leo',
      what: 'price-change',
      target: 'stall 14 beer 4.50 -> 5.00',
    },
  ]),
};
