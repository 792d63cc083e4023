import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer, clausesOf, coverage, readQuestion } from '../../src/flow/ask.ts';
import { depsOf } from '../../src/flow/deps.ts';
import { follow } from '../../src/flow/follow.ts';
import { lineHashes } from '../../src/flow/line-hashes.ts';
import { matchEvidence, matchesQuery, queryTerms } from '../../src/flow/match.ts';
import { readLine } from '../../src/flow/shell-line.ts';
import { countTerms } from '../../src/math/terms.ts';
import type { GatheredItem } from '../../src/model/flow.ts';
import { type FlowProject, flowProject } from '../support/flow.ts';
import { runs } from '../support/runs.ts';

const SOURCE = [
  'import { open } from "./disk";',
  '',
  'export function first(name: string) {',
  '  const file = open(name);',
  '  return file.read();',
  '}',
  '',
  'export function second(name: string) {',
  '  const file = open(name);',
  '  file.lock();',
  '  return file.size;',
  '}',
  '',
].join('\n');

const lines = (text: string, first: number, last: number): string =>
  `${text
    .split('\n')
    .slice(first - 1, last)
    .join('\n')}\n`;
const span = (first: number, last: number) => ({
  first,
  last,
  body: lines(SOURCE, first, last),
  source: lineHashes(SOURCE),
  symbol: null,
});

describe('FL-3 spans that follow their content', () => {
  it('stay, move with what stands above, and go with edited lines', () => {
    expect(follow(span(8, 12), SOURCE)).toMatchObject({ kind: 'same', first: 8, last: 12 });
    const longer = `// a licence\n// of two lines\n${SOURCE}`;
    expect(follow(span(8, 12), longer)).toMatchObject({ kind: 'moved', first: 10, last: 14 });
    const edited = longer.replace('file.lock();', 'file.lockShared();\n  file.check();');
    expect(follow(span(8, 12), edited)).toMatchObject({ kind: 'changed', first: 10, last: 15 });
    const first = edited.replace(
      'export function second(name: string)',
      'export const second = (name)',
    );
    expect(follow(span(8, 12), first)).toMatchObject({ kind: 'changed', first: 10, last: 15 });
  });

  it('tell of a last line that got or lost its line end', () => {
    const open = SOURCE.slice(0, -1);
    expect(follow(span(8, 12), open)).toMatchObject({ kind: 'changed', first: 8, last: 12 });
    const last = { ...span(8, 12), body: lines(SOURCE, 8, 12).slice(0, -1) };
    expect(follow({ ...last, source: lineHashes(open) }, SOURCE).kind).toBe('changed');
    expect(follow({ ...last, source: lineHashes(open) }, open).kind).toBe('same');
  });

  it('are lost where the content is gone, and in doubt where only a twin is left', () => {
    expect(follow(span(8, 12), 'nothing\nof it\n').kind).toBe('lost');
    const twin = 'a\nb\nc\nx\na\nb\nc\ny\n';
    const old = { first: 5, last: 7, body: 'a\nb\nc\n', source: lineHashes(twin), symbol: null };
    expect(follow(old, 'a\nb\nc\nx\n').kind).toBe('changed');
    expect(follow(old, `new\n${twin}`)).toMatchObject({ kind: 'moved', first: 6, last: 8 });
  });

  it('never throw and never leave the file', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '}', 'def f():'), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.nat(29), fc.nat(5), (before, after, from, size) => {
        const first = Math.min(from + 1, Math.max(1, before.length));
        const last = Math.max(first, Math.min(before.length, first + size));
        const old = `${before.join('\n')}\n`;
        const now = after.join('\n');
        const remembered = {
          first,
          last,
          body: lines(old, first, last),
          source: lineHashes(old),
          symbol: 'f',
        };
        const found = follow(remembered, now);
        if (found.kind === 'lost') return;
        expect(found.first).toBeGreaterThanOrEqual(1);
        expect(found.last).toBeLessThanOrEqual(after.length);
        expect(found.first).toBeLessThanOrEqual(found.last);
      }),
      { numRuns: runs(1000) },
    );
  });
});

async function withFlow(work: (project: FlowProject) => Promise<void>): Promise<void> {
  const project = await flowProject({
    'src/store.ts': SOURCE,
    'src/other.ts': 'export const x = 1;\n',
  });
  try {
    await work(project);
  } finally {
    project.close();
  }
}

