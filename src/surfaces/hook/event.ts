/* What a client of ours says on standard input, and the form in which it wants its answer. Each has its own names for the same. */

/** Something that happened in an agent's conversation. */
export interface HookEvent {
  readonly kind: 'prompt' | 'start';
  /** Names the conversation, with the client before it; null where nobody said. */
  readonly conversation: string | null;
  readonly cwd: string | null;
  /** What the user wrote; empty at the start. */
  readonly prompt: string;
  /** The agent has forgotten what it was sent before. */
  readonly isAfresh: boolean;
  readonly form: AnswerForm;
}

/** How the client wants text: Claude Code, Codex and VS Code agree; Cursor and the Copilot command line have their own. */
type AnswerForm =
  | { readonly kind: 'specific'; readonly event: string }
  | { readonly kind: 'cursor' }
  | { readonly kind: 'copilot' };

type Fields = Readonly<Record<string, unknown>>;

/** An event that can be answered; null for all others, which are left alone. */
export function readEvent(input: string): HookEvent | null {
  const given = parsed(input);
  if (given === null) return null;
  const name = text(given['hook_event_name'] ?? given['hookEventName']);
  switch (name) {
    case 'UserPromptSubmit':
    case 'SessionStart':
      return event(given, name === 'SessionStart', { kind: 'specific', event: name });
    case 'sessionStart':
      return event(given, true, { kind: 'cursor' });
    case '':
      return copilotEvent(given);
    default:
      // Others, such as Cursor's beforeSubmitPrompt, have no place for context.
      return null;
  }
}

/** The Copilot command line does not say which event it is. */
function copilotEvent(given: Fields): HookEvent | null {
  if (text(given['sessionId']) === '') return null;
  if (typeof given['prompt'] === 'string') return event(given, false, { kind: 'copilot' });
  return text(given['source']) === '' ? null : event(given, true, { kind: 'copilot' });
}

function event(given: Fields, isStart: boolean, form: AnswerForm): HookEvent {
  const id = [given['session_id'], given['conversation_id'], given['sessionId']].map(text);
  const roots = given['workspace_roots'];
  const folders = [given['cwd'], Array.isArray(roots) ? roots[0] : ''].map(text);
  const named = id.find((value) => value !== '');
  return {
    kind: isStart ? 'start' : 'prompt',
    conversation: named === undefined ? null : `${form.kind} ${named}`,
    cwd: folders.find((value) => value !== '') ?? null,
    prompt: isStart ? '' : text(given['prompt']),
    isAfresh: isStart && text(given['source']) !== 'resume',
    form,
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function parsed(input: string): Fields | null {
  try {
    const value: unknown = JSON.parse(input.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** What is printed for the client; nothing for no text. */
export function answerText({ form }: HookEvent, context: string): string {
  if (context === '') return '';
  switch (form.kind) {
    case 'specific':
      return line({
        hookSpecificOutput: { hookEventName: form.event, additionalContext: context },
      });
    case 'cursor':
      return line({ additional_context: context });
    case 'copilot':
      return line({ additionalContext: context });
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
