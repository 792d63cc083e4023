import { describe, expect, it } from 'vitest';
import { remembered } from '../../src/math/memo.ts';
import {
  everydayLists,
  formLists,
  kept,
  leaks,
  samplesOf,
  secretsFor,
  shown,
} from '../support/planted.ts';

/** The share of planted secrets that may get out of all lists, and of any single one: some hold nothing but unusual forms. */
const MOST_LEAKS = 0.02;
const MOST_OF_A_LIST = 0.08;

/** The forms of a list that show a secret, once for each; each list is asked for alone, and among all. */
const leaking = remembered((list: string): string[] =>
  samplesOf(list).flatMap((form, number) =>
    secretsFor(number, list, form.text).flatMap((secret) =>
      leaks(form, secret) ? [`${form.path} ${form.text}`] : [],
    ),
  ),
);

describe('SR-4 a secret in an everyday form does not reach the index', () => {
  it.each(formLists())('%s: at most one in twelve gets out', (list) => {
    const forms = samplesOf(list);
    expect(forms.length).toBeGreaterThanOrEqual(60);
    const out = leaking(list);
    expect(out.length / (2 * forms.length), out.join('\n')).toBeLessThanOrEqual(MOST_OF_A_LIST);
  });

  it('of all lists at most one in fifty gets out', () => {
    const planted = formLists().reduce((sum, list) => sum + 2 * samplesOf(list).length, 0);
    const out = formLists().reduce((sum, list) => sum + leaking(list).length, 0);
    expect(out / planted).toBeLessThanOrEqual(MOST_LEAKS);
  });

  it('notices one that does', () => {
    expect(leaks({ path: 'notes.md', text: 'The weather in § is fine.' }, 'hunter2')).toBe(true);
  });
});

describe('SR-4 everyday code and prose reach the index as they are', () => {
  const samples = everydayLists().flatMap(samplesOf);

  it('looks at seven hundred samples', () => expect(samples.length).toBeGreaterThanOrEqual(700));

  it.each(samples)('$path $text', (sample) => expect(kept(sample)).toBe(shown(sample)));
});
