import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from '../support/command.ts';
import { withServer } from '../support/mcp-client.ts';
import { inFolder, SHEAF, writeFiles } from '../support/project.ts';

/** Put together here, so that no file of the project holds one. */
const TOKEN = `gh${'p_'}q7Zt3KdP9xWb2RfYm5LcVh8NsJg4TeXu6HaB`;
const PASSWORD = 'Tr0ub4dor-and-3';

const ENV = process.env as Record<string, string>;

const sheaf = async (root: string, ...args: string[]): Promise<string> => {
  const { out, err } = await command(root, args, { env: ENV });
  return out + err;
};
/** In a process of its own, which ends with whatever it did not foresee. */
const sheafApart = (root: string, ...args: string[]): string => {
  const { stdout, stderr } = spawnSync(process.execPath, [SHEAF, '--root', root, ...args], {
    encoding: 'utf8',
  });
  return stdout + stderr;
};
const git = (root: string, ...args: string[]): void => {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@b.example'];
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' });
};
/** The names and bytes of everything below a folder. */
const allOf = (folder: string): string =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path}\n${readFileSync(path, 'latin1')}` : path;
    })
    .join('\n');

describe('SR-4 what .env holds is secret wherever else it occurs', () => {
  const files = {
    '.gitignore': '.env\n.sheaf\n',
    '.env': `NAME=shop\nDB_PASSWORD=${PASSWORD}\nPORT=3000\n`,
    'src/connect.py': `def connect(shop):\n    return open_shop("${PASSWORD}", 3000)\n`,
    'logs/app.log': `2026-01-01 10:00:00 INFO connect shop ${PASSWORD} failed\n`,
    'docs/connect.md': `# Connect\n\nTo connect to the shop we used ${PASSWORD} for long.\n`,
    [`dump-${PASSWORD}.md`]: '# connect shop\n',
    [`${TOKEN}.md`]: '# connect shop\n',
  };

  it('in code, logs, documents, names and commit messages, though git ignores the file', () =>
    inFolder(async (root) => {
      writeFiles(root, files);
      git(root, 'init', '-q');
      git(root, 'add', '.');
      git(root, 'commit', '-qm', `connect shop with ${PASSWORD}`);
      const stored = ['--index', join(root, '.sheaf', 'index.db')];
      const out = [
        await sheaf(root, ...stored, 'index'),
        await sheaf(root, ...stored, 'index', '--status'),
        await sheaf(root, ...stored, 'assemble', 'connect shop'),
        await sheaf(root, ...stored, 'search', 'connect'),
        await sheaf(root, ...stored, 'why', 'src/connect.py', '--task', 'connect shop'),
        await sheaf(root, ...stored, 'summarize', 'src/connect.py'),
      ].join('\n');
      expect(out).toContain('‹secret:DB_PASSWORD›');
      expect(out).toContain('open_shop');
      expect(out).toContain('shop');
      expect(out).not.toContain(PASSWORD);
      expect(out).not.toContain(TOKEN);
      expect(allOf(join(root, '.sheaf'))).not.toContain(PASSWORD);
    }));

  it('in a commit too, whose folder has the file now', () =>
    inFolder(async (root) => {
      writeFiles(root, files);
      git(root, 'init', '-q');
      git(root, 'add', '.');
      git(root, 'commit', '-qm', 'connect shop');
      const out = await sheaf(root, 'assemble', 'connect shop', '--ref', 'HEAD');
      expect(out).toContain('open_shop("‹secret:DB_PASSWORD›"');
      expect(out).not.toContain(PASSWORD);
      expect(out).not.toContain(TOKEN);
    }));

  it('from the moment it is there, and no longer', () =>
    inFolder(async (root) => {
      writeFiles(root, { 'src/connect.py': files['src/connect.py'] });
      expect(await sheaf(root, 'assemble', 'connect shop')).toContain(PASSWORD);
      writeFiles(root, { '.env': files['.env'] });
      expect(await sheaf(root, 'assemble', 'connect shop')).not.toContain(PASSWORD);
      writeFiles(root, { '.env': 'NAME=shop\n' });
      expect(await sheaf(root, 'assemble', 'connect shop')).toContain(PASSWORD);
    }));
});

describe('SR-4 sheaf secrets scan', () => {
  it('lists file, line, rule and name, and never the value', () =>
    inFolder(async (root) => {
      writeFiles(root, {
        '.env': `NAME=shop\nDB_PASSWORD=${PASSWORD}\n`,
        'src/a.py': `x = 1\ntoken = "${TOKEN}"\n`,
        'src/b.py': `connect("shop", "${PASSWORD}")\n`,
        [`${TOKEN}.md`]: 'nothing\n',
      });
      const scan = await sheaf(root, 'secrets', 'scan');
      const out = scan.replace(/ {2}[0-9a-f]{16}$/gm, '  FINGERPRINT');
      expect(out.split('\n').sort().join('\n').trim()).toBe(
        [
          '.env:2  env-value  DB_PASSWORD  FINGERPRINT',
          '4 secrets',
          'src/a.py:2  github-token  token  FINGERPRINT',
          'src/b.py:1  known',
          '‹secret:github-token›.md:0  file-name',
        ].join('\n'),
      );
      writeFiles(root, { '.env': '', 'src/a.py': '', 'src/b.py': '', [`${TOKEN}.md`]: '' });
      execFileSync('rm', [join(root, `${TOKEN}.md`)]);
      expect(await sheaf(root, 'secrets', 'scan')).toBe('No secrets found.\n');
    }));
});

