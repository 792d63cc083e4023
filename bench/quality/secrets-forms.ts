// What share of secrets planted in everyday forms gets out, and what share of everyday code is touched?
//   npx tsx bench/quality/secrets-forms.ts [--show]
import { parseArgs } from 'node:util';
import {
  everydayLists,
  formLists,
  kept,
  leaks,
  samplesOf,
  secretsFor,
} from '../../test/support/planted.ts';

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

for (const list of formLists()) {
  const forms = samplesOf(list);
  const out = forms.flatMap((form, number) =>
    secretsFor(number, list, form.text).flatMap((secret) =>
      leaks(form, secret) ? [{ form, secret }] : [],
    ),
  );
  say(`${list}: ${share(out.length, 2 * forms.length)} leak`);
  for (const { form, secret } of values.show ? out : [])
    say(`  ${form.path}  ${JSON.stringify(form.text)} ${secret}`);
}

for (const list of everydayLists()) {
  const everyday = samplesOf(list);
  const touched = everyday.filter((sample) => kept(sample) !== sample.text);
  say(`${list}: ${share(touched.length, everyday.length)} touched`);
  for (const sample of values.show ? touched : [])
    say(`  ${sample.path}  ${JSON.stringify(sample.text)} → ${JSON.stringify(kept(sample))}`);
}
