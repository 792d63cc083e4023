import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import type { Io } from './io.ts';
import { main, type Table } from './main.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sheaf-cli-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Setting {
  readonly tty?: boolean;
  readonly env?: Record<string, string>;
  readonly input?: string;
  readonly signal?: AbortSignal;
  readonly write?: (text: string) => void;
  readonly table?: Table;
}

async function sheaf(argv: readonly string[], setting: Setting = {}): Promise<Ran> {
  const texts = { out: '', err: '' };
  const sink = (name: 'out' | 'err'): Io['out'] => ({
    write: (text) => {
      if (name === 'out') setting.write?.(text);
      texts[name] += text;
    },
    isTTY: setting.tty ?? false,
    columns: 80,
  });
  const io: Io = {
    out: sink('out'),
    err: sink('err'),
    readInput: async () => setting.input ?? '',
    env: setting.env ?? {},
    cwd: folder,
    now: () => 0,
    signal: setting.signal ?? new AbortController().signal,
    version: '1.2.3',
  };
  const code = await main(argv, io, setting.table);
  return { code, ...texts };
}

/** A table of one operation that does as told. */
function tableOf(
  run: (context: Context) => unknown,
  present: Operation['present'] = (result, page) => page.line(String(result)),
): Table {
  const operation = defineOperation({
    name: 'do',
    summary: 'Do it',
    description: 'Does it.',
    examples: {},
    positionals: { what: { help: 'What.', words: true } },
    options: {},
    run: async (_input, context) => run(context),
    present,
  });
  return { operations: [operation], fallback: operation };
}

const ESC = '\u001b';

