import type { Context, ContextPart } from '../model/context.ts';
import type { Format, FormatOptions } from './format.ts';
import { jsonText } from './json.ts';
import { EVIDENCE_MARKS, evidenceText } from './mdctx.ts';

/** A piece of a message; up to a piece with `cache_control` a prompt can be taken from the model's cache. */
interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly cache_control?: { readonly type: 'ephemeral' };
}

const block = (text: string): TextBlock => ({ type: 'text', text });
const cached = (text: string): TextBlock => ({
  ...block(text),
  cache_control: { type: 'ephemeral' },
});
const evidence = (part: ContextPart): TextBlock => block(evidenceText(part));

const systemWords = ({ system = '' }: Context): string => EVIDENCE_MARKS.hide(system.trim());

/** The user's words under their heading, so that they are told apart from evidence. */
const REQUEST = '# User Request\n\n';
const requestBlocks = ({ request }: Context): TextBlock[] =>
  request.trim() === '' ? [] : [block(`${REQUEST}${EVIDENCE_MARKS.hide(request.trim())}`)];

/** The pieces of the user's message, what stays the same from task to task first. */
const userBlocks = (context: Context, fixed: readonly TextBlock[]): TextBlock[] => [
  ...fixed,
  ...context.parts.map(evidence),
  ...requestBlocks(context),
];

/** For Anthropic's API: breakpoints after the system's words and after the fixed parts. */
function anthropicMessages(context: Context): object {
  const system = systemWords(context);
  const fixed = context.fixed.map((part, i) =>
    i === context.fixed.length - 1 ? cached(evidenceText(part)) : evidence(part),
  );
  return {
    ...(system === '' ? {} : { system: [cached(system)] }),
    messages: [{ role: 'user', content: userBlocks(context, fixed) }],
  };
}

/** For OpenAI's API, whose cache finds the longest known beginning by itself. */
function openAiMessages(context: Context): object {
  const system = systemWords(context);
  return {
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
      { role: 'user', content: userBlocks(context, context.fixed.map(evidence)) },
    ],
  };
}

/** One block to a line. */
function render(context: Context, { api = 'anthropic' }: FormatOptions = {}): string {
  const messages = api === 'anthropic' ? anthropicMessages(context) : openAiMessages(context);
  return `${jsonText(messages).replaceAll('{"type":"text"', '\n{"type":"text"')}\n`;
}

/** Messages as model APIs take them. */
export const MESSAGES: Format = {
  render,
  headText: (context, options = {}) => render({ ...context, fixed: [], parts: [] }, options),
  partText: (part) => `\n${jsonText(cached(evidenceText(part)))},`,
};
