import { isRecord } from '../../../text/imports/loose-json.ts';
import { contentText, describeCall, outputText, readCall, shorten } from './content.ts';
import { anyField, field, listField, textField } from './json.ts';
import { toTime } from './time.ts';
import { joinPieces, type Piece, pieceOf as piece, type Section } from './turn.ts';

/** Messages in the user's name that the program wrote. */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|collaboration_mode|skill|INSTRUCTIONS|app-context)\b|# AGENTS\.md instructions)/;
const IDE_REQUEST = /^## My request for Codex:[^\S\n]*\n?/m;
const CALL_TYPES =
  /^(?:function_call|custom_tool_call|local_shell_call|web_search_call|tool_call)$/;
const OUTPUT_TYPES = /^(?:function_call_output|custom_tool_call_output|local_shell_call_output)$/;

/**
 * Rollouts of the Codex CLI: wrapped items (`{timestamp, type, payload}`), the older flat items, and the
 * stream of `codex exec --json`. Events repeat what items say; an event counts only where no item does.
 */
export function readCodex(values: readonly unknown[]): Section[] {
  // The first versions wrote one object: the session, and the list of its items.
  const records = values.flatMap((value) =>
    isRecord(field(value, 'session')) ? listField(value, 'items') : [value],
  );
  const messages = records.map(itemOf).filter((item) => textField(item, 'type') === 'message');
  const said = new Set(messages.map((item) => sayKey(textField(item, 'role'), messageText(item))));
  const pieces = records.flatMap((record) => {
    const payload = field(record, 'payload');
    const time = toTime(anyField(record, 'timestamp', 'ts') ?? field(payload, 'timestamp'));
    return textField(record, 'type') === 'event_msg'
      ? readEvent(payload, time, said)
      : readItem(itemOf(record), time, record);
  });
  return [{ title: '', turns: joinPieces(pieces) }];
}

function itemOf(record: unknown): unknown {
  const type = textField(record, 'type');
  if (type === 'response_item') return field(record, 'payload');
  if (type === 'item.completed') return field(record, 'item');
  return field(record, 'payload') === undefined ? record : undefined;
}

const sayKey = (role: string, text: string): string => `${role}\n${text.trim()}`;

function messageText(item: unknown): string {
  const text = contentText(field(item, 'content'));
  if (textField(item, 'role') !== 'user') return text;
  return INJECTED.test(text) ? '' : ownRequest(text);
}

/** Editors put the open files in front of what was asked. */
function ownRequest(text: string): string {
  const match = IDE_REQUEST.exec(text);
  return match === null ? text : text.slice(match.index + match[0].length);
}

function readEvent(event: unknown, time: string, said: ReadonlySet<string>): Piece[] {
  const type = textField(event, 'type');
  const text = textField(event, 'message');
  const own = type === 'user_message' ? ownRequest(text) : text;
  const role = { user_message: 'user', agent_message: 'assistant' }[type];
  if (role === undefined || INJECTED.test(own) || said.has(sayKey(role, own))) return [];
  return piece('say', role, time, own);
}

function readItem(item: unknown, time: string, record: unknown): Piece[] {
  const type = textField(item, 'type');
  if (type === 'message') {
    const role = textField(item, 'role');
    // The developer's and system's messages are the program's own instructions.
    if (role === 'system' || role === 'developer') return [];
    return piece('say', role || 'unknown', time, messageText(item));
  }
  if (CALL_TYPES.test(type)) return piece('call', 'assistant', time, callText(type, item));
  if (OUTPUT_TYPES.test(type)) {
    return piece('result', 'tool', time, shorten(outputText(field(item, 'output'))));
  }
  if (type === 'agent_message' || type === 'assistant_message')
    return piece('say', 'assistant', time, textField(item, 'text', 'message'));
  if (type === 'command_execution') {
    return [
      ...piece('call', 'assistant', time, describeCall('shell', textField(item, 'command'))),
      ...piece('result', 'tool', time, shorten(textField(item, 'aggregated_output'))),
    ];
  }
  if (type === 'file_change') {
    const paths = listField(item, 'changes').map((change) => textField(change, 'path'));
    return piece('call', 'assistant', time, describeCall('file_change', paths.join(' ')));
  }
  // The history of what was typed has nothing else.
  if (type === '' && textField(record, 'session_id') !== '')
    return piece('say', 'user', time, textField(record, 'text'));
  if (textField(record, 'type') === 'compacted')
    return piece('say', 'summary', time, textField(field(record, 'payload'), 'message'));
  return [];
}

function callText(type: string, item: unknown): string {
  if (type === 'function_call' || type === 'custom_tool_call') return readCall(item).text;
  const action = field(item, 'action') ?? item;
  return describeCall(type === 'web_search_call' ? 'web_search' : 'shell', action);
}