describe('sheaf --help and --version', () => {
  it('print to standard output and succeed', async () => {
    expect(await sheaf(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
    const help = await sheaf(['--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toContain('sheaf "TASK" [flags]');
    expect(await sheaf([])).toEqual(help);
    expect(await sheaf(['help'])).toEqual(help);
  });

  it('explain a command with its flags and examples, in lines that fit', async () => {
    const { out } = await sheaf(['assemble', '--help']);
    expect(out).toMatch(/-b, --budget TOKENS/);
    expect(out).toMatch(/sheaf assemble --task-file issue.md/);
    const prose = out.split('\n').filter((line) => !/^ {2}(sheaf|git|#)/.test(line));
    for (const line of prose) expect(line.length).toBeLessThanOrEqual(80);
    expect(await sheaf(['help', 'assemble'])).toMatchObject({ code: 0, out });
  });

  it('stay as they were unless someone means to change them', async () => {
    const golden = join(import.meta.dirname, '../../../test/golden/cli');
    await expect((await sheaf(['--help'])).out).toMatchFileSnapshot(`${golden}/help.txt`);
    await expect((await sheaf(['search', '-h'])).out).toMatchFileSnapshot(`${golden}/search.txt`);
  });

  it('give programs the commands and their inputs', async () => {
    const { out } = await sheaf(['help', 'index', '--json']);
    const { commands } = JSON.parse(out) as { commands: { name: string; input: object }[] };
    expect(commands.map((command) => command.name)).toEqual(['index']);
    expect(commands[0]?.input).toMatchObject({ type: 'object' });
  });

  it('ask back for a command that is not there', async () => {
    const ran = await sheaf(['help', 'serch']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(/did you mean sheaf search/);
  });
});

describe('sheaf config', () => {
  it('prints every value in force and where it came from', async () => {
    writeFileSync(join(folder, 'sheaf.toml'), '[budget]\nmax_tokens = 5000\n');
    const env = { SHEAF_INDEX_STATES_KEPT: '3' };
    const { code, out } = await sheaf(['config', '--set', 'assembly.format=xml'], { env });
    expect(code).toBe(0);
    expect(out).toContain('\n[budget]\nmax_tokens = 5000  # sheaf.toml:2\n');
    expect(out).toContain('states_kept = 3  # SHEAF_INDEX_STATES_KEPT\n');
    expect(out).toContain('format = "xml"  # --set\n');
    expect(out).toContain('tokenizer = "o200k"\n');
    const changed = await sheaf(['config', '--changed'], { env });
    expect(changed.out.split('\n').filter((line) => line.includes(' = '))).toHaveLength(2);
    expect((await sheaf(['config', 'index'], { env })).out).not.toContain('[budget]');
    expect((await sheaf(['config', 'budget.max_token5'])).err).toMatch(
      /did you mean budget.max_tokens/,
    );
  });

  it('prints nothing but JSON with --json', async () => {
    const { out, err } = await sheaf(['config', '--json']);
    const printed = JSON.parse(out) as { config: object; origins: Record<string, string> };
    expect(err).toBe('');
    expect(printed.config).toMatchObject({ budget: { max_tokens: 100_000 } });
    expect(printed.origins['budget.max_tokens']).toBe('default');
  });

  it('refuses a wrong file with its line and the nearest name', async () => {
    writeFileSync(join(folder, 'sheaf.toml'), '[budget]\nmax_tokn = 5000\n');
    expect(await sheaf(['config'])).toEqual({
      code: 2,
      out: '',
      err: 'error: sheaf.toml:2: unknown key "budget.max_tokn"\n  hint: did you mean "budget.max_tokens"?\n',
    });
    const { out, err } = await sheaf(['config', '--json']);
    expect(out).toBe('');
    expect(JSON.parse(err)).toMatchObject({
      error: { code: 'config', hint: expect.stringMatching(/did you mean/) },
    });
  });

  it("shows what the user's own configuration says, below the project's", async () => {
    mkdirSync(join(folder, 'home/.config/sheaf'), { recursive: true });
    const own = join(folder, 'home/.config/sheaf/config.toml');
    writeFileSync(
      own,
      '[budget]\nmax_tokens = 5000\n[summarization]\nbase_url = "http://[::1]/v1"\n',
    );
    mkdirSync(join(folder, 'project'));
    writeFileSync(join(folder, 'project/sheaf.toml'), '[budget]\nmax_tokens = 6000\n');
    const env = { HOME: join(folder, 'home') };
    const here = await sheaf(['config', '--root', 'project', '--changed'], { env });
    expect(here.out).toContain(`# ${own}\n`);
    expect(here.out).toContain('max_tokens = 6000  # sheaf.toml:2\n');
    expect(here.out).toContain('base_url = "http://[::1]/v1"  # ~/.config/sheaf/config.toml:4\n');
    const { out } = await sheaf(['config', '--root', 'home', '--json'], { env });
    expect(JSON.parse(out)).toMatchObject({
      file: null,
      user_file: own,
      config: { budget: { max_tokens: 5000 } },
      origins: { 'budget.max_tokens': '~/.config/sheaf/config.toml:2' },
    });
    writeFileSync(own, '[budget]\nmax_tokn = 5000\n');
    expect(await sheaf(['config', '--root', 'home'], { env })).toEqual({
      code: 2,
      out: '',
      err: 'error: ~/.config/sheaf/config.toml:2: unknown key "budget.max_tokn"\n  hint: did you mean "budget.max_tokens"?\n',
    });
  });

  it("refuses a project's file that sets what is the user's to set", async () => {
    writeFileSync(join(folder, 'sheaf.toml'), '# ours\nmodules.sources = ["/evil.js"]\n');
    mkdirSync(join(folder, 'below'));
    const env = { HOME: '/nowhere' };
    const hint = '  hint: move it to ~/.config/sheaf/config.toml, or set SHEAF_MODULES_SOURCES\n';
    const wrong = '"modules.sources" cannot be set by a project\'s file\n';
    for (const argv of [['config'], ['search', 'x'], ['fix it']]) {
      const here = await sheaf(argv, { env });
      expect(here).toEqual({ code: 2, out: '', err: `error: sheaf.toml:2: ${wrong}${hint}` });
      const below = await sheaf([...argv, '--root', 'below'], { env });
      expect(below.err).toBe(`error: ../sheaf.toml:2: ${wrong}${hint}`);
    }
    rmSync(join(folder, 'sheaf.toml'));
    const flag = await sheaf(['config', 'modules', '--set', 'modules.sources=/mine.js'], { env });
    expect(flag.out).toContain('sources = ["/mine.js"]  # --set\n');
  });

  it('is found from a folder below, and a folder of that name is none', async () => {
    writeFileSync(join(folder, 'sheaf.toml'), '[budget]\nmax_tokens = 5000\n');
    mkdirSync(join(folder, 'a/b/sheaf.toml'), { recursive: true });
    const { out } = await sheaf(['config', '--root', 'a/b', '--changed']);
    expect(out).toContain('max_tokens = 5000  # ../../sheaf.toml:2');
  });
});

describe('BU-1 sheaf budget', () => {
  const ask = (...set: string[]): Promise<Ran> =>
    sheaf(['budget', 'fix it', '--max-tokens', '9000', ...set.flatMap((key) => ['--set', key])]);
  const whole = ['budget.reserve_for_output=8000', 'budget.reserve_for_system=2000'];

  it('scales the usual reserves to a small window and says so', async () => {
    const { code, out } = await ask();
    expect(code).toBe(0);
    expect(out).toContain('reserved   900 (10000 scaled to the window)\navailable  8100\n');
    const { err } = await sheaf(['fix it', '--budget', '9000']);
    expect(err).toContain(
      "900 of the window's 9,000 tokens are reserved: the usual 10,000, scaled to the window\n",
    );
    const report = await sheaf(['budget', 'fix it', '--max-tokens', '9000', '--show-allocation']);
    expect(report.out).toContain('- Output generation: 720 tokens');
    expect(report.out).toContain('- Scaled to the window from 10,000 tokens');
    expect((await sheaf(['budget', 'fix it'])).out).toContain('reserved   10000\n');
  });

  it('refuses reserves that were set and eat the window, wherever they were set', async () => {
    const refused = {
      code: 1,
      out: '',
      err: 'error: The reserves take 10000 of 9000 tokens and leave nothing for context.\n  hint: Raise --budget, lower the reserves under [budget], or use --context-tokens.\n',
    };
    expect(await ask(...whole)).toEqual(refused);
    writeFileSync(
      join(folder, 'sheaf.toml'),
      '[budget]\nreserve_for_output = 8000\nreserve_for_system = 2000\n',
    );
    expect(await ask()).toEqual(refused);
    const roomy = await sheaf(['budget', 'fix it', '--max-tokens', '12000']);
    expect(roomy.out).toContain('reserved   10000\navailable  2000\n');
  });
});

describe('sheaf init', () => {
  it('writes a file that changes nothing, and leaves nothing else behind', async () => {
    expect(await sheaf(['init'])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(folder)).toEqual(['sheaf.toml']);
    const { code, out } = await sheaf(['config', '--changed']);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.includes(' = '))).toEqual([]);
  });

  it('does not overwrite without --force', async () => {
    const path = join(folder, 'sheaf.toml');
    writeFileSync(path, '# mine\n');
    const ran = await sheaf(['init']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toMatch(/already exists\n {2}hint: replace it with --force/);
    expect(readFileSync(path, 'utf8')).toBe('# mine\n');
    expect((await sheaf(['init', '--force'])).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('[budget]');
    expect(readdirSync(folder)).toEqual(['sheaf.toml']);
  });

  it('says why it cannot write', async () => {
    const ran = await sheaf(['init', '--root', 'missing']);
    expect(ran).toMatchObject({ code: 2, err: 'error: --root missing is not a folder\n' });
    if (process.getuid?.() === 0) return; // root may write anywhere
    chmodSync(folder, 0o500);
    expect((await sheaf(['init'])).err).toMatch(/cannot write .*EACCES/);
    chmodSync(folder, 0o700);
  });
});

describe('sheaf completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints a script for %s that names commands and flags',
    async (shell) => {
      const { code, out } = await sheaf(['completion', shell]);
      expect(code).toBe(0);
      for (const word of [
        'assemble',
        'completion',
        'task-file',
        'overflow',
        'score-weighted',
        'json',
      ]) {
        expect(out).toContain(word);
      }
    },
  );

  it('completes in bash', async () => {
    const { out } = await sheaf(['completion', 'bash']);
    const complete = (...words: string[]): string[] => {
      const script = `${out}\nCOMP_WORDS=(${words.map((w) => `'${w}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_sheaf\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`;
      const { stdout, status } = spawnSync('bash', ['--norc'], { input: script, encoding: 'utf8' });
      expect(status).toBe(0);
      return stdout.split('\n').filter((word) => word !== '');
    };
    expect(complete('sheaf', 'sea')).toEqual(['search']);
    expect(complete('sheaf', 'index', '--st')).toEqual(['--status']);
    expect(complete('sheaf', '-q', 'assemble', '--type', 'b')).toEqual(['bug']);
    expect(complete('sheaf', 'index', 'g')).toEqual(['gc']);
  });
});

describe('operations on an index', () => {
  it('want a text that is not empty, from one place', async () => {
    expect((await sheaf(['assemble'])).err).toMatch(/no task and no current flow to assemble/);
    expect((await sheaf(['search'])).err).toMatch(/no text was given/);
    expect((await sheaf(['assemble', '-'], { input: ' \n' })).err).toMatch(/is empty/);
    expect((await sheaf(['search', 'x', '--task-file', 'y'])).err).toMatch(
      /cannot be used together/,
    );
    expect((await sheaf(['search', '--task-file', 'y'])).err).toBe('error: there is no file y\n');
    expect((await sheaf(['search', '--task-file', '.'])).err).toMatch(/it is a folder/);
    expect((await sheaf(['index', 'gc', '--watch'])).err).toMatch(/cannot be used together/);
    const bare = await sheaf(['index', '--git-dir', '.']);
    expect(bare.err).toMatch(/--git-dir needs --index FILE/);
  });
});

describe('errors', () => {
  it('end with 1 for results that are not as wanted, else with 2', async () => {
    const fail = (code: SheafError['code']): Promise<Ran> =>
      sheaf(['do'], {
        table: tableOf(() => {
          throw new SheafError(code, 'no', 'do otherwise');
        }),
      });
    expect((await fail('over-budget')).code).toBe(1);
    expect((await fail('differs')).code).toBe(1);
    expect((await fail('git')).code).toBe(2);
    expect((await fail('interrupted')).code).toBe(130);
    expect((await fail('busy')).err).toBe('error: no\n  hint: do otherwise\n');
  });

  it('show no stack unless --debug asks for it', async () => {
    const table = tableOf(() => {
      throw new TypeError('x is not a function\nsecond line');
    });
    const plain = await sheaf(['do'], { table });
    expect(plain.code).toBe(2);
    expect(plain.err).toBe(
      'error: something unexpected went wrong: x is not a function\n  hint: report it with its cause, which --debug shows\n',
    );
    expect((await sheaf(['do', '--debug'], { table })).err).toMatch(
      /caused by: TypeError[\s\S]*at /,
    );
    const json = await sheaf(['do', '--json'], { table });
    expect(json.out).toBe('');
    expect(JSON.parse(json.err)).toMatchObject({ error: { code: 'internal' } });
  });

  it('report things thrown that are no errors', async () => {
    const table = tableOf(() => {
      // biome-ignore lint/style/useThrowOnlyError: a package might
      throw 'just a text';
    });
    expect((await sheaf(['do'], { table })).err).toMatch(/just a text/);
  });

  it('are JSON with --json even where the arguments are wrong', async () => {
    const { code, out, err } = await sheaf(['--json', 'serch']);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'usage' } });
  });

  it('can not smuggle control characters to the terminal', async () => {
    const { err } = await sheaf(['do', `--x${ESC}[2J\u202e`]);
    expect(err).not.toContain(ESC);
    expect(err).not.toContain('\u202e');
    writeFileSync(join(folder, 'sheaf.toml'), '"a\\u001b[2J" = 1\n');
    expect((await sheaf(['config'])).err).not.toContain(ESC);
  });
});

describe('standard output', () => {
  it('is a success when nobody reads it any more', async () => {
    const write = (): void => {
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    };
    expect(await sheaf(['--help'], { write })).toMatchObject({ code: 0, err: '' });
  });

  it('has colours only on a terminal that wants them', async () => {
    expect((await sheaf(['--help'], { tty: true })).out).toContain(ESC);
    expect((await sheaf(['--help'])).out).not.toContain(ESC);
    const off: Record<string, string>[] = [{ NO_COLOR: '1' }, { TERM: 'dumb' }];
    for (const env of off) {
      expect((await sheaf(['--help'], { tty: true, env })).out).not.toContain(ESC);
    }
    expect((await sheaf(['--help', '--no-color'], { tty: true })).out).not.toContain(ESC);
    expect((await sheaf(['--help'], { tty: true, env: { NO_COLOR: '' } })).out).toContain(ESC);
  });

  it('is exact where a program reads and harmless where a person does', async () => {
    const text = `a${ESC}[31mb\r\nc\u009b\td`;
    const table = tableOf(
      () => text,
      (result, page) => page.raw(String(result)),
    );
    expect((await sheaf(['do'], { table })).out).toBe(text);
    expect((await sheaf(['do'], { table, tty: true })).out).toBe('a␛[31mb\nc\ufffd\td');
    const json = await sheaf(['do', '--json'], { table });
    expect(JSON.parse(json.out)).toBe(text);
    expect(json.out).not.toContain('\u009b');
  });
});

describe('notes and interrupts', () => {
  it('notes go to standard error and are silenced by -q', async () => {
    const table = tableOf((context) => {
      context.note('three files read');
      return 'done';
    });
    expect(await sheaf(['do'], { table })).toEqual({
      code: 0,
      out: 'done\n',
      err: 'three files read\n',
    });
    expect((await sheaf(['do', '-q'], { table })).err).toBe('');
  });

  it('an interrupt aborts the work and ends with 130, without a word', async () => {
    const controller = new AbortController();
    const table = tableOf(async (context) => {
      const stopped = new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(new Error('stopped')));
      });
      controller.abort();
      return stopped;
    });
    const ran = await sheaf(['do'], { table, signal: controller.signal });
    expect(ran).toEqual({ code: 130, out: '', err: '' });
  });
});