describe('FL-3 drift', () => {
  it('is listed, healed in one step, and taken back', () =>
    withFlow(async ({ open, write, root }) => {
      const flow = open();
      await flow.add(['src/store.ts::8,12', 'src/other.ts'], {});
      expect((await flow.driftReport()).evidence.map(({ kind }) => kind)).toEqual(['same', 'same']);
      write('src/store.ts', `// top\n${SOURCE.replace('file.lock()', 'file.unlock()')}`);
      rmSync(join(root, 'src/other.ts'));
      const { evidence: drifts } = await flow.driftReport();
      expect(drifts.map(({ kind, now }) => [kind, now])).toEqual([
        ['changed', [9, 13]],
        ['missing', null],
      ]);
      const healed = await flow.heal();
      expect(healed.files).toEqual(['100_store_ts.evidence.md']);
      const [part] = (await flow.parts()).filter(({ role }) => role === 'evidence');
      expect(part?.text).toContain('span=lines=9:13');
      expect(part?.text).toContain('file.unlock()');
      expect((await flow.driftReport()).evidence[0]?.kind).toBe('same');
      await flow.undo();
      expect((await flow.driftReport()).evidence[0]?.kind).toBe('changed');
    }));
});

const item = (
  path: string,
  text: string,
  tier: GatheredItem['tier'] = 'primary',
): GatheredItem => ({
  path,
  source: 'code',
  tier,
  level: 'full',
  relevance: 0.9,
  spans: [],
  text,
  reason: 'names the parser',
});

describe('FL-3 drift of a file that was moved', () => {
  it('is followed to its new place, and said', () =>
    withFlow(async ({ open, root, write }) => {
      const flow = open();
      await flow.add(['src/store.ts::8,12'], {});
      write('lib/store.ts', `// moved\n${SOURCE}`);
      rmSync(join(root, 'src/store.ts'));
      const [drift] = (await flow.driftReport()).evidence;
      expect(drift).toMatchObject({ kind: 'changed', path: 'lib/store.ts', now: [9, 13] });
      await flow.heal();
      const [part] = (await flow.parts()).filter(({ role }) => role === 'evidence');
      expect(part?.text).toContain('source_uri=file://lib/store.ts');
      expect((await flow.driftReport()).evidence[0]?.kind).toBe('same');
    }));
});

describe('FL-3 drift of a file that got another name', () => {
  it.each(['lib/other/shelf.ts', 'store.ts', 'src/store', 'src/store.dist.ts'])(
    'is followed to %s',
    (to) =>
      withFlow(async ({ open, root, write }) => {
        const flow = open();
        await flow.add(['src/store.ts::8,12'], {});
        write(to, SOURCE);
        rmSync(join(root, 'src/store.ts'));
        expect((await flow.driftReport()).evidence[0]).toMatchObject({
          kind: 'changed',
          path: to,
          now: [8, 12],
        });
      }),
  );

  it('is in doubt where two files could be it', () =>
    withFlow(async ({ open, root, write }) => {
      const flow = open();
      await flow.add(['src/store.ts::8,12'], {});
      write('lib/store.ts', SOURCE);
      write('old/store.ts', SOURCE);
      rmSync(join(root, 'src/store.ts'));
      expect((await flow.driftReport()).evidence[0]?.kind).toBe('missing');
    }));
});

