import type { Config } from '../../config/defaults.ts';
import type { Summarizer } from '../../ports/summarizer.ts';
import { openChat } from './chat.ts';
import { type Endpoint, type Environment, endpointOf } from './endpoint.ts';
import { withoutThoughts } from './thoughts.ts';

export interface SummarizerOptions extends Endpoint {
  readonly maxTokens: number;
}

/** A model that is told a limit in words goes over it; what is cut at the limit ends in mid-sentence. */
const OUTPUT_SLACK = 2;

/** A chat model behind an OpenAI-compatible endpoint that summarises. */
export async function httpSummarizer(options: SummarizerOptions): Promise<Summarizer> {
  // A model that is too slow for a text is too slow for it again; there is another way to a summary.
  const chat = await openChat({ ...options, retriesTimeouts: false });
  return {
    name: chat.name,
    maxTokens: options.maxTokens,
    summarise: async (text, { instruction, maxTokens, signal }) => {
      const maxOutputTokens = Math.ceil(maxTokens * OUTPUT_SLACK);
      const question = { system: instruction, prompt: text, maxOutputTokens };
      return withoutThoughts(await chat.ask(question, signal));
    },
  };
}

/** The summarizer that the configuration names; null where summaries are made offline. */
export async function openSummarizer(
  config: Config['summarization'],
  env: Environment,
): Promise<Summarizer | null> {
  if (config.provider === 'none') return null;
  return httpSummarizer({ ...endpointOf(config, env), maxTokens: config.window_tokens });
}
