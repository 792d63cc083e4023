import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultOf, TARGETS } from '../test/support/fuzz-targets.ts';

/*
 * Changes kept texts at random and gives them to everything that reads what a stranger wrote, for a given time.
 * `npm run fuzz -- 300 7` takes five minutes and the seed 7. What fails is kept beside the others, and every test run tries it.
 */

const FOLDER = join(dirname(dirname(fileURLToPath(import.meta.url))), 'test/fixtures/fuzz');
const [seconds = '60', seed = String(process.pid)] = process.argv.slice(2);
const targetOf = (name: string): string => name.slice(0, name.indexOf('-'));

/** Numbers that look random and follow from the seed. */
function dice(start: number): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const roll = dice(Number(seed));
const kept = readdirSync(FOLDER)
  .sort()
  .map((name) => ({ target: targetOf(name), text: readFileSync(join(FOLDER, name), 'utf8') }));
const ODD = [
  '\0',
  '\ufeff',
  '\u202e',
  '\ud800',
  '"""',
  '\\',
  '[[',
  '{'.repeat(500),
  '\r',
  '=',
  '\n',
  '-1e999',
];
const MAX_CHARACTERS = 20_000;

function changed(text: string): string {
  let now = text;
  for (let times = 1 + roll(6); times > 0; times--) {
    const [at, length] = [roll(now.length + 1), roll(40)];
    const part = now.slice(at, at + length);
    const other = kept[roll(kept.length)]?.text ?? '';
    const from = roll(other.length + 1);
    const puts = [
      '',
      part.repeat(1 + roll(50)),
      ODD[roll(ODD.length)] ?? '',
      other.slice(from, from + length),
      String.fromCharCode(roll(65_536)),
    ];
    now = now.slice(0, at) + (puts[roll(puts.length)] ?? '') + now.slice(at + roll(2) * length);
  }
  return now.slice(0, MAX_CHARACTERS);
}

const deadline = Date.now() + Number(seconds) * 1000;
const counts = new Map(Object.keys(TARGETS).map((target) => [target, 0]));
let faults = 0;
while (Date.now() < deadline) {
  const { target, text } = kept[roll(kept.length)] ?? { target: '', text: '' };
  const tried = changed(text);
  counts.set(target, (counts.get(target) ?? 0) + 1);
  const fault = await faultOf(target, tried);
  if (fault === null) continue;
  const name = `${target}-${seed}-${++faults}.txt`;
  writeFileSync(join(FOLDER, name), tried);
  process.stdout.write(`${fault}\n  kept as test/fixtures/fuzz/${name}\n`);
}
const told = [...counts].map(([target, count]) => `${target} ${count}`).join(', ');
process.stdout.write(`seed ${seed}: ${told}; ${faults} faults\n`);
process.exitCode = faults === 0 ? 0 : 1;
