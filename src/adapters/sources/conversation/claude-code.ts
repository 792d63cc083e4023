import { withoutBetween } from '../../../text/truncate.ts';
import { type Part, readContent } from './content.ts';
import { field, textField } from './json.ts';
import { toTime } from './time.ts';
import { joinPieces, type Piece, pieceOf, type Section } from './turn.ts';

/** System records that tell about the program, not about the talk. */
const NOISE_SUBTYPES =
  /^(?:init|status|compact_boundary|turn_duration|stop_hook_summary|api_error|local_command|hook_\w+)$/;
/** Blocks the program puts into what the user said. */
const INJECTED_TAGS =
  `system-reminder ide_opened_file ide_selection ide_diagnostics local-command-caveat
  local-command-stdout local-command-stderr bash-stdout bash-stderr user-prompt-submit-hook`.split(
    /\s+/,
  );
const INTERRUPTED = /^\[Request interrupted by user/;
const REFUSED = /the user said:\n([\s\S]+)$/;
const ANSWERED = /"([^"\n]{1,300})"="([^"\n]{1,300})"/g;

/** Sessions of Claude Code: one JSON object per line, linked by `uuid` and `parentUuid`. */
export function readClaudeCode(records: readonly unknown[]): Section[] {
  const kept = withoutRewound(withoutRepeats(records));
  const calls = new Map<string, string>();
  const pieces = kept.flatMap((record) => readRecord(record, calls));
  return [{ title: titleOf(records), turns: joinPieces(pieces) }];
}

/** A resumed session repeats the records it builds on. */
function withoutRepeats(records: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return records.filter((record) => {
    const uuid = textField(record, 'uuid');
    const isNew = uuid === '' || !seen.has(uuid);
    seen.add(uuid);
    return isNew;
  });
}

/**
 * Leaves out prompts that were rewound and edited, with all that followed from them: of several prompts
 * after the same record only the last one stands. (The chain from the last record back would be too
 * strict: parallel tool calls fork it as well.)
 */
function withoutRewound(records: readonly unknown[]): readonly unknown[] {
  const lastPrompt = new Map<string, string>();
  const gone = new Set<string>();
  for (const record of records) {
    const [parent, uuid] = [textField(record, 'parentUuid'), textField(record, 'uuid')];
    if (parent === '' || uuid === '' || !isPrompt(record)) continue;
    const rival = lastPrompt.get(parent);
    if (rival !== undefined) gone.add(rival);
    lastPrompt.set(parent, uuid);
  }
  return records.filter((record) => {
    const uuid = textField(record, 'uuid');
    if (gone.has(textField(record, 'parentUuid'))) gone.add(uuid);
    return uuid === '' || !gone.has(uuid);
  });
}

function isPrompt(record: unknown): boolean {
  if (field(record, 'type') !== 'user' || field(record, 'isMeta') === true) return false;
  if (field(record, 'isSidechain') === true) return false;
  const parts = readContent(field(field(record, 'message'), 'content'));
  return parts.some((part) => part.kind === 'say' && ownWords(part.text) !== '');
}

function readRecord(record: unknown, calls: Map<string, string>): Piece[] {
  const type = textField(record, 'type');
  const time = toTime(field(record, 'timestamp'));
  const message = field(record, 'message');
  const line = (speaker: string, text: string): Piece[] => pieceOf('say', speaker, time, text);
  if (field(record, 'isMeta') === true && type !== 'attachment') return [];
  if (type === 'system') {
    const isNoise = NOISE_SUBTYPES.test(textField(record, 'subtype'));
    return isNoise ? [] : line('system', textField(record, 'content'));
  }
  if (type === 'attachment') {
    const attachment = field(record, 'attachment');
    const isQueued = textField(attachment, 'type') === 'queued_command';
    return isQueued ? line('user', ownWords(textField(attachment, 'prompt'))) : [];
  }
  const isSaid = type === 'user' || type === 'assistant';
  if (!isSaid || field(record, 'isApiErrorMessage') === true) return [];
  const speaker = speakerOf(record, type);
  const id = type === 'assistant' ? textField(message, 'id') : textField(record, 'uuid');
  return readContent(field(message, 'content') ?? field(record, 'content')).flatMap((part) =>
    readPart(part, { speaker, time, message: id }, calls),
  );
}

/** Sub-agents are told their task by the assistant: neither side of a side chain is a person. */
function speakerOf(record: unknown, type: string): string {
  if (field(record, 'isCompactSummary') === true) return 'summary';
  if (field(record, 'isSidechain') === true) return type === 'user' ? 'task' : 'agent';
  return type;
}

type Origin = Omit<Piece, 'kind' | 'text'>;

function readPart(part: Part, from: Origin, calls: Map<string, string>): Piece[] {
  const piece = (speaker: string, text: string, kind = part.kind): Piece[] =>
    pieceOf(kind, speaker, from.time, text, from.message);
  if (part.kind === 'call') {
    calls.set(part.id, part.tool);
    return piece(from.speaker, part.text);
  }
  if (part.kind === 'result') {
    // What a person answers to a question or a refused call arrives as the result of a tool.
    const answer = answered(part, calls.get(part.id) ?? '');
    return answer === '' ? piece('tool', part.text) : piece('user', answer, 'say');
  }
  if (from.speaker !== 'user') return piece(from.speaker, part.text);
  if (INTERRUPTED.test(part.text)) return [];
  if (part.text.startsWith('<task-notification>')) return piece('system', part.text);
  return piece('user', ownWords(part.text));
}

function answered(part: Part, tool: string): string {
  if (tool === 'AskUserQuestion') {
    return [...part.text.matchAll(ANSWERED)].map((pair) => `${pair[1]} → ${pair[2]}`).join('\n');
  }
  return part.failed ? (REFUSED.exec(part.text)?.[1] ?? '') : '';
}

/** What the user typed, without what the program added. */
function ownWords(text: string): string {
  if (!text.includes('<')) return text;
  const command = inside(text, 'command-name')?.replace(/^\//, '');
  if (command !== undefined) return `/${command} ${inside(text, 'command-args') ?? ''}`.trim();
  const shell = inside(text, 'bash-input');
  if (shell !== null) return `! ${shell}`;
  return INJECTED_TAGS.reduce(
    (rest, tag) => withoutBetween(rest, `<${tag}>`, `</${tag}>`),
    text,
  ).trim();
}

function inside(text: string, tag: string): string | null {
  const start = text.indexOf(`<${tag}>`);
  const end = start === -1 ? -1 : text.indexOf(`</${tag}>`, start);
  return end === -1 ? null : text.slice(start + tag.length + 2, end);
}

/** Summaries name the session they end in by its last record; one of another session is second best. */
function titleOf(records: readonly unknown[]): string {
  const uuids = new Set(records.map((record) => textField(record, 'uuid')));
  let own = '';
  let other = '';
  for (const record of records) {
    const type = textField(record, 'type');
    if (type === 'custom-title' || type === 'ai-title')
      own = textField(record, 'customTitle', 'aiTitle', 'title') || own;
    if (type !== 'summary') continue;
    const summary = textField(record, 'summary');
    if (uuids.has(textField(record, 'leafUuid'))) own ||= summary;
    else other = summary || other;
  }
  return own || other;
}
