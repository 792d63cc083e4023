import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSelector } from '../../src/flow/selector.ts';
import { type FlowProject, flowProject } from '../support/flow.ts';
import { runs } from '../support/runs.ts';

const none = (): boolean => false;
const has =
  (...paths: string[]) =>
  (path: string): boolean =>
    paths.includes(path);

describe('FL-3 selectors', () => {
  it.each([
    ['core/flow.sh', null, []],
    ['core/flow.sh::100,200', { unit: 'lines', first: 100, last: 200 }, []],
    ['core/flow.sh::100', { unit: 'lines', first: 100, last: null }, []],
    ['core/flow.sh::100c,500c', { unit: 'bytes', first: 100, last: 500 }, []],
    ['core/flow.sh#flow,manager', null, ['flow', 'manager']],
    ['core/flow.sh::100,200#bug', { unit: 'lines', first: 100, last: 200 }, ['bug']],
  ])('reads %s', (written, range, tags) => {
    const path = 'core/flow.sh';
    expect(parseSelector(written, none)).toEqual({ written, path, range, tags });
    expect(parseSelector(written, has(path))).toEqual({ written, path, range, tags });
  });

  it('takes the longest name that exists', () => {
    expect(parseSelector('a::1#b', has('a', 'a::1')).path).toBe('a::1');
    expect(parseSelector('c#.md#x', has('c#.md'))).toMatchObject({ path: 'c#.md', tags: ['x'] });
    expect(parseSelector('"a::1#b"::2#t', none)).toMatchObject({ path: 'a::1#b', tags: ['t'] });
  });

  it.each([
    ['a.ts::', 7],
    ['a.ts::0,5', 7],
    ['a.ts::20,10', 10],
    ['a.ts::1,2c', 9],
    ['a.ts::1;2', 8],
    ['a.ts::1,2x', 10],
    ['a.ts#', 6],
    ['a.ts#a,,b', 8],
    ['a\0.ts', 2],
    ['"a.ts', 1],
    ['::3', 1],
  ])('says where %j is wrong', (written, character) => {
    expect(() => parseSelector(written, has('a.ts'))).toThrow(`character ${character}:`);
  });

  it('refuses URLs', () => {
    expect(() => parseSelector('https://example.com/a.ts', none)).toThrow('a URL');
  });
});

