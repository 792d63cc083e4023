import { isRecord } from '../../../text/imports/loose-json.ts';
import { contentText, describeCall, shorten } from './content.ts';
import { anyField, field, listField, textField } from './json.ts';
import { toTime } from './time.ts';
import { joinPieces, type Piece, pieceOf, type Section } from './turn.ts';

const THINKING = /^(?:thoughts|reasoning_recap|model_editable_context)$/;
// Citations of web results are marked by private-use characters around ids that lead nowhere.
const CITATION = /\ue200[^\ue200\ue201]{0,400}\ue201|【\d+†[^】]{0,80}】/g;

/** Conversations of a ChatGPT data export: trees of messages, of which the current branch is read. */
export function readChatGpt(records: readonly unknown[]): Section[] {
  const instructions = new Set<string>();
  return records
    .flatMap((record) => {
      const inner = listField(record, 'conversations', 'items');
      return inner.length > 0 ? inner : [record];
    })
    .filter((conversation) => isRecord(field(conversation, 'mapping')))
    .map((conversation) => ({
      title: textField(conversation, 'title'),
      turns: joinPieces(
        branchOf(conversation).flatMap((node) => readMessage(field(node, 'message'), instructions)),
      ),
    }));
}

/** The nodes from the root to the current one; chains may be long and, in a damaged file, circular. */
function branchOf(conversation: unknown): unknown[] {
  const mapping = field(conversation, 'mapping');
  const nodes = new Map(Object.entries(isRecord(mapping) ? mapping : {}));
  const chain = (start: string, next: (node: unknown) => string): unknown[] => {
    const found = new Map<string, unknown>();
    for (let id = start; nodes.has(id) && !found.has(id); id = next(nodes.get(id)))
      found.set(id, nodes.get(id));
    return [...found.values()];
  };
  const current = textField(conversation, 'current_node');
  if (nodes.has(current)) return chain(current, (node) => textField(node, 'parent')).reverse();
  // Where nothing says what follows what, as in a file that somebody shortened: all, in their order.
  const isLinked = [...nodes.values()].some(
    (node) => textField(node, 'parent') !== '' || listField(node, 'children').length > 0,
  );
  if (!isLinked) return [...nodes.values()];
  // Where no current node is named, as in a file that was cut off: from the root along the last children.
  const root = [...nodes].find(([, node]) => !nodes.has(textField(node, 'parent')))?.[0] ?? '';
  return chain(root, (node) =>
    String(listField(node, 'children').findLast((child) => nodes.has(String(child))) ?? ''),
  );
}

function readMessage(message: unknown, instructions: Set<string>): Piece[] {
  const role = textField(field(message, 'author'), 'role');
  const content = field(message, 'content');
  const type = textField(content, 'content_type');
  const time = toTime(anyField(message, 'create_time'));
  if (type === 'user_editable_context') {
    // The user's own standing instructions are hidden and repeated in each conversation.
    const text = textField(content, 'user_instructions');
    if (text === '' || instructions.has(text)) return [];
    instructions.add(text);
    return pieceOf('say', 'user', time, text);
  }
  const hidden = field(field(message, 'metadata'), 'is_visually_hidden_from_conversation') === true;
  if (role === '' || THINKING.test(type) || hidden) return [];
  const text = contentText(content).replace(CITATION, '') || textField(content, 'text', 'result');
  const tool = textField(message, 'recipient').replace(/^all$/, '');
  if (role === 'assistant' && (tool !== '' || type === 'code'))
    return pieceOf('call', role, time, describeCall(tool || 'code', text));
  return role === 'tool'
    ? pieceOf('result', role, time, shorten(text))
    : pieceOf('say', role, time, text);
}
