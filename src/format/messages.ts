import type { Context } from '../model/context.ts';
import type { Format, FormatOptions } from './format.ts';
import { jsonText } from './json.ts';
import { EVIDENCE_MARKS, evidenceText } from './mdctx.ts';

const block = (text: string): object => ({ type: 'text', text });
/** Up to such a piece a prompt can be taken from the model's cache. */
const cached = (text: string): object => ({ ...block(text), cache_control: { type: 'ephemeral' } });

/** One block to a line; in the user's message, what stays the same from task to task comes first. */
function render(context: Context, { api = 'anthropic' }: FormatOptions = {}): string {
  const hidden = (words: string): string => EVIDENCE_MARKS.hide(words.trim());
  const [system, request] = [hidden(context.system ?? ''), hidden(context.request)];
  // Breakpoints after the system's words and the fixed parts; OpenAI's cache finds the longest known beginning by itself.
  const breaks = api === 'anthropic' ? cached : block;
  const content = [
    ...context.fixed.map((part, i) =>
      (i === context.fixed.length - 1 ? breaks : block)(evidenceText(part)),
    ),
    ...context.parts.map((part) => block(evidenceText(part))),
    // The user's words under their heading, so that they are told apart from evidence.
    ...(request === '' ? [] : [block(`# User Request\n\n${request}`)]),
  ];
  const user = { role: 'user', content };
  const spoken =
    api === 'anthropic'
      ? { system: [cached(system)], messages: [user] }
      : { messages: [{ role: 'system', content: system }, user] };
  const messages = system === '' ? { messages: [user] } : spoken;
  return `${jsonText(messages).replaceAll('{"type":"text"', '\n{"type":"text"')}\n`;
}

export const MESSAGES: Format = {
  render,
  // Of the fixed parts the last has a breakpoint; it is counted with the head, so that all parts are alike.
  headText: (context, options = {}) =>
    `${render({ ...context, fixed: [], parts: [] }, options)}${context.fixed.length === 0 ? '' : jsonText(cached(''))}`,
  partText: (part) => `\n${jsonText(block(evidenceText(part)))},`,
};
