import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContextPlan } from '../../src/model/plan.ts';
import { commitAll, git, inFolder, writeFiles } from '../support/project.ts';
import { API, inRoots, repository, WEB } from '../support/roots.ts';

const TASK = 'renew the session token';
/** How a root is written inside; people never see it. */
const INSIDE = /\b(?:api|web):\//;
const pathsOf = (plan: string): string[] =>
  (JSON.parse(plan) as ContextPlan).parts.map(({ path }) => path);

describe('RT-4 several roots are one workspace', () => {
  it('every answer names a file by its root, also where both have one of that name', () =>
    inRoots(async ({ folder, both }) => {
      const { out, code } = await both(TASK, '--plan', 'plan.json');
      expect(code).toBe(0);
      expect(out).toContain('## Evidence: api:src/session.ts\n');
      expect(out).toContain('## Evidence: web:src/session.ts\n');
      const plan = readFileSync(join(folder, 'plan.json'), 'utf8');
      expect(pathsOf(plan)).toEqual(
        expect.arrayContaining(['api:src/session.ts', 'web:src/session.ts']),
      );
      const answers = [
        out,
        plan,
        (await both(TASK, '--json')).out,
        (await both(TASK, '--format', 'json')).out,
        (await both(TASK, '--format', 'xml', '--map')).out,
        (await both('search', TASK)).out,
        (await both('search', TASK, '--json')).out,
        (await both('shortlist', TASK)).out,
        (await both('shortlist', TASK, '--json')).out,
        (await both('why', 'web:src/session.ts', '--task', TASK)).out,
        (await both('score', 'api:src/session.ts', '--task', TASK, '--json')).out,
        (await both('why', 'session.ts', '--task', TASK)).out,
        (await both('report', '--json')).out,
        (await both('report')).out,
        (await both('summarize', 'web:README.md', '--json')).out,
        (await both('index', '--status', '--json')).out,
      ];
      for (const answer of answers) {
        expect(answer).toMatch(/\b(?:api|web):/);
        expect(answer).not.toMatch(INSIDE);
      }
    }));

  it('a path may be written by its root, absolutely or with a line', () =>
    inRoots(async ({ folder, both }) => {
      const why = async (place: string): Promise<string> =>
        (await both('why', place, '--task', TASK)).out.split('\n', 1)[0] ?? '';
      const named = await why('web:src/session.ts');
      expect(named).toMatch(/^web:src\/session\.ts {2}in /);
      expect(await why(join(folder, 'web/src/session.ts'))).toBe(named);
      expect(await why('web:/src/session.ts')).toBe(named);
      expect(await why('web:src/session.ts:4')).toMatch(/^web:src\/session\.ts:4 {2}in /);
      expect(await both('why', 'src/session.ts', '--task', TASK)).toMatchObject({
        out: expect.stringMatching(/no such file in the project[\s\S]*web:src\/session\.ts/),
      });
      const mention = await both('search', 'rewrite web:src/session.ts', '--files', '--json');
      expect((JSON.parse(mention.out) as { path: string }[])[0]?.path).toBe('web:src/session.ts');
    }));

  it('patterns mean a folder of every root, or of the one they name', () =>
    inRoots(async ({ folder, both }) => {
      const packed = async (...flags: string[]): Promise<string[]> => {
        await both(TASK, '--fill', '--plan', 'plan.json', ...flags);
        return pathsOf(readFileSync(join(folder, 'plan.json'), 'utf8')).sort();
      };
      expect(await packed('--include', 'src/*.ts')).toEqual([
        'api:src/index.ts',
        'api:src/session.ts',
        'web:src/session.ts',
      ]);
      expect(await packed('--include', 'web:src/')).toEqual(['web:src/session.ts']);
      expect(await packed('--include', '*.ts', '--exclude', 'api:')).toEqual([
        'web:src/session.ts',
      ]);
      expect(await packed('--pin', 'web:README.md')).toContain('web:README.md');
    }));

  it('the order in which roots are named changes nothing', () =>
    inRoots(async ({ run, both }) => {
      const { out } = await run(TASK, '--root', 'web', '--root', 'api', '--json');
      const answer = (text: string): object => {
        const { prompt, state_root } = JSON.parse(text) as Record<string, unknown>;
        return { prompt, state_root };
      };
      expect(answer(out)).toEqual(answer((await both(TASK, '--json')).out));
    }));

  it('what one root holds as a secret is removed from all, and from the task', () =>
    inRoots(async ({ folder, both }) => {
      const secret = 'vQ8zr1LmX0pT4wYk';
      writeFiles(join(folder, 'api'), {
        '.env': `SESSION_PASSWORD=${secret}\n`,
        '.gitignore': '.env\n',
      });
      writeFiles(join(folder, 'web'), { 'src/leak.ts': `export const session = '${secret}';\n` });
      const { out } = await both(`${TASK} ${secret}`, '--fill', '--json');
      expect(out).toContain('SESSION_PASSWORD›');
      expect(out).not.toContain(secret);
      const scan = await both('secrets', 'scan');
      expect(scan.out).toContain('web:src/leak.ts:1  known');
    }));

  it('each root has its own ignore rules', () =>
    inRoots(async ({ folder, both }) => {
      writeFiles(join(folder, 'api'), { '.gitignore': '*.md\n', 'notes.md': 'session token\n' });
      writeFiles(join(folder, 'web'), { '.sheafignore': 'src/\n' });
      const { out } = await both('search', TASK, '--files', '--json');
      const paths = (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
      expect(paths).toContain('web:README.md');
      expect(paths).not.toContain('api:notes.md');
      expect(paths).not.toContain('web:src/session.ts');
    }));

  it('the files of a root inside another are its own', () =>
    inFolder(async (folder) => {
      repository(join(folder, 'shop'), {
        ...API,
        'apps/web/src/page.ts': 'export const page = 1;\n',
      });
      const { command } = await import('../support/command.ts');
      const env = { HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
      const flags = ['--root', 'shop', '--root', 'shop/apps/web'];
      const { out } = await command(folder, ['search', 'page', '--files', '--json', ...flags], {
        env,
      });
      const paths = (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
      expect(paths).toContain('web:src/page.ts');
      expect(paths.filter((path) => path.endsWith('page.ts'))).toHaveLength(1);
      const why = await command(folder, ['why', 'web:src/page.ts', '--task', 'page', ...flags], {
        env,
      });
      expect(why.out).toMatch(/^web:src\/page\.ts {2}in /);
    }));

  it('a root that is gone is an error that names it, and no shorter answer', () =>
    inRoots(async ({ folder, env }) => {
      const { openWorkspace } = await import('../../src/index.ts');
      const roots = ['api', 'web'];
      const workspace = await openWorkspace({ root: folder, roots, env, warn: () => undefined });
      const before = await workspace.assemble({ task: TASK });
      renameSync(join(folder, 'web'), join(folder, 'elsewhere'));
      await expect(workspace.assemble({ task: TASK })).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('web'),
      });
      await expect(openWorkspace({ root: folder, roots, env })).rejects.toMatchObject({
        code: 'not-found',
        message: 'the root web (web) is not a folder',
      });
      renameSync(join(folder, 'elsewhere'), join(folder, 'web'));
      expect((await workspace.assemble({ task: TASK })).prompt).toBe(before.prompt);
      await workspace.close();
    }));

  it('nothing is written into a root by asking', () =>
    inRoots(async ({ folder, both }) => {
      await both(TASK);
      for (const root of ['api', 'web']) {
        expect(readdirSync(join(folder, root))).not.toContain('.sheaf');
        expect(git(join(folder, root), 'status', '--porcelain')).toBe('');
      }
    }));

  it('a root without commits is ranked by its words, beside one with many', () =>
    inRoots(async ({ folder, run }) => {
      for (const word of ['open', 'close', 'weigh', 'send']) {
        writeFiles(join(folder, 'api'), { 'src/cart.ts': `export const ${word}Cart = 1;\n` });
        commitAll(join(folder, 'api'), `${word} the cart and its parcel`);
      }
      writeFiles(join(folder, 'notes'), {
        'parcel.ts':
          '/** Weighs a parcel. */\nexport function weighParcel(): number {\n  return 1;\n}\n',
        'other.ts': 'export const other = 1;\n',
      });
      const flags = ['--root', 'api', '--root', 'notes'];
      const { out } = await run('search', 'weigh the parcel', '--files', '--json', ...flags);
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe('notes:parcel.ts');
    }));

  it('a task that names a file of one root is about that root', () =>
    inRoots(async ({ folder, both }) => {
      writeFiles(join(folder, 'api'), {
        'src/cart.ts': '// cart cart cart\nexport const cart = 1;\n',
      });
      writeFiles(join(folder, 'web'), { 'src/cart.ts': 'export const cart = 2;\n' });
      const { out } = await both(
        'search',
        'change the cart in web:src/cart.ts',
        '--files',
        '--json',
      );
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe('web:src/cart.ts');
    }));

  it('a task that names a root, or the language of one, is about that root', () =>
    inFolder(async (folder) => {
      const { command } = await import('../support/command.ts');
      writeFiles(join(folder, 'kestrel'), {
        'lib/header.rb': 'def write_header(name, value)\n  "#{name}: #{value}"\nend\n',
      });
      writeFiles(join(folder, 'plover'), {
        'src/header.go':
          'package src\n\n// writeHeader writes a header: its name and its value.\nfunc writeHeader(name, value string) string { return name + value }\n',
      });
      const env = { HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
      const first = async (task: string): Promise<string | undefined> => {
        const flags = ['--root', 'kestrel', '--root', 'plover', '--files', '--json'];
        const { out } = await command(folder, ['search', task, ...flags], { env });
        return (JSON.parse(out) as { path: string }[])[0]?.path;
      };
      expect(await first('Write the value of a header')).toBe('kestrel:lib/header.rb');
      expect(await first('Write the value of a header, Go 1.22')).toBe('plover:src/header.go');
      expect(await first('Write the value of a header in Plover')).toBe('plover:src/header.go');
      expect(await first('Write the value of a header in plovers')).toBe('kestrel:lib/header.rb');
      expect(await first('Write the value of a header. Seen with Ruby 3.4.')).toBe(
        'kestrel:lib/header.rb',
      );
    }));

  it('a task that writes a name of one root is about that root', () =>
    inRoots(async ({ folder, both }) => {
      writeFiles(join(folder, 'api'), { 'src/draw.ts': 'export const page = app.render;\n' });
      writeFiles(join(folder, 'web'), {
        'src/draw.ts': 'export const page = render;\n',
        'src/app.ts': 'export const app = 1;\n',
      });
      const { out } = await both('search', 'draw the page by `app.render`', '--files', '--json');
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe('api:src/draw.ts');
    }));

  it('a task that cites a number is about the root that has counted so far', () =>
    inRoots(async ({ folder, both }) => {
      for (let i = 0; i < 20; i++) {
        for (const [root, number] of Object.entries({ api: 110 + i, web: 1910 + i })) {
          writeFiles(join(folder, root), { 'notes.txt': `note ${i}\n` });
          commitAll(join(folder, root), `keep a note (#${number})`);
        }
      }
      const first = async (task: string): Promise<string | undefined> => {
        const { out } = await both('search', task, '--files', '--json');
        return (JSON.parse(out) as { path: string }[])[0]?.path;
      };
      expect(await first('the session is lost (#131)')).toBe('api:src/session.ts');
      expect(await first('the session is lost (#1931)')).toBe('web:src/session.ts');
    }));

  it('a small root among nineteen large ones is not drowned', () =>
    inFolder(async (folder) => {
      const { manyModules } = await import('../support/project.ts');
      const { command } = await import('../support/command.ts');
      const names = Array.from({ length: 19 }, (_, i) => `large${i}`);
      for (const [i, name] of names.entries()) {
        writeFiles(join(folder, name), manyModules(5 + i));
        writeFiles(join(folder, name), {
          'src/items.py': 'def read_items(value):\n    return 1\n',
        });
      }
      writeFiles(join(folder, 'small'), {
        'lib/items.py': 'def read_small_parcel(parcel):\n    return parcel\n',
      });
      const env = { HOME: join(folder, 'home'), XDG_CACHE_HOME: join(folder, 'cache') };
      const flags = [...names, 'small'].flatMap((name) => ['--root', name]);
      const { out } = await command(
        folder,
        ['search', 'read the parcel', '--files', '--json', ...flags],
        { env },
      );
      expect((JSON.parse(out) as { path: string }[])[0]?.path).toBe('small:lib/items.py');
    }));
});

describe('RT-4 the names of roots', () => {
  it.each([
    ['the same folder twice', ['api', 'API=api'], 'the roots api and API are the same folder'],
    ['two folders of one name', ['api', 'other/api'], 'two roots are called api: '],
    ['a name that differs only in its case', ['api', 'Api=web'], 'two roots are called Api: '],
    ['a blank in a name', ['api', 'two words'], '"two words" cannot be the name of a root'],
    ['a slash in a name', ['api', './a\\/b=web'], 'is not a folder'],
    ['a colon in a name', ['api', 'x:y=web'], '"x:y" cannot be the name of a root'],
    ['a dot first', ['api', '..=web'], '".." cannot be the name of a root'],
    ['a line break', ['api', 'a\nb=web'], 'cannot be the name of a root'],
    ['an end of a comment', ['api', 'a-->b=web'], '"a-->b" cannot be the name of a root'],
    ['a single letter, as drives have', ['api', 'c=web'], '"c" cannot be the name of a root'],
    ['a folder that is not there', ['api', 'missing'], '--root missing is not a folder'],
  ])('%s is refused', (_, roots, sentence) =>
    inRoots(async ({ folder, run }) => {
      mkdirSync(join(folder, 'other/api'), { recursive: true });
      mkdirSync(join(folder, 'two words'));
      const { code, err } = await run(TASK, ...roots.flatMap((root) => ['--root', root]));
      expect(code).toBe(2);
      expect(err).toContain(sentence);
    }),
  );

  it('a name of one’s own is used everywhere', () =>
    inRoots(async ({ folder, run }) => {
      mkdirSync(join(folder, 'two words'));
      writeFiles(join(folder, 'two words'), API);
      const flags = ['--root', 'pages=web', '--root', 'server=two words'];
      const { out } = await run(TASK, ...flags);
      expect(out).toContain('## Evidence: server:src/session.ts\n');
      expect(out).toContain('## Evidence: pages:src/session.ts\n');
    }));

  it('a name may have dots, dashes and underscores', () =>
    inRoots(async ({ run }) => {
      const flags = ['--root', 'my-api.v2=api', '--root', 'my_web=web'];
      const { code, out, err } = await run(TASK, ...flags);
      expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('error') });
      expect(out).toContain('## Evidence: my-api.v2:src/session.ts\n');
      expect(out).toContain('## Evidence: my_web:src/session.ts\n');
    }));

  it('a summary names its file as people do', () =>
    inRoots(async ({ folder, both }) => {
      const said = Array.from(
        { length: 60 },
        (_, i) => `Page ${i} tells of the cart and its item ${i}.`,
      );
      writeFiles(join(folder, 'web'), { 'docs/long.md': `# Pages\n\n${said.join('\n\n')}\n` });
      expect((await both('summarize', 'web:docs/long.md')).out).toMatch(/^web:docs\/long\.md · /);
    }));
});

