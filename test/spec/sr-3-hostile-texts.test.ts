import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { analyse, claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import { NO_SOURCES } from '../../src/ports/source.ts';
import { hiddenIn, withHiddenShown } from '../../src/text/hidden.ts';
import { command } from '../support/command.ts';
import { processorMs } from '../support/effort.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const SETTINGS = ingestSettings(DEFAULTS);

function factsOf(path: string, text: string) {
  const shape = claim(path, text.slice(0, 4096), SETTINGS);
  if (shape === null) throw new Error(`${path} is nobody's`);
  return analyse(text, shape, NO_SOURCES);
}

const DEPTH = 20_000;
const nested = `${'['.repeat(DEPTH)}1${']'.repeat(DEPTH)}`;
const inObjects = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;

describe('SR-3 texts that grow when they are read', () => {
  it.each([
    ['.sheaf/research/output.json', `{"task": "find it", "result": ${nested}}`],
    ['.sheaf/research/output.json', `{"task": "find it", "result": ${inObjects}}`],
    ['.sheaf/research/hits.jsonl', `{"query": "find it", "results": ${nested}}\n`],
    ['.sheaf/conversations/talk.jsonl', `{"role": "user", "content": ${nested}}\n`],
    ['.sheaf/conversations/talk.json', `{"messages": ${inObjects}, "title": "find it"}`],
    ['notes.ipynb', `{"cells": ${nested}, "metadata": {}, "nbformat": 4}`],
    ['package.json', `{"name": "find-it", "dependencies": ${inObjects}}`],
    ['terraform.tfstate', `{"resources": ${nested}}`],
    ['compose.yaml', `services: ${nested}\n`],
  ])('%s, nested twenty thousand deep, is read', (path, text) => {
    const { text: read, chunks } = factsOf(path, text);
    expect(chunks.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThan(20 * text.length);
  });

  it('aliases of YAML stay what they are', () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 12; i++) {
      const uses = Array.from({ length: 9 }, () => `*a${i - 1}`).join(',');
      lines.push(`a${i}: &a${i} [${uses}]`);
    }
    const text = `services:\n${lines.map((line) => `  ${line}\n`).join('')}`;
    for (const path of ['compose.yaml', 'k8s/all.yaml', 'config.yml', '.sheaf/research/a.yaml'])
      expect(factsOf(path, text).text).toBe(text);
  });
});

describe('SR-3 one line of a megabyte', () => {
  const FRAGMENTS = ['a.b_c-d=1 ', '/*"\\', 'ERROR [x] at y:1 ', '# ', '<a b="c">', '{"a":[1,'];
  const PATHS = [
    'a.py',
    'a.ps1',
    'a.md',
    'a.yaml',
    'a.html',
    'a.sql',
    'logs/a.log',
    'compose.yaml',
  ];

  it.each(PATHS)('is read in time that grows with its length: %s', { timeout: 120_000 }, (path) => {
    for (const fragment of FRAGMENTS) {
      const started = processorMs();
      const { chunks } = factsOf(path, fragment.repeat(Math.ceil(1e6 / fragment.length)));
      expect(chunks.length).toBeGreaterThan(0);
      expect(processorMs() - started, fragment).toBeLessThan(10_000);
    }
  });
});

describe('SR-3 one character again and again', () => {
  it('as a task of one word costs no more memory than other tasks', { timeout: 120_000 }, () =>
    inFolder(async (root) => {
      writeFiles(root, { 'note.md': '# The canary sings\n' });
      const started = processorMs();
      const { code } = await command(root, ['assemble', 'a'.repeat(200_000), '--budget', '90k']);
      expect(code).toBe(0);
      expect(processorMs() - started).toBeLessThan(20_000);
    }),
  );

  it.each(['\u200b', '\u202e', '\u2066\u2069', '\ufeff', 'a\u200d', 'א\u200f', '\u3164'])(
    'is shown by number in time that grows with its length: %j',
    (fragment) => {
      const started = processorMs();
      const line = fragment.repeat(100_000);
      expect(hiddenIn(`${withHiddenShown(line)}`)).toBe(0);
      expect(processorMs() - started).toBeLessThan(5_000);
    },
  );
});

describe('SR-3 a path outside the project', () => {
  it('is told nothing of, not even whether it is there', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'project/note.md': '# The canary sings\n', 'outside.md': 'A canary.\n' });
      for (const path of ['../outside.md', '../missing.md', '/etc/passwd', '/etc/missing'])
        for (const asked of ['why', 'score'])
          expect((await command(`${root}/project`, [asked, path, 'canary'])).out).toMatch(
            /(?:outside|missing|passwd)\S* {2}outside the project/,
          );
    }));
});
