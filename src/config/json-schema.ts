import {
  type KeyDeclaration,
  type KeySpec,
  MAX_LIST,
  MAX_TEXT,
  meaning,
  type Section,
  specOf,
} from './key-spec.ts';
import { TABLE } from './keys.ts';

export interface SchemaNode {
  readonly [name: string]: unknown;
}

function typeOf(key: KeySpec): SchemaNode {
  switch (key.kind) {
    case 'integer':
    case 'number':
      return { type: key.kind, minimum: key.range[0], maximum: key.range[1] };
    case 'boolean':
      return { type: 'boolean' };
    case 'fixed':
      return { type: 'boolean', const: true };
    case 'choice':
      return { type: 'string', enum: key.values };
    case 'text':
      return { type: 'string', minLength: key.default === '' ? 0 : 1, maxLength: MAX_TEXT };
    case 'list': {
      const items = { type: 'string', minLength: 1, maxLength: MAX_TEXT };
      return { type: 'array', maxItems: MAX_LIST, items };
    }
  }
}

const sectionNode = (keys: Section['keys']): SchemaNode => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(keys).map(([name, declared]) => [name, nodeOf(name, declared)]),
  ),
  additionalProperties: false,
});

function nodeOf(name: string, declared: KeyDeclaration | Section): SchemaNode {
  if ('keys' in declared) return { description: declared.help, ...sectionNode(declared.keys) };
  const key = specOf(name, declared);
  return { description: meaning(key), default: key.default, ...typeOf(key) };
}

/** JSON Schema (2020-12) of a `sheaf.toml`, and of a user's own configuration. */
export const jsonSchema = (): SchemaNode => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'sheaf.toml',
  description: 'Configuration of Sheaf. Every key is optional.',
  ...sectionNode(TABLE),
});
