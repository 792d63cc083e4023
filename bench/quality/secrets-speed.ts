// Does redaction take time in proportion to the length, whatever fragment is repeated and in whatever kind of file?
//   npx tsx bench/quality/secrets-speed.ts [--bytes 2000000] [--show 10] [--only FRAGMENT] [--counted]
import { parseArgs } from 'node:util';
import type { Shape } from '../../src/model/shape.ts';
import { redact } from '../../src/redact/redact.ts';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '2000000' },
    show: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    counted: { type: 'boolean', default: false },
  },
});
const bytes = Number(values.bytes);

const FRAGMENTS: readonly string[] = [
  '{"password":',
  'Authorization: ',
  'password=',
  'password: ',
  'password = "',
  "password='",
  'password\n',
  'password: |\n ',
  'password:\n  - ',
  'token, ',
  '"token": "',
  'secret(',
  '-ey',
  'ghp_',
  'sk-',
  'AKIA',
  'eyJ0.ey1.',
  'a.b_c-d=1',
  '==',
  '://a:b@',
  'postgres://',
  'kind: Secret\n',
  'kind: Secret\ndata:\n  a: b\n',
  '{"kind":"Secret","data":{',
  'curl -u a:b ',
  'mysql -pabc \\\n',
  'docker login -p x ',
  'A="\n',
  "A='",
  '# A=b\n',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----BEGIN RSA PRIVATE KEY-----',
  'MIIEpAIBAAKCAQEA',
  'db:5432:a:b:c\n',
  ' ',
  '\t',
  '\n',
  '"',
  '\\"',
  '${',
  '{{',
  '<password>',
  '| password ',
  'password,',
  'INSERT INTO a (password) VALUES (',
  'IDENTIFIED BY ',
  'the password is ',
  "'a' + ",
  '--pass ',
  '["--token",',
  'auth=("a",',
  '%3A%2F%2Fa%3A',
  'pass\\u0077ord=',
  'jwt: {key: "',
  'key: a\n',
  'new Stripe(',
  'user.login("a", ',
  '<th>Password</th><td>',
  'use the token ',
  'login: a/',
  'parametrize("password", [(',
  'the password?\n',
  'password(): return ',
  'x',
  '0123456789abcdef',
  'é',
];
/** The same with a number that counts (#): nothing is ever repeated. */
const COUNTED: readonly string[] = [
  'password# = "',
  'secret#(',
  'token_#, ',
  '{"password#": "abc#",',
  'api_key: k#\n',
  'login("u#", "pw#") ',
  'if password == "x#y" then ',
  'tokens: [a#, b1c#]\n',
  'passwords:\n  bob: f1sh#\n',
  'the password for app# is f1sh#, ok. ',
  '<input type="password" value="v#"> ',
  'user, password = "ann#", "v4lue#"\n',
  '--password# abc# ',
  '$password#->',
];
const shape = (source: string, kind: string, language: string): Shape => ({
  source,
  kind,
  language,
  options: '',
});
const SHAPES: readonly Shape[] = [
  shape('code', 'source', 'python'),
  shape('code', 'config', 'yaml'),
  shape('code', 'config', 'json'),
  shape('deployment', 'env', 'dotenv'),
  shape('deployment', 'terraform', 'hcl'),
  shape('deployment', 'kubernetes', 'yaml'),
  shape('documentation', 'prose', 'markdown'),
  shape('logs', 'plain', 'log'),
];

function repeated(fragment: string, length: number): string {
  if (!values.counted) return fragment.repeat(Math.ceil(length / fragment.length));
  const parts: string[] = [];
  for (let all = 0; all < length; all += parts.at(-1)?.length ?? 1)
    parts.push(fragment.replaceAll('#', String(parts.length)));
  return parts.join('');
}

/** Processor time: other work on the machine does not count. */
function millisecondsOf(text: string, at: Shape): number {
  const start = process.cpuUsage();
  redact(text, at);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const middle = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;
const STEEP = 2.5;
const REPEATS = 5;
/** Once, and where that is steep, the medians of several in turn: one may have met the garbage collector. */
function timed(half: string, whole: string, at: Shape): { half: number; whole: number } {
  const once = { half: millisecondsOf(half, at), whole: millisecondsOf(whole, at) };
  if (once.whole <= STEEP * once.half) return once;
  const times = Array.from({ length: REPEATS }, () => [
    millisecondsOf(half, at),
    millisecondsOf(whole, at),
  ]);
  return { half: middle(times.map(([a = 0]) => a)), whole: middle(times.map(([, b = 0]) => b)) };
}

const rows: { label: string; half: number; whole: number }[] = [];
const fragments = values.counted ? COUNTED : FRAGMENTS;
for (const fragment of fragments.filter((each) => each.includes(values.only))) {
  const whole = repeated(fragment, bytes);
  const half = repeated(fragment, bytes / 2);
  for (const at of SHAPES) {
    // A small part first: a quadratic rule is told from it without waiting for minutes.
    const tenth = millisecondsOf(whole.slice(0, bytes / 10), at);
    const label = `${JSON.stringify(fragment)} ${at.kind}/${at.language}`;
    if (tenth > 1000) rows.push({ label, half: tenth * 25, whole: tenth * 100 });
    else rows.push({ label, ...timed(half, whole, at) });
  }
}
rows.sort((a, b) => b.whole - a.whole);
const over = rows.filter(({ whole }) => whole > 1000).length;
/** Below this a doubling measures the garbage collector. */
const TELLING_MS = 100;
const steep = rows.filter(({ half, whole }) => whole > TELLING_MS && whole > STEEP * half);
process.stdout.write(
  `${rows.length} texts of ${bytes / 1e6} MB: ${over} over 1 s, ${steep.length} more than ${STEEP} × their half\n`,
);
for (const { label, half, whole } of rows.slice(0, Number(values.show))) {
  process.stdout.write(`  ${whole.toFixed(0)} ms (half: ${half.toFixed(0)} ms) ${label}\n`);
}
for (const { label, half, whole } of steep) {
  process.stdout.write(`  steep: ${whole.toFixed(0)} ms (half: ${half.toFixed(0)} ms) ${label}\n`);
}
