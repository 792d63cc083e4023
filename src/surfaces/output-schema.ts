/* JSON Schema (2020-12) of what programs get, written as briefly as a type. */

export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: 'string' };
export const INTEGER: Schema = { type: 'integer' };
export const NUMBER: Schema = { type: 'number' };
export const FLAG: Schema = { type: 'boolean' };

export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const oneOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words });
export const mapOf = (values: Schema): Schema => ({
  type: 'object',
  additionalProperties: values,
});
export const pairOf = (first: Schema, second: Schema): Schema => ({
  type: 'array',
  prefixItems: [first, second],
  minItems: 2,
  maxItems: 2,
});

/** Fields that are all there, and others that may be missing. */
export const fields = (
  required: Readonly<Record<string, Schema>>,
  others: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: 'object',
  properties: { ...required, ...others },
  required: Object.keys(required),
});
