import type { IndexResult } from '../../model/results.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, type Page } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';

export const indexWorkspace: Operation = defineOperation({
  name: 'index',
  summary: 'Update the index or show what it holds',
  description:
    'Reads what has changed and updates the index. Other commands do this on their own; use this one to index in advance, to keep the index up to date in the background, or to see what it holds and what was left out, with the reasons.',
  examples: {
    'sheaf index': 'update the index',
    'sheaf index --status': 'what it holds, and what was left out',
    'sheaf index --watch': 'keep it up to date until interrupted',
    'sheaf index gc': 'remove what is no longer needed',
    'sheaf index --git-dir repo.git --ref v1.2 --index /tmp/v1.db':
      'index a commit of a bare repository',
  },
  positionals: {
    action: {
      values: ['gc'],
      help: 'gc removes states beyond index.states_kept and their contents.',
    },
  },
  options: {
    watch: { type: 'boolean', short: 'w', help: 'Keep the index up to date until interrupted.' },
    status: { type: 'boolean', short: 's', help: 'Only show what the index holds.' },
  },
  apart: [['action', 'watch', 'status']],
  async run(input, context) {
    return withWorkspace(
      context,
      async (workspace) => {
        if (input.action === 'gc')
          return { kind: 'collected', ...(await workspace.collect()) } as const;
        if (input.status) return { kind: 'status', ...(await workspace.status()) } as const;
        const result = await workspace.update();
        if (input.watch) {
          await workspace.watch(({ updated, stateRoot }) =>
            context.note(`${updated} files read, state ${stateRoot}`),
          );
        }
        return { kind: 'updated', ...result } as const;
      },
      { endsSoon: !input.watch, mustKeep: !input.status },
    );
  },
  json: ({ kind: _, ...result }) => snakeCased(result),
  present(result, page) {
    if (result.kind === 'collected') {
      page.line(
        `dropped ${result.contentsDropped} contents no longer used, ${result.bytesFreed} bytes freed; ${result.statesKept} states kept`,
      );
      return;
    }
    presentIndex(result, page);
  },
});

function presentIndex(result: IndexResult, page: Page): void {
  const { style } = page;
  page.line(`${style.bold('state')}      ${result.stateRoot}`);
  if (result.commit !== null) page.line(`${style.bold('commit')}     ${result.commit}`);
  page.line(`${style.bold('documents')}  ${result.documents} in ${result.chunks} pieces`);
  const groups: [string, Readonly<Record<string, number>>][] = [
    ['sources', result.sources],
    ['languages', result.languages],
    ['left out', result.leftOut],
  ];
  for (const [title, counts] of groups) {
    const entries = Object.entries(counts);
    if (entries.length === 0) continue;
    page.line();
    page.line(style.bold(title));
    for (const [name, count] of entries) {
      page.line(`  ${String(count).padStart(8)}  ${printableLine(name)}`);
    }
  }
}
