import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SKILL } from './skill.ts';

/* What each client reads where, and in which form. */

export const CLIENTS = ['claude', 'codex', 'cursor', 'vscode', 'copilot'] as const;
export type Client = (typeof CLIENTS)[number];
export type Scope = 'user' | 'project';

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

/** An entry of ours in a file: a value under a path of keys, one more item of a list there, or a whole file. */
export type Entry =
  | { readonly kind: 'value'; readonly at: readonly string[]; readonly value: Json }
  | { readonly kind: 'item'; readonly at: readonly string[]; readonly value: Json }
  | { readonly kind: 'toml'; readonly table: string; readonly lines: readonly string[] }
  | { readonly kind: 'text'; readonly text: string };

export interface Target {
  readonly client: Client;
  readonly file: string;
  readonly entries: readonly Entry[];
}

/** How others start Sheaf. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Homes {
  /** The user's home, or the root of the project. */
  readonly base: string;
  readonly scope: Scope;
  /** Where VS Code keeps what the user set. */
  readonly code: string;
}

/** An agent must not wait longer; the hook itself gives up sooner. */
const TIMEOUT_S = 10;
const quoted = (word: string): string => (/^[\w./:\\-]+$/.test(word) ? word : `"${word}"`);

export function targetsOf(client: Client, { base, scope, code }: Homes, start: Start): Target[] {
  const hook = [start.command, ...start.args, 'hook'].map(quoted).join(' ');
  const { command } = start;
  const args = [...start.args, 'mcp'];
  const isUser = scope === 'user';
  const server = { command, args };
  const grouped = { hooks: [{ type: 'command', command: hook, timeout: TIMEOUT_S }] };
  const both = (value: Json): Entry[] =>
    ['SessionStart', 'UserPromptSubmit'].map((event) => ({
      kind: 'item',
      at: ['hooks', event],
      value,
    }));
  const one: Entry = { kind: 'value', at: ['mcpServers', 'sheaf'], value: server };
  const target = (path: string, ...entries: Entry[]): Target => ({
    client,
    file: join(base, path),
    entries,
  });
  const skill = (folder: string): Target =>
    target(`${folder}/skills/sheaf/SKILL.md`, { kind: 'text', text: SKILL });
  const copilotHook = {
    type: 'command',
    command: hook,
    bash: hook,
    powershell: hook,
    timeoutSec: TIMEOUT_S,
  };
  const copilotHooks = target(
    isUser ? '.copilot/hooks/sheaf.json' : '.github/hooks/sheaf.json',
    { kind: 'value', at: ['version'], value: 1 },
    ...both(copilotHook),
  );
  switch (client) {
    case 'claude':
      return [
        target('.claude/settings.json', ...both(grouped)),
        target(isUser ? '.claude.json' : '.mcp.json', one),
        skill('.claude'),
      ];
    case 'codex':
      return [
        target('.codex/hooks.json', ...both(grouped)),
        target('.codex/config.toml', {
          kind: 'toml',
          table: 'mcp_servers.sheaf',
          lines: [`command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`],
        }),
        skill('.agents'),
      ];
    case 'cursor':
      return [
        target(
          '.cursor/hooks.json',
          { kind: 'value', at: ['version'], value: 1 },
          { kind: 'item', at: ['hooks', 'sessionStart'], value: { command: hook } },
        ),
        target('.cursor/mcp.json', one),
        skill('.cursor'),
      ];
    case 'vscode': {
      const own: Entry = {
        kind: 'value',
        at: ['servers', 'sheaf'],
        value: { type: 'stdio', ...server },
      };
      const mcp = isUser
        ? { ...target('', own), file: join(code, 'mcp.json') }
        : target('.vscode/mcp.json', own);
      return [copilotHooks, mcp, skill(isUser ? '.copilot' : '.github')];
    }
    case 'copilot': {
      const local: Entry = {
        kind: 'value',
        at: ['mcpServers', 'sheaf'],
        value: { type: 'local', ...server, tools: ['*'] },
      };
      const mcp = isUser ? target('.copilot/mcp-config.json', local) : target('.mcp.json', one);
      return [copilotHooks, mcp, skill(isUser ? '.copilot' : '.github')];
    }
  }
}

const SIGNS: Readonly<Record<Exclude<Client, 'vscode'>, readonly string[]>> = {
  claude: ['.claude', '.claude.json'],
  codex: ['.codex'],
  cursor: ['.cursor'],
  copilot: ['.copilot'],
};

/** The clients whose folders are there. */
export const presentClients = (home: string, code: string): Client[] =>
  CLIENTS.filter((client) =>
    client === 'vscode'
      ? existsSync(code)
      : SIGNS[client].some((path) => existsSync(join(home, path))),
  );
