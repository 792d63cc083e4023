export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof LEVELS)[number];

const SPELLINGS: Readonly<Record<string, Level>> = {
  trace: 'trace',
  verbose: 'trace',
  finest: 'trace',
  finer: 'trace',
  silly: 'trace',
  spam: 'trace',
  debug: 'debug',
  debug1: 'debug',
  debug2: 'debug',
  debug3: 'debug',
  debug4: 'debug',
  debug5: 'debug',
  dbg: 'debug',
  fine: 'debug',
  info: 'info',
  information: 'info',
  informational: 'info',
  inf: 'info',
  notice: 'info',
  note: 'info',
  log: 'info',
  config: 'info',
  success: 'info',
  audit: 'info',
  warn: 'warn',
  warning: 'warn',
  wrn: 'warn',
  deprecated: 'warn',
  error: 'error',
  err: 'error',
  eror: 'error',
  severe: 'error',
  failure: 'error',
  fail: 'error',
  fatal: 'fatal',
  ftl: 'fatal',
  crit: 'fatal',
  critical: 'fatal',
  alert: 'fatal',
  emerg: 'fatal',
  emergency: 'fatal',
  panic: 'fatal',
  dpanic: 'fatal',
};

/** Single letters as in Android, glog and klog; too short to mean a level anywhere but in a column of them. */
const LETTERS: Readonly<Record<string, Level>> = {
  V: 'trace',
  T: 'trace',
  D: 'debug',
  I: 'info',
  N: 'info',
  W: 'warn',
  E: 'error',
  F: 'fatal',
  A: 'fatal',
  C: 'fatal',
};

const LONGEST_SPELLING = 13;

/** The level a word spells, in any case: `WARNING`, `Info`, `crit`. */
export function levelOf(word: string): Level | null {
  if (word.length < 3 || word.length > LONGEST_SPELLING) return null;
  const spelled = word.toLowerCase();
  return Object.hasOwn(SPELLINGS, spelled) ? (SPELLINGS[spelled] ?? null) : null;
}

export function levelOfLetter(letter: string): Level | null {
  return letter.length === 1 && Object.hasOwn(LETTERS, letter) ? (LETTERS[letter] ?? null) : null;
}

/** Numbers of pino and bunyan (10 to 60), Python's logging (10 to 50, the same steps) and syslog severities (0 to 7). */
export function levelOfNumber(value: number): Level | null {
  if (!Number.isFinite(value) || value < 0) return null;
  if (value < 8) {
    if (!Number.isInteger(value)) return null;
    const severities: readonly Level[] = [
      'fatal',
      'fatal',
      'fatal',
      'error',
      'warn',
      'info',
      'info',
      'debug',
    ];
    return severities[value] ?? null;
  }
  if (value < 10 || value > 60) return null;
  return LEVELS[Math.floor(value / 10) - 1] ?? null;
}

export const isError = (level: Level | null): boolean => level === 'error' || level === 'fatal';