describe("RT-4 roots in a project's file", () => {
  const INSIDE_FILE =
    '[[workspace.roots]]\npath = "api"\n\n[[workspace.roots]]\npath = "web"\nname = "pages"\n';

  it('are asked together without flags, from the folder of the file alone', () =>
    inRoots(async ({ folder, env, run }) => {
      writeFileSync(join(folder, 'sheaf.toml'), INSIDE_FILE);
      const { out } = await run(TASK);
      expect(out).toContain('## Evidence: api:src/session.ts\n');
      expect(out).toContain('## Evidence: pages:src/session.ts\n');
      const { command } = await import('../support/command.ts');
      const below = await command(join(folder, 'api'), [TASK], { env });
      expect(below.out).toContain('## Evidence: src/session.ts\n');
      const alone = await run(TASK, '--root', 'api');
      expect(alone.out).toBe(below.out);
    }));

  it('outside of the project need the user’s trust', () =>
    inRoots(async ({ folder, env }) => {
      const { command } = await import('../support/command.ts');
      const home = join(folder, 'api');
      const run = (...argv: string[]) => command(home, argv, { env });
      for (const path of ['../web', join(folder, 'web'), 'src/../../web']) {
        writeFileSync(
          join(home, 'sheaf.toml'),
          `[[workspace.roots]]\npath = "."\n[[workspace.roots]]\npath = ${JSON.stringify(path)}\n`,
        );
        const refused = await run(TASK);
        expect(refused.code).toBe(2);
        expect(refused.err).toContain('sheaf.toml:1: ');
        expect(refused.err).toContain('which is outside the project');
        expect(refused.err).toContain('if you trust this file, run sheaf trust');
        expect(refused.out).toBe('');
        expect((await run('trust')).code).toBe(0);
        expect((await run(TASK)).out).toContain('## Evidence: web:src/session.ts\n');
        await run('trust', '--revoke');
      }
    }));

  it('that are links out of the project are refused', () =>
    inRoots(async ({ folder, env }) => {
      const { command } = await import('../support/command.ts');
      symlinkSync(join(folder, 'web'), join(folder, 'api/inside'));
      writeFileSync(join(folder, 'api/sheaf.toml'), '[[workspace.roots]]\npath = "inside"\n');
      const { code, err } = await command(join(folder, 'api'), [TASK], { env });
      expect(code).toBe(2);
      expect(err).toContain('the root inside (inside) is a link that leads out of the project');
    }));

  it.each([
    ['path = 1', 'item 1'],
    ['nme = "x"\npath = "api"', 'item 1'],
    ['name = "x"', 'item 1'],
  ])('written as %j are refused with their place', (table, said) =>
    inRoots(async ({ folder, run }) => {
      writeFileSync(join(folder, 'sheaf.toml'), `[[workspace.roots]]\n${table}\n`);
      const { code, err } = await run(TASK);
      expect(code).toBe(2);
      expect(err).toContain('sheaf.toml:1: "workspace.roots" holds ');
      expect(err).toContain(said);
    }),
  );
});

