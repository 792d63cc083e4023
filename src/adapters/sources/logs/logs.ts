import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter, SourceSettings } from '../../../ports/source.ts';
import { isBuildLog } from '../../../text/logs/ci.ts';
import { groupEvents, isFault, styleOfKind } from '../../../text/logs/events.ts';
import { insideWindow } from '../../../text/logs/window.ts';
import { isAudit, renderAudit } from './audit.ts';
import { isLog, styleOf } from './claim.ts';
import { metricsFormat, renderMetrics } from './metrics.ts';
import { levelCounts, readingOutline, readUnits, spanOf, tableOutline } from './units.ts';

/** The window that the shape carries, in hours; 0 means all. */
function windowOf(shape: Shape): number {
  const hours = Number(/(?:^|&)window=([\d.]+)/.exec(shape.options)?.[1] ?? 0);
  return Number.isFinite(hours) ? hours : 0;
}

function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  // What a build wrote belongs to how things are deployed.
  if (isBuildLog(path, head)) return null;
  const reading = { source: 'logs', language: 'text' } as const;
  if (isAudit(path, head)) return { ...reading, kind: 'audit', options: '' };
  const format = metricsFormat(path, head);
  if (format !== null) return { ...reading, kind: 'metrics', options: `format=${format}` };
  if (!isLog(path, head, settings)) return null;
  const kind = styleOf(head);
  const language = kind === 'jsonl' ? 'json' : 'text';
  return { source: 'logs', kind, language, options: `window=${settings.windowHours}` };
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** What stands in place of the events outside the window, and their number. */
const OUTSIDE = /^… (\d+) earlier events? \(\d+ lines?\) outside the [\d.]+ h window$/m;

/**
 * A window keeps a long log from drowning its last day. A log that is short has room for all its days, and what people ask about is seldom of
 * the last one; whoever sets a window of less than a day means it.
 */
const SHORT_LOG = 400;
const USUAL_HOURS = 24;

/** The lines of the window as they stand, after one line that counts the others. */
function render(raw: string, shape: Shape): string {
  if (shape.kind === 'audit') return renderAudit(raw);
  if (shape.kind === 'metrics') return renderMetrics(raw, shape.options.replace('format=', ''));
  const hours = windowOf(shape);
  if (hours <= 0) return raw;
  const lines = splitLines(raw);
  const events = groupEvents(lines, styleOfKind(shape.kind));
  const inside = insideWindow(events, hours);
  if (inside.every((kept) => kept)) return raw;
  if (hours >= USUAL_HOURS && lines.length <= SHORT_LOG) return raw;
  const kept = events.flatMap(({ first, last }, i) =>
    inside[i] === true ? lines.slice(first, last + 1) : [],
  );
  const left = lines.length - kept.length;
  const gone = inside.filter((own) => !own).length;
  const note = `… ${counted(gone, 'earlier event')} (${counted(left, 'line')}) outside the ${hours} h window`;
  return `${[note, ...kept].join('\n')}${raw.endsWith('\n') ? '\n' : ''}`;
}

function outline(text: string, shape: Shape): Outline {
  const lines = splitLines(text);
  if (shape.kind === 'audit') return readingOutline(lines);
  if (shape.kind === 'metrics') {
    return /^metric \S/m.test(text) ? readingOutline(lines) : tableOutline(lines);
  }
  const events = groupEvents(lines, styleOfKind(shape.kind));
  const { units, references } = readUnits(events, lines);
  const errors = String(events.filter(isFault).length);
  const outside = OUTSIDE.exec(text)?.[1];
  const meta = {
    levels: levelCounts(events),
    ...spanOf(events),
    errors,
    ...(outside === undefined ? {} : { outside }),
  };
  return { ...EMPTY_OUTLINE, units, references, meta };
}

/** What services wrote: error traces, service logs in a window, audit trails (SR-1). */
export const logs: SourceAdapter = { name: 'logs', claim, render, outline };
