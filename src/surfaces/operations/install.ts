import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import type { Client } from '../install/clients.ts';
import type { Planned } from '../install/install.ts';
import { defineOperation, INDEX_FLAGS, type Operation, type Page } from '../operation.ts';
import { printable, printableLine } from '../printable.ts';

export const install: Operation = defineOperation({
  name: 'install',
  summary: 'Add Sheaf to coding agents: hook, MCP server and skill',
  description:
    "Finds the agents that are there and adds a hook, an MCP server and a skill to their settings. Shows each change and asks before it writes. Comments and the order of existing settings stay as they are, nothing is overwritten, and --uninstall takes everything back: to the byte, or only Sheaf's entries where you have edited a file since.",
  examples: {
    'sheaf install --dry-run': 'what would change for the agents that are there',
    'sheaf install claude --yes': 'for Claude Code, in your home folder',
    'sheaf install codex --project': 'for Codex, in this project only',
    'sheaf install all --uninstall': 'take it back everywhere',
  },
  positionals: {
    client: {
      values: ['claude', 'codex', 'cursor', 'vscode', 'copilot', 'all'],
      help: 'Which agent; all that are there unless one is named.',
    },
  },
  options: {
    project: { type: 'boolean', help: 'Write to the files of this project.' },
    user: { type: 'boolean', help: 'Write to your own files, for all projects; the default.' },
    dry_run: { type: 'boolean', help: 'Only show what would change.' },
    uninstall: { type: 'boolean', help: 'Take back what was installed.' },
    yes: { type: 'boolean', short: 'y', help: 'Do not ask.' },
  },
  apart: [
    ['project', 'user'],
    ['dry_run', 'yes'],
  ],
  refuses: ['set', ...INDEX_FLAGS],
  local: true,
  async run(input, context) {
    const [clients, work, { codeFolder, startOf }] = await Promise.all([
      import('../install/clients.ts'),
      import('../install/install.ts'),
      import('../install/start.ts'),
    ]);
    const home = context.env['HOME'] ?? context.env['USERPROFILE'];
    if (home === undefined)
      throw new SheafError('not-found', 'there is no home folder', 'set HOME');
    const code = codeFolder(context.env, home);
    const scope = input.project ? 'project' : 'user';
    const base = input.project ? context.place.root : home;
    const all = (): readonly Client[] =>
      input.uninstall ? clients.CLIENTS : clients.presentClients(home, code);
    const isNamed = input.client !== undefined && input.client !== 'all';
    const chosen = isNamed ? [input.client as Client] : all();
    if (chosen.length === 0) {
      const hint = `name one: ${clients.CLIENTS.join(', ')}`;
      throw new SheafError('not-found', 'none of the agents that Sheaf knows is here', hint);
    }
    const start = startOf(scope, context.env);
    const targets = chosen.flatMap((client) =>
      clients.targetsOf(client, { base, scope, code }, start),
    );
    const planned = input.uninstall
      ? work.planUninstall(targets, context.env)
      : work.planInstall(targets);
    const isWritten = !input.dry_run && planned.length > 0;
    if (isWritten) {
      if (!input.yes) await confirmed(planned, context);
      if (input.uninstall) work.uninstall(planned, context.env);
      else work.install(planned, context.env);
    }
    return { planned, isWritten, clients: chosen };
  },
  json: ({ planned, isWritten, clients }) => ({
    clients,
    written: isWritten,
    files: planned.map(({ client, file, before, after }) => ({
      client,
      file,
      change: kindOf({ before, after }),
    })),
  }),
  present({ planned, isWritten, clients }, page) {
    if (planned.length === 0) page.line(`nothing to change for ${clients.join(', ')}`);
    for (const change of planned) presentChange(change, page);
    if (planned.length > 0)
      page.line(
        isWritten ? 'done; agents that run read it when they start again' : 'nothing was written',
      );
  },
});

function kindOf({ before, after }: Pick<Planned, 'before' | 'after'>): string {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'changed';
}

function presentChange({ client, file, before, after }: Planned, page: Page): void {
  const what = kindOf({ before, after });
  page.line(`${page.style.bold(client)}  ${printableLine(file)}  ${page.style.dim(what)}`);
  for (const line of changedLines(before ?? '', after ?? '')) page.line(`  ${printable(line)}`);
}

/** The lines that go and come, between what is the same above and below. */
function changedLines(before: string, after: string): string[] {
  const [a, b] = [before, after].map((text) =>
    text === '' ? [] : text.replace(/\r?\n$/, '').split('\n'),
  );
  if (a === undefined || b === undefined) return [];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return [
    ...a.slice(start, a.length - end).map((line) => `- ${line}`),
    ...b.slice(start, b.length - end).map((line) => `+ ${line}`),
  ];
}

async function confirmed(planned: readonly Planned[], { note, signal }: Context): Promise<void> {
  if (process.stdin.isTTY !== true) {
    const hint = 'look at it with --dry-run, then say --yes';
    throw new SheafError('usage', 'there is no terminal to ask on', hint);
  }
  for (const { client, file, before, after } of planned) {
    note(`${client}  ${file}`);
    for (const line of changedLines(before ?? '', after ?? '')) note(`  ${line}`);
  }
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const said = await terminal.question('Write this? [y/N] ', { signal });
    if (!/^y(?:es)?$/i.test(said.trim())) throw new SheafError('usage', 'nothing was written');
  } finally {
    terminal.close();
  }
}
