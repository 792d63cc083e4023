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

export async function openChat(endpoint: Endpoint): Promise<Chat> {
  const baseURL = checkedAddress(endpoint);
  // Loaded here: nobody else pays for it.
  const [{ generateText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ]);
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL,
    fetch: fetchWithoutRedirect,
    ...(endpoint.apiKey === null ? {} : { apiKey: endpoint.apiKey }),
  });
  const model = provider.chatModel(endpoint.model);
  return {
    name: `${baseURL} ${endpoint.model}`,
    ask: async (question, signal) => {
      const { text } = await asking(endpoint, signal, (abortSignal) =>
        generateText({ model, ...question, abortSignal, maxRetries: 0, temperature: 0 }),
      );
      return text;
    },
  };
}
