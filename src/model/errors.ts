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

/** Any thrown thing as an error with a code, a sentence and a hint. */
export function asSheafError(thrown: unknown): SheafError {
  if (thrown instanceof SheafError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // From another thread it comes with its fields, but not with its class.
  const { name, code, hint } = Object(thrown) as Partial<SheafError>;
  if (name === 'SheafError' && code !== undefined) {
    return new SheafError(code, message, hint, thrown);
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
