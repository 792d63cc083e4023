import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { asking, checkedAddress, type Endpoint, fetchWithoutRedirect } from './endpoint.ts';

export interface Question {
  /** What is to be done; kept apart from the material, which may hold anything. */
  readonly system?: string;
  readonly prompt: string;
  readonly maxOutputTokens?: number;
}

/** A chat model behind an OpenAI-compatible endpoint. */
export interface Chat {
  readonly name: string;
  /** The answer in words. Rejects where none can be had in time. */
  ask(question: Question, signal: AbortSignal): Promise<string>;
}

/** What speaks to an endpoint. Loaded here: nobody else pays for it. */
export async function openProvider(endpoint: Endpoint): Promise<{
  readonly baseURL: string;
  readonly provider: OpenAICompatibleProvider;
  readonly sdk: typeof import('ai');
}> {
  const baseURL = checkedAddress(endpoint);
  const [sdk, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL,
    fetch: fetchWithoutRedirect(endpoint.sent),
    ...(endpoint.apiKey === null ? {} : { apiKey: endpoint.apiKey }),
  });
  return { baseURL, provider, sdk };
}

export async function openChat(endpoint: Endpoint): Promise<Chat> {
  const { baseURL, provider, sdk } = await openProvider(endpoint);
  const model = provider.chatModel(endpoint.model);
  return {
    name: `${baseURL} ${endpoint.model}`,
    ask: async (question, signal) => {
      const { text } = await asking(endpoint, signal, (abortSignal) =>
        sdk.generateText({ model, ...question, abortSignal, maxRetries: 0, temperature: 0 }),
      );
      return text;
    },
  };
}
