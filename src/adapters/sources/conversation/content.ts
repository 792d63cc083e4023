import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { characterEdge } from '../../../text/truncate.ts';
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

// Tool output is most of an agent's transcript and little of its meaning: both ends of it stay.
const KEPT_HEAD_LINES = 8;
const KEPT_TAIL_LINES = 8;
const MAX_LINE = 400;
const MAX_CALL = 200;
const MAX_DEPTH = 3;
const MAX_ITEMS = 8;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
const TERMINAL_CODES = /\u001b(?:\[[0-9;?]{0,16}[A-Za-z]|\][^\u0007\u001b]{0,200}\u0007)/g;
const PATCHED_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

/** Inputs that say best what a call did, in the order they are shown. */
const COMMAND_KEYS = ['command', 'cmd', 'script'];
const TELLING_KEYS = [
  ['pattern', 'query', 'q', 'search_term'],
  ['file_path', 'path', 'notebook_path', 'filename', 'file', 'target_file'],
  ['url', 'uri'],
  ['description', 'title', 'skill', 'question'],
];

const clip = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, characterEdge(text, limit))}…`;

function oneLine(text: string, limit: number): string {
  const start = text.slice(0, limit * 4);
  return clip(start.replace(/\s+/g, ' ').trim(), limit);
}

/** The first and last lines of a tool's output, with the number of lines left out between. */
export function shorten(output: string): string {
  const lines = output
    .replace(TERMINAL_CODES, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => clip(line.trimEnd(), MAX_LINE));
  while (lines.at(-1) === '') lines.pop();
  const left = lines.length - KEPT_HEAD_LINES - KEPT_TAIL_LINES;
  if (left <= 1) return lines.join('\n');
  return lines.toSpliced(KEPT_HEAD_LINES, left, `[… ${left} lines left out]`).join('\n');
}

/** `[tool bash] npm test`: a tool call in one line. `input` is an object, JSON text or plain text. */
export function describeCall(name: string, input: unknown): string {
  const label = `[tool ${oneLine(name, 60) || 'unnamed'}]`;
  const parsed = typeof input === 'string' && input.startsWith('{') ? parseJson(input) : undefined;
  const told = tell(parsed ?? input);
  return told === '' ? label : `${label} ${told}`;
}

function tell(input: unknown): string {
  if (typeof input === 'string') {
    const files = [...input.matchAll(PATCHED_FILE)].slice(0, MAX_ITEMS).map((match) => match[1]);
    return oneLine(files.length > 0 ? files.join(' ') : input, MAX_CALL);
  }
  const patch = field(input, 'input') ?? field(input, 'patch');
  if (typeof patch === 'string' && patch.includes('*** Begin Patch')) return tell(patch);
  const command = shellText(anyField(input, ...COMMAND_KEYS));
  if (command !== '') return oneLine(command, MAX_CALL);
  const parts = TELLING_KEYS.map((keys) => shellText(anyField(input, ...keys))).filter(Boolean);
  if (parts.length > 0) return oneLine(parts.slice(0, 2).join(' '), MAX_CALL);
  const isEmpty = isRecord(input) ? Object.keys(input).length === 0 : (input ?? null) === null;
  return isEmpty ? '' : oneLine(brief(input, 0), MAX_CALL);
}

/** A command as a person would type it: `["bash","-lc","ls"]` is `ls`. */
function shellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  const words = value.filter((word) => typeof word === 'string');
  return /^-l?c$/.test(words[1] ?? '') ? words.slice(2).join(' ') : words.join(' ');
}

/** JSON without its quotes, to a small depth: inputs may be nested beyond what a stack can hold. */
function brief(value: unknown, depth: number): string {
  if (Array.isArray(value)) {
    if (depth >= MAX_DEPTH) return '[…]';
    const items = value.slice(0, MAX_ITEMS).map((item) => brief(item, depth + 1));
    return `[${items.join(', ')}${value.length > MAX_ITEMS ? ', …' : ''}]`;
  }
  if (isRecord(value)) {
    if (depth >= MAX_DEPTH) return '{…}';
    const entries = Object.entries(value).slice(0, MAX_ITEMS);
    return `{${entries.map(([key, item]) => `${key}: ${brief(item, depth + 1)}`).join(', ')}}`;
  }
  return typeof value === 'string' ? oneLine(value, MAX_CALL) : String(value);
}