describe('FL-1 gathering again', () => {
  it('updates what the engine chose and leaves what a person touched', () =>
    withFlow(async ({ open, write, root }) => {
      const flow = open();
      const names = async (): Promise<string[]> =>
        (await flow.parts()).flatMap(({ role, file }) =>
          role === 'evidence' ? [file.slice('ctx/evidence/'.length)] : [],
        );
      await flow.add(['src/other.ts'], {});
      await flow.gather(
        ['a', 'b', 'c', 'd', 'e'].map((name) => item(`src/${name}.ts`, `${name} 1\n`)),
      );
      expect((await names()).length).toBe(6);
      const folder = join(root, '.sheaf/flows', flow.id, 'ctx/evidence');
      const nameOf = async (kind: string): Promise<string> =>
        (await names()).find((name) => name.includes(`_${kind}_ts`)) ?? '';
      write(`.sheaf/flows/${flow.id}/ctx/evidence/${await nameOf('b')}`, 'my own words\n');
      await flow.toggle('c_ts', 'off');
      renameSync(join(folder, await nameOf('d')), join(folder, '150_d_ts.evidence.md'));
      await flow.remove('e_ts');
      const again = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        item(`src/${name}.ts`, `${name} 2\n`),
      );
      const done = await flow.gather([...again, item('src/other.ts', 'x\n')]);
      expect(done.notes).toEqual(['5 left as you arranged them']);
      const parts = await flow.parts();
      const textOf = (kind: string): string => parts.find((part) => part.kind === kind)?.text ?? '';
      expect(textOf('a_ts')).toContain('a 2');
      expect(textOf('b_ts')).toBe('my own words\n');
      expect(textOf('c_ts')).toContain('c 1');
      expect(textOf('d_ts')).toContain('d 1');
      expect(textOf('e_ts')).toBe('');
      expect(textOf('f_ts')).toContain('f 2');
      expect(textOf('other_ts')).toContain('const x = 1');
      const same = await flow.gather([...again, item('src/other.ts', 'x\n')]);
      expect(same.notes).toContain('nothing to change');
    }));

  it('takes what gave way to something else for its own, and what a person ranked for theirs', () =>
    withFlow(async ({ open }) => {
      const flow = open();
      const items = (n: number) =>
        ['a', 'b', 'c'].map((name) => item(`src/${name}.ts`, `${name} ${n}\n`));
      await flow.gather(items(1));
      await flow.rank('c_ts', 100);
      await flow.add(['src/other.ts'], { rank: 100 });
      const done = await flow.gather(items(2));
      expect(done.notes).toEqual(['1 left as you arranged them']);
      const texts = (await flow.parts()).map(
        ({ kind, text }) => `${kind} ${/[abc] \d/.exec(text)}`,
      );
      expect(texts).toEqual(expect.arrayContaining(['a_ts a 2', 'b_ts b 2', 'c_ts c 1']));
      expect(texts.filter((text) => /^[abc]_ts/.test(text))).toHaveLength(3);
    }));
});

describe('FL-9 questions', () => {
  it.each([
    ['What evidence covers error handling?', 'covers', 'error handling'],
    ["What's missing for authentication?", 'missing', 'authentication'],
    ['What evidence is redundant?', 'redundant', ''],
  ])('reads %s', (text, kind, about) => {
    expect(readQuestion(text)).toEqual({ kind, about });
  });

  it('answers from evidence and index', () =>
    withFlow(async ({ open, write }) => {
      write('src/errors.ts', 'export function handleError(error: Error) {\n  report(error);\n}\n');
      write(
        'src/errors-copy.ts',
        'export function handleError(error: Error) {\n  report(error);\n}\n',
      );
      const flow = open();
      await flow.add(['src/store.ts', 'src/errors.ts', 'src/errors-copy.ts'], {});
      const parts = await flow.parts();
      const covers = answer(parts, readQuestion('What evidence covers error handling?'), []);
      expect(covers.answers.map(({ number }) => number)).toEqual(['e2', 'e3']);
      const found = [
        { path: 'src/store.ts', relevance: 0.9, reason: 'words' },
        { path: 'src/auth.ts', relevance: 0.8, reason: 'words' },
      ];
      const missing = answer(parts, readQuestion("What's missing for authentication?"), found);
      expect(missing.answers.map(({ name }) => name)).toEqual(['src/auth.ts']);
      const redundant = answer(parts, readQuestion('What evidence is redundant?'), []);
      expect(redundant.answers).toMatchObject([
        { number: 'e3', reason: expect.stringContaining('e2') },
      ]);
      const clauses = coverage(
        parts,
        'Fix the error handling, and add a websocket transport layer.',
      );
      expect(clauses.map(({ evidence }) => evidence.length > 0)).toEqual([true, false]);
    }));

  it('splits a request into clauses', () => {
    expect(clausesOf('Fix the parser and update the docs; the lexer must keep comments')).toEqual([
      'Fix the parser',
      'update the docs',
      'the lexer must keep comments',
    ]);
  });
});

describe('FL-8 deps', () => {
  it('come from symbols and imports', () =>
    withFlow(async ({ open, write }) => {
      write('src/use.ts', 'import { first } from "./store";\nfirst("x");\n');
      const flow = open();
      await flow.add(['src/store.ts', 'src/use.ts'], {});
      const parts = await flow.parts();
      const first = { name: 'first', first: 3, last: 6 };
      const links = [
        { path: 'src/store.ts', isCode: true, only: [first], uses: [], imports: [] },
        {
          path: 'src/use.ts',
          isCode: true,
          only: [],
          uses: [{ ...first, path: 'src/store.ts', line: 2 }],
          imports: [{ path: 'src/store.ts', line: 1 }],
        },
      ];
      const store = parts.find(({ kind }) => kind === 'store_ts');
      expect(store && depsOf(parts, store, links)).toEqual([
        { kind: 'referenced by', file: '110_use_ts.evidence.md', line: 6, name: 'first' },
        { kind: 'imported by', file: '110_use_ts.evidence.md', line: 5, name: 'src/store.ts' },
      ]);
    }));
});