describe('FL-3 what a selector may reach', () => {
  let project: FlowProject;
  const SECRET = 'the bytes of another house';

  beforeAll(async () => {
    project = await flowProject({
      'src/a.ts': 'const a = 1;\nconst password = "hunter2";\nconst b = "žluť";\n',
      'docs/b.md': '# B\n',
      '.git/config': SECRET,
      'odd::1#x.txt': 'odd\n',
    });
    const { root } = project;
    project.write(`../${root.slice(root.lastIndexOf('/') + 1)}-outside.txt`, SECRET);
    const outside = `${root}-outside.txt`;
    symlinkSync(outside, join(root, 'leave.txt'));
    symlinkSync('leave.txt', join(root, 'chain.txt'));
    symlinkSync('..', join(root, 'up'));
    symlinkSync('loop', join(root, 'loop'));
    symlinkSync('src/a.ts', join(root, 'stay.ts'));
    project.write('image.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]));
  });
  afterAll(() => {
    rmSync(`${project.root}-outside.txt`);
    project.close();
  });

  const fail = async (selector: string): Promise<string> => {
    try {
      await project.open().add([selector], {});
    } catch (error) {
      return String(error);
    }
    return 'added';
  };

  it('names the selector in every refusal and writes nothing', async () => {
    const cases: [string, string][] = [
      ['missing.ts', 'no such file'],
      ['src/a.ts::2,9', 'past the end (3 lines)'],
      ['src/a.ts::900c,999c', 'past the end'],
      ['image.png', 'binary'],
      ['leave.txt', 'leaves the workspace'],
      ['chain.txt', 'leaves the workspace'],
      ['loop', 'loop'],
      ['../x', 'leads out'],
      ['.git/config', 'no evidence'],
      ['https://example.com/', 'URL'],
      ['src/*.ts::1,2', 'a single file'],
    ];
    for (const [selector, why] of cases) {
      const said = await fail(selector);
      expect(said).toContain(JSON.stringify(selector));
      expect(said).toContain(why);
    }
    expect((await project.open().parts()).filter(({ role }) => role === 'evidence')).toEqual([]);
  });

  it('never splits a character and never cuts a secret in half', async () => {
    const flow = project.open();
    await flow.add(['src/a.ts::54c,57c'], {});
    const [part] = (await flow.parts()).filter(({ role }) => role === 'evidence');
    expect(part?.text).toContain('span=bytes=');
    expect(part?.text).not.toContain('\ufffd');
    expect(await fail('src/a.ts::14c,36c')).toContain('secret');
    await flow.undo();
  });

  it('adds links that stay, odd names, folders and patterns', async () => {
    const flow = project.open();
    const done = await flow.add(['stay.ts::1,1', 'odd::1#x.txt#tag', 'docs', 'src/*.ts'], {});
    expect(done.files).toEqual([
      '100_stay_ts.evidence.md',
      '110_odd_1_x_txt.evidence.md',
      '120_b_md.evidence.md',
      '130_a_ts.evidence.md',
    ]);
    const texts = (await flow.parts()).map(({ text }) => text).join('\n');
    expect(texts).toContain('[secret]');
    expect(texts).not.toContain('hunter2');
    await flow.undo();
    expect((await flow.parts()).filter(({ role }) => role === 'evidence')).toEqual([]);
  });

  const PAYLOADS = 20_000;

  it('gives no byte from outside to 20,000 payloads, of which a usual run tries a share', async () => {
    const flow = project.open();
    const { root } = project;
    const outside = `${root.slice(root.lastIndexOf('/') + 1)}-outside.txt`;
    const ups = [
      '..',
      '.../..',
      '%2e%2e',
      '..%2f..',
      '\\x2e\\x2e',
      '．．',
      '..\\',
      '..;',
      '. .',
      '..\0',
      'up',
      'up/up',
      'src/..',
      './..',
      'UP',
      '..%00',
      '%252e%252e',
      '\u202e..',
      '..\u2044',
      'leave.txt/..',
      'a/../..',
    ];
    const joins = ['/', '//', '/./', '\\', '%2f', '\\x2f', '／', '/../', '::', '\u2215'];
    const ends = [
      outside,
      'etc/passwd',
      '.git/config',
      '.GIT/config',
      '.sheaf/.gitignore',
      'leave.txt',
      'chain.txt',
      `${root}-outside.txt`,
      '/etc/hostname',
      'proc/self/environ',
      '*',
      `${outside}::1,1`,
      `${outside}#t`,
      `"${outside}"`,
      '',
    ];
    const every = Math.round(PAYLOADS / runs(PAYLOADS));
    let count = 0;
    let reached = 0;
    const inside = new Set(['src/a.ts', 'docs/b.md', 'odd::1#x.txt', 'stay.ts']);
    for (let depth = 1; depth <= 7 && count < PAYLOADS; depth++) {
      for (const up of ups) {
        for (const join_ of joins) {
          for (const end of ends) {
            for (const before of ['', 'src/']) {
              const payload = `${before}${`${up}${join_}`.repeat(depth)}${end}`;
              if (count++ % every !== 0) continue;
              try {
                await flow.add([payload], { dryRun: true });
                const done = await flow.add([payload], {});
                reached++;
                const texts = (await flow.parts()).map(({ text }) => text).join('\n');
                expect(texts).not.toContain(SECRET);
                expect(done.files.length).toBeLessThanOrEqual(inside.size + 1);
                await flow.undo();
              } catch (error) {
                expect(String(error)).not.toContain(SECRET);
                expect(String(error)).toContain('SheafError');
              }
            }
          }
        }
      }
    }
    expect(count).toBeGreaterThanOrEqual(PAYLOADS);
    expect(reached).toBeLessThan(count / every / 2);
    writeFileSync(join(root, 'src/end.txt'), 'done');
  }, 120_000);
});

describe('FL-3 what a selector made of anything may reach', () => {
  const SECRET = 'the bytes of another house';
  const PIECES = [
    ...[
      '..',
      '.',
      '',
      ' ',
      '~',
      'src',
      'deep',
      'a.ts',
      'secret.txt',
      'house',
      '.git',
      '.GIT',
      'HEAD',
    ],
    ...[
      'out',
      'file',
      'up',
      'self',
      'git',
      'root',
      '*',
      '**',
      '?',
      '[!a]*',
      '{..,src}',
      '*secret*',
    ],
    ...[
      '..%2f',
      '%2e%2e',
      '．．',
      '..\\',
      '\u2024\u2024',
      '..\u200b',
      '..;',
      '..\0',
      '$HOME',
      '..*',
    ],
    ...['HEAD:../secret.txt', ':/secret.txt', '$(cat ../secret.txt)', 'proc/self/cwd', '.sheaf'],
  ];
  const JOINS = ['/', '/', '/', '//', '/./', '\\', '%2f', '／', '\u2215', ''];
  const ENDS = ['', '', '::1,1', '::1', '::1c,5c', '#t', '"', '/', '\n', '\0.ts', '#'];

  it('are files that lie in the workspace, and no byte from outside', async () => {
    const project = await flowProject({ 'src/a.ts': 'inside\n', 'src/deep/b.ts': 'inside\n' });
    const { root } = project;
    const above = `../${root.slice(root.lastIndexOf('/') + 1)}-house`;
    project.write(`${above}/secret.txt`, SECRET);
    project.write('.git/secret.txt', SECRET);
    const links = [
      ['out', `${root}-house`],
      ['file', `${above}/secret.txt`],
      ['src/deep/up', `../../${above}`],
      ['self', '.'],
      ['git', '.git'],
      ['root', '/'],
    ] as const;
    for (const [name, target] of links) symlinkSync(target, join(root, name));
    const starts = ['', '', './', '../', '/', `${root}/`, `${root}/${above}/`, root, '"', '~/'];
    const more = [
      'file://',
      `file://${root}-house/`,
      `/proc/self/root${root}-house/`,
      'HEAD:',
      '@',
    ];
    const payload = fc
      .tuple(
        fc.constantFrom(...starts, ...more),
        fc.array(fc.tuple(fc.constantFrom(...PIECES, above), fc.constantFrom(...JOINS)), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.constantFrom(...ENDS),
      )
      .map(([start, pieces, end]) => `${start}${pieces.flat().slice(0, -1).join('')}${end}`);
    /** Ways that lead to the secret if nobody looks where they end. */
    const goals = [
      ...['.git/secret.txt', 'git/secret.txt', 'out/secret.txt', 'out', 'git', 'file', '.git'],
      ...[`${above}/secret.txt`, 'src/deep/up/secret.txt', `root${root}-house/secret.txt`, 'out/*'],
      ...['.GIT/secret.txt', '.git/*', `${above}/*`, 'src/deep/up', above, 'root'],
    ];
    const detours = [
      '',
      './',
      'self/',
      'src/../',
      'src/deep/../../',
      'self/self/',
      `${root}/`,
      './/',
    ];
    const reaching = fc
      .tuple(fc.constantFrom(...detours), fc.constantFrom(...goals), fc.constantFrom(...ENDS))
      .map((pieces) => pieces.join(''));
    const flow = project.open();
    try {
      await fc.assert(
        fc.asyncProperty(fc.oneof(reaching, payload), fc.boolean(), async (selector, link) => {
          try {
            await flow.add([selector], { link });
          } catch (error) {
            expect(String(error)).not.toContain(SECRET);
            expect(error).toMatchObject({
              code: expect.stringMatching(/^(?:usage|outside|not-found|unreadable)$/),
            });
            return;
          }
          const { prompt } = await project.plan(flow);
          expect(prompt).not.toContain(SECRET);
          expect((await flow.parts()).map(({ text }) => text).join()).not.toContain(SECRET);
          await flow.undo();
        }),
        { numRuns: runs(1000) },
      );
    } finally {
      project.close();
      rmSync(`${root}-house`, { recursive: true });
    }
  }, 120_000);
});
