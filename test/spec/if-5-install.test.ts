import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SKILL } from '../../src/surfaces/install/skill.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/project.ts';

type Files = Readonly<Record<string, string>>;

/** Home folders as people have them. */
const HOMES: Readonly<Record<string, Files>> = {
  'all clients, no settings': {
    '.claude/x': '',
    '.codex/x': '',
    '.cursor/x': '',
    '.copilot/x': '',
    '.config/Code/User/x': '',
  },
  'settings with comments': {
    '.claude/settings.json':
      '{\n  // my model\n  "model": "opus", /* the large one */\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n',
  },
  'hooks of others': {
    '.claude/settings.json':
      '{\n    "hooks": {\n        "UserPromptSubmit": [\n            { "hooks": [{ "type": "command", "command": "date" }] }\n        ],\n        "Stop": []\n    }\n}\n',
    '.claude.json': '{"numStartups": 12, "mcpServers": {"other": {"command": "x", "args": []}}}',
  },
  'tabs and Windows line ends': {
    '.claude/settings.json':
      '{\r\n\t"model": "opus",\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t}\r\n}\r\n',
    '.cursor/mcp.json': '{\r\n\t"mcpServers": {}\r\n}',
  },
  'no line break at the end': { '.cursor/hooks.json': '{"version": 1, "hooks": {}}' },
  'trailing commas': {
    '.cursor/mcp.json': '{\n  "mcpServers": {\n    "a": { "command": "a" },\n  },\n}\n',
  },
  'a byte order mark': { '.cursor/mcp.json': '\uFEFF{\n  "mcpServers": {}\n}\n' },
  'empty files': { '.claude/settings.json': '', '.codex/config.toml': '', '.claude.json': '{}' },
  'TOML with comments': {
    '.codex/config.toml':
      '# mine\nmodel = "gpt-5" # fast\n\n[mcp_servers.other]\ncommand = "x"\nargs = ["a"]\n\n[profiles.deep]\nmodel = "o3"',
  },
  'Codex hooks': {
    '.codex/hooks.json':
      '{ "hooks": { "SessionStart": [ { "matcher": "startup", "hooks": [ { "type": "command", "command": "echo" } ] } ] } }\n',
    '.codex/config.toml': 'model = "gpt-5"\r\n\r\n[features]\r\nhooks = true\r\n',
  },
  'a skill of the same name': { '.claude/skills/sheaf/SKILL.md': '---\nname: sheaf\n---\nmine\n' },
  'VS Code and Copilot': {
    '.config/Code/User/mcp.json':
      '{\n\t"servers": {\n\t\t"gh": { "type": "http", "url": "https://example.com" }\n\t},\n\t"inputs": []\n}\n',
    '.copilot/mcp-config.json': '{\n  "mcpServers": {}\n}\n',
  },
};

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sheaf-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = (): Record<string, string> => ({
  HOME: home,
  PATH: join(home, 'bin'),
  XDG_CACHE_HOME: join(home, 'cache'),
});
const sheaf = (...argv: string[]) => command(home, ['install', ...argv], { env: env() });

/** Every file and folder but what is Sheaf's own. */
function tree(folder: string = home): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/^(?:cache|bin)(?:\/|$)/.test(path))
      .map((path) => {
        const file = join(folder, path);
        return [path, lstatSync(file).isDirectory() ? '/' : readFileSync(file, 'utf8')];
      }),
  );
}

function checkValid(path: string, text: string): void {
  if (path.endsWith('.toml')) expect(parseToml(text)).toHaveProperty('mcp_servers.sheaf');
  if (!path.endsWith('.json') || text === '') return;
  const errors: ParseError[] = [];
  parseJsonc(text.replace('\uFEFF', ''), errors, { allowTrailingComma: true });
  expect(errors, path).toEqual([]);
}

