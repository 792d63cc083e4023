import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, ownFolder, type Variables } from './places.ts';

/* A hook must not disturb the agent it serves, so whatever fails is written down here and nowhere else. */

const LOG = 'hook.log';
const MOST_BYTES = 64 * 1024;

/** Something that went wrong; never what a user wrote. */
export interface LogEntry {
  readonly time: string;
  readonly what: string;
}

export function logFile(env: Variables): string | null {
  const cache = cacheFolder(env);
  return cache === null ? null : join(cache, LOG);
}

/** Where even that fails there is nobody left to tell. */
export function logFailure(env: Variables, thrown: unknown): void {
  const what = thrown instanceof Error ? thrown.message : String(thrown);
  const entry: LogEntry = { time: new Date().toISOString(), what: what.slice(0, 500) };
  try {
    const cache = cacheFolder(env);
    if (cache === null || ownFolder(cache) === null) return;
    const file = join(cache, LOG);
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    if (statSync(file).size > MOST_BYTES) halve(file);
  } catch (error) {
    process.stderr.write(`sheaf hook: ${error instanceof Error ? error.message : error}\n`);
  }
}

function halve(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, lines.slice(lines.length >> 1).join('\n'), { mode: 0o600 });
  renameSync(draft, file);
}

/** The newest entries, oldest first. */
export function recentFailures(env: Variables, most: number): LogEntry[] {
  const file = logFile(env);
  if (file === null || statSync(file, { throwIfNoEntry: false }) === undefined) return [];
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-most);
  return lines.filter((line) => line !== '').flatMap(readEntry);
}

/** None for a line that a crash or a bad disk left behind. */
function readEntry(line: string): LogEntry[] {
  try {
    const { time, what } = Object(JSON.parse(line)) as Partial<LogEntry>;
    return typeof time === 'string' && typeof what === 'string' ? [{ time, what }] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
