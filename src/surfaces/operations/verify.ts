import { spawnSync } from 'node:child_process';
import { SheafError } from '../../model/errors.ts';
import { withWorkspace } from '../context.ts';
import { defineOperation, type Operation } from '../operation.ts';
import { ASSEMBLY_OPTIONS, changedPaths, requestOf } from './assembly-options.ts';
import { taskText } from './task-text.ts';

export const verify: Operation = defineOperation({
  name: 'verify',
  summary: 'Assemble twice, the second time in a fresh process, and compare',
  description:
    'Proves that the same task on the same state gives the same bytes: assembles the context here and once more in a new process, and fails with exit code 1 if a byte differs.',
  examples: [
    {
      line: 'sheaf verify "fix the race in the session store" --budget 8k',
      help: 'twice the same?',
    },
  ],
  positionals: {
    task: { help: 'What is to be done, in words; - reads it from standard input.', words: true },
  },
  options: ASSEMBLY_OPTIONS,
  async run(input, context) {
    const text = await taskText(input.task, input.task_file, context);
    const first = await withWorkspace(context, async (workspace) =>
      workspace.assemble(requestOf(text, input, await changedPaths(workspace, input))),
    );
    const { prompt: second } = inFreshProcess(text);
    if (first.prompt !== second) {
      const at = [...first.prompt].findIndex((character, i) => [...second][i] !== character);
      throw new SheafError(
        'differs',
        `Two assemblies of the same task differ, first at character ${at}.`,
        'This should never happen; please report it with the task.',
      );
    }
    return {
      identical: true,
      prompt_digest: first.plan.prompt_digest,
      total_tokens: first.total_tokens,
    };
  },
  present(result, page) {
    page.line(`identical: ${result.total_tokens} tokens, ${result.prompt_digest}`);
  },
});

/** The same command line with `assemble` in place of `verify`; the text goes in again where it came from standard input. */
function inFreshProcess(text: string): { readonly prompt: string } {
  const [program = '', ...args] = process.argv.slice(1);
  const at = args.indexOf('verify');
  const again = [...args.slice(0, at), 'assemble', ...args.slice(at + 1)];
  const flags = ['--json', '--quiet'].filter((flag) => !again.includes(flag));
  const ran = spawnSync(process.execPath, [program, ...again, ...flags], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (ran.status !== 0) {
    throw new SheafError('internal', `The second assembly failed: ${ran.stderr.trim()}`);
  }
  return JSON.parse(ran.stdout) as { prompt: string };
}
