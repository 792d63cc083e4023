export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof LEVELS)[number];

/** `trace verbose` as the words of the first level, and so on. */
const byLevel = (words: readonly string[]): ReadonlyMap<string, Level> =>
  new Map(
    LEVELS.flatMap((level, i) => (words[i] ?? '').split(' ').map((word) => [word, level] as const)),
  );

const SPELLINGS = byLevel([
  'trace verbose finest finer silly spam',
  'debug debug1 debug2 debug3 debug4 debug5 dbg fine',
  'info information informational inf notice note log config success audit',
  'warn warning wrn deprecated',
  'error err eror severe failure fail',
  'fatal ftl crit critical alert emerg emergency panic dpanic',
]);

/** Single letters as in Android, glog and klog; too short to mean a level anywhere but in a column of them. */
const LETTERS = byLevel(['V T', 'D', 'I N', 'W', 'E', 'F A C']);

const LONGEST_SPELLING = 13;
/** Places among the levels of syslog's severities, 0 to 7. */
const SEVERITIES = [5, 5, 5, 4, 3, 2, 2, 1];

/** The level a word spells, in any case: `WARNING`, `Info`, `crit`. */
export function levelOf(word: string): Level | null {
  if (word.length < 3 || word.length > LONGEST_SPELLING) return null;
  return SPELLINGS.get(word.toLowerCase()) ?? null;
}

export const levelOfLetter = (letter: string): Level | null => LETTERS.get(letter) ?? null;

/** Numbers of pino and bunyan (10 to 60), Python's logging (10 to 50, the same steps) and syslog severities (0 to 7). */
export function levelOfNumber(value: number): Level | null {
  if (!Number.isFinite(value) || value < 0) return null;
  if (value < 8) return LEVELS[SEVERITIES[value] ?? -1] ?? null;
  if (value < 10 || value > 60) return null;
  return LEVELS[Math.floor(value / 10) - 1] ?? null;
}

export const isError = (level: Level | null): boolean => level === 'error' || level === 'fatal';
