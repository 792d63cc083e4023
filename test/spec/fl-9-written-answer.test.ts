import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { checkAnswer } from '../../src/flow/question.ts';
import { openFlows } from '../../src/flows/flows.ts';
import { type Answer, chat, serving, stopServing, trouble } from '../support/model-server.ts';
import { testPorts } from '../support/ports.ts';
import { inFolder, type Ran, SHEAF, sheaf, writeFiles } from '../support/project.ts';

afterEach(stopServing);

const FILES = {
  'src/errors.ts':
    'export function handleError(error: Error): void {\n  report(error, "hunter2-is-no-secret");\n}\n',
  'src/store.ts':
    'import { handleError } from "./errors.ts";\nexport const open = (): void => {\n  // see docs/locks.md\n};\n',
  'docs/guide.md': '# Guide\n\nErrors are reported once.\n\nAKIAIOSFODNN7EXAMPLQ\n',
};
const QUESTION = 'What evidence covers error handling?';

interface Told {
  readonly written: { readonly text: string; readonly cites: readonly string[] } | null;
  readonly names: readonly string[];
  readonly warnings: readonly string[];
  readonly sent: string;
}

/** Asks with a model that answers as told. */
async function asking(
  reply: string | ((count: number) => Answer),
  { question = QUESTION, settings = {} }: { question?: string; settings?: object } = {},
): Promise<Told> {
  return inFolder(async (root) => {
    writeFiles(root, FILES);
    const { baseUrl, asked } = await serving((_, count) =>
      typeof reply === 'string' ? chat(reply) : reply(count),
    );
    const warnings: string[] = [];
    const { redactFlowText } = await import('../../src/flows/redactor.ts');
    const model = { provider: 'openai-compatible', base_url: baseUrl, model: 'm' } as const;
    const summarization = { ...DEFAULTS.summarization, ...model, ...settings };
    const flows = openFlows({
      root,
      now: () => '2025-01-16T12:34:56.000Z',
      redact: redactFlowText,
      budgetTokens: 10_000,
      writer: {
        config: { ...DEFAULTS, summarization },
        ports: await testPorts({ warn: (sentence) => warnings.push(sentence) }),
      },
    });
    await flows.create('Make error handling report once');
    const flow = flows.open(null);
    await flow.add(Object.keys(FILES), {});
    const { written, answers } = await flow.ask(question, async () => []);
    const sent = asked.map(({ body }) => body.messages?.map(({ content }) => content).join('\n'));
    return {
      written,
      warnings,
      names: answers.map(({ name }) => name),
      sent: sent.join('\n----\n'),
    };
  });
}

describe('FL-9 an answer written by the model that is configured', () => {
  it('stands with what it cites, beside the answer found offline', async () => {
    const reply = 'Errors are handled in [e1] (src/errors.ts), which e2 imports as "./errors.ts".';
    const { written, warnings, names, sent } = await asking(reply);
    expect(written).toMatchObject({ text: reply, cites: ['e1', 'e2'] });
    expect(warnings).toEqual([]);
    expect(names[0]).toBe('100_errors_ts.evidence.md');
    expect(sent).toContain('<evidence id="e1" file="src/errors.ts">');
    expect(sent).toContain('Make error handling report once');
    expect(sent).toContain(QUESTION);
    expect(sent).not.toContain('AKIA');
  });

  it.each([
    ['evidence that does not exist', 'Handled in [e1] and [e9].', 'cites e9'],
    ['no evidence', 'Errors are handled by a function.', 'cites no evidence'],
    ['a file that is no evidence', 'See [e1] and src/secret.ts.', 'names src/secret.ts'],
    ['a file of evidence it does not cite', 'See [e1] and `docs/guide.md`.', 'names docs/guide.md'],
    ['an address', 'See [e1], https://example.com/errors.', 'names https://example.com'],
    ['sources of its own', 'As [e1] says [1].', 'cites [1]'],
    ['nothing at all', '   ', 'is empty'],
  ])('is refused whole where it cites %s', async (_, reply, because) => {
    const { written, warnings, names } = await asking(reply);
    expect(written).toBeNull();
    expect(names).toContain('100_errors_ts.evidence.md');
    expect(warnings).toEqual([expect.stringContaining(because)]);
    expect(warnings[0]).toContain('found offline');
  });

  it('is not waited for longer than configured, and asked for again where the server is busy', async () => {
    const silent = await asking(() => 'silence', { settings: { timeout_ms: 200 } });
    expect(silent.written).toBeNull();
    expect(silent.warnings[0]).toContain('no answer within 200 ms');
    expect(silent.names).not.toEqual([]);
    const busy = await asking((count) =>
      count === 1 ? trouble(503, 'busy') : chat('It is in [e1].'),
    );
    expect(busy.written?.cites).toEqual(['e1']);
    const broken = await asking(() => trouble(400, 'no such model'));
    expect(broken.warnings[0]).toContain('no such model');
  });

  it('is written about gaps and repetitions too, and never from more than the window holds', async () => {
    const reply = 'Nothing covers it; [e3] comes closest.';
    const gaps = await asking(reply, { question: "What's missing for authentication?" });
    expect(gaps.written?.text).toBe(reply);
    const small = await asking('[e1]', { settings: { window_tokens: 1024 } });
    expect(small.written?.cites).toEqual(['e1']);
    expect(small.sent.length).toBeLessThan(1024 * 4);
  });
});

