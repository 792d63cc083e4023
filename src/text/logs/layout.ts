import { type Field, type FieldKind, readField } from './fields.ts';
import type { Level } from './level.ts';
import type { Timestamp } from './time.ts';

/** One column of a header: a field of a kind, with at most `skip` words of other kinds before it. */
export interface Step {
  readonly kind: FieldKind;
  readonly skip: number;
}

/** A sequence of columns shared by many lines of a file; a line that has the first anchor has a header. */
export interface Layout {
  readonly steps: readonly Step[];
  /** How many steps must match for a line to count as the start of an event. */
  readonly lead: number;
}

export interface Header {
  readonly layouts: readonly Layout[];
  /** Whether nearly every line that could have a header has one, so that a line without continues the one before. */
  readonly whole: boolean;
}

/** What a line says about itself before its message. */
export interface LineHead {
  readonly time: Timestamp | null;
  /** The time as written. */
  readonly timeText: string;
  readonly level: Level | null;
  readonly host: string;
  readonly pid: string;
  readonly logger: string;
  /** Offset of the message. */
  readonly message: number;
}

export const isTime = (kind: FieldKind): boolean => kind === 'time' || kind === 'boxed';

/** Follows one step from `at`; null if the line does not have it. */
export function follow(line: string, at: number, step: Step): Field | null {
  let next = at;
  for (let k = 0; k <= step.skip; k++) {
    const f = readField(line, next);
    if (f === null) return null;
    if (f.kind === step.kind || (step.kind === 'word' && !isTime(f.kind))) return f;
    next = f.next;
  }
  return null;
}

interface Match extends Pick<LineHead, 'message'> {
  readonly fields: readonly Field[];
}

/** The fields of a line under a layout, as far as they go; null if not even its lead is there. */
export function apply(line: string, layout: Layout): Match | null {
  const fields: Field[] = [];
  let at = 0;
  for (const step of layout.steps) {
    const f = follow(line, at, step);
    if (f === null) {
      if (fields.length < layout.lead) return null;
      break;
    }
    fields.push(f);
    at = f.next;
  }
  // One space parts header and message; more is the message's own indent, which traces need.
  const gap = line.charAt(at) === ' ' || line.charAt(at) === '\t' ? 1 : 0;
  return { fields, message: at + gap };
}

const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const PID = /\[(\d+)\]$/;

function describe(line: string, match: Match, layout: Layout): LineHead {
  let time: Timestamp | null = null;
  let timeText = '';
  let level: Level | null = null;
  let host = '';
  let pid = '';
  let logger = '';
  let thread = '';
  match.fields.forEach((f, i) => {
    const value = line.slice(f.start, f.end);
    const kind = layout.steps[i]?.kind;
    if (f.level !== null && kind !== 'word') level = f.level;
    // The most exact time wins: a date alone or an unknown year gives way to a full one.
    if (f.time !== null && (time === null || (time as Timestamp).precision !== 'full')) {
      time = f.time;
      timeText = value;
    }
    if (kind === 'tag') {
      logger = value.replace(PID, '');
      pid = PID.exec(value)?.[1] ?? pid;
      const before = match.fields[i - 1];
      if (layout.steps[i - 1]?.kind === 'word' && before !== undefined) {
        host = line.slice(before.start, before.end);
      }
    } else if (kind === 'number' && time !== null && pid === '') pid = value;
    else if (kind === 'bracket' && thread === '') thread = value.trim();
    else if (kind === 'word' && ADDRESS.test(value)) host = value;
    else if (kind === 'word' && logger === '' && value.includes('.')) logger = value;
  });
  const { message } = match;
  return { time, timeText, level, host, pid, logger: logger || thread, message };
}

/** What a line's header says; null if the line has none and so continues the line before. */
export function readHead(line: string, header: Header): LineHead | null {
  for (const layout of header.layouts) {
    const match = apply(line, layout);
    if (match !== null) return describe(line, match, layout);
  }
  return null;
}
