import { SheafError } from '../../../model/errors.ts';
import type { Row } from './wire.ts';

/* Fields of rows, checked once here: a wrong type means that somebody else made the table. */

const damaged = (what: string, field: string): SheafError =>
  new SheafError('damaged', `The team's store holds no ${what} in ${field}.`);

export function number(row: Row | undefined, field: string): number {
  const value = row?.[field];
  if (typeof value === 'number') return value;
  throw damaged('number', field);
}

export function text(row: Row | undefined, field: string): string {
  const value = row?.[field];
  if (typeof value === 'string') return value;
  throw damaged('text', field);
}

export function bytes(row: Row | undefined, field: string): Uint8Array {
  const value = row?.[field];
  if (value instanceof Uint8Array) return value;
  throw damaged('bytes', field);
}

/** A list of numbers as one value, so that one prepared statement serves all lengths. */
export const list = (numbers: Iterable<number>): string => `{${[...numbers].join(',')}}`;
