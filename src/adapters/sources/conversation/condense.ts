import { isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { characterEdge } from '../../../text/truncate.ts';
import { anyField, field } from './json.ts';

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
