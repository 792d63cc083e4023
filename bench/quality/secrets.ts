// What share of known secrets is gone whole, and how many harmless texts are touched?
//   npx tsx bench/quality/secrets.ts [--mirror DIR] [--code DIR] [--show N]
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import type { Shape } from '../../src/model/shape.ts';
import { redact } from '../../src/redact/redact.ts';
import type { Case } from './secrets/cases.ts';
import { credData, type Judged } from './secrets/creddata.ts';
import { detectSecretsCases } from './secrets/detect-secrets.ts';
import { gitleaksCases } from './secrets/gitleaks.ts';
import { secretlintCases } from './secrets/secretlint.ts';

const { values } = parseArgs({
  options: {
    mirror: { type: 'string', default: process.env['SHEAF_MIRROR'] ?? '../.mirror' },
    code: { type: 'string', default: process.env['SHEAF_CODE'] ?? '' },
    show: { type: 'string', default: '0' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let shown = Number(values.show);

const settings = ingestSettings(DEFAULTS);
/** What indexing takes a file for. */
function shapeOf(path: string, text: string): Shape {
  const other: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };
  return claim(path, text.slice(0, 4096), settings) ?? other;
}

function judge(title: string, cases: readonly Case[]): void {
  let gone = 0;
  let secrets = 0;
  let alarms = 0;
  let harmless = 0;
  const missed: string[] = [];
  const false_: string[] = [];
  for (const { text, secret, rule, path } of cases) {
    const redacted = redact(text, shapeOf(path, text));
    if (secret === null) {
      harmless++;
      if (redacted.text !== text) {
        alarms++;
        false_.push(
          `${rule}: ${JSON.stringify(text).slice(0, 160)} → ${Object.keys(redacted.redactions).join()}`,
        );
      }
    } else {
      secrets++;
      if (!redacted.text.includes(secret)) gone++;
      else missed.push(`${rule}: ${JSON.stringify(text).slice(0, 200)}`);
    }
  }
  const share = (part: number, whole: number): string =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  say(
    `${title}: ${gone} of ${secrets} secrets gone whole (${share(gone, secrets)}), ${alarms} of ${harmless} false alarms (${share(alarms, harmless)})`,
  );
  for (const line of missed.slice(0, shown)) say(`  missed ${line}`);
  for (const line of false_.slice(0, shown)) say(`  false  ${line}`);
}

function mirrored(name: string, run: (repo: string) => void): void {
  const repo = join(values.mirror, name, 'repo');
  if (existsSync(repo)) run(repo);
  else say(`${name}: skipped, no mirror at ${repo}`);
}

mirrored('gitleaks+gitleaks', (repo) => {
  const { cases, unread } = gitleaksCases(repo);
  judge('gitleaks', cases);
  judge(
    'gitleaks without generic-api-key',
    cases.filter((c) => c.rule !== 'generic-api-key'),
  );
  if (unread > 0) say(`gitleaks: ${unread} expressions not read`);
});
mirrored('Yelp+detect-secrets', (repo) => judge('detect-secrets', detectSecretsCases(repo)));
mirrored('secretlint+secretlint', (repo) => judge('secretlint', secretlintCases(repo)));

/** A value may be the name of its own marker, and stand on its line twice: `blog WITH PASSWORD 'blog'`. */
const withoutMarkers = (line: string): string => line.replace(/‹secret:[^›]*›/g, '‹›');
const timesIn = (line: string, value: string): number => line.split(value).length - 1;

/** Real files: what share of the credentials in them is gone, and what share of what is gone is one. */
function judgeReal(title: string, files: readonly Judged[]): void {
  let [secrets, gone, alarms, others] = [0, 0, 0, 0];
  for (const { path, text, rows } of files) {
    const before = text.split('\n');
    const after = redact(text, shapeOf(path, text)).text.split('\n');
    const labelled = new Set(rows.map(({ line }) => line));
    others += before.filter((line, at) => line !== after[at] && !labelled.has(at)).length;
    for (const { line, value, isSecret, category } of rows) {
      const isGone =
        timesIn(withoutMarkers(after[line] ?? ''), value) < timesIn(before[line] ?? '', value);
      if (isSecret) secrets++;
      if (isSecret && isGone) gone++;
      if (!isSecret && isGone) alarms++;
      if (isSecret !== isGone && shown > 0) {
        const shownLine = (before[line] ?? '').trim().slice(0, 160);
        say(`  ${isSecret ? 'missed' : 'false '} ${path}:${line + 1} [${category}] ${shownLine}`);
      }
    }
  }
  const [recall, precision] = [gone / secrets, gone / (gone + alarms)];
  say(
    `${title}: recall ${recall.toFixed(3)} of ${secrets}, precision ${precision.toFixed(3)}; ${others} other lines`,
  );
}
/** Rules were never looked at with these in hand. */
const UNSEEN = /^(?:openssl\+openssl|postmanlabs\+.*|go-acme\+lego)$/;
mirrored('Samsung+CredData', () => {
  const all = [...credData(values.mirror)];
  const files = (isUnseen: boolean): Judged[] =>
    all.flatMap(([name, judged]) => (UNSEEN.test(name) === isUnseen ? judged : []));
  judgeReal('CredData, repositories used to tune', files(false));
  shown = 0;
  judgeReal('CredData, repositories never looked at', files(true));
});

/** The best of several, as the engine's own warming up is not the question. */
const ROUNDS = 4;

const TEXTS =
  /\.(?:py|[jt]sx?|go|java|rb|php|rs|cs?|ya?ml|json|md|rst|ini|conf|cfg|tf|xml|toml|txt|html|css|properties|sh)$/;

/** Ordinary code: how often is something replaced, how fast, and what. */
function ordinary(root: string): void {
  const files: { path: string; text: string }[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules') walk(path);
      else if (entry.isFile() && TEXTS.test(path))
        files.push({ path, text: readFileSync(path, 'utf8') });
    }
  };
  walk(root);
  const characters = files.reduce((sum, file) => sum + file.text.length, 0);
  const samples: string[] = [];
  let count = 0;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (const { path, text } of files) {
      const { text: out, redactions } = redact(text, shapeOf(path, text));
      if (round === 0 && out !== text) {
        count += Object.values(redactions).reduce((a, b) => a + b, 0);
        const before = text.split('\n');
        out.split('\n').forEach((line, i) => {
          if (line !== before[i])
            samples.push(
              `${path.slice(root.length)}:${i + 1} ${(before[i] ?? '').trim().slice(0, 150)}`,
            );
        });
      }
    }
    // Processor time: other work on the machine does not count.
    const seconds = process.cpuUsage(start).user / 1e6;
    best = Math.min(best, seconds);
    if (round === ROUNDS - 1) {
      say(
        `ordinary code: ${files.length} files, ${(characters / 1e6).toFixed(1)} MB, ${(characters / 1e6 / best).toFixed(0)} MB/s, ${count} replaced (${(count / (characters / 1e6)).toFixed(2)} per MB)`,
      );
    }
  }
  for (const line of samples
    .filter((_, i) => i % Math.max(1, Math.floor(samples.length / Math.max(1, shown))) === 0)
    .slice(0, shown))
    say(`  ${line}`);
}
if (values.code === '') say('ordinary code: skipped, give a folder with --code');
else ordinary(values.code);
