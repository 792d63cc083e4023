import type { ErrorCode, SheafError } from '../../model/errors.ts';
import { jsonText, printable } from '../printable.ts';
import type { Style } from './style.ts';

export const EXIT_INTERRUPTED = 130;
const EXITS: Readonly<Partial<Record<ErrorCode, number>>> = {
  'over-budget': 1,
  differs: 1,
  interrupted: EXIT_INTERRUPTED,
};

/** 1 for a result that is not as wanted, 2 for everything the caller has to change. */
export const exitCodeOf = (code: ErrorCode): number => EXITS[code] ?? 2;

const NESTED_CAUSES = 5;

function stackOf(error: Error): string {
  const stacks: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; cause instanceof Error && depth < NESTED_CAUSES; depth++) {
    stacks.push(`${depth === 0 ? '' : 'caused by: '}${cause.stack ?? cause.message}`);
    ({ cause } = cause);
  }
  return `${stacks.join('\n')}\n`;
}

/** How an error is told: to people, or to programs with `--json`. */
export function errorText(
  error: SheafError,
  { json, debug, style }: { json: boolean; debug: boolean; style: Style },
): string {
  const { code, message, hint } = error;
  if (json) {
    const stack = debug ? { stack: stackOf(error) } : {};
    return jsonText({ error: { code, message, hint, ...stack } });
  }
  const lines = [`${style.red('error:')} ${printable(message)}`];
  if (hint !== '') lines.push(`  ${style.cyan('hint:')} ${printable(hint)}`);
  return `${lines.join('\n')}\n${debug ? printable(stackOf(error)) : ''}`;
}
