import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, manyModules, writeFiles } from './support/project.ts';
import { WRONG_INPUT_FILES, WRONG_INPUTS } from './support/wrong-inputs.ts';

/* The package as others get it: packed, and unpacked into an empty project. Its dependencies are linked, so nothing is fetched. */

const ROOT = dirname(import.meta.dirname);
type Library = typeof import('../src/index.ts');
let project = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'sheaf-package-'));
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', project];
  execFileSync('npm', pack, { cwd: ROOT, stdio: ['ignore', 'ignore', 'ignore'] });
  const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  const home = join(project, 'node_modules/sheaf');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['xzf', join(project, tarball), '-C', home, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    const place = join(project, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), place);
  }
  cpSync(join(home, 'examples'), join(project, 'examples'), { recursive: true });
  writeFiles(project, {
    'package.json': '{ "name": "empty", "private": true, "type": "module" }\n',
    'shop/src/config.py': 'def read_configuration(path):\n    return open(path).read()\n',
    'shop/tracker/export.json':
      '[{ "number": 7, "title": "Crash on start", "body": "It crashes." }]',
  });
}, 120_000);
afterAll(() => {
  execFileSync('rm', ['-rf', project]);
});

/** Runs a script of the project; what it prints, where it ends well. */
function ran(file: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return stdout;
}

