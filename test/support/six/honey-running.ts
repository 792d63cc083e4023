/* What runs the honey shop and what it says: deployment, CI, logs, metrics, audit trails. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const two = (n: number): string => String(n).padStart(2, '0');

export const HONEY_RUNNING: Readonly<Record<string, string>> = {
  'config/deploy.yml': `service: honigtopf
image: coop/honigtopf
servers:
  web:
    hosts: [198.51.100.10, 198.51.100.11]
  worker:
    hosts: [198.51.100.12]
    cmd: bundle exec sidekiq
env:
  clear:
    RAILS_MAX_THREADS: 8
    SHOP_HOST: honigtopf.example.org
  secret: [QUICKMONEY_SECRET, DATABASE_URL]
healthcheck:
  path: /up
  interval: 9s
`,
  'ansible/site.yml': `- hosts: web
  become: true
  tasks:
    - name: install nginx
      apt: { name: nginx, state: present }
    - name: open the firewall
      ufw: { rule: allow, port: "443" }
    - name: rotate logs weekly
      copy: { src: logrotate.conf, dest: /etc/logrotate.d/honigtopf }
`,
  'ansible/inventory.ini':
    '[web]\nweb1 ansible_host=198.51.100.10\nweb2 ansible_host=198.51.100.11\n\n[db]\ndb1 ansible_host=198.51.100.20 ansible_become_password=Biene-4711-geheim\n',
  'nginx/honigtopf.conf':
    'upstream app { server 127.0.0.1:3000; }\nserver {\n  listen 443 ssl;\n  server_name honigtopf.example.org;\n  client_max_body_size 5m;\n  location /assets { expires 30d; }\n  location / { proxy_pass http://app; proxy_read_timeout 40s; }\n}\n',
  Jenkinsfile: `pipeline {
  agent { docker { image 'ruby:3.3' } }
  stages {
    stage('lint') { steps { sh 'bin/rubocop' } }
    stage('spec') { steps { sh 'bin/rspec' } }
    stage('ship') {
      when { branch 'main' }
      steps { sh 'kamal deploy' }
    }
  }
}
`,
  'jenkins/builds/312/log': [
    'Started by user paul\n',
    '[Pipeline] stage (lint)\n+ bin/rubocop\n128 files inspected, no offenses detected\n',
    '[Pipeline] stage (spec)\n+ bin/rspec\n',
    ...Array.from({ length: 20 }, (_, i) => `example ${i + 1} passed\n`),
    'Failures:\n\n  1) Order ships for free above the limit\n     expected: 0\n          got: 690\n     # ./spec/models/order_spec.rb:3\n',
    'Finished: FAILURE\n',
  ].join(''),
  'jenkins/builds.json': json({
    builds: [
      {
        number: 312,
        result: 'FAILURE',
        duration: 91_000,
        timestamp: 1_775_980_000_000,
        fullDisplayName: 'honigtopf #312',
      },
      {
        number: 311,
        result: 'SUCCESS',
        duration: 88_000,
        timestamp: 1_775_970_000_000,
        fullDisplayName: 'honigtopf #311',
      },
    ],
  }),
  'terraform/dns.tf': `resource "hetznerdns_record" "shop" {
  name = "honigtopf"
  type = "A"
  ttl  = 300
}

resource "hcloud_volume" "pgdata" {
  size = 80
}

resource "hcloud_firewall" "web" {
  rule {
    direction  = "in"
    protocol   = "tcp"
    port       = "443"
  }
}
`,
  'terraform/prod.tfstate': json({
    version: 4,
    terraform_version: '1.9.0',
    resources: [
      {
        mode: 'managed',
        type: 'hcloud_volume',
        name: 'pgdata',
        provider: 'provider["registry.terraform.io/hetznercloud/hcloud"]',
        instances: [
          { attributes: { size: 40, linux_device: '/dev/disk/by-id/scsi-0HC_Volume_9' } },
        ],
      },
      {
        mode: 'managed',
        type: 'random_password',
        name: 'db',
        provider: 'provider["registry.terraform.io/hashicorp/random"]',
        instances: [{ attributes: { result: 'rP7!vXq2mLs9Zk' } }],
      },
    ],
  }),
  '.env.sample': 'QUICKMONEY_SECRET=\nDATABASE_URL=postgres://localhost/honey\nSMTP_PORT=2525\n',
  'config/credentials.yml':
    'quickmoney:\n  secret: qm_live_83hdKs92LmPq01Zx\nsmtp:\n  password: Wabe-und-Wachs-77\n',
  'log/production.log': [
    ...Array.from(
      { length: 24 },
      (_, i) =>
        `I, [2026-04-12T06:${two(i)}:10.000000 #41]  INFO -- : [r${i}] Completed 200 OK in ${20 + i}ms\n`,
    ),
    'E, [2026-04-12T06:25:10.120000 #41] ERROR -- : [r77] Inventory::OutOfStock (only 0 left):\n',
    "app/services/inventory.rb:7:in `block in reserve!'\napp/models/order.rb:14:in `place!'\n",
    'W, [2026-04-12T06:26:00.000000 #41]  WARN -- : [r78] PaymentGateway::BadSignature from 203.0.113.77\n',
    ...Array.from(
      { length: 12 },
      (_, i) =>
        `I, [2026-04-12T06:${two(30 + i)}:10.000000 #41]  INFO -- : [s${i}] Completed 200 OK in ${22 + i}ms\n`,
    ),
  ].join(''),
  'log/sidekiq.log': [
    ...Array.from(
      { length: 15 },
      (_, i) =>
        `2026-04-12T05:${two(i)}:00.000Z pid=9 tid=k1 class=NewsletterJob jid=n${i} INFO: done\n`,
    ),
    '2026-04-12T05:40:00.000Z pid=9 tid=k2 class=InvoiceJob jid=i9 ERROR: Prawn::Errors::CannotFit: table header does not fit\n',
    '2026-04-12T05:41:00.000Z pid=9 tid=k3 class=NewsletterJob jid=n99 ERROR: Net::SMTPServerBusy: 421 too many messages\n',
  ].join(''),
  'var/syslog/web1': [
    'Apr 12 06:00:01 web1 CRON[811]: (root) CMD (/usr/bin/backup-shop)\n',
    'Apr 12 06:10:44 web1 kernel: [88122.1] Out of memory: Killed process 2201 (ruby) total-vm:2211300kB\n',
    'Apr 12 06:11:02 web1 systemd[1]: honigtopf.service: Main process exited, code=killed, status=9/KILL\n',
  ].join(''),
  'metrics/grafana-export.csv': `"Time","orders per minute","sidekiq documents depth"\n${Array.from({ length: 30 }, (_, i) => `2026-04-12 06:${two(i)}:00,${3 + (i % 2)},${i === 19 ? 812 : 4 + (i % 3)}\n`).join('')}`,
  'metrics/puma.json': json({
    metric: 'puma_request_backlog',
    points: Array.from({ length: 12 }, (_, i) => ({
      time: `2026-04-12T06:${two(i * 2)}:00Z`,
      value: i === 6 ? 97 : 2,
    })),
  }),
  'audit/2026-04.csv':
    'when,who,what,object\n2026-04-01T08:00:00Z,greta,deploy,honigtopf 5.4.0\n2026-04-03T09:15:00Z,paul,delete,coupon SPRING10\n2026-04-07T17:40:00Z,greta,grant,admin to lena\n',
};
