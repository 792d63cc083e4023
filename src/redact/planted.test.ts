import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { redact, ruleNames } from './redact.ts';

const shapes: Readonly<Record<string, Shape>> = {
  md: { source: 'documentation', kind: 'prose', language: 'markdown', options: '' },
  env: { source: 'deployment', kind: 'env', language: 'dotenv', options: '' },
  tf: { source: 'deployment', kind: 'terraform', language: 'hcl', options: '' },
  k8s: { source: 'deployment', kind: 'kubernetes', language: 'yaml', options: '' },
  compose: { source: 'deployment', kind: 'compose', language: 'yaml', options: '' },
  docker: { source: 'deployment', kind: 'dockerfile', language: 'dockerfile', options: '' },
  nginx: { source: 'deployment', kind: 'nginx', language: 'nginx', options: '' },
  log: { source: 'logs', kind: 'plain', language: 'log', options: '' },
  ci: { source: 'deployment', kind: 'ci', language: 'yaml', options: '' },
  ansible: { source: 'deployment', kind: 'ansible', language: 'yaml', options: '' },
  systemd: { source: 'deployment', kind: 'systemd', language: 'systemd', options: '' },
  conv: { source: 'conversation', kind: 'plain', language: 'text', options: '' },
  txt: { source: 'documentation', kind: 'prose', language: 'text', options: '' },
};
const FIXTURES = join(import.meta.dirname, '../../test/fixtures/secrets');
const linesOf = (name: string): string[] =>
  readFileSync(join(FIXTURES, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const CONFIG = /^(?:json|yaml|toml|ini|properties|xml)$/;
const shapeOf = (tag: string): Shape =>
  shapes[tag] ?? {
    source: 'code',
    kind: CONFIG.test(tag) ? 'config' : 'source',
    language: tag,
    options: '',
  };

/** One form a line: where it stands, then the text; § is the secret, § twice its halves, ⏎ an end of line. */
const forms = linesOf('tagged-forms.txt');

/** One that a person chose and one that a machine made, taken in turn. */
const CHOSEN = ['hunter2', 'opensesame', 'bluemonday', 'sunshine99', 'Winter2024', 'letmein'];
const MADE = ['q7Zt3KdP9xWb2RfYm5Lc', '3f9a0c7e51b2d8644ae6f017', 'VhNsJgTeXuHaBoDwEiCv'];

describe('SR-4 a secret planted in an everyday form does not get out', () => {
  it('knows four hundred forms', () => expect(forms.length).toBeGreaterThanOrEqual(400));

  it.each(forms.map((form, at) => [form, at] as const))('%s', (form, at) => {
    const [, tag = '', text = ''] = /^(\w+) (.*)$/.exec(form) ?? [];
    for (const secret of [CHOSEN[at % CHOSEN.length] ?? '', MADE[at % MADE.length] ?? '']) {
      const halves = [secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)];
      const planted = text
        .replace(/¶/g, () => halves.shift() ?? '')
        .replaceAll('§', secret)
        .replaceAll('⏎', '\n');
      const { text: out, redactions } = redact(planted, shapeOf(tag));
      for (const rule of Object.keys(redactions)) expect(ruleNames()).toContain(rule);
      expect(out).not.toContain(secret);
      if (text.includes('¶')) expect(out).not.toContain(secret.slice(0, secret.length / 2));
      expect(out).toContain('‹secret:');
    }
  });
});

/** What programmers write every day; nothing of it is a secret. */
const everyday = linesOf('tagged-everyday.txt');

describe('SR-4 everyday code stays readable', () => {
  it('looks at two hundred samples', () => expect(everyday.length).toBeGreaterThanOrEqual(200));

  it.each(everyday)('%s', (sample) => {
    const [, tag = '', line = ''] = /^(\w+) (.*)$/.exec(sample) ?? [];
    const text = line.replaceAll('⏎', '\n');
    expect(redact(text, shapeOf(tag))).toEqual({ text, redactions: {} });
  });
});
