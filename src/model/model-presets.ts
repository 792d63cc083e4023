import type { TokenizerName } from './options.ts';

/** What is known of a language model: how much it reads, and how it counts. */
interface ModelPreset {
  readonly windowTokens: number;
  readonly tokenizer: TokenizerName;
}

const preset = (windowTokens: number, tokenizer: TokenizerName): ModelPreset => {
  return { windowTokens, tokenizer };
};

/** Families of models by the name that is used for them. Windows are those of the plain API, without options that enlarge them. */
export const MODEL_PRESETS: Readonly<Record<string, ModelPreset>> = {
  claude: preset(200_000, 'claude'),
  'gpt-5': preset(400_000, 'o200k'),
  'gpt-4.1': preset(1_047_576, 'o200k'),
  'gpt-4o': preset(128_000, 'o200k'),
  'gpt-4-turbo': preset(128_000, 'cl100k'),
  'gpt-4': preset(8192, 'cl100k'),
  o3: preset(200_000, 'o200k'),
  'o4-mini': preset(200_000, 'o200k'),
  gemini: preset(1_048_576, 'chars4'),
  llama: preset(128_000, 'chars4'),
  mistral: preset(128_000, 'chars4'),
  qwen: preset(32_768, 'chars4'),
  deepseek: preset(128_000, 'chars4'),
};

/** Whether a window is that of the model a context is for: who names a model says what there is room for, not how much is wanted. */
export const isWindowOf = (budget: {
  readonly model: string;
  readonly max_tokens: number;
}): boolean => MODEL_PRESETS[budget.model]?.windowTokens === budget.max_tokens;
