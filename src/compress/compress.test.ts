import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { processorMs } from '../../test/support/effort.ts';
import { runs } from '../../test/support/runs.ts';
import { code } from '../adapters/sources/code/code.ts';
import { EMPTY_OUTLINE, type Facts, type Outline, type Remark } from '../model/document.ts';
import { familyOf, type Shape, SOURCES, type SourceName } from '../model/shape.ts';
import { CELLS, compress, strengthFor } from './compress.ts';
import type { Item } from './item.ts';

/** Four characters a token: enough to tell whether a limit holds. */
const count = (text: string): number => Math.ceil(text.length / 4);

function itemOf(text: string, shape: Partial<Shape>, outline: Partial<Outline> = {}): Item {
  return {
    path: 'a/file',
    modified: null,
    facts: {
      ...EMPTY_OUTLINE,
      ...outline,
      text,
      shape: { source: 'code', kind: 'source', language: 'text', options: '', ...shape },
      chunks: [],
      redactions: {},
    },
  };
}

const cell = (item: Item, index: 0 | 1 | 2, target: number): string =>
  CELLS[familyOf(item.facts.shape.source)][index](item, target, count).text;

describe('SM-2 the strength follows from the ratio', () => {
  it.each([
    [0.9, 'light'],
    [0.71, 'light'],
    [0.7, 'medium'],
    [0.31, 'medium'],
    [0.3, 'heavy'],
    [0, 'heavy'],
  ] as const)('%d asks for %s', (ratio, strength) => expect(strengthFor(ratio)).toBe(strength));
});

const SAMPLES: Readonly<Record<SourceName, string>> = {
  conversation:
    '▌user · 2025-03-02T09:15:00Z\nWe will use the queue. It is fast.\n\n▌assistant\nAgreed.\n',
  research:
    '# Tokens\n\nFor example, a day is short. We found that a day is enough.\n\n## Conclusion\n\nUse a day.\n',
  documentation:
    '# Title\n\n**Bold** words. See [the guide](https://a.example/b).\n\n- one\n- two\n',
  code: 'def f(a):\n    """Says a."""\n    # why\n    return a\n\n\nclass A:\n    x = 1\n',
  deployment:
    'kind: Pod\nspec:\n  restartPolicy: Always\n  containers:\n    - name: web\n      image: web:1\n',
  logs: '2023-11-15 21:38:01 INFO tick 1\n2023-11-15 21:38:02 ERROR no route to db\n',
};
const LANGUAGES: Readonly<Record<SourceName, string>> = {
  conversation: 'markdown',
  research: 'markdown',
  documentation: 'markdown',
  code: 'python',
  deployment: 'yaml',
  logs: 'text',
};