/** What is left of a text when the lines of another are taken out in order: null if they are not all there. */
function holdsInOrder(text: string, part: string): boolean {
  let at = 0;
  // Commas come behind what is no longer the last.
  for (const sign of part.replace(/\s/g, '')) {
    at = text.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

beforeEach(() => writeFiles(home, { 'bin/sheaf': '#!/bin/sh\n' }));

describe('IF-5 sheaf install on prepared home folders', () => {
  it.each(Object.entries(HOMES))(
    '%s: valid, minimal, and restored to the byte',
    async (_, files) => {
      writeFiles(home, files);
      const before = tree();
      expect(await sheaf('--dry-run')).toMatchObject({ code: 0, err: '' });
      expect(tree()).toEqual(before);
      const done = await sheaf('--yes');
      expect(done).toMatchObject({ code: 0, err: '' });
      const after = tree();
      const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
      expect(changed.length).toBeGreaterThanOrEqual(2);
      for (const path of changed) {
        checkValid(path, after[path] ?? '');
        expect(holdsInOrder(after[path] ?? '', before[path] ?? ''), path).toBe(true);
        if (before[path] !== undefined) expect(after[path]?.split('\n').length).toBeLessThan(60);
      }
      expect(await sheaf('--yes')).toMatchObject({
        out: expect.stringContaining('nothing to change'),
      });
      expect(tree()).toEqual(after);
      expect(await sheaf('--uninstall', '--yes')).toMatchObject({ code: 0, err: '' });
      expect(tree()).toEqual(before);
    },
  );

  it('writes the forms that the clients document', async () => {
    for (const client of ['claude', 'codex', 'cursor', 'vscode', 'copilot'])
      await sheaf(client, '--yes');
    const read = (path: string): unknown => JSON.parse(readFileSync(join(home, path), 'utf8'));
    const hooks = [{ hooks: [{ type: 'command', command: 'sheaf hook', timeout: 10 }] }];
    const grouped = { hooks: { SessionStart: hooks, UserPromptSubmit: hooks } };
    expect(read('.claude/settings.json')).toEqual(grouped);
    expect(read('.codex/hooks.json')).toEqual(grouped);
    const server = { command: 'sheaf', args: ['mcp'] };
    expect(read('.claude.json')).toEqual({ mcpServers: { sheaf: server } });
    expect(read('.cursor/mcp.json')).toEqual({ mcpServers: { sheaf: server } });
    expect(read('.cursor/hooks.json')).toEqual({
      version: 1,
      hooks: { sessionStart: [{ command: 'sheaf hook' }] },
    });
    expect(read('.config/Code/User/mcp.json')).toEqual({
      servers: { sheaf: { type: 'stdio', ...server } },
    });
    expect(parseToml(readFileSync(join(home, '.codex/config.toml'), 'utf8'))).toEqual({
      mcp_servers: { sheaf: server },
    });
    expect(readFileSync(join(home, '.claude/skills/sheaf/SKILL.md'), 'utf8')).toBe(SKILL);
  });

  it('takes back only its own entries where the user has edited a file since', async () => {
    writeFiles(home, {
      '.claude/settings.json': '{\n  "model": "opus"\n}\n',
      '.codex/config.toml': 'model = "a"\n',
    });
    await sheaf('claude', '--yes');
    await sheaf('codex', '--yes');
    const settings = join(home, '.claude/settings.json');
    const toml = join(home, '.codex/config.toml');
    writeFiles(home, {
      '.claude/settings.json': readFileSync(settings, 'utf8').replace('opus', 'haiku'),
      '.codex/config.toml': `${readFileSync(toml, 'utf8')}\n# later\n[features]\nhooks = true\n`,
    });
    expect(await sheaf('--uninstall', '--yes')).toMatchObject({ code: 0 });
    expect(readFileSync(settings, 'utf8')).toContain('haiku');
    expect(readFileSync(settings, 'utf8')).not.toContain('sheaf');
    expect(readFileSync(toml, 'utf8')).toBe('model = "a"\n\n# later\n[features]\nhooks = true\n');
  });

  it('leaves a broken file alone and says so', async () => {
    writeFiles(home, { '.claude/settings.json': '{ "model": ' });
    const before = tree();
    const { code, err } = await sheaf('claude', '--yes');
    expect(code).not.toBe(0);
    expect(err).toContain('not valid JSON');
    expect(tree()).toEqual(before);
  });

  it('asks before it writes, and refuses where nobody can answer', async () => {
    mkdirSync(join(home, '.claude'));
    const { code, err } = await sheaf('claude');
    expect(code).not.toBe(0);
    expect(err).toContain('--yes');
    expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
  });

  it('follows a link to the real file and keeps its mode', async () => {
    writeFiles(home, { 'dotfiles/settings.json': '{}\n' });
    chmodSync(join(home, 'dotfiles/settings.json'), 0o640);
    mkdirSync(join(home, '.claude'));
    symlinkSync(join(home, 'dotfiles/settings.json'), join(home, '.claude/settings.json'));
    await sheaf('claude', '--yes');
    expect(lstatSync(join(home, '.claude/settings.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(home, 'dotfiles/settings.json')).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(home, 'dotfiles/settings.json'), 'utf8')).toContain('sheaf hook');
  });

  it('writes no path of this machine into a project', async () => {
    rmSync(join(home, 'bin'), { recursive: true });
    const root = join(home, 'project');
    mkdirSync(root);
    for (const client of ['claude', 'codex', 'cursor', 'vscode', 'copilot']) {
      expect(
        await command(root, ['install', client, '--project', '--yes'], { env: env() }),
      ).toMatchObject({ code: 0 });
    }
    const texts = Object.values(tree(root)).join('\n');
    expect(texts).toContain('sheaf hook');
    expect(texts).not.toContain(process.execPath);
    expect(
      execFileSync('find', [root, '-name', '*.json'], { encoding: 'utf8' }).split('\n').length,
    ).toBeGreaterThan(5);
  });
});

describe('IF-5 the repository as a plugin', () => {
  const root = join(import.meta.dirname, '../..');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');

  it('has the skill that install writes, and a description of about a hundred tokens', () => {
    expect(read('skills/sheaf/SKILL.md')).toBe(SKILL);
    const description = /^description: (.+)$/m.exec(SKILL)?.[1] ?? '';
    expect(description.split(' ').length).toBeGreaterThan(50);
    expect(description.split(' ').length).toBeLessThan(110);
    expect(SKILL.length).toBeLessThan(20_000);
  });

  it('has manifests with the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const path of ['plugin.json', '.claude-plugin/plugin.json', '.codex-plugin/plugin.json']) {
      expect(JSON.parse(read(path)), path).toMatchObject({ name: 'sheaf', version });
    }
  });
});