describe('IF-1 the package in an empty project', () => {
  it('holds the page that sheaf ui serves', () => {
    const names = readdirSync(join(project, 'node_modules/sheaf/dist/page'));
    expect(names).toContain('index.html');
    expect(names.some((name) => name.endsWith('.js'))).toBe(true);
  });

  it('holds a program in ASCII, as which it is read', () => {
    const program = readFileSync(join(project, 'node_modules/sheaf/dist/cli.cjs'));
    expect(program.findIndex((byte) => byte >= 0x80)).toBe(-1);
  });

  it('is imported as an ES module', () => {
    writeFileSync(
      join(project, 'own.mjs'),
      `import { assemble } from 'sheaf';
const { prompt, totalTokens } = await assemble({ root: 'shop', task: 'read the configuration', maxTokens: 300 });
console.log(JSON.stringify({ prompt, totalTokens }));\n`,
    );
    const { prompt, totalTokens } = JSON.parse(ran('own.mjs')) as {
      prompt: string;
      totalTokens: number;
    };
    expect(prompt).toContain('def read_configuration');
    expect(totalTokens).toBeLessThanOrEqual(300);
  });

  it('is required from CommonJS, without a warning', () => {
    writeFileSync(
      join(project, 'own.cjs'),
      `process.on('warning', (warning) => { throw warning; });
const { assembleResults, SheafError } = require('sheaf');
const { checkSource } = require('sheaf/testing');
assembleResults([{ path: 'a.py', text: 'x = 1', score: 1 }]).then(({ context }) => {
  console.log(context.includes('x = 1') && typeof checkSource === 'function' && typeof SheafError === 'function');
});\n`,
    );
    expect(ran('own.cjs')).toBe('true\n');
  });

  it('has types that stand for themselves, under strict and without skipLibCheck', () => {
    writeFiles(project, {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ strict: true, skipLibCheck: false, noEmit: true, types: ['node'] },
          ...{ module: 'nodenext', target: 'es2023', exactOptionalPropertyTypes: true },
        },
        files: ['own.ts', 'required.cts'],
      }),
      'own.ts': `import { type AssembleResult, assemble, assembleResults, defineSource, loadConfig, openWorkspace } from 'sheaf';
import { checkSource } from 'sheaf/testing';
const made: AssembleResult = await assemble({ root: '.', task: 'x', maxTokens: 8000, format: 'xml' });
const [first] = made.sources;
const place: string = \`\${first?.file}:\${first?.line} \${made.totalTokens.toFixed(0)}\`;
const own = defineSource({ name: 'own', version: '1', discover: (path) => path === place });
const { config } = await loadConfig({ root: '.', overrides: { budget: { max_tokens: 9000 } } });
const workspace = await openWorkspace({ root: '.', config, sources: [own] });
await workspace.assemble({ task: 'x', signal: AbortSignal.timeout(5), strategy: 'greedy' });
// @ts-expect-error there is no such format
await workspace.assemble({ task: 'x', format: 'pdf' });
// @ts-expect-error a task is needed
await workspace.assemble({ maxTokens: 5 });
const found = { chunk: { text: 'x' }, document: { path: 'a' }, score: 1, semantic_score: 1 };
const { context } = await assembleResults([found, { path: 'a', text: 'b', score: 1 }]);
const problems: readonly string[] = await checkSource(own, [{ path: context, raw: '' }]);
export { problems };
`,
      'required.cts': `import sheaf = require('sheaf');\nexport const opened: Promise<object> = sheaf.openWorkspace({ root: '.' });\n`,
    });
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout, status } = spawnSync(tsc, ['-p', project], { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  it('passes publint', () => {
    const publint = join(ROOT, 'node_modules/.bin/publint');
    const args = ['--strict', '--pack', 'false', join(project, 'node_modules/sheaf')];
    const { stdout, stderr, status } = spawnSync(publint, args, { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('All good!');
    expect(status).toBe(0);
  });

  it('answers each wrong input with its own error', { timeout: 120_000 }, async () => {
    const home = join(project, 'wrong');
    writeFiles(home, WRONG_INPUT_FILES);
    git(home, 'init', '-q', '--bare', 'bare.git');
    const url = pathToFileURL(join(project, 'node_modules/sheaf/dist/index.js')).href;
    const library = (await import(url)) as Library;
    const root = join(home, 'project');
    const workspace = await library.openWorkspace({ root, warn: () => {} });
    let refused = 0;
    for (const [what, code, call] of WRONG_INPUTS) {
      const error = await Promise.resolve()
        .then(() => call({ library, workspace, root }))
        .then(
          () => null,
          (thrown: unknown) => thrown,
        );
      expect(error, what).toBeInstanceOf(library.SheafError);
      expect(error, what).toMatchObject({ code });
      refused++;
    }
    expect(refused).toBeGreaterThanOrEqual(60);
    await workspace.close();
  });
});

describe('IF-1 the examples', () => {
  it('assemble a context in one call', () => {
    expect(ran('examples/assemble.js', 'shop')).toContain('def read_configuration');
  });

  it('keep a workspace open, and refuse what makes no sense', () => {
    const said = ran('examples/workspace.js', 'shop');
    expect(said).toContain('best file: src/config.py');
    expect(said).toContain('usage: format must be one of');
  });

  it('make a context of the results of another search', () => {
    const said = ran('examples/results.js');
    expect(said).toContain('A session ends after an hour.');
    expect(said).not.toContain('docs/copy.md');
  });

  it('add a source', () => {
    const said = ran('examples/own-source.js', 'shop');
    expect(said).toContain('the source keeps its promises');
    expect(said).toContain('#7 Crash on start');
  });

  it('are all run here', () => {
    const tested = readFileSync(import.meta.filename, 'utf8');
    const scripts = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    // A module that the others use is run with them.
    const silent = scripts.filter((name) => !tested.includes(`examples/${name}`));
    expect(silent).toEqual(['issues-source.js']);
  });
});

/** More than one thread is worth its start for. */
const LARGE = manyModules(1200);

describe('IF-1 a source in threads', () => {
  it('is loaded there from its module; an object keeps the work in one thread', () => {
    writeFiles(join(project, 'large'), { ...LARGE, 'note.own': 'text\n' });
    writeFiles(project, {
      'thread-source.mjs': `import { isMainThread } from 'node:worker_threads';
export default {
  name: 'own', version: '1', discover: '*.own',
  read: (raw) => (isMainThread ? 'main ' : 'thread ') + raw,
};\n`,
      'threads.mjs': `import { resolve } from 'node:path';
import { openWorkspace } from 'sheaf';
import own from './thread-source.mjs';
for (const [i, source] of [resolve('thread-source.mjs'), own].entries()) {
  const workspace = await openWorkspace({ root: 'large', indexFile: i + '.db', sources: [source] });
  const { sources } = await workspace.update();
  const [hit] = await workspace.search({ query: 'main thread text', sources: undefined });
  const { prompt } = await workspace.assemble({ task: 'text', sources: ['own'], format: 'docs' });
  console.log(sources.own, hit?.path, /^(main|thread) text$/m.exec(prompt)?.[1]);
  await workspace.close();
}\n`,
    });
    expect(ran('threads.mjs')).toBe('1 note.own thread\n1 note.own main\n');
  });

  it('fails there as it would here', () => {
    writeFiles(join(project, 'large'), { ...LARGE, 'note.own': 'text\n' });
    writeFiles(project, {
      'broken-source.mjs': `export default {
  name: 'own', version: '2', discover: '*.own', read: (raw) => JSON.parse(raw),
};\n`,
      'broken.mjs': `import { openWorkspace, SheafError } from 'sheaf';
const source = new URL('broken-source.mjs', import.meta.url);
const workspace = await openWorkspace({ root: 'large', indexFile: 'b.db', sources: [source] });
const error = await workspace.update().catch((thrown) => thrown);
console.log(error instanceof SheafError, error.code, error.message.slice(0, 32), error.hint !== '');
await workspace.close();\n`,
    });
    expect(ran('broken.mjs')).toBe('true unreadable the source own failed in read: U true\n');
  });
});
