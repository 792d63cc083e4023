import type { Config } from '../config/defaults.ts';
import { checkAnswer } from '../flow/cited.ts';
import { modelQuestion, type QuestionRequest } from '../flow/question.ts';
import { hintedSentence } from '../model/errors.ts';
import type { Ports } from '../ports/ports.ts';

/** A model that may write an answer, and who is told when it can't. */
export interface WriterOptions {
  readonly config: Pick<Config, 'summarization' | 'budget'>;
  readonly ports: Pick<Ports, 'answerer' | 'tokenizer' | 'warn' | 'signal'>;
}

export interface WrittenAnswer {
  readonly text: string;
  /** `e1`, `e3`: all evidence the answer names. */
  readonly cites: readonly string[];
  readonly model: string;
}

const ANSWER_TOKENS = 600;
/** The model counts tokens in its own way: what we count as this share of its window surely fits. */
const SURE_SHARE = 0.85;

/**
 * FL-9: an answer in words by the model that is configured, which cites evidence and nothing else. Null without a model,
 * and, said as a warning, where it gave none that may stand: the answer found offline is there in any case.
 */
export async function writtenAnswer(
  request: Omit<QuestionRequest, 'count' | 'room'>,
  { config, ports }: WriterOptions,
): Promise<WrittenAnswer | null> {
  const { summarization, budget } = config;
  const { warn, signal } = ports;
  const fallBack = (sentence: string): null => {
    warn(`${sentence} The answer is the one found offline.`);
    return null;
  };
  try {
    const answerer = await ports.answerer(summarization);
    if (answerer === null) return null;
    const { count } = await ports.tokenizer(budget.tokenizer);
    const room = Math.floor((answerer.maxTokens - ANSWER_TOKENS) * SURE_SHARE);
    const { instruction, material, shown } = modelQuestion({ ...request, count, room });
    if (shown.length === 0) return null;
    const asked = { instruction, maxTokens: ANSWER_TOKENS, signal };
    const checked = checkAnswer(await answerer.answer(material, asked), shown);
    if (checked.kind === 'sound') {
      return { text: checked.text, cites: checked.cites, model: answerer.name };
    }
    return fallBack(`The answer of ${answerer.name} is not shown: ${checked.because}.`);
  } catch (error) {
    signal.throwIfAborted();
    return fallBack(hintedSentence(error));
  }
}
