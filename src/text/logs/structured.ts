import { matchAt } from '../code/quoting.ts';
import type { LineHead } from './layout.ts';
import { type Level, levelOf, levelOfLetter, levelOfNumber } from './level.ts';
import { readTime } from './time.ts';

/** What one line says, whichever way it is written. */
export interface LogLine extends Omit<LineHead, 'message'> {
  readonly message: string;
  /** A stack trace carried inside the line, as JSON logs do. */
  readonly stack: string;
}

const keys = (words: string): readonly string[] => words.split(' ');
const TIME_KEYS = keys(
  'time ts timestamp @timestamp asctime datetime date t @t eventtime time_iso8601 start_time',
);
const LEVEL_KEYS = keys(
  'level severity lvl levelname log.level loglevel log_level severity_text severitytext @l priority l',
);
const MESSAGE_KEYS = keys(
  'msg message event @message log text body @m @mt short_message textpayload fields.message fields.msg data.message payload.message log.message record.message',
);
const HOST_KEYS = keys('host hostname host.name server pod instance');
const PID_KEYS = keys('pid process process.pid thread thread_name tid processid');
const LOGGER_KEYS = keys(
  'logger logger_name log.logger name component module category service caller source target sourcecontext',
);
const STACK_KEYS = keys(
  'stack stack_trace stacktrace error.stack error.stack_trace exc_info exception traceback error err @x cause',
);

type Values = ReadonlyMap<string, unknown>;

const first = (values: Values, names: readonly string[]): unknown =>
  names.map((name) => values.get(name)).find((value) => (value ?? '') !== '');

const textOf = (value: unknown): string =>
  /^(?:string|number|boolean)$/.test(typeof value) ? String(value) : '';

function levelOfValue(value: unknown): Level | null {
  if (typeof value === 'number') return levelOfNumber(value);
  if (typeof value !== 'string') return null;
  if (/^\d{1,2}$/.test(value)) return levelOfNumber(Number(value));
  return levelOf(value) ?? levelOfLetter(value);
}

/** An error as loggers write it: its stack, else its class and message. */
function stackOf(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? value : '';
  if (Array.isArray(value)) {
    return value.every((line) => typeof line === 'string') ? value.join('\n') : '';
  }
  if (typeof value !== 'object' || value === null) return '';
  const fields = new Map(Object.entries(value).map(([key, v]) => [key.toLowerCase(), v]));
  const stack = stackOf(first(fields, keys('stack stack_trace stacktrace backtrace traceback')));
  if (stack !== '') return stack;
  const kind = textOf(first(fields, keys('type name class code kind')));
  const message = textOf(first(fields, ['message', 'msg']));
  return kind === '' && message === '' ? '' : `${kind}: ${message}`;
}

function lineOf(values: Values): LogLine {
  const timeText = textOf(first(values, TIME_KEYS));
  const stack = STACK_KEYS.map((key) => stackOf(values.get(key))).find((s) => s !== '') ?? '';
  const message = textOf(first(values, MESSAGE_KEYS));
  return {
    time: readTime(timeText),
    timeText,
    level: levelOfValue(first(values, LEVEL_KEYS)),
    host: textOf(first(values, HOST_KEYS)),
    pid: textOf(first(values, PID_KEYS)),
    logger: textOf(first(values, LOGGER_KEYS)),
    message: message === '' ? textOf(first(values, ['error', 'err', 'fields.error'])) : message,
    stack,
  };
}

/** Names of one nested level are joined by a dot, as `error.stack` and `log.level` are written flat elsewhere. */
function flat(value: object): Values {
  const values = new Map<string, unknown>();
  for (const [key, inner] of Object.entries(value)) {
    const name = key.toLowerCase();
    if (!values.has(name)) values.set(name, inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) continue;
    for (const [deep, v] of Object.entries(inner)) {
      const joined = `${name}.${deep.toLowerCase()}`;
      if (!values.has(joined)) values.set(joined, v);
    }
  }
  return values;
}

const LONGEST_JSON = 1_000_000;

/** A line that is one JSON object; null if it is not. */
export function readJsonLine(line: string): LogLine | null {
  const start = line.trimStart();
  if (!start.startsWith('{') || line.length > LONGEST_JSON) return null;
  try {
    const value: unknown = JSON.parse(start);
    return typeof value === 'object' && value !== null ? lineOf(flat(value)) : null;
  } catch {
    // Half a line, or text that only begins like JSON: an ordinary thing in a log.
    return null;
  }
}

const KEY = /[A-Za-z_@][\w.@/-]{0,80}=/y;
const LEAST_PAIRS = 2;
/** Pairs beyond this say nothing about the line as a whole. */
const LONGEST_LOGFMT = 20_000;

/** What a quote holds, to the line's end where it is never closed; and a word. */
const QUOTED = /(?:[^"\\]|\\[\s\S]?)*/y;
const WORD = /[!-\uffff]*/y;

const unquoted = (text: string): string => text.replaceAll('\\"', '"').replaceAll('\\n', '\n');

/** A line of `key=value` pairs from its very start; null if it is not. */
export function readLogfmt(whole: string): LogLine | null {
  const line = whole.slice(0, LONGEST_LOGFMT);
  const values = new Map<string, string>();
  let at = 0;
  while (at < line.length) {
    if (line.charCodeAt(at) <= 32) {
      at++;
      continue;
    }
    const key = matchAt(KEY, line, at)?.[0] ?? '';
    // Stray words are borne behind pairs, but a line that starts with one is prose.
    if (key === '' && values.size < LEAST_PAIRS) return null;
    const start = at + key.length;
    const quoted = key !== '' && line.charAt(start) === '"';
    const from = quoted ? start + 1 : start;
    const value = matchAt(quoted ? QUOTED : WORD, line, from)?.[0] ?? '';
    const name = key.slice(0, -1).toLowerCase();
    if (key !== '' && !values.has(name)) values.set(name, quoted ? unquoted(value) : value);
    at = Math.max(from + value.length + (quoted ? 1 : 0), at + 1);
  }
  return values.size < LEAST_PAIRS ? null : lineOf(values);
}
