import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { describeCall, shorten } from './condense.ts';
import { anyField, field, listField, textField } from './json.ts';

/** A part of a message's content. `id` links a result to its call. */
export interface Part {
  readonly kind: 'say' | 'call' | 'result';
  readonly text: string;
  readonly id: string;
  /** Name of the called tool; empty for all but calls. */
  readonly tool: string;
  readonly failed: boolean;
}

const HIDDEN_TYPES =
  /^(?:thinking|redacted_thinking|reasoning|thoughts|reasoning_recap|summary_text|encrypted_content)$/;
const IMAGE_TYPES = /^(?:image|image_url|input_image|image_file|image_asset_pointer)$/;
const FILE_TYPES = /^(?:document|file|input_file|attachment)$/;
const CALL_TYPES = /^(?:tool_use|server_tool_use|mcp_tool_use|tool-call|tool_call|function_call)$/;
const RESULT_TYPES = /tool_result$|^(?:tool-result|function_call_output)$/;

const say = (text: string): Part => ({ kind: 'say', text, id: '', tool: '', failed: false });

/** The parts of any content the model APIs use: a string, a list of blocks, one block, `{parts}`. Thinking is left out. */
export function readContent(content: unknown): Part[] {
  if (typeof content === 'string') return [say(content)];
  if (Array.isArray(content)) return content.flatMap(readBlock);
  const parts = listField(content, 'parts', 'content');
  if (parts.length > 0) return parts.flatMap(readBlock);
  const text = textField(content, 'content');
  if (text !== '') return [say(text)];
  return isRecord(content) ? readBlock(content) : [];
}

/** Content as one text, tool calls and results included. */
export const contentText = (content: unknown): string =>
  readContent(content)
    .map(({ text }) => text)
    .join('\n');

function readBlock(block: unknown): Part[] {
  if (typeof block === 'string') return [say(block)];
  const type = textField(block, 'type', 'content_type');
  if (HIDDEN_TYPES.test(type) || field(block, 'thought') === true) return [];
  if (CALL_TYPES.test(type)) return [readCall(block)];
  if (RESULT_TYPES.test(type)) return [readResult(block)];
  const text = textField(block, 'text', 'value', 'transcript', 'refusal');
  if (text !== '') return [say(text)];
  if (IMAGE_TYPES.test(type)) return [say('[image]')];
  if (type.includes('audio')) return [say('[audio]')];
  return FILE_TYPES.test(type) ? [say(fileLabel(block))] : [];
}

export function fileLabel(block: unknown): string {
  const name = textField(block, 'title', 'name', 'filename', 'file_name');
  return name === '' ? '[file]' : `[file ${name}]`;
}

export function readCall(block: unknown): Part {
  const inner = anyField(block, 'function') ?? block;
  const tool = textField(inner, 'name', 'toolName', 'tool_name') || textField(block, 'name');
  const input = anyField(inner, 'input', 'arguments', 'args', 'parameters');
  const id = textField(block, 'id', 'call_id', 'toolCallId', 'tool_call_id');
  return { kind: 'call', text: describeCall(tool, input), id, tool, failed: false };
}

export function readResult(block: unknown): Part {
  const failed = field(block, 'is_error') === true;
  const output = outputText(anyField(block, 'content', 'output', 'result'));
  const id = textField(block, 'tool_use_id', 'call_id', 'toolCallId', 'tool_call_id');
  const text = `${failed ? '[failed] ' : ''}${shorten(output)}`;
  return { kind: 'result', text, id, tool: '', failed };
}

/** What a tool answered, as text: a string, blocks, or JSON that wraps the output of a command. */
export function outputText(output: unknown): string {
  if (typeof output === 'string') {
    const wrapped = output.startsWith('{"output"') ? parseJson(output) : undefined;
    return typeof field(wrapped, 'output') === 'string' ? textField(wrapped, 'output') : output;
  }
  if (Array.isArray(output)) {
    // One level only: results are not nested, and an input built to be deep must not be followed.
    return output
      .map((block) => {
        if (typeof block === 'string') return block;
        const text = textField(block, 'text', 'content', 'title');
        return text || (IMAGE_TYPES.test(textField(block, 'type')) ? '[image]' : '');
      })
      .filter((text) => text !== '')
      .join('\n');
  }
  return textField(output, 'output', 'content', 'text', 'stdout', 'value');
}
