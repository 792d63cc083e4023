import { isInsideTrace, isRaised, opensTrace, readLogFrame } from '../traces.ts';
import { detectHeader } from './header.ts';
import { type Header, readHead } from './layout.ts';
import { isError, type Level, levelOf } from './level.ts';
import { type LogLine, readJsonLine, readLogfmt } from './structured.ts';

/** How the lines of a log are written. */
export type Style = 'plain' | 'jsonl' | 'logfmt';

export const styleOfKind = (kind: string): Style =>
  kind === 'jsonl' || kind === 'logfmt' ? kind : 'plain';

/** A first line and the lines that continue it. Lines count from 0. */
export interface LogEvent extends LogLine {
  readonly first: number;
  readonly last: number;
  /** True if a stack trace belongs to it. */
  readonly trace: boolean;
}

/** An event of a runaway writer is cut here, so that no unit grows without bound. */
const MOST_LINES = 500;

const EMPTY_HEADER: Header = { layouts: [], whole: false };

export const headerOf = (lines: readonly string[], style: Style): Header =>
  style === 'plain' ? detectHeader(lines) : EMPTY_HEADER;

/** What a line says; null if it has no header (or is no record) and so may continue the line before. */
export function readEvent(line: string, header: Header, style: Style = 'plain'): LogLine | null {
  if (style === 'jsonl') return readJsonLine(line);
  if (style === 'logfmt') return readLogfmt(line);
  const head = readHead(line, header);
  if (head === null) return null;
  return { ...head, message: line.slice(head.message), stack: '' };
}

const SHOUTED = /(?:^|[^\w])(?:ERROR|FATAL|CRITICAL|PANIC|SEVERE|EMERGENCY)(?![\w])/;
const SPOKEN =
  /^\W{0,4}(?:error|fatal|panic|critical|exception|uncaught|unhandled|traceback|segmentation fault|(?:PHP )?(?:Fatal|Parse) error)\b/i;
const WARNED = /^\W{0,4}(?:warn|warning|deprecat\w*)\b|(?:^|[^\w])WARN(?:ING)?(?![\w])/i;
/** The end of a request in an access log: quoted request, status, size. */
const SERVED = /" ([1-5]\d{2}) (?:\d+|-)(?:\s|$)/;
const LOOKED_AT = 300;

/** A time, and behind it fields with names. */
const NAMED_LEVEL = /(?:^|\s)(?:level|lvl|severity)="?(\w{3,13})\b/;

/** The level a message shows where its line states none. */
function levelOfMessage(message: string): Level | null {
  const text = message.slice(0, LOOKED_AT);
  const named = NAMED_LEVEL.exec(text)?.[1];
  if (named !== undefined) return levelOf(named);
  if (SHOUTED.test(text) || SPOKEN.test(text) || isRaised(text)) return 'error';
  const status = Number(SERVED.exec(message.slice(0, 4000))?.[1] ?? 0);
  if (status >= 500) return 'error';
  if (status >= 400) return 'warn';
  return WARNED.test(text) ? 'warn' : null;
}

/** Monolog writes the level behind the channel: `production.ERROR`. */
const levelOfLogger = (logger: string): Level | null => {
  const said = /\.([A-Z]{4,9})$/.exec(logger)?.[1];
  return said === undefined ? null : levelOf(said);
};

const levelOfLine = (line: LogLine): Level | null =>
  line.level ?? levelOfLogger(line.logger) ?? levelOfMessage(line.message);

const NAMELESS = { host: '', pid: '', logger: '', stack: '' };
const PLAIN_LINE: Omit<LogLine, 'message'> = { time: null, timeText: '', level: null, ...NAMELESS };

const isIndented = (text: string): boolean => /^\s/.test(text);
const CLOSES = /^[)\]}]/;

/** Where a trace stands while its lines are read. */
interface Open {
  readonly line: LogLine;
  readonly first: number;
  last: number;
  /** Lines of a trace have been seen. */
  trace: boolean;
  /** The line before promised another: Rust's `panicked at src/a.rs:3:5:`. */
  awaits: boolean;
  /** A traceback ends with its exception, which is not indented. */
  expectsRaised: boolean;
}

/** What a text is to a trace: one of its frames or other lines, or nothing. */
const isPart = (text: string): boolean => isInsideTrace(text) || readLogFrame(text) !== null;

/** Whether a line with a header of its own goes on with a trace, as every line does behind a container's or syslog's prefix. */
function continuesHeaded(line: LogLine, part: boolean, open: Open): boolean {
  if (!part && !open.expectsRaised) return false;
  if (line.logger !== open.line.logger || line.pid !== open.line.pid) return false;
  if (part) return !/^\s*Traceback/.test(line.message);
  return isIndented(line.message) || isRaised(line.message);
}

function note(open: Open, text: string, part: boolean): void {
  const opens = opensTrace(text);
  open.awaits = opens && text.trimEnd().endsWith(':');
  if (opens) open.trace = true;
  if (part) {
    open.trace = true;
    if (/^\s*(?:Traceback|File ")/.test(text)) open.expectsRaised = true;
  } else if (open.expectsRaised && !isIndented(text) && text !== '') open.expectsRaised = false;
}

const close = ({ line, first, last, trace: traced }: Open): LogEvent => {
  const trace = traced || line.stack.includes('\n');
  const level = levelOfLine(line) ?? (trace ? 'error' : null);
  return { ...line, level, first, last, trace };
};

/** Whether a line continues the event before; `whole` where nearly all lines have a header. */
const joins =
  (whole: boolean) =>
  (text: string, line: LogLine | null, part: boolean, open: Open): boolean => {
    if (open.last - open.first + 1 >= MOST_LINES) return false;
    if (line !== null) return continuesHeaded(line, part, open);
    if (open.awaits) return true;
    // A trace on its own belongs to an error before it, but never to an ordinary line.
    if (opensTrace(text) && !open.expectsRaised && !open.trace)
      return isError(levelOfLine(open.line));
    if (whole || part || text.trim() === '' || isIndented(text)) return true;
    if (open.trace && CLOSES.test(text)) return true;
    return open.expectsRaised && (isRaised(text) || /^\w[\w.]*(?:: |$)/.test(text));
  };

/** The events of a log; together they are all its lines, in order. */
export function groupEvents(
  lines: readonly string[],
  style: Style = 'plain',
  header: Header = headerOf(lines, style),
): LogEvent[] {
  const events: LogEvent[] = [];
  const isJoined = joins(header.whole);
  let open: Open | null = null;
  for (let i = 0; i < lines.length; i++) {
    const text = lines[i] ?? '';
    const line = readEvent(text, header, style);
    const said = line?.message ?? text;
    const part = isPart(said);
    if (open === null || !isJoined(text, line, part, open)) {
      if (open !== null) events.push(close(open));
      const own = line ?? { ...PLAIN_LINE, message: text };
      open = { line: own, first: i, last: i, trace: false, awaits: false, expectsRaised: false };
    }
    open.last = i;
    note(open, said, part);
  }
  if (open !== null) events.push(close(open));
  return events;
}

/** The last line of a trace that says what was raised; empty if none does. */
export function raisedIn({ first, last, message }: LogEvent, lines: readonly string[]): string {
  const offset = Math.max(0, (lines[first] ?? '').indexOf(message));
  const own = lines.slice(first + 1, last + 1).map((line) => line.slice(offset));
  return own.findLast((line) => isRaised(line)) ?? '';
}

export const isFault = (event: LogEvent): boolean => event.trace || isError(event.level);
