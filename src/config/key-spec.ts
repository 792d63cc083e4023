/** What is known of one key, as plain data: enough to check a value, to explain it and to write a template. */
export type KeySpec = {
  /** Dotted, such as `budget.max_tokens`. */
  readonly path: string;
  readonly help: string;
} & (
  | {
      readonly kind: 'integer' | 'number';
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly kind: 'boolean'; readonly default: boolean }
  | { readonly kind: 'fixed'; readonly default: true }
  | { readonly kind: 'choice'; readonly default: string; readonly values: readonly string[] }
  | { readonly kind: 'text'; readonly default: string; readonly maxLength: number }
  | {
      readonly kind: 'list';
      readonly default: readonly string[];
      readonly maxItems: number;
      readonly maxLength: number;
    }
);

export interface SectionSpec {
  readonly path: string;
  readonly help: string;
}

export type Value = boolean | number | string | readonly string[];

/** `budget.max_tokens` → `SHEAF_BUDGET_MAX_TOKENS`. */
export const variableOf = (path: string): string =>
  `SHEAF_${path.replaceAll('.', '_').toUpperCase()}`;

/** What a key accepts, for people: `a whole number from 1 to 100`. */
export function accepts(key: KeySpec): string {
  switch (key.kind) {
    case 'integer':
      return `a whole number from ${key.min} to ${key.max}`;
    case 'number':
      return `a number from ${key.min} to ${key.max}`;
    case 'boolean':
      return 'true or false';
    case 'fixed':
      return 'only true';
    case 'choice':
      return `one of ${key.values.map((value) => `"${value}"`).join(', ')}`;
    case 'text':
      return 'text';
    case 'list':
      return 'a list of texts';
  }
}

/** Names the session that records belong to; it belongs to a shell, not to a project, so it is no setting. */
export const SESSION_VARIABLE = 'SHEAF_SESSION';
