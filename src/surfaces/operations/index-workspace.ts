import type { CollectResult, IndexResult, Workspace } from '../../model/results.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation, type Page } from '../operation.ts';
import { printableLine, snakeCased } from '../printable.ts';
import { RANKING_OPTIONS } from './assembly-options.ts';

export const indexWorkspace: Operation = defineOperation({
  name: 'index',
  summary: 'Update the index or show what it holds',
  description:
    'Reads what has changed and updates the index. Other commands do this on their own; use this one to index in advance, to keep the index up to date in the background, or to see what it holds and what was left out, with the reasons.',
  examples: {
    'sheaf index': 'update the index',
    'sheaf index --status': 'where it is, what it holds, and what was left out',
    'sheaf index --watch': 'keep it up to date until interrupted',
    'sheaf index gc': 'remove what is no longer needed',
    'sheaf index --git-dir repo.git --ref v1.2 --index /tmp/v1.db':
      'index a commit of a bare repository',
  },
  positionals: {
    action: {
      values: ['gc'],
      help: 'gc removes states beyond index.states_kept, folders that are gone, and what only they used.',
    },
  },
  options: {
    watch: {
      local: true,
      type: 'boolean',
      short: 'w',
      help: 'Keep the index up to date until interrupted.',
    },
    home_transcripts: RANKING_OPTIONS.home_transcripts,
    status: { type: 'boolean', short: 's', help: 'Only show what the index holds.' },
  },
  apart: [['action', 'watch', 'status']],
  async run(input, context) {
    const work = async (workspace: Workspace): Promise<IndexResult | CollectResult> => {
      if (input.action === 'gc') return workspace.collect();
      if (input.status) return workspace.status();
      const result = await workspace.update();
      if (input.watch) {
        await workspace.watch(({ updated, stateRoot }) =>
          context.note(`${updated} files read, state ${stateRoot}`),
        );
      }
      return result;
    };
    return withWorkspace(context, work, { endsSoon: !input.watch, mustKeep: !input.status });
  },
  json: snakeCased,
  present(result, page) {
    if ('stateRoot' in result) presentIndex(result, page);
    else presentCollected(result, page);
  },
});

function presentCollected(result: CollectResult, page: Page): void {
  const { statesKept, rootsKept, rootsDropped, contentsDropped, oldIndexesDropped } = result;
  page.line(
    `dropped ${contentsDropped} contents no longer used, ${result.bytesFreed} bytes freed; ${counted(statesKept, 'state')} of ${counted(rootsKept, 'folder')} kept`,
  );
  if (rootsDropped > 0) page.line(`forgot ${counted(rootsDropped, 'folder')} no longer there`);
  if (oldIndexesDropped > 0)
    page.line(`removed ${counted(oldIndexesDropped, 'index', 'indexes')} of an earlier version`);
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

function presentIndex(result: IndexResult, page: Page): void {
  const { style } = page;
  page.line(`${style.bold('index')}      ${printableLine(result.indexFile)}`);
  page.line(`${style.bold('state')}      ${result.stateRoot}`);
  if (result.commit !== null) page.line(`${style.bold('commit')}     ${result.commit}`);
  page.line(`${style.bold('documents')}  ${result.documents} in ${result.chunks} pieces`);
  const { sources, languages, leftOut } = result;
  for (const [title, counts] of Object.entries({ sources, languages, 'left out': leftOut })) {
    const entries = Object.entries(counts);
    if (entries.length === 0) continue;
    page.line();
    page.line(style.bold(title));
    for (const [name, count] of entries) {
      page.line(`  ${String(count).padStart(8)}  ${printableLine(name)}`);
    }
  }
  if (result.outsideWindow > 0) {
    page.line();
    page.line(style.bold('not read'));
    const what = 'log events outside the window (sources.logs.log_window_hours)';
    page.line(`  ${String(result.outsideWindow).padStart(8)}  ${what}`);
  }
}
