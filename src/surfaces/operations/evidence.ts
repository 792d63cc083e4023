import type { Flow } from '../../flows/flows.ts';
import { SheafError } from '../../model/errors.ts';
import { type Context, flowOf, withWorkspace } from '../context.ts';
import type { ActionSpec, Operation } from '../operation.ts';
import { defineOperation, INDEX_FLAGS, presentText } from '../operation.ts';
import { DRY_RUN, FLOW_OPTION } from './assembly-options.ts';
import { TOLD } from './outputs.ts';

/** For a check in CI: evidence that is no longer what its source says. */
const EXIT_DIFFERS = 1;
/** An action that writes, unless it shall only say what it would do. */
const changing = (help: string, ...words: readonly string[]): ActionSpec => {
  return { words, options: ['dry_run'], help };
};

function rankOf(word: string): number {
  if (/^\d{1,9}$/.test(word)) return Number(word);
  const sentence = `RANK must be a whole number from 0 to 999, not ${JSON.stringify(word)}`;
  throw new SheafError('usage', sentence);
}

const LEVELS = ['full', 'detailed', 'summary', 'stub'] as const;

/** The text of the file that evidence comes from at a level of detail. */
async function textAt(flow: Flow, name: string, word: string, context: Context): Promise<string> {
  const level = LEVELS.find((known) => known === word);
  if (level === undefined) {
    const sentence = `LEVEL must be one of ${LEVELS.join(', ')}, not ${JSON.stringify(word)}`;
    throw new SheafError('usage', sentence);
  }
  const [path, task] = await Promise.all([flow.pathOf(name), flow.request()]);
  const { text } = await withWorkspace(context, (workspace) =>
    workspace.summarize({ path, level, task }),
  );
  return text;
}

/** Lines such as `Referenced by 110_assembler_sh.evidence.md:42`. */
function depsText(found: Awaited<ReturnType<Flow['deps']>>): string {
  if (found.length === 0) return 'No other evidence is related to it.\n';
  return found
    .map(({ kind, file, line, name }) => {
      const how = kind === 'calls' ? 'Calls functions in' : kind[0]?.toUpperCase() + kind.slice(1);
      const at = kind === 'referenced by' || kind === 'imported by' ? `:${line}` : '';
      return `${how} ${file}${at}${name === '' ? '' : ` (${name})`}\n`;
    })
    .filter((line, i, all) => all.indexOf(line) === i)
    .join('');
}

export const evidence: Operation = defineOperation({
  name: 'evidence',
  summary: 'Show and edit the evidence of a flow',
  description:
    'NAME is a kind (flow_sh), a kind with its rank (100_flow_sh), a file name, or e1, e2 … in rank order. Actions that take several names also take ranges of ranks such as 300-399. Each change is made completely or not at all, and sheaf undo reverts it. drift exits with code 1 if it finds any.',
  examples: {
    'sheaf evidence status': 'what the flow holds',
    'sheaf evidence toggle off 300-399': 'turn a range off',
    'sheaf evidence rank 100_flow_sh 50': 'move it up',
    'sheaf evidence focus "error handling"': 'keep only what matches; focus off restores the rest',
    'sheaf evidence drift --heal': 'update spans whose content has moved',
  },
  positionals: {
    action: {
      required: true,
      otherwise: 'status',
      help: 'The action to perform; see below. Without one, status.',
      actions: {
        status: { words: [], help: 'Show each part with its state and size, and the budget.' },
        plan: {
          words: [],
          options: ['index'],
          help: 'Print the plan of an assembly without writing anything.',
        },
        budget: { words: [], help: 'Show how much of the budget each band of ranks uses.' },
        toggle: changing('Turn evidence on or off, or toggle it.', '[on|off]', 'NAME…'),
        rank: changing('Move evidence to a rank; others make room.', 'NAME', 'RANK'),
        rebase: changing('Renumber each band in steps of ten, in the same order.'),
        level: changing(
          'Show a document at another level of detail: full, detailed, summary or stub.',
          'NAME',
          'LEVEL',
        ),
        remove: changing('Remove evidence from the flow.', 'NAME…'),
        focus: changing('Turn off what does not match; focus off restores it.', 'QUERY…'),
        deps: {
          words: ['NAME'],
          options: INDEX_FLAGS,
          help: 'Show which evidence it uses and which uses it.',
        },
        drift: {
          words: [],
          options: ['heal', 'dry_run'],
          help: 'Show evidence that no longer matches its source.',
        },
      },
    },
    words: { many: true, help: 'Arguments of the action.' },
  },
  options: {
    heal: { type: 'boolean', help: 'With drift: update spans and contents.' },
    ...DRY_RUN,
    ...FLOW_OPTION,
  },
  output: TOLD,
  async run(
    { action, words, heal, dry_run: isDryRun, flow: id },
    context,
  ): Promise<{ text: string }> {
    const flow = await flowOf(context, id);
    const [first = '', second = ''] = words;
    switch (action) {
      case 'status':
        return flow.status();
      case 'plan': {
        const { plan } = await withWorkspace(context, (workspace) =>
          workspace.assembleFlow({ flow: flow.id, isDryRun: true }),
        );
        return { ...plan, text: `${JSON.stringify(plan, null, 2)}\n` };
      }
      case 'budget':
        return { text: await flow.budget() };
      case 'toggle':
        return (first === 'on' || first === 'off') && words.length > 1
          ? flow.toggle(words.slice(1), first, isDryRun)
          : flow.toggle(words, 'flip', isDryRun);
      case 'rank':
        return flow.rank(first, rankOf(second), isDryRun);
      case 'level':
        return flow.level(first, second, await textAt(flow, first, second, context), isDryRun);
      case 'rebase':
        return flow.rebase(isDryRun);
      case 'remove':
        return flow.remove(words, isDryRun);
      case 'focus':
        return words.length === 1 && first === 'off'
          ? flow.focusOff(isDryRun)
          : flow.focus(words.join(' '), isDryRun);
      case 'deps': {
        const found = await flow.deps(first, (paths) =>
          withWorkspace(context, (workspace) => workspace.links(paths)),
        );
        return { dependencies: found, text: depsText(found) } as { text: string };
      }
      case 'drift': {
        if (heal) return flow.heal(isDryRun);
        if (isDryRun) {
          throw new SheafError('usage', '--dry-run needs --heal', 'drift alone writes nothing');
        }
        const report = await flow.driftReport();
        if (report.drifted)
          context.note('sheaf evidence drift --heal updates spans and contents that moved');
        return report;
      }
    }
  },
  present: presentText,
  exitCode: (result) => ('drifted' in result && result.drifted === true ? EXIT_DIFFERS : 0),
});

