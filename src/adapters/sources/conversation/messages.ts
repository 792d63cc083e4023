import { isRecord } from '../../../text/imports/loose-json.ts';
import { readCall, readContent, shorten } from './content.ts';
import { anyField, field, listField, textField } from './json.ts';
import { toTime } from './time.ts';
import { joinPieces, type Piece, type Section } from './turn.ts';

const words = (text: string): readonly string[] => text.split(' ');
const LISTS = words(
  'messages chat_messages conversation conversations turns history contents transcript chats',
);
const SPEAKERS = words(
  'role sender sender_name speaker from author name user user_name username display_name nick nickname handle by who participant agent member posted_by type',
);
export const CONTENTS: readonly string[] = words(
  'content text parts value message body utterance say msg comment reply said',
);
export const TIMES: readonly string[] = words(
  'timestamp created_at createdAt create_time time date ts datetime at when sent sent_at sentAt posted posted_at',
);
const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  ai: 'assistant',
  prompt: 'user',
  response: 'assistant',
  tool_use: 'tool',
  tool_result: 'tool',
};
// Conversations are nested in lists of conversations, and no deeper.
const MAX_NESTING = 3;

/** Lists of `{role, content}` as the model APIs take them, and the many shapes close to that. */
export function readMessages(records: readonly unknown[], title = '', depth = 0): Section[] {
  const sections: Section[] = [];
  let pieces: Piece[] = [];
  const close = (): void => {
    if (pieces.length > 0) sections.push({ title, turns: joinPieces(pieces) });
    pieces = [];
  };
  for (const [index, record] of records.entries()) {
    const inner = depth < MAX_NESTING ? innerList(record) : [];
    if (inner.length === 0) {
      pieces.push(...readMessage(record, index));
      continue;
    }
    close();
    const own = textField(record, 'title', 'name', 'summary') || title;
    for (const section of readMessages(inner, own, depth + 1)) sections.push(section);
  }
  close();
  return sections;
}

function innerList(record: unknown): readonly unknown[] {
  if (Array.isArray(record)) return record;
  return listField(record, ...LISTS).filter((item) => isRecord(item) || Array.isArray(item));
}

function readMessage(record: unknown, index: number): Piece[] {
  const content = anyField(record, ...CONTENTS);
  const calls = listField(record, 'tool_calls');
  const who = speakerOf(record);
  const isEmpty = content === undefined && calls.length === 0;
  if (who === '' || (isEmpty && !(isRecord(record) && 'content' in record))) return [];
  const time = toTime(anyField(record, ...TIMES));
  const message = `#${index}`;
  const piece = (kind: Piece['kind'], speaker: string, text: string): Piece => {
    return { kind, speaker, time, text, message };
  };
  const isTool = who === 'tool' || who === 'function';
  const parts = readContent(content);
  const read = parts.map((part) => {
    if (part.kind === 'result') return piece('result', 'tool', part.text);
    return isTool ? piece('result', 'tool', shorten(part.text)) : piece(part.kind, who, part.text);
  });
  for (const call of calls) read.push(piece('call', who, readCall(call).text));
  const told = read.filter((each) => each.text.trim() !== '');
  // A message without words was still a turn; one that held nothing but thinking was not.
  const empty = Array.isArray(content) && content.length > 0 ? [] : [piece('say', who, '')];
  return told.length > 0 ? told : empty;
}

/** Who speaks; empty where nobody is named. */
export function speakerOf(record: unknown): string {
  for (const key of SPEAKERS) {
    const value = field(record, key);
    const name = isRecord(value) ? textField(value, 'role', 'name', 'display_name', 'id') : value;
    if (typeof name === 'string' && name.trim() !== '') return ROLES[name.toLowerCase()] ?? name;
  }
  return '';
}
