import type { KeySpec, SectionSpec } from './key-spec.ts';

/* Reads the key table off the JSON Schema and writes it down as modules that need no zod. */

/** The part of JSON Schema that our declaration makes use of. */
export interface SchemaNode {
  readonly type?: 'object' | 'integer' | 'number' | 'boolean' | 'string' | 'array';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: SchemaNode;
}

/** Limits are part of a declaration; one without is a mistake of ours. */
function limit(path: string, value: number | undefined): number {
  if (value === undefined) throw new TypeError(`${path} is declared without a limit`);
  return value;
}

function specOf(path: string, schema: SchemaNode): KeySpec {
  const base = { path, help: schema.description ?? '' };
  const value = schema.default as never;
  if (schema.enum !== undefined) {
    return { ...base, kind: 'choice', default: value, values: schema.enum };
  }
  if (schema.const === true) return { ...base, kind: 'fixed', default: true };
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const min = limit(path, schema.minimum);
      const max = limit(path, schema.maximum);
      return { ...base, kind: schema.type, default: value, min, max };
    }
    case 'boolean':
      return { ...base, kind: 'boolean', default: value };
    case 'string':
      return { ...base, kind: 'text', default: value, maxLength: limit(path, schema.maxLength) };
    case 'array': {
      const maxItems = limit(path, schema.maxItems);
      const maxLength = limit(path, schema.items?.maxLength);
      return { ...base, kind: 'list', default: value, maxItems, maxLength };
    }
    default:
      throw new TypeError(`${path}: no kind of key for ${JSON.stringify(schema)}`);
  }
}

export interface KeyTable {
  readonly keys: readonly KeySpec[];
  readonly sections: readonly SectionSpec[];
}

/** All keys and sections in the order of their declaration. */
export function keyTable(schema: SchemaNode, prefix = ''): KeyTable {
  const keys: KeySpec[] = [];
  const sections: SectionSpec[] = [];
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const path = `${prefix}${name}`;
    if (child.type !== 'object') {
      keys.push(specOf(path, child));
      continue;
    }
    sections.push({ path, help: child.description ?? '' });
    const below = keyTable(child, `${path}.`);
    keys.push(...below.keys);
    sections.push(...below.sections);
  }
  return { keys, sections };
}

const HEADER = '/* Generated from schema.ts by tools/generate-docs.ts; do not edit. */\n';

function typeOf(key: KeySpec): string {
  switch (key.kind) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'fixed':
      return 'true';
    case 'text':
      return 'string';
    case 'list':
      return 'readonly string[]';
    case 'choice':
      return key.values.map((value) => quoted(value)).join(' | ');
  }
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** A value as TypeScript source, in one line. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, item]) => `${name}: ${literal(item)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return String(value);
}

/** Nests dotted keys; each leaf is written by `leaf`, each line ends in `end`. */
function nested(table: KeyTable, leaf: (key: KeySpec) => string, end: string): string {
  const lines: string[] = [];
  const open: string[] = [];
  const word = end === ';' ? 'readonly ' : '';
  const put = (line: string): number => lines.push(`${'  '.repeat(open.length + 1)}${line}`);
  const closeTo = (depth: number): void => {
    while (open.length > depth) {
      open.pop();
      put(`}${end}`);
    }
  };
  for (const key of table.keys) {
    const path = key.path.split('.');
    const name = path.pop() ?? '';
    let shared = 0;
    while (shared < open.length && open[shared] === path[shared]) shared++;
    closeTo(shared);
    for (const part of path.slice(shared)) {
      put(`${word}${part}: {`);
      open.push(part);
    }
    put(`${word}${name}: ${leaf(key)}${end}`);
  }
  closeTo(0);
  return lines.join('\n');
}

/** Source of defaults.ts: the type `Config` and what it is when nothing is set. */
export function defaultsModule(table: KeyTable): string {
  return `${HEADER}
export interface Config {
${nested(table, typeOf, ';')}
}

export const DEFAULTS: Config = {
${nested(table, (key) => literal(key.default), ',')}
};
`;
}

/** Source of keys.ts: every key and section as plain data. */
export function keysModule(table: KeyTable): string {
  const lines = (items: readonly unknown[]): string =>
    items.map((item) => `  ${literal(item)},`).join('\n');
  return `${HEADER}import type { KeySpec, SectionSpec } from './key-spec.ts';

export const KEYS: readonly KeySpec[] = [
${lines(table.keys)}
];

export const SECTIONS: readonly SectionSpec[] = [
${lines(table.sections)}
];
`;
}
