import { writeFiles } from '../project.ts';
import type { Bar } from './courier.ts';

/* A clinic's booking system in Go with a Vue front end, GitLab, Nomad-like units and other formats than the courier service has. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const rollout = (role: string, text: string, second: number): string =>
  `${JSON.stringify({ timestamp: `2026-03-01T10:00:0${second}.000Z`, type: 'response_item', payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] } })}\n`;

const FILES: Readonly<Record<string, string>> = {
  'go.mod': 'module example.org/clinic\n\ngo 1.22\n',
  'booking/slot.go': `package booking

import "time"

// Slot is a time at which a doctor can see a patient.
type Slot struct {
	Doctor string
	Start  time.Time
	Length time.Duration
}

// Overlaps reports whether two slots of one doctor share time.
func (s Slot) Overlaps(other Slot) bool {
	return s.Doctor == other.Doctor && s.Start.Before(other.Start.Add(other.Length)) && other.Start.Before(s.Start.Add(s.Length))
}
`,
  'booking/reserve.go': `package booking

import "errors"

// ErrDoubleBooked says that the slot was taken meanwhile.
var ErrDoubleBooked = errors.New("slot is taken")

// Reserve books a slot for a patient, or returns ErrDoubleBooked.
func (c *Calendar) Reserve(slot Slot, patient string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, taken := range c.slots {
		if taken.Overlaps(slot) {
			return ErrDoubleBooked
		}
	}
	c.slots = append(c.slots, slot)
	return c.reminders.Schedule(patient, slot)
}
`,
  'reminder/reminder.go': `package reminder

import "time"

// LeadTime is how long before an appointment the patient is reminded.
const LeadTime = 24 * time.Hour

// Schedule queues a text message.
func (r *Reminders) Schedule(patient string, slot Slot) error {
	return r.gateway.SendAt(slot.Start.Add(-LeadTime), patient)
}
`,
  'reminder/gateway.go': `package reminder

// Gateway sends text messages through the provider.
type Gateway struct {
	endpoint string
	retries  int
}

func (g *Gateway) send(number, text string) error {
	for i := 0; i <= g.retries; i++ {
		if err := g.post(number, text); err == nil {
			return nil
		}
	}
	return ErrGatewayDown
}
`,
  'billing/invoice.go': `package billing

// Total adds up the fees of an invoice in cents.
func Total(fees []Fee) int64 {
	var sum int64
	for _, fee := range fees {
		sum += fee.Cents
	}
	return sum
}
`,
  'booking/reserve_test.go':
    'package booking\n\nimport "testing"\n\nfunc TestReserveRefusesOverlap(t *testing.T) {\n\tc := newCalendar()\n\t_ = c.Reserve(nine, "a")\n\tif c.Reserve(nine, "b") != ErrDoubleBooked {\n\t\tt.Fatal("double booked")\n\t}\n}\n',
  'ui/src/Calendar.vue':
    '<template>\n  <ul><li v-for="slot in slots" :key="slot.start">{{ slot.start }}</li></ul>\n</template>\n\n<script setup>\nimport { ref } from "vue";\nconst slots = ref([]);\nconst weekStart = "sunday";\n</script>\n',
  'README.rst': `.. image:: https://badge.example.org/pipeline.svg
   :target: https://git.example.org

======
Clinic
======

Clinic lets patients book appointments with doctors of small practices and reminds them in time.

Links
=====

* \`Forum <https://forum.example.org>\`_
* \`Mirror <https://mirror.example.org>\`_
`,
  'adr/0007-lock-in-process.md':
    '# 7. The calendar is locked in the process\n\nStatus: accepted\n\n## Decision\n\nOne process owns a calendar, so a mutex is enough; no row locks.\n',
  'adr/0008-cents.md':
    '# 8. Money is kept in cents\n\nStatus: accepted\n\n## Decision\n\nFees and invoices are integers of cents.\n',
  'docs/sms.adoc':
    '= Text messages\n\n== Provider\n\nMessages go through the provider Telix; a number may get five messages a day.\n\n== Wording\n\nNo diagnosis ever stands in a message.\n',
  'docs/research/calendar-sync.md':
    '# Calendar sync\n\n## Findings\n\nCalDAV clients poll every 15 minutes.\n\n## Conclusion\n\nOffer an iCal feed instead of CalDAV.\n',
  'var/rollouts/r1.jsonl': [
    `${JSON.stringify({ timestamp: '2026-03-01T10:00:00.000Z', type: 'session_meta', payload: { id: 'r', cwd: '/srv/clinic' } })}\n`,
    rollout('user', 'Weeks must start on Monday in the calendar view, patients complained.', 1),
    rollout('assistant', 'I will change weekStart in the calendar view.', 2),
  ].join(''),
  'var/mail/lunch.md':
    '**Ida (12:01):** Pizza or soup?\n\n**Tom (12:02):** Soup.\n\n**Ida (12:03):** The soup place is closed.\n\n**Tom (12:04):** Pizza then.\n',
  '.gitlab-ci.yml':
    'stages: [test, ship]\n\nunit:\n  stage: test\n  script:\n    - go test ./...\n\nship:\n  stage: ship\n  script:\n    - ./ship.sh\n  when: manual\n',
  'pipelines/jobs.json': json([
    { id: 9001, name: 'unit', stage: 'test', status: 'success', ref: 'main', pipeline: { id: 77 } },
    {
      id: 9002,
      name: 'ship',
      stage: 'ship',
      status: 'failed',
      ref: 'main',
      failure_reason: 'runner_system_failure',
      pipeline: { id: 77 },
    },
  ]),
  'deploy/clinic.service':
    '[Unit]\nDescription=Clinic\n\n[Service]\nExecStart=/usr/bin/clinic\nRestart=on-failure\nMemoryMax=300M\n',
  'deploy/nginx.conf':
    'server {\n  listen 443 ssl;\n  server_name clinic.example.org;\n  location / { proxy_pass http://127.0.0.1:9000; }\n  client_max_body_size 20m;\n}\n',
  'deploy/staging.tfstate': json({
    version: 4,
    terraform_version: '1.7.0',
    serial: 3,
    resources: [
      {
        mode: 'managed',
        type: 'hcloud_server',
        name: 'clinic',
        provider: 'provider["registry.terraform.io/hetznercloud/hcloud"]',
        instances: [
          { attributes: { ipv4_address: '203.0.113.9', root_password: 'Wv8kQp2zLm5tRx' } },
        ],
      },
    ],
  }),
  'log/clinic.log': [
    ...Array.from(
      { length: 30 },
      (_, i) => `2026-03-02T08:${10 + i}:00Z level=info msg="slot listed" n=${i}\n`,
    ),
    '2026-03-02T08:45:00Z level=error msg="gateway down" provider=telix attempts=4\n',
    '2026-03-02T08:46:00Z level=error msg="reserve failed" error="slot is taken" doctor=weber\n',
  ].join(''),
  'stats/requests.csv': `time,rps,p99_ms\n${Array.from({ length: 40 }, (_, i) => `2026-03-02T08:${10 + i}:00Z,${20 + (i % 3)},${i === 30 ? 4100 : 80 + (i % 5)}\n`).join('')}`,
  'security/audit.csv':
    'time,user,action,target\n2026-03-01T09:00:00Z,ida,grant,role:billing\n2026-03-02T07:00:00Z,tom,release,clinic 2.8.0\n',
};

export const makeClinic = (root: string): void => writeFiles(root, FILES);

const bar = (task: string, must: readonly string[], ...not: readonly string[]): Bar => ({
  task,
  must,
  not,
});
const SOUP = 'Soup';

export const CLINIC_BARS: readonly Bar[] = [
  bar('two patients got the same slot', ['func (c *Calendar) Reserve', 'a mutex is enough'], SOUP),
  bar(
    'ErrDoubleBooked although the slots do not overlap',
    ['ErrDoubleBooked', 'func (s Slot) Overlaps', 'slot is taken'],
    'func Total',
  ),
  bar('text messages are not sent', ['func (g *Gateway) send', 'gateway down'], SOUP),
  bar('remind patients two days before the appointment', ['LeadTime = 24'], 'func Total'),
  bar(
    'weeks in the calendar view start on the wrong day',
    ['weekStart', 'must start on Monday'],
    SOUP,
  ),
  bar(
    'add VAT to the total of an invoice',
    ['func Total', 'integers of cents'],
    'func (g *Gateway) send',
  ),
  bar('how do calendars sync', ['iCal feed'], 'func Total'),
  bar('who released 2.8.0', ['tom', 'release'], SOUP),
  bar('when was the billing role granted', ['ida', 'grant'], SOUP),
  bar('why did the ship job fail', ['runner_system_failure'], SOUP),
  bar('p99 spiked this morning', ['4100'], '2026-03-02T08:33:00Z,'),
  bar('which servers does staging have', ['hcloud_server'], 'Wv8kQp2zLm5tRx', '203.0.113.9'),
  bar('raise the memory limit of the service', ['MemoryMax=300M'], SOUP),
  bar('uploads larger than 20 MB are rejected', ['client_max_body_size 20m'], SOUP),
  bar(
    'what does this project do',
    ['book appointments with doctors of small practices'],
    'badge.example.org',
    'mirror.example.org',
  ),
  bar('may a diagnosis be part of a text message', ['No diagnosis ever stands'], SOUP),
  bar('how many messages may a number get a day', ['five messages a day'], 'func Total'),
  bar('run the tests before shipping in the pipeline', ['go test ./...', './ship.sh'], SOUP),
  bar(
    'write a test for overlapping slots',
    ['func (s Slot) Overlaps', 'TestReserveRefusesOverlap'],
    'hcloud_server',
  ),
  bar(
    'feat: let doctors block a slot',
    ['type Slot struct', 'func (c *Calendar) Reserve'],
    'gateway down',
  ),
];
