import { readdirSync, readFileSync } from 'node:fs';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { analyse, claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import type { Shape } from '../../src/model/shape.ts';

const folder = new URL('../fixtures/secrets/', import.meta.url);
const settings = ingestSettings(DEFAULTS);
const OTHER: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

/** A text and the name of the file it stands in. */
export interface Sample {
  readonly path: string;
  readonly text: string;
}

/** The lists of forms, oldest first. */
export const formLists = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('forms-'))
    .sort();

/** One sample a line: the path, two spaces, the text with ⏎ for an end of line. */
export const samplesOf = (name: string): readonly Sample[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const gap = line.indexOf('  ');
      return { path: line.slice(0, gap), text: line.slice(gap + 2).replaceAll('⏎', '\n') };
    });

/** What a person chose: words, words with digits and marks. Put together here so that no scanner takes them for real. */
const CHOSEN = [
  ['hun', 'ter2'],
  ['mari', 'gold'],
  ['Wal', 'rus42'],
  ['open', 'sesame'],
  ['Sommer', '2024!'],
  ['blue', 'bird7'],
  ['tr0ub', '4dor'],
  ['kit', 'tens'],
  ['purple-', 'monkey'],
  ['qwer', 'ty123'],
].map((parts) => parts.join(''));
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const DIGITS = '0123456789abcdef';

/** What a machine made, in turn letters and digits, hexadecimal, and short; the same for the same number. */
function made(number: number): string {
  const [letters, length] = (
    [
      [LETTERS, 32],
      [DIGITS, 40],
      [LETTERS, 16],
    ] as const
  )[number % 3] ?? [LETTERS, 24];
  let state = (number + 1) * 2654435761;
  let out = '';
  while (out.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out += letters.charAt(Math.floor((state / 4294967296) * letters.length));
  }
  return out;
}

/** The two secrets that stand in a form: one that a person chose, one that a machine made. */
export const secretsFor = (number: number): readonly string[] => [
  CHOSEN[number % CHOSEN.length] ?? '',
  made(number),
];

/** § is the secret; two of them are its halves. */
export function plant(form: string, secret: string): string {
  const marks = form.split('§').length - 1;
  if (marks !== 2) return form.replaceAll('§', () => secret);
  const halves = [secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)];
  return form.replace(/§/g, () => halves.shift() ?? '');
}

/** The text as the index keeps it. */
export const kept = ({ path, text }: Sample): string =>
  analyse(text, claim(path, text, settings) ?? OTHER, settings.own).text;

/** Whether a planted secret, or a half of one that was split, is still there. */
export function leaks({ path, text: form }: Sample, secret: string): boolean {
  const text = kept({ path, text: plant(form, secret) });
  const parts = form.split('§').length - 1 === 2 ? [secret.slice(0, secret.length / 2)] : [secret];
  return parts.some((part) => text.includes(part));
}