describe('FL-9 what an answer may name', () => {
  const SHOWN = [
    { number: 'e1', names: ['src/a.ts', '100_a_ts.evidence.md'], text: 'import "lib/b.ts";' },
    { number: 'e2', names: ['docs/x.md'], text: 'and/or' },
  ];
  it.each([
    'In [e1].',
    'In e1 and e2, and/or both; read/write is fine.',
    '[E1] calls `lib/b.ts` and 1e5 times e.g. Node.js.',
    '`list[0]` in [e1, e2], src/a.ts:12 and 100_a_ts.evidence.md',
    'The src/ folder holds e1; console.log(x) prints.',
  ])('lets stand: %s', (text) => {
    expect(checkAnswer(text, SHOWN).kind).toBe('sound');
  });
  it.each([
    'e1 and e3',
    'e1 and [E3]',
    'e1 and e01',
    '../../etc/passwd as e1 says',
    'e1, see C:\\secret\\key.txt',
    'e1 【3†source】',
    'e2 and lib/b.ts',
    'e1 and main.py',
    'e1 [doc 2]',
    'a note',
  ])('refuses: %s', (text) => {
    expect(checkAnswer(text, SHOWN).kind).toBe('refused');
  });
});

/** The program while a server of this process answers it. */
const running = (root: string, env: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [SHEAF, '--root', root, ...args], {
      env: { ...process.env, ...env },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (err += String(data)));
    child.on('close', (code) => resolve({ code: code ?? -1, out, err }));
  });

describe('FL-9 sheaf ask', () => {
  it('asks the model that is configured, and nobody unless one is', () =>
    inFolder(async (root) => {
      writeFiles(root, FILES);
      const { baseUrl, asked } = await serving((_, count) =>
        chat(count === 1 ? 'It is in [e1].' : 'It is in [e7].'),
      );
      sheaf(['--root', root, 'flow', 'new', 'errors']);
      sheaf(['--root', root, 'add', 'src/errors.ts']);
      const offline = await running(root, {}, 'ask', QUESTION);
      expect(offline).toMatchObject({ code: 0, err: '' });
      expect(asked).toHaveLength(0);
      const model = [
        ...['--set', 'summarization.provider=openai-compatible'],
        ...['--set', `summarization.base_url=${baseUrl}`],
      ];
      const written = await running(root, {}, ...model, 'ask', QUESTION);
      expect(written.out).toMatch(/^It is in \[e1\]\.\n\(written by .*\)\n\n/);
      expect(written.out).toContain(offline.out);
      const refused = await running(root, {}, ...model, 'ask', QUESTION);
      expect(refused.out).toBe(offline.out);
      expect(refused.err).toContain('cites e7');
    }));
});