export const add: Operation = defineOperation({
  name: 'add',
  summary: 'Add files or parts of files to the evidence of a flow',
  description:
    'Takes selectors: FILE, FILE::10,20 (lines), FILE::100 (from a line to the end) or FILE::100c,500c (bytes), each optionally followed by #tag,tag. A folder or pattern selects all its files. Either everything is added or nothing. Secrets are left out.',
  examples: {
    'sheaf add core/flow.sh': 'a whole file',
    'sheaf add "core/flow.sh::100,200#bug"': 'some lines, with a tag',
    'git diff --name-only | sheaf add -': 'a list from standard input',
    'sheaf add --link notes.md --rank 300': 'a link that follows its file',
  },
  positionals: {
    selectors: {
      many: true,
      help: 'What to add; - reads selectors from standard input, one per line.',
    },
  },
  options: {
    rank: {
      type: 'integer',
      placeholder: 'N',
      limits: [0, 999],
      help: 'The rank of the first file. Defaults to the next free rank from 100.',
    },
    link: { type: 'boolean', help: 'Link the file instead of copying it.' },
    ...DRY_RUN,
    ...FLOW_OPTION,
  },
  refuses: INDEX_FLAGS,
  output: TOLD,
  async run(input, context) {
    const selectors: string[] = [];
    for (const word of input.selectors) {
      if (word !== '-') selectors.push(word);
      else {
        const text = await context.readInput('-');
        const lines = text.split(text.includes('\0') ? '\0' : '\n');
        selectors.push(
          ...lines.map((line) => line.replace(/\r$/, '')).filter((line) => line !== ''),
        );
      }
    }
    if (selectors.length === 0) {
      throw new SheafError('usage', 'there is nothing to add', 'sheaf add FILE, or - for a list');
    }
    const flow = await flowOf(context, input.flow);
    const { rank = null, link, dry_run: dryRun } = input;
    return flow.add(selectors, { rank, link, dryRun });
  },
  present: presentText,
});

export const undo: Operation = defineOperation({
  name: 'undo',
  summary: 'Undo the last change to a flow',
  description:
    'Undoes the last change to the evidence: an addition, a toggle, a rank, a rebase, a removal or a focus. Run it again to undo the change before. Files edited by hand in the meantime are never overwritten.',
  examples: { 'sheaf undo': 'undo the last change' },
  options: { ...DRY_RUN, ...FLOW_OPTION },
  refuses: INDEX_FLAGS,
  output: TOLD,
  async run(input, context) {
    return (await flowOf(context, input.flow)).undo(input.dry_run);
  },
  present: presentText,
});

export const redo: Operation = defineOperation({
  name: 'redo',
  summary: 'Redo the change that was undone last',
  description:
    'Makes the change to the evidence again that sheaf undo took back last. Run it again for the one before. A new change forgets what was undone. Files edited by hand in the meantime are never overwritten.',
  examples: { 'sheaf redo': 'make the last undone change again' },
  options: { ...DRY_RUN, ...FLOW_OPTION },
  refuses: INDEX_FLAGS,
  output: TOLD,
  async run(input, context) {
    return (await flowOf(context, input.flow)).redo(input.dry_run);
  },
  present: presentText,
});

export const env: Operation = defineOperation({
  name: 'env',
  summary: 'Print the evidence of a flow as shell variables',
  description:
    'Prints FLOW_DIR, EVIDENCE_COUNT and e1, e2 … for the evidence in rank order, to be passed to eval. Names are quoted, so no file name can run a command.',
  examples: {
    'eval "$(sheaf env)"': 'then: grep function "$e2"',
    'sheaf env --shell fish | source': 'the same in fish',
  },
  options: {
    shell: {
      type: 'enum',
      values: ['sh', 'bash', 'zsh', 'fish'],
      default: 'sh',
      help: 'The shell to print for.',
    },
    ...FLOW_OPTION,
  },
  refuses: INDEX_FLAGS,
  local: true,
  async run(input, context) {
    return (await flowOf(context, input.flow)).env(input.shell);
  },
  json: ({ variables }) => variables,
  present: presentText,
});
