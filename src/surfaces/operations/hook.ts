import { SheafError } from '../../model/errors.ts';
import type { Context } from '../context.ts';
import { defineOperation, INDEX_FLAGS, type Operation, presentText } from '../operation.ts';

export const hook: Operation = defineOperation({
  name: 'hook',
  summary: 'Answer the hook of a coding agent with context for its prompt',
  description:
    'Reads what the agent says on standard input and prints context in the form it wants: at most 2,400 tokens and 9,000 characters of the likeliest pieces, what else is likely, and how to ask for it. Prints nothing for prompts that are no task, and nothing that the conversation already holds. Whatever fails, it ends with 0 within four seconds; sheaf doctor shows why. sheaf install writes it into the settings of agents.',
  examples: {
    'cat event.json | sheaf hook': 'what an agent would get, through the daemon',
    'cat event.json | sheaf hook --here': 'the same without the daemon',
  },
  options: {
    here: { type: 'boolean', help: 'Answer in this process instead of the daemon.' },
  },
  refuses: ['root', 'set', ...INDEX_FLAGS],
  local: true,
  async run({ here }, context) {
    const input = await context.readInput('-');
    return { text: here ? await answeredHere(input, context) : await answered(input, context) };
  },
  present: presentText,
});

async function answered(input: string, { env }: Context): Promise<string> {
  const [client, { programOf }] = await Promise.all([
    import('../hook/client.ts'),
    import('../daemon/program.ts'),
  ]);
  return client.hook(input, env, programOf());
}

async function answeredHere(input: string, { env }: Context): Promise<string> {
  const [{ answer }, { readEvent }, { isChatter }, { logFailure }, { openProjects }] =
    await Promise.all([
      import('../hook/answer.ts'),
      import('../hook/event.ts'),
      import('../hook/chatter.ts'),
      import('../hook/log.ts'),
      import('../daemon/projects.ts'),
    ]);
  try {
    const event = readEvent(input);
    if (event === null)
      throw new SheafError('usage', 'the input is not the JSON of a hook that Sheaf knows');
    if (event.kind === 'prompt' && isChatter(event.prompt)) return '';
    const projects = openProjects(env, (sentence) => logFailure(env, sentence));
    try {
      const { text, arrived } = await answer(event, env, projects.with);
      arrived();
      return text;
    } finally {
      await projects.close();
    }
  } catch (error) {
    logFailure(env, error);
    return '';
  }
}
