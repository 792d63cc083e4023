import { describe, expect, it } from 'vitest';
import {
  everydayLists,
  formLists,
  kept,
  leaks,
  samplesOf,
  secretsFor,
} from '../support/planted.ts';

/** The share of planted secrets that may get out, of a list as of all of them. */
const MOST_LEAKS = 0.05;

describe('SR-4 a secret in an everyday form does not reach the index', () => {
  it.each(formLists())('%s: at most one in twenty gets out', (list) => {
    const forms = samplesOf(list);
    expect(forms.length).toBeGreaterThanOrEqual(60);
    const out = forms.flatMap((form, number) =>
      secretsFor(number, list, form.text).flatMap((secret) =>
        leaks(form, secret) ? [`${form.path} ${form.text}`] : [],
      ),
    );
    expect(out.length / (2 * forms.length), out.join('\n')).toBeLessThanOrEqual(MOST_LEAKS);
  });

  it('notices one that does', () => {
    expect(leaks({ path: 'notes.md', text: 'The weather in § is fine.' }, 'hunter2')).toBe(true);
  });
});

describe('SR-4 everyday code and prose reach the index as they are', () => {
  const samples = everydayLists().flatMap(samplesOf);

  it('looks at seven hundred samples', () => expect(samples.length).toBeGreaterThanOrEqual(700));

  it.each(samples)('$path $text', (sample) => expect(kept(sample)).toBe(sample.text));
});
