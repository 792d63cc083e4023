import { defineOperation, type Operation } from '../operation.ts';
import { printableLine } from '../printable.ts';

const NAME_WIDTH = 10;

export const doctor: Operation = defineOperation({
  name: 'doctor',
  summary: 'Check what Sheaf needs, and say what to do',
  description:
    'Looks at git, grammars, tokenizer, embedder, model, watcher, the index of this project, the daemon, the failures that hooks wrote down and the agents that are installed. Ends with 1 if something is broken.',
  examples: {
    'sheaf doctor': 'how everything is',
    'sheaf doctor --json': 'the same for programs',
  },
  local: true,
  async run(_, context) {
    const { examine } = await import('../doctor/checks.ts');
    return { findings: await examine(context) };
  },
  present({ findings }, page) {
    for (const { name, state, says, hint } of findings) {
      const mark = state === 'broken' ? page.style.bold(state) : page.style.dim(state.padEnd(6));
      page.line(`${mark}  ${name.padEnd(NAME_WIDTH)} ${printableLine(says)}`);
      if (hint !== undefined && hint !== '')
        page.line(`        ${page.style.dim(printableLine(hint))}`);
    }
  },
  exitCode: ({ findings }) => (findings.some(({ state }) => state === 'broken') ? 1 : 0),
});