/** Texts made of pieces of real ones and of what nobody expects. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Object.values(SAMPLES).flatMap((text) => text.split('\n'))),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '"""',
        '`${',
        '/*',
        '\u0000',
        '\ud800',
        '<<EOF',
        "r#'",
        '```',
        '▌',
        '  - a: |',
      ),
      fc.string({ maxLength: 600 }),
    ),
    { maxLength: 40 },
  )
  .map((lines) => lines.join('\n'));

const items = fc
  .record({
    text: texts,
    source: fc.constantFrom(...SOURCES),
    language: fc.constantFrom(
      'python',
      'typescript',
      'rust',
      'bash',
      'yaml',
      'markdown',
      'ruby',
      'text',
      'php',
      'sql',
    ),
    kind: fc.constantFrom('source', 'kubernetes', 'plain', 'jsonl', 'note', 'nginx'),
    task: fc.option(fc.constantFrom('fix the queue', 'why no route to db', ''), { nil: undefined }),
    lines: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 20 })), {
      maxLength: 8,
    }),
  })
  .map(({ text, source, language, kind, task, lines }) => {
    const definitions = lines.map(([line, more], i) => ({
      name: `f${i}`,
      kind: i % 2 === 0 ? 'function' : 'class',
      line,
      lastLine: line + more,
      within: [],
    }));
    const remarks: Remark[] = [{ kind: 'decision', text: 'We will use the queue.', line: 2 }];
    const item = itemOf(text, { source, language, kind }, { definitions, remarks });
    return task === undefined ? item : { ...item, task };
  });

describe('SM-2 laws of compression', () => {
  it('fits the target, is never longer than the text, and says the same thing twice', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 400 }), (item, target) => {
        const { text, receipt } = compress(item, target, count);
        expect(count(text)).toBeLessThanOrEqual(target);
        expect(text.length).toBeLessThanOrEqual(item.facts.text.length);
        expect(compress(item, target, count)).toEqual({ text, receipt });
        expect(receipt.tokensAfter).toBe(count(text));
      }),
      { numRuns: runs(600) },
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 400 }), (item, target) => {
        const { text } = compress(item, target, count);
        const again = { ...item, facts: { ...item.facts, text } };
        expect(compress(again, target, count).text).toBe(text);
      }),
      { numRuns: runs(200) },
    );
  });

  it.each(SOURCES)('makes something useful of %s at half its size', (source) => {
    const text = SAMPLES[source].repeat(6);
    const { text: short, receipt } = compress(
      itemOf(text, { source, language: LANGUAGES[source] }),
      count(text) / 2,
      count,
    );
    expect(short.trim()).not.toBe('');
    expect(Object.values(receipt.kinds).reduce((a, b) => a + b, 0)).toBeGreaterThan(0);
  });

  it.each([
    ['one line of a megabyte', 'x = "a\\\'" /'.repeat(100_000)],
    ['quotes that never close', '`${"\'/*'.repeat(60_000)],
    ['many lines', 'a = 1 # b\n'.repeat(60_000)],
  ])(
    'takes linear time for %s',
    (_, text) => {
      for (const language of ['typescript', 'python', 'bash', 'rust']) {
        const begun = processorMs();
        compress(itemOf(text, { language }), 500, count);
        // Quadratic time would be hours; the bound only has to tell these apart on a busy machine.
        expect(processorMs() - begun).toBeLessThan(10_000);
      }
    },
    60_000,
  );
});

const GOLDEN = join(import.meta.dirname, '../../test/golden/code');
const SETTINGS = { paths: [], alwaysInclude: [], windowHours: 24 };
const WASM: Readonly<Record<string, string>> = {
  python: 'python',
  typescript: 'typescript',
  tsx: 'tsx',
  javascript: 'javascript',
  go: 'go',
  rust: 'rust',
  java: 'java',
  cpp: 'cpp',
  csharp: 'c-sharp',
  php: 'php',
  ruby: 'ruby',
  bash: 'bash',
};

async function codeItem(path: string, text: string): Promise<Item> {
  const shape = code.claim(path, text.slice(0, 4096), SETTINGS);
  if (shape === null) throw new Error(`${path} was not claimed`);
  await code.prepare?.([shape]);
  return { ...itemOf(text, shape, code.outline(text, shape)), path };
}

describe('SM-2 light code still parses', () => {
  beforeAll(() => Parser.init());

  const parses = async (language: string, text: string): Promise<boolean> => {
    const resolve = createRequire(import.meta.url).resolve;
    const wasm = resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${WASM[language] ?? ''}.wasm`);
    const parser = new Parser().setLanguage(await Language.load(wasm));
    return parser.parse(text)?.rootNode.hasError === false;
  };

  it('in each language of the samples', async () => {
    let seen = 0;
    for (const file of readdirSync(GOLDEN).filter((name) => name.endsWith('.sample'))) {
      const text = readFileSync(join(GOLDEN, file), 'utf8');
      const item = await codeItem(file.slice(0, -'.sample'.length), text);
      const { language } = item.facts.shape;
      if (!(language in WASM) || !(await parses(language, text))) continue;
      seen++;
      const light = cell(item, 0, 0);
      expect(await parses(language, light), file).toBe(true);
      expect(light.length, file).toBeLessThanOrEqual(text.length);
    }
    expect(seen).toBeGreaterThan(7);
  });

  it.each([
    [
      'python',
      'def f():\n    """Only this."""\n\n\ndef g():\n    """First."""\n    return "# no"  # yes\n',
    ],
    [
      'typescript',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of another file
      'const a = `x ${f("}`", /[/`]\\//)} // no`; // yes\nconst b = 4 / 2; /* c */ f();\n',
    ],
    ['rust', 'fn f<\'a>(x: &\'a str) -> char { /* a /* b */ c */ let s = r#"// "no""#; \'"\' }\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code of another language
    ['bash', 'echo "${#a} # no" # yes\ncat <<EOF\n# no\nEOF\necho "$(echo "a # no")"\n'],
    ['ruby', 'a = "#{b} # no" # yes\nc = <<~TEXT\n  # no\nTEXT\nd = %w[# no]\n'],
    ['cpp', 'int n = 1\'000; char c = \'"\'; // yes\nauto s = R"x(// no)x";\n'],
    [
      'php',
      "<p>// no</p>\n<?php\n#[Attr]\nfunction f() {}\n$a = '# no'; # yes\n$b = <<<T\n// no\nT;\n",
    ],
  ])('in %s with all that looks like a comment and is none', async (language, text) => {
    expect(await parses(language, text)).toBe(true);
    const light = cell(itemOf(text, { language }), 0, 0);
    expect(await parses(language, light), light).toBe(true);
    expect(light).not.toContain('yes');
    expect(light.split('no').length).toBe(text.split('no').length);
  });
});