describe('SR-4 what a user allows stays', () => {
  const [first, second] = [`jwt_secret = "${PASSWORD}"`, 'db_password = "Winter2024"'];
  it.each([
    ['rule', 'SHEAF_SECRETS_ALLOW_RULES', () => 'password', [first, second]],
    ['path', 'SHEAF_SECRETS_ALLOW_PATHS', () => 'src/*.py', [first, second]],
    [
      'fingerprint',
      'SHEAF_SECRETS_ALLOW_FINGERPRINTS',
      (scan: string) => /a\.py:1.* {2}([0-9a-f]{16})$/m.exec(scan)?.[1] ?? '',
      [first],
    ],
  ])('by %s', (_, variable, wordIn, stays) =>
    inFolder(async (root) => {
      writeFiles(root, { 'src/a.py': `${first}\n${second}\n` });
      const before = await sheaf(root, 'assemble', 'jwt_secret db_password');
      expect(before).not.toContain(PASSWORD);
      expect(before).not.toContain('Winter2024');
      const env = { ...ENV, [variable]: wordIn(await sheaf(root, 'secrets', 'scan')) };
      const run = async (...args: string[]): Promise<string> =>
        (await command(root, args, { env })).out;
      const after = await run('assemble', 'jwt_secret db_password');
      for (const line of [first, second]) expect(after.includes(line)).toBe(stays.includes(line));
      expect(await run('secrets', 'scan')).toMatch(
        stays.length === 2 ? /No secrets/ : /1 secrets?/,
      );
      expect(await sheaf(root, 'assemble', 'jwt_secret db_password')).not.toContain(PASSWORD);
    }),
  );
});

describe('SR-4 an allow-list that allows nothing', () => {
  it.each([
    ['SHEAF_SECRETS_ALLOW_RULES', 'no-such-rule', /"no-such-rule", which no rule is called/],
    ['SHEAF_SECRETS_ALLOW_FINGERPRINTS', 'xyz', /"secrets.allow_fingerprints" holds "xyz"/],
  ])('is refused: %s=%s', (variable, value, error) =>
    inFolder(async (root) => {
      const env = { ...ENV, [variable]: value };
      const { code, err } = await command(root, ['secrets', 'scan'], { env });
      expect(err).toMatch(error);
      expect(code).toBe(2);
    }),
  );
});

describe('SR-4 what is said to Sheaf is cleaned before it is kept', () => {
  it('as the task of a flow, in its id, its files and its records', () =>
    inFolder((root) => {
      writeFiles(root, { 'src/a.py': 'def connect(): pass\n', '.env': `A_SECRET=${PASSWORD}\n` });
      const task = `fix connect, ${TOKEN} and ${PASSWORD} are refused`;
      const out = [
        sheafApart(root, 'gather', task),
        sheafApart(root, 'gather', task),
        sheafApart(root, 'assemble', task, '--plan'),
        sheafApart(root, 'evidence', 'focus', TOKEN),
        sheafApart(root, 'flow', 'rename', 'fix-connect', TOKEN),
        sheafApart(root, 'assemble', '--flow', TOKEN, 'x', '--debug'),
        sheafApart(root, 'summarize', `${TOKEN}.py`, '--debug'),
      ].join('\n');
      expect(out).toContain('‹secret:github-token›');
      for (const text of [out, allOf(join(root, '.sheaf'))]) {
        expect(text).not.toContain(TOKEN);
        expect(text.toLowerCase()).not.toContain(TOKEN.slice(4).toLowerCase());
        expect(text).not.toContain(PASSWORD);
      }
      expect(sheafApart(root, 'flow', 'list').match(/fix-connect/g)).toHaveLength(1);
    }));

  it('as the name of a tool, a prompt or a resource that an agent asks for', () =>
    inFolder((root) =>
      withServer(root, async (client) => {
        const errors = await Promise.all(
          [
            client.callTool({ name: TOKEN, arguments: {} }),
            client.getPrompt({ name: TOKEN }),
            client.readResource({ uri: `sheaf://${TOKEN}` }),
          ].map((answer) => answer.then(String, String)),
        );
        for (const error of errors) expect(error).toContain('‹secret:github-token›');
        expect(errors.join()).not.toContain(TOKEN);
      }),
    ));
});