describe('RT-4 the past of several roots', () => {
  it('a plan is replayed while nothing changed, and names the file of the root that did', () =>
    inRoots(async ({ folder, both }) => {
      await both(TASK, '--plan', 'plan.json');
      expect(await both('replay', 'plan.json')).toMatchObject({
        code: 0,
        err: expect.stringContaining('byte-identical'),
      });
      writeFiles(join(folder, 'web'), { 'src/session.ts': `${WEB['src/session.ts']}// more\n` });
      const { code, err } = await both('replay', 'plan.json');
      expect(code).toBe(1);
      expect(err).toContain('web:src/session.ts');
      expect(err).not.toMatch(INSIDE);
    }));

  it('a plan is replayed from the commits of its roots when one has moved on', () =>
    inRoots(async ({ folder, both }) => {
      const { out } = await both(TASK, '--plan', 'plan.json');
      writeFiles(join(folder, 'web'), { 'src/session.ts': 'export const other = 1;\n' });
      commitAll(join(folder, 'web'), 'something else');
      const replayed = await both('replay', 'plan.json');
      expect(replayed).toMatchObject({ code: 0, err: expect.stringContaining('byte-identical') });
      expect(replayed.out).toBe(out);
    }));

  it('each root has the commits of its own repository', () =>
    inRoots(async ({ folder, both }) => {
      writeFiles(join(folder, 'web'), { 'src/cart.ts': 'export const cart = 1;\n' });
      commitAll(join(folder, 'web'), 'open the cart of gadgets');
      const { out } = await both('why', 'web:src/cart.ts', '--task', 'gadgets', '--json');
      const { commits } = JSON.parse(out) as { commits: { oid: string; subject: string }[] };
      const oid = git(join(folder, 'web'), 'rev-parse', '--short=10', 'HEAD');
      expect(commits).toEqual([
        expect.objectContaining({ oid, subject: 'open the cart of gadgets' }),
      ]);
    }));

  it('two folders of one repository share its commits', () =>
    inFolder(async (folder) => {
      const { command } = await import('../support/command.ts');
      repository(folder, {
        'apps/one/src/cart.ts': 'export const cart = 1;\n',
        'apps/two/src/page.ts': 'export const page = 1;\n',
      });
      writeFiles(folder, {
        'apps/one/src/cart.ts': 'export const cart = 2;\n',
        'apps/two/src/page.ts': 'export const page = 2;\n',
      });
      commitAll(folder, 'sell gadgets');
      const env = { HOME: '/nowhere', XDG_CACHE_HOME: join(folder, 'cache') };
      const flags = ['--root', 'apps/one', '--root', 'apps/two'];
      const argv = ['search', 'gadgets', '--files', '--json', ...flags];
      const { out } = await command(folder, argv, { env });
      const paths = (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
      expect(paths.sort()).toEqual(['one:src/cart.ts', 'two:src/page.ts']);
    }));

  it('--changed takes what differs in any root', () =>
    inRoots(async ({ folder, both }) => {
      writeFiles(join(folder, 'web'), { 'README.md': '# Web\n\nGadgets.\n' });
      const { out } = await both('gadgets', '--changed=HEAD');
      expect(out).toContain('## Evidence: web:README.md');
      expect(out).not.toContain('api:');
    }));
});

describe('RT-4 a flow over several roots', () => {
  it('gathers, adds, groups, follows and assembles evidence of both', () =>
    inRoots(async ({ folder, both }) => {
      await both('flow', 'new', TASK);
      const added = await both('add', 'api:src/session.ts::1,2', 'web:src', 'web:*.md#page');
      expect(added).toMatchObject({ code: 0, err: '' });
      const { out } = await both('flow', 'assemble');
      expect(out).toContain('## Evidence: api:src/session.ts');
      expect(out).toContain('## Evidence: web:src/session.ts');
      expect(out).toContain('## Evidence: web:README.md');
      expect((await both('evidence', 'deps', 'e1')).out).toContain('web_src_session_ts');
      writeFiles(join(folder, 'api'), { 'src/session.ts': 'export const gone = 1;\n' });
      const drift = await both('evidence', 'drift');
      expect(drift.code).toBe(1);
      expect(drift.out).toContain('api:src/session.ts');
      writeFiles(join(folder, 'api'), { 'src/session.ts': API['src/session.ts'] ?? '' });
      expect((await both('evidence', 'drift')).code).toBe(0);
      await both('gather', TASK);
      expect((await both('evidence', 'status')).out).toMatch(/session_ts/);
    }));

  it('refuses what lies in no root, and says which there are', () =>
    inRoots(async ({ folder, both }) => {
      writeFileSync(join(folder, 'secret.txt'), 'x\n');
      await both('flow', 'new', TASK);
      for (const path of ['src/session.ts', '../secret.txt', 'web:../secret.txt']) {
        const { code, err } = await both('add', path);
        expect(code).toBe(2);
        expect(err).toContain('the roots are api, web');
      }
      rmSync(join(folder, 'secret.txt'));
    }));

  it('a link leads to a file of another root', () =>
    inRoots(async ({ both }) => {
      await both('flow', 'new', TASK);
      await both('add', '--link', 'web:README.md');
      expect((await both('flow', 'assemble')).out).toContain('The pages of the shop.');
    }));
});

describe('RT-4 imports across roots', () => {
  const CASES: readonly (readonly [
    string,
    Readonly<Record<string, string>>,
    Readonly<Record<string, string>>,
    string,
    string,
  ])[] = [
    ['a package of npm', API, WEB, 'app:src/session.ts', 'lib:src/index.ts'],
    [
      'a module of Go',
      { 'go.mod': 'module example.org/shop/lib\n', 'mail/mail.go': 'package mail\n' },
      {
        'go.mod': 'module example.org/shop/app\n',
        'main.go':
          'package main\n\nimport "example.org/shop/lib/mail"\n\nfunc main() { mail.Send() }\n',
      },
      'app:main.go',
      'lib:mail/mail.go',
    ],
    [
      'a crate of Rust',
      { 'Cargo.toml': '[package]\nname = "shop-lib"\n', 'src/lib.rs': 'pub fn send() {}\n' },
      {
        'Cargo.toml': '[package]\nname = "app"\n',
        'src/main.rs': 'use shop_lib::send;\n\nfn main() { send(); }\n',
      },
      'app:src/main.rs',
      'lib:src/lib.rs',
    ],
    [
      'a package of Python',
      {
        'pyproject.toml': '[project]\nname = "shoplib"\n',
        'src/shoplib/__init__.py': '',
        'src/shoplib/mail.py': 'def send():\n    return 1\n',
      },
      { 'app.py': 'from shoplib.mail import send\n\nsend()\n' },
      'app:app.py',
      'lib:src/shoplib/mail.py',
    ],
    [
      'a class of Java',
      {
        'pom.xml': '<project><artifactId>lib</artifactId></project>\n',
        'src/main/java/org/shop/Mail.java': 'package org.shop;\n\npublic class Mail {}\n',
      },
      {
        'pom.xml': '<project><artifactId>app</artifactId></project>\n',
        'src/main/java/org/app/Main.java':
          'package org.app;\n\nimport org.shop.Mail;\n\npublic class Main {}\n',
      },
      'app:src/main/java/org/app/Main.java',
      'lib:src/main/java/org/shop/Mail.java',
    ],
  ];

  it.each(CASES)('%s is found in the root that has it', (_, lib, app, from, to) =>
    inFolder(async (folder) => {
      writeFiles(join(folder, 'lib'), lib);
      writeFiles(join(folder, 'app'), app);
      const { openWorkspace } = await import('../../src/index.ts');
      const workspace = await openWorkspace({
        root: folder,
        roots: ['lib', 'app'],
        env: {},
      });
      const [linked] = await workspace.links([from]);
      expect(linked?.imports.map(({ path }) => path)).toEqual([to]);
      await workspace.close();
    }),
  );

  it('what a root has itself is never looked for in another', () =>
    inFolder(async (folder) => {
      for (const name of ['aa', 'bb']) {
        writeFiles(join(folder, name), {
          'package.json': '{"name":"same","workspaces":["lib"]}\n',
          'lib/package.json': '{"name":"lib","main":"index.ts"}\n',
          'lib/index.ts': 'export const one = 1;\n',
          'main.ts': "import { one } from 'lib';\n",
        });
      }
      const { openWorkspace } = await import('../../src/index.ts');
      const workspace = await openWorkspace({
        root: folder,
        roots: ['aa', 'bb'],
        env: {},
      });
      const linked = await workspace.links(['aa:main.ts', 'bb:main.ts']);
      expect(linked.map(({ imports }) => imports[0]?.path)).toEqual([
        'aa:lib/index.ts',
        'bb:lib/index.ts',
      ]);
      await workspace.close();
    }));
});

describe('RT-4 servers of several roots', () => {
  it('answer from all of them, or from the one that a call names', () =>
    inRoots(async ({ folder, env }) => {
      const { openDoor } = await import('../../src/surfaces/doors/door.ts');
      const { OPERATIONS } = await import('../../src/surfaces/table.ts');
      const ending = new AbortController();
      const roots = ['api', 'web'].map((name) => join(folder, name));
      const door = openDoor({
        root: roots[0] ?? '',
        roots,
        env,
        operations: OPERATIONS,
        signal: ending.signal,
        patienceMs: 600_000,
      });
      const search = OPERATIONS.find(({ name }) => name === 'search');
      if (search === undefined) throw new Error('there is no search');
      const ask = (given: Record<string, unknown>) =>
        door.call(search, given, { signal: ending.signal, onProgress: () => undefined });
      writeFiles(join(folder, 'web'), { 'new.txt': 'session\n' });
      const all = await ask({ query: TASK });
      expect(all.text).toContain('api:src/session.ts');
      expect(all.text).toContain('web:src/session.ts');
      expect(all.state).toMatchObject({ dirty_files: ['web:new.txt'], dirty: 1 });
      expect(all.state?.commit).toMatch(/^api:[0-9a-f]{40} web:[0-9a-f]{40}$/);
      const one = await ask({ query: TASK, root: '../web' });
      expect(one.text).toContain(' src/session.ts');
      expect(one.text).not.toContain('web:');
      await expect(ask({ query: TASK, root: folder })).rejects.toMatchObject({ code: 'outside' });
      await door.close();
      ending.abort();
    }));

  it('an evaluation takes its tasks from the commits of every root', () =>
    inRoots(async ({ folder, both }) => {
      for (const [i, word] of 'cart mail stock refund'.split(' ').entries()) {
        for (const name of ['api', 'web']) {
          writeFiles(join(folder, name), { [`src/${word}.ts`]: `export const ${word} = ${i};\n` });
          commitAll(join(folder, name), `open the ${word} of the ${name}`);
        }
      }
      for (const word of 'cart mail stock refund'.split(' ')) {
        for (const name of ['api', 'web']) {
          writeFiles(join(folder, name), { [`src/${word}.ts`]: `export const ${word} = 9;\n` });
          commitAll(join(folder, name), `raise the ${word} limit of the ${name}`);
        }
      }
      const { out, code } = await both('eval', '--json');
      expect(code).toBe(0);
      const { tasks } = JSON.parse(out) as {
        tasks: { task: string; gold_files: string[]; sheaf: { place: number } }[];
      };
      const gold = tasks.flatMap(({ gold_files: files }) => files);
      expect(gold).toContain('api:src/refund.ts');
      expect(gold).toContain('web:src/refund.ts');
      expect(gold.join(' ')).not.toMatch(INSIDE);
    }));
});
