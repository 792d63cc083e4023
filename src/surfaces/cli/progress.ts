import type { Sink } from './io.ts';

export interface Step {
  readonly files: number;
  readonly filesTotal: number;
  readonly bytes: number;
}

export interface Progress {
  /** Call as often as you like; it draws a few times a second. */
  update(step: Step): void;
  clear(): void;
}

const REDRAW_MS = 100;
/** Too early to foretell anything. */
const ESTIMATE_AFTER_MS = 1000;
const BACK_AND_CLEAR = '\r\u001b[K';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** `12.3 MB`; powers of 1000. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `7 s`, `3 min 05 s`, `2 h 10 min`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (minutes === 0) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`;
}

/** One line of progress; pure, so that it can be tested. */
export function progressLine(step: Step, elapsedMs: number): string {
  const share = step.filesTotal > 0 ? Math.min(1, step.files / step.filesTotal) : 0;
  const parts = [
    `indexing ${step.files}/${step.filesTotal} files`,
    `${Math.floor(share * 100)} %`,
    bytesText(step.bytes),
  ];
  if (elapsedMs > 0) parts.push(`${bytesText((step.bytes / elapsedMs) * 1000)}/s`);
  if (elapsedMs >= ESTIMATE_AFTER_MS && share > 0 && share < 1) {
    parts.push(`${durationText((elapsedMs / share) * (1 - share))} left`);
  }
  return parts.join('  ');
}

const SILENT: Progress = { update: () => {}, clear: () => {} };

/** Draws on a terminal, one line, throttled; does nothing anywhere else. */
export function createProgress(sink: Sink, now: () => number, quiet: boolean): Progress {
  if (quiet || !sink.isTTY) return SILENT;
  let started: number | null = null;
  let drawn = Number.NEGATIVE_INFINITY;
  let visible = false;
  return {
    update(step) {
      const time = now();
      started ??= time;
      if (time - drawn < REDRAW_MS) return;
      drawn = time;
      visible = true;
      // One column is left free: some terminals wrap when the last one is filled.
      sink.write(
        `${BACK_AND_CLEAR}${progressLine(step, time - started).slice(0, sink.columns - 1)}`,
      );
    },
    clear() {
      if (visible) sink.write(BACK_AND_CLEAR);
      visible = false;
    },
  };
}