describe('SM-2 what each cell does', () => {
  it('keeps documentation of code where the other comments make enough room', async () => {
    const item = await codeItem('a.py', SAMPLES.code);
    expect(cell(item, 0, 1000)).toContain('Says a.');
    expect(cell(item, 0, 0)).not.toContain('Says a.');
    expect(cell(item, 0, 1000)).not.toContain('# why');
  });

  it('summarises functions by signature and calls, then shows signatures only', async () => {
    const text = `def load(path):\n    """Loads."""\n${'    x = parse(path)\n'.repeat(30)}    return x\n`;
    const item = await codeItem('a.py', text.repeat(2));
    expect(cell(item, 1, 60)).toMatch(/def load\(path\):\n {2}# calls parse/);
    expect(cell(item, 2, 60)).toContain('def load(path):');
    expect(cell(item, 2, 60)).not.toContain('parse');
  });

  it('takes times from a conversation, then keeps the newest turns, then decisions', () => {
    const old =
      '▌user · 2025-03-02T09:15:00Z\nHello there again. Nothing much to say about it.\n\n';
    const text = `${old.repeat(10)}▌user · 2025-03-02T10:00:00Z\nWe decided to ship on Monday.\n\n${old}▌user\nThe last words.\n`;
    const line = text.split('\n').indexOf('We decided to ship on Monday.') + 1;
    const remarks: Remark[] = [{ kind: 'decision', text: 'We decided to ship on Monday.', line }];
    const item = itemOf(
      text,
      { source: 'conversation', kind: 'markdown', language: 'markdown' },
      { remarks },
    );
    expect(cell(item, 0, 0)).not.toContain('2025');
    expect(cell(item, 1, 80)).toContain('▌user\nThe last words.');
    expect(cell(item, 1, 80)).toContain('We decided to ship on Monday.');
    expect(cell(item, 2, 40)).toContain('We decided to ship on Monday.');
    expect(cell(item, 2, 40)).not.toContain('Hello');
  });

  it('takes examples from research, and keeps its conclusions longest', () => {
    const text = `${SAMPLES.research}\n${'More was read about it and nothing came of that. '.repeat(20)}\n`;
    const remarks: Remark[] = [{ kind: 'conclusion', text: 'Use a day.', line: 7 }];
    const item = itemOf(
      text,
      { source: 'research', kind: 'note', language: 'markdown' },
      { remarks },
    );
    expect(cell(item, 0, 0)).not.toContain('For example');
    expect(cell(item, 0, 0)).toContain('We found that');
    expect(cell(item, 2, 20)).toContain('Use a day.');
    expect(cell(item, 2, 20)).not.toContain('More was read');
  });

  it('takes formatting from documentation, and answers the task from anywhere in it', () => {
    const filler = 'The weather was fine and the tea was warm. '.repeat(20);
    const text = `# Guide\n\n${filler}\n\n## Limits\n\nUploads stop at 25 megabytes.\n`;
    const item = itemOf(text, { source: 'documentation', kind: 'prose', language: 'markdown' });
    expect(
      cell(itemOf(SAMPLES.documentation, { source: 'documentation', language: 'markdown' }), 0, 0),
    ).toBe('# Title\n\nBold words. See the guide.\n\n- one\n- two\n');
    const asked = compress({ ...item, task: 'how large may uploads be' }, 40, count);
    expect(asked.text).toContain('## Limits\n\nUploads stop at 25 megabytes.');
  });

  it('takes defaults from manifests with all that only held them, then shows paths and values', () => {
    const text = [
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata:',
      '  name: web # ours',
      '  creationTimestamp: null',
      'spec:',
      '  replicas: 3',
      '  strategy:',
      '    type: RollingUpdate',
      '  template:',
      '    spec:',
      '      restartPolicy: Always',
      '      containers:',
      '        - name: web',
      '          image: web:1',
      'status:',
      '  readyReplicas: 3',
      '',
    ].join('\n');
    const item = itemOf(text, { source: 'deployment', kind: 'kubernetes', language: 'yaml' });
    const light = cell(item, 0, 0);
    for (const gone of [
      'ours',
      'creationTimestamp',
      'strategy',
      'RollingUpdate',
      'Always',
      'status',
      'ready',
    ]) {
      expect(light).not.toContain(gone);
    }
    expect(light).toContain(
      '  replicas: 3\n  template:\n    spec:\n      containers:\n        - name: web',
    );
    expect(cell(item, 2, 200)).toContain('spec.replicas: 3');
    expect(cell(item, 2, 200)).toContain('spec.template.spec.containers.image: web:1');
  });

  it('says first which image a chart runs and how often, however much its values repeat', () => {
    const workers = Array.from({ length: 40 }, (_, i) => `worker${i}:\n  replicas: ${i + 2}\n`);
    const text = `replicaCount: 3\nimage:\n  repository: shop/web\n  tag: 1.4.2\n${workers.join('')}`;
    const item = itemOf(text, { source: 'deployment', kind: 'helm', language: 'yaml' });
    const heavy = cell(item, 2, 80);
    expect(heavy).toContain('replicaCount: 3\nimage.repository: shop/web\nimage.tag: 1.4.2\n');
    expect(heavy).toContain('worker0.replicas: 2');
  });

  it('keeps every error of a log, whole with its trace, whatever the noise around it', () => {
    const noise = Array.from(
      { length: 300 },
      (_, i) => `2023-11-15 21:38:01 INFO served ${i} in ${i * 3} ms`,
    );
    const trace = [
      '2023-11-15 21:38:05 ERROR request failed',
      'Traceback (most recent call last):',
      '  File "app/db.py", line 12, in connect',
      'KeyError: route',
    ];
    const lines = [...noise, '2023-11-15 21:38:04 ERROR disk full on sda', ...trace, ...noise];
    const item = itemOf(`${lines.join('\n')}\n`, { source: 'logs', kind: 'plain' });
    const { text, receipt } = compress(item, count(item.facts.text) / 20, count);
    expect(receipt.method).toBe('heavy');
    expect(text).toContain(trace.join('\n'));
    expect(text).toContain('disk full on sda');
    expect(text).not.toContain('served');
    expect(cell(item, 1, 400)).toMatch(/600× served <\*> in <\*>/);
  });

  it('never makes one of two errors that differ in a code', () => {
    const lines = Array.from(
      { length: 200 },
      (_, i) => `2023-11-15 21:38:01 ERROR exit code ${i % 2 === 0 ? 3 : 7} in job ${i}`,
    );
    const item = itemOf(`${lines.join('\n')}\n`, { source: 'logs', kind: 'plain' });
    const { text } = compress(item, count(item.facts.text) / 20, count);
    expect(text).toContain('exit code 3');
    expect(text).toContain('exit code 7');
  });
});

describe('SM-2 an introduction', () => {
  const readme = `<p align="center"><img src="logo.svg"></p>\n\n[![a](https://x/badge.svg)](https://x)\n\n# Courier\n\n[Site](https://a) | [Docs](https://b)\n\nCourier tracks parcels for small shops.\n\n## Links\n\n- [Awesome](https://aw)\n\n${Array.from({ length: 40 }, (_, i) => `## Part ${i}\n\nPart ${i} tells at length about carriers, labels and retries.\n\n`).join('')}`;
  const facts: Facts = {
    ...EMPTY_OUTLINE,
    shape: { source: 'documentation', kind: 'prose', language: 'markdown', options: '' },
    text: readme,
    chunks: [],
    redactions: {},
  };
  const count = (text: string): number => Math.ceil(text.length / 4);

  it('keeps what the project is where title, badges and links are written with tags', () => {
    const head =
      '<h1 align="center">Parcel</h1>\n<p align="center"><a href="x"><img src="b.svg"></a></p>';
    const text = `${head}\n<p align="center">Prints <b>labels</b> for parcels on any printer.</p>\n\n<p><a href="#a">Install</a> • <a href="#b">Usage</a></p>\n\n## Install\n\nRun \`npm i parcel\`. Then configure all the printers in a file of your own.\n`;
    for (const limit of [25, 35, 60]) {
      const short = compress(
        { path: 'README.md', modified: null, facts: { ...facts, text } },
        limit,
        count,
      );
      expect(short.text).toContain('for parcels on any printer');
    }
  });

  it.each([700, 500, 200, 60, 30])(
    'keeps its description in %i tokens, and neither badges nor links',
    (limit) => {
      const { text } = compress({ path: 'README.md', modified: null, facts }, limit, count);
      expect(text).toContain('Courier tracks parcels for small shops.');
      expect(text).not.toMatch(/badge|logo|Awesome|Site/);
    },
  );
});
