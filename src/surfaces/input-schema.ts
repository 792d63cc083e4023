import {
  isNeeded,
  isOffered,
  type Operation,
  type OptionSpec,
  type PositionalSpec,
  wordsFor,
} from './operation.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

const words = (values: readonly string[] | undefined): SchemaNode => ({
  type: 'string',
  ...(values && { enum: values }),
});

function optionSchema(option: OptionSpec): SchemaNode {
  const description = option.help;
  const standard = 'default' in option ? { default: option.default } : {};
  switch (option.type) {
    case 'boolean':
      return { type: 'boolean', description, default: false };
    case 'list':
      return { type: 'array', items: words(option.values), description };
    case 'integer':
    case 'size':
    case 'number':
      return {
        type: option.type === 'number' ? 'number' : 'integer',
        description,
        ...standard,
        ...(option.limits && { minimum: option.limits[0], maximum: option.limits[1] }),
      };
    case 'enum':
      return {
        ...words(option.families ? undefined : option.values),
        description,
        ...standard,
      };
    default:
      return { ...words(undefined), description, ...standard };
  }
}

const positionalSchema = (positional: PositionalSpec): SchemaNode => ({
  ...(positional.many === true
    ? { type: 'array', items: words(wordsFor(positional)) }
    : words(wordsFor(positional))),
  description: positional.help,
});

/** What an operation takes, as JSON Schema (2020-12) for doors that speak JSON: everything, or what servers offer. */
export function inputSchema(operation: Operation, which: 'all' | 'offered' = 'all'): SchemaNode {
  const positionals = Object.entries(operation.positionals);
  const options = Object.entries(operation.options).filter(
    ([, spec]) => which === 'all' || isOffered(spec),
  );
  return {
    type: 'object',
    description: operation.summary,
    properties: Object.fromEntries([
      ...positionals.map(([name, spec]) => [name, positionalSchema(spec)]),
      ...options.map(([name, spec]) => [name, optionSchema(spec)]),
    ]),
    required: positionals.filter(([, spec]) => isNeeded(spec)).map(([name]) => name),
    additionalProperties: false,
  };
}
