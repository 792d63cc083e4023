import { z } from 'zod';

/** Limits shared by many keys; they catch slips of the finger, not ambition. */
export const MAX_TOKENS = 100_000_000;
export const MAX_BYTES = 4_294_967_296;
const MAX_LIST = 1000;
const MAX_TEXT = 4096;

export interface Limits {
  readonly min: number;
  readonly max: number;
}

/* Each function below is one kind of key; what it returns carries type, default, limits and help. */

export const integer = (
  value: number,
  { min, max }: Limits,
  help: string,
): z.ZodDefault<z.ZodInt> => z.int().min(min).max(max).default(value).describe(help);

export const tokens = (value: number, help: string): z.ZodDefault<z.ZodInt> =>
  integer(value, { min: 0, max: MAX_TOKENS }, help);

export const number = (
  value: number,
  { min, max }: Limits,
  help: string,
): z.ZodDefault<z.ZodNumber> => z.number().min(min).max(max).default(value).describe(help);

/** A number between 0 and 1, ends included: scores, weights, thresholds. */
export const fraction = (value: number, help: string): z.ZodDefault<z.ZodNumber> =>
  number(value, { min: 0, max: 1 }, help);

export const percent = (value: number, help: string): z.ZodDefault<z.ZodNumber> =>
  number(value, { min: 0, max: 100 }, help);

export const flag = (value: boolean, help: string): z.ZodDefault<z.ZodBoolean> =>
  z.boolean().default(value).describe(help);

/** A switch that is written down to be seen, but can't be turned off. */
export const fixedTrue = (help: string): z.ZodDefault<z.ZodLiteral<true>> =>
  z.literal(true).default(true).describe(help);

export const text = (value: string, help: string): z.ZodDefault<z.ZodString> =>
  z.string().min(1).max(MAX_TEXT).default(value).describe(help);

export const list = (
  value: readonly string[],
  help: string,
): z.ZodDefault<z.ZodArray<z.ZodString>> =>
  z
    .array(z.string().min(1).max(MAX_TEXT))
    .max(MAX_LIST)
    .default([...value])
    .describe(help);

/** One of a few words; the first is not special, the default is named. */
export function choice<const T extends string>(
  values: readonly T[],
  value: NoInfer<T>,
  help: string,
): z.ZodType<T> {
  return z
    .enum(values as readonly [T, ...T[]])
    .default(value as never)
    .describe(help) as unknown as z.ZodType<T>;
}

/** A table of keys; unknown ones are refused, missing ones take their defaults. */
export function section<const S extends z.ZodRawShape>(
  help: string,
  shape: S,
): z.ZodPrefault<z.ZodObject<S, z.core.$strict>> {
  return z
    .strictObject(shape)
    .prefault({} as never)
    .describe(help) as unknown as z.ZodPrefault<z.ZodObject<S, z.core.$strict>>;
}
