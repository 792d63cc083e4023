import type { Config } from '../../config/defaults.ts';
import type { Answerer, Summarizer, SummaryRequest } from '../../ports/summarizer.ts';
import { openChat } from './chat.ts';
import { type Endpoint, type Environment, endpointOf } from './endpoint.ts';

export interface SummarizerOptions extends Endpoint {
  readonly maxTokens: number;
}

/** A model that is told a limit in words goes over it; what is cut at the limit ends in mid-sentence. */
const OUTPUT_SLACK = 2;
const THOUGHTS_END = '</think>';

/** Models that think aloud put their answer after it; one that never stopped thinking gave none. */
function withoutThoughts(answer: string): string {
  const end = answer.lastIndexOf(THOUGHTS_END);
  if (end !== -1) return answer.slice(end + THOUGHTS_END.length).trim();
  return answer.trimStart().startsWith('<think>') ? '' : answer.trim();
}

type Write = (material: string, request: SummaryRequest) => Promise<string>;

/** A model that is too slow for a text is too slow for it again, and there is another way to a summary or an answer: no second wait. */
async function openWriter(endpoint: Endpoint): Promise<{ readonly name: string; write: Write }> {
  const chat = await openChat({ ...endpoint, retriesTimeouts: false });
  return {
    name: chat.name,
    write: async (prompt, { instruction: system, maxTokens: maxOutputTokens, signal }) =>
      withoutThoughts(await chat.ask({ system, prompt, maxOutputTokens }, signal)),
  };
}

/** A chat model behind an OpenAI-compatible endpoint that summarises. */
export async function httpSummarizer(options: SummarizerOptions): Promise<Summarizer> {
  const { name, write } = await openWriter(options);
  return {
    name,
    maxTokens: options.maxTokens,
    summarise: (text, request) =>
      write(text, { ...request, maxTokens: Math.ceil(request.maxTokens * OUTPUT_SLACK) }),
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

/** The model that writes summaries answers questions too; null where none is configured. */
export async function openAnswerer(
  config: Config['summarization'],
  env: Environment,
): Promise<Answerer | null> {
  if (config.provider === 'none') return null;
  const { write } = await openWriter(endpointOf(config, env));
  return { name: config.model, maxTokens: config.window_tokens, answer: write };
}
