import type { Config } from '../../config/defaults.ts';
import type { Answerer } from '../../ports/answerer.ts';
import { openChat } from './chat.ts';
import { type Environment, endpointOf } from './endpoint.ts';
import { withoutThoughts } from './thoughts.ts';

/** The model that writes summaries answers questions too; null where none is configured. */
export async function openAnswerer(
  config: Config['summarization'],
  env: Environment,
): Promise<Answerer | null> {
  if (config.provider === 'none') return null;
  // Someone waits for the answer, and there is one without the model: no second wait for a slow one.
  const chat = await openChat({ ...endpointOf(config, env), retriesTimeouts: false });
  return {
    name: config.model,
    maxTokens: config.window_tokens,
    answer: async ({ instruction, material, maxTokens }, signal) => {
      const question = { system: instruction, prompt: material, maxOutputTokens: maxTokens };
      return withoutThoughts(await chat.ask(question, signal));
    },
  };
}
