import { VERSION } from '../src/model/version.ts';
import { openApi } from '../src/surfaces/http/openapi.ts';
import { OPERATIONS } from '../src/surfaces/table.ts';

/* The types of the page, from the document that describes the API: what the page takes for granted is what the server promises. */

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => `'${word}'`).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.prefixItems !== undefined)
    return `readonly [${schema.prefixItems.map(typeOf).join(', ')}]`;
  const { type } = schema;
  if (Array.isArray(type)) return type.map((one: string) => PRIMITIVES[one]).join(' | ');
  if (type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (type === 'object') return objectType(schema);
  return PRIMITIVES[String(type)] ?? 'unknown';
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined) {
    return typeof additionalProperties === 'object'
      ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
      : 'object';
  }
  const rows = Object.entries(properties).map(
    ([name, own]) =>
      `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(own)}${required.includes(name) ? '' : ' | undefined'}`,
  );
  return `{ ${rows.join('; ')} }`;
}

interface Posted {
  readonly requestBody: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
  readonly responses: {
    readonly 200: {
      readonly content: { readonly 'application/json': { readonly schema: Schema } };
    };
  };
}

/** A type for each operation: what it takes, and what its result is. */
export function pageTypes(): string {
  const document = openApi(OPERATIONS, VERSION) as {
    readonly paths: Readonly<Record<string, { readonly post: Posted }>>;
    readonly components: { readonly schemas: { readonly Answer: Schema } };
  };
  const rows = Object.entries(document.paths).map(([path, { post }]) => {
    const input = post.requestBody.content['application/json'].schema;
    const answer = post.responses[200].content['application/json'].schema;
    const result = answer.allOf?.[1]?.properties?.['result'];
    const name = path.slice('/v1/'.length);
    return `  readonly '${name}': {\n    readonly input: ${typeOf(input)};\n    readonly result: ${result === undefined ? 'unknown' : typeOf(result)};\n  };`;
  });
  const { state } = document.components.schemas.Answer.properties ?? {};
  return [
    '// Made by npm run docs from the OpenAPI document of sheaf serve. Not for editing.',
    '/** Which state of the files an answer is made from. */',
    `export type Freshness = ${typeOf(state ?? {})};`,
    '/** What each operation takes and gives. */',
    `export interface Operations {\n${rows.join('\n')}\n}`,
    '',
  ].join('\n\n');
}
