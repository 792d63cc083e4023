import {
  type KeySpec,
  MAX_LIST,
  MAX_TEXT,
  meaning,
  type Section,
  specOf,
} from '../src/config/key-spec.ts';
import { TABLE } from '../src/config/keys.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

function typeOf({ kind, range, values, default: standard }: KeySpec): SchemaNode {
  const [minimum, maximum] = range;
  const text = { type: 'string', minLength: 1, maxLength: MAX_TEXT };
  const folder = {
    type: 'object',
    properties: { path: text, name: text },
    required: ['path'],
    additionalProperties: false,
  };
  return {
    integer: { type: kind, minimum, maximum },
    number: { type: kind, minimum, maximum },
    boolean: { type: kind },
    fixed: { type: 'boolean', const: true },
    choice: { type: 'string', enum: values },
    text: { ...text, minLength: standard === '' ? 0 : 1 },
    list: { type: 'array', maxItems: MAX_LIST, items: text },
    folders: { type: 'array', maxItems: MAX_LIST, items: { anyOf: [text, folder] } },
  }[kind];
}

const sectionNode = (keys: Section['keys']): SchemaNode => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(keys).map(([name, declared]) => {
      const { help: description } = declared;
      if ('keys' in declared) return [name, { description, ...sectionNode(declared.keys) }];
      const key = specOf(name, declared);
      return [name, { description: meaning(key), default: key.default, ...typeOf(key) }];
    }),
  ),
  additionalProperties: false,
});

/** JSON Schema (2020-12) of a `sheaf.toml`, and of a user's own configuration. */
export const configSchema = (): SchemaNode => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'sheaf.toml',
  description: 'Configuration of Sheaf. Every key is optional.',
  ...sectionNode(TABLE),
});
