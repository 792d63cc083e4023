import type { Flow } from '../../flows/flows.ts';
import { SheafError } from '../../model/errors.ts';
import type { LinkedFile } from '../../model/flow.ts';
import { withWorkspace } from '../context.ts';
import { DRY_RUN, FLOW_OPTION, flowOf } from '../flows.ts';
import { defineOperation, type Operation } from '../operation.ts';

const ACTIONS = [
  'status',
  'plan',
  'budget',
  'toggle',
  'rank',
  'rebase',
  'remove',
  'focus',
  'deps',
  'drift',
] as const;

/** For a check in CI: evidence that is no longer what its source says. */
const EXIT_DIFFERS = 1;

const need = (word: string | undefined, what: string): string => {
  if (word !== undefined) return word;
  throw new SheafError('usage', `${what} is missing`, 'see sheaf evidence --help');
};

/** `toggle NAME`, `toggle on NAME`, `toggle off 300-399`. */
function toggled(
  flow: Flow,
  words: readonly string[],
  isDryRun: boolean,
): Promise<{ text: string }> {
  const [first, second] = words;
  const isSwitch = (first === 'on' || first === 'off') && second !== undefined;
  return isSwitch
    ? flow.toggle(second, first, isDryRun)
    : flow.toggle(need(first, 'the name'), 'flip', isDryRun);
}

interface Dependency {
  readonly kind: string;
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** S0's lines: `Referenced by 110_assembler_sh.evidence.md:42`. */
function depsText(found: readonly Dependency[]): string {
  if (found.length === 0) return 'No other evidence has to do with it.\n';
  return found
    .map(({ kind, file, line, name }) => {
      const isOther = kind === 'referenced by' || kind === 'imported by';
      const how =
        kind === 'calls' ? 'Calls functions in' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
      return `${how} ${file}${isOther ? `:${line}` : ''}${name === '' ? '' : ` (${name})`}\n`;
    })
    .filter((line, i, all) => all.indexOf(line) === i)
    .join('');
}

export const evidence: Operation = defineOperation({
  name: 'evidence',
  summary: 'Look at and groom the evidence of a flow',
  description:
    'Names are kinds (flow_sh), ranked kinds (100_flow_sh), file names, or e1, e2 … in rank order. toggle takes ranges of ranks too. Every change is whole or not at all, and sheaf undo takes it back. drift says which evidence no longer matches its source, with exit code 1 if there is any.',
  examples: [
    { line: 'sheaf evidence status', help: 'what is loaded' },
    { line: 'sheaf evidence toggle off 300-399', help: 'switch a band off' },
    { line: 'sheaf evidence rank 100_flow_sh 50', help: 'move it up' },
    {
      line: 'sheaf evidence focus "error handling"',
      help: 'keep only what matches; focus off restores',
    },
    { line: 'sheaf evidence drift --heal', help: 'let spans follow their content' },
  ],
  positionals: {
    action: { values: ACTIONS, required: true, help: 'What to do.' },
    words: { many: true, help: 'A name, on or off and a name, a name and a rank, or a query.' },
  },
  options: {
    heal: { type: 'boolean', help: 'With drift: bring spans and contents up to date.' },
    ...DRY_RUN,
    ...FLOW_OPTION,
  },
  async run(
    { action, words, heal, dry_run: isDryRun, flow: id },
    context,
  ): Promise<{ text: string }> {
    const flow = await flowOf(context, id);
    const [first, second] = words;
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
        return toggled(flow, words, isDryRun);
      case 'rank':
        return flow.rank(need(first, 'the name'), Number(need(second, 'the rank')), isDryRun);
      case 'rebase':
        return flow.rebase(isDryRun);
      case 'remove':
        return flow.remove(need(first, 'the name'), isDryRun);
      case 'focus': {
        if (words.length === 1 && first === 'off') return flow.focusOff(isDryRun);
        need(first, 'the query');
        return flow.focus(words.join(' '), isDryRun);
      }
      case 'deps': {
        const links = (paths: readonly string[]): Promise<readonly LinkedFile[]> =>
          withWorkspace(context, (workspace) => workspace.links(paths));
        const found = await flow.deps(need(first, 'the name'), links);
        return { dependencies: found, text: depsText(found) } as { text: string };
      }
      case 'drift': {
        if (heal) return flow.heal(isDryRun);
        const report = await flow.driftReport();
        if (report.drifted)
          context.note('sheaf evidence drift --heal follows what can be followed');
        return report;
      }
    }
  },
  present({ text }, page) {
    page.raw(text);
  },
  exitCode: (result) => ('drifted' in result && result.drifted === true ? EXIT_DIFFERS : 0),
});
