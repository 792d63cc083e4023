/** Codes a caller can act on; the CLI turns them into exit codes, doors into status codes. */
export type ErrorCode =
  | 'usage' // the call itself is wrong: unknown flag, missing argument
  | 'config' // sheaf.toml, SHEAF_* or a flag holds a wrong key or value
  | 'not-found' // a path, ref or name that is not there
  | 'outside' // a path that leaves the workspace
  | 'unreadable' // there, but not readable as what it should be
  | 'busy' // another process holds the writer's place
  | 'damaged' // stored data that fails its check
  | 'over-budget'
  | 'differs' // verify / replay found another byte
  | 'git' // git is missing or refused
  | 'interrupted'
  | 'internal';

/** An error that carries what happened (message), what to do (hint) and a code; `cause` keeps the origin. */
export class SheafError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint = '', cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SheafError';
    this.code = code;
    this.hint = hint;
  }
}

export const isDamage = (error: unknown): error is SheafError =>
  error instanceof SheafError && error.code === 'damaged';

/** What the system says no to, in words, and what the user can do about it. */
const REFUSALS: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EACCES: ['permission denied', 'change its permissions, or run as a user who may'],
  EPERM: ['permission denied', 'change its permissions, or run as a user who may'],
  EROFS: ['it can only be read', 'use a place that can be written'],
  ENOSPC: ['the disk is full', 'free some space'],
  EDQUOT: ['your share of the disk is full', 'free some space'],
  EFBIG: ['the file would be larger than allowed', 'raise the limit with ulimit -f'],
  EMFILE: ['too many files are open', 'raise the limit with ulimit -n'],
  ENFILE: ['too many files are open on this machine', 'end other programs'],
  EAGAIN: [
    'the system has no room for it',
    'end other programs, or raise the limit with ulimit -u',
  ],
  ENOMEM: ['there is too little memory', 'end other programs, or raise the limit with ulimit -v'],
  EIO: ['the disk reports an error', 'check the disk'],
  ENOENT: ['it is not there', 'it may have been removed just now; try again'],
  ENOTDIR: ['a part of the way is not a folder', 'move away what lies there'],
  EISDIR: ['it is a folder', 'name a file, or move the folder away'],
  ERR_FS_EISDIR: ['it is a folder', 'name a file, or move the folder away'],
  ENXIO: ['it is not a file', 'name a file, or move away what lies there'],
  ENODEV: ['it is not a file', 'name a file, or move away what lies there'],
  ETXTBSY: ['it is a program that runs', 'end it, or name another file'],
  ESTALE: ['it is no longer where it was', 'try again'],
  ELOOP: ['its links lead round in a circle', 'remove the links'],
  ENAMETOOLONG: ['the name is too long', 'use a shorter one'],
};

/** An error of the system as a sentence: what was tried, and why not. */
export function refused(what: string, thrown: unknown): SheafError {
  const { code = 'unknown error' } = Object(thrown) as Partial<NodeJS.ErrnoException>;
  const [why, hint] = REFUSALS[code] ?? [];
  const reason = why === undefined ? code : `${why} (${code})`;
  return new SheafError('unreadable', `cannot ${what}: ${reason}`, hint, thrown);
}

/** Grammars and the hash are WebAssembly, whose memory takes ten gigabytes of addresses each, used or not. */
const NO_MEMORY = /^WebAssembly\..*(?:allocate|out of memory)|^Array buffer allocation failed/i;

/** Any thrown thing as an error with a code, a sentence and a hint. */
export function asSheafError(thrown: unknown): SheafError {
  if (thrown instanceof SheafError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // From another thread it comes with its fields, but not with its class.
  const { name, code, hint } = Object(thrown) as Partial<SheafError>;
  if (name === 'SheafError' && code !== undefined) {
    return new SheafError(code, message, hint, thrown);
  }
  const { syscall, path } = Object(thrown) as Partial<NodeJS.ErrnoException>;
  if (syscall !== undefined && code !== undefined && code in REFUSALS) {
    return refused(path === undefined ? syscall : `${syscall} ${path}`, thrown);
  }
  if (thrown instanceof Error && String(code) === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new SheafError(
      'internal',
      'there is too little memory to read the project',
      'raise the limit, as with NODE_OPTIONS=--max-old-space-size=2048, or lower index.max_file_bytes',
      thrown,
    );
  }
  if (NO_MEMORY.test(message)) {
    return new SheafError(
      'internal',
      `there is too little memory: ${message}`,
      'raise the limit with ulimit -v, or set NODE_OPTIONS=--disable-wasm-trap-handler, which needs less room for addresses',
      thrown,
    );
  }
  return new SheafError(
    'internal',
    `something unexpected went wrong: ${message.split('\n')[0] ?? ''}`,
    'report it with its cause, which --debug shows',
    thrown,
  );
}

/** What went wrong and what to do about it, in one line. */
export function hintedSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof SheafError ? error.hint : '';
  return hint === '' ? message : `${message} ${hint}`;
}