describe('FL-8 deps of what the index does not know', () => {
  it('come from its words, at the line of the evidence file', () =>
    withFlow(async ({ open, write }) => {
      const flow = open();
      const put = (name: string, text: string): void =>
        write(`.sheaf/flows/${flow.id}/ctx/evidence/${name}`, text);
      put('100_flow_sh.evidence.md', '## Evidence: core/flow.sh\n\nflow_start() {\n  :\n}\n');
      put('110_note.evidence.md', 'A note.\n\nWho calls flow_start twice?\n');
      const parts = await flow.parts();
      const own = parts.find(({ kind }) => kind === 'flow_sh');
      expect(own && depsOf(parts, own, [])).toEqual([
        { kind: 'referenced by', file: '110_note.evidence.md', line: 3, name: 'flow_start' },
      ]);
    }));
});

describe('FL-10 lines of the shell', () => {
  it('are commands of ours, or the shell’s', () => {
    const read = (line: string) => readLine(line, ['evidence', 'ask', 'add']);
    expect(read('/evidence toggle "a b" e1')).toEqual({
      kind: 'command',
      words: ['evidence', 'toggle', 'a b', 'e1'],
    });
    expect(read('grep foo $e2')).toEqual({ kind: 'shell', line: 'grep foo $e2' });
    expect(read('/usr/bin/env')).toEqual({ kind: 'shell', line: '/usr/bin/env' });
    expect(read('  ')).toEqual({ kind: 'empty' });
    expect(read('/exit')).toEqual({ kind: 'exit' });
    expect(() => read('/evidense')).toThrow('no command');
    expect(() => read('/ask "x')).toThrow('not closed');
    expect(read('/evidence rank 100_flow_sh 50  # Move to higher priority')).toEqual({
      kind: 'command',
      words: ['evidence', 'rank', '100_flow_sh', '50'],
    });
    expect(read('/add a.ts#tag')).toMatchObject({ words: ['add', 'a.ts#tag'] });
  });
});

describe('FL-7 what matches a query', () => {
  const part = (text: string, rank: number) => ({
    ...({ rank, kind: 'k', role: 'evidence', state: 'active', bytes: 0, cid: '' } as const),
    ...{ file: `ctx/evidence/${rank}`, text, target: null, problem: null },
  });
  const matching = (query: string, ...texts: string[]): string[] => {
    const parts = texts.map(part);
    const isMatch = matchesQuery(parts, query);
    return parts.filter(({ file }) => isMatch(file)).map(({ text }) => text);
  };

  it('is the name as a whole where it is one of several alike, and its words where it is none', () => {
    expect(matching('topic2', 'topic1', 'topic2', 'topic3')).toEqual(['topic2']);
    expect(matching('handleError', 'handle_error()', 'the wall')).toEqual(['handle_error()']);
    expect(matching('error handling', 'handles errors', 'the wall')).toEqual(['handles errors']);
  });

  it('is what taking every word apart would find', () => {
    const word = fc.constantFrom(
      ...['query', 'queries', 'QueryParser', 'parse_errors', 'parsing', 'xquery2', 'errorOr', 'a1'],
      ...['HTTPServer', 'server', 'žluť', 'das', 'dassy', '__init__', '12abc', 'abc12', 'classes'],
    );
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (bodies, query) => {
        const parts = bodies.map((body, i) => ({
          ...({
            rank: i,
            kind: 'k',
            role: 'evidence',
            state: 'active',
            bytes: 0,
            cid: '',
          } as const),
          ...{ file: `ctx/evidence/${i}`, text: body, target: null, problem: null },
        }));
        for (const { part, words } of matchEvidence(parts, query)) {
          const all = countTerms(`${part.kind}\n${part.text}`);
          const wanted = queryTerms(query).filter((term) => all.has(term));
          expect(words.length > 0).toBe(wanted.length > 0);
        }
      }),
      { numRuns: runs(2000) },
    );
  });
});
