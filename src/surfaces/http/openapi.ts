import { inputSchema } from '../input-schema.ts';
import { isOffered, type Operation } from '../operation.ts';

const PLACE = {
  root: {
    type: 'string',
    description: 'A folder or file inside the one that the server was started for.',
  },
  ref: { type: 'string', description: 'Read this commit, branch or tag instead of the files.' },
} as const;

const ANSWER = {
  type: 'object',
  required: ['result', 'state', 'plan', 'notes', 'exit_code'],
  properties: {
    result: { description: 'What the command prints with --json.' },
    state: {
      description: 'Which state of the files the answer is made from; null if from none.',
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          required: ['root', 'state_root', 'commit', 'dirty', 'dirty_files'],
          properties: {
            root: { type: 'string' },
            state_root: { type: 'string' },
            commit: { type: ['string', 'null'] },
            dirty: { type: ['integer', 'null'] },
            dirty_files: { type: 'array', items: { type: 'string' } },
            partial: { type: 'number', minimum: 0, maximum: 1 },
          },
        },
      ],
    },
    plan: { type: ['string', 'null'], description: 'The handle of the plan, for replay.' },
    notes: { type: 'array', items: { type: 'string' } },
    exit_code: { type: 'integer' },
  },
} as const;

const FAILURE = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'hint'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        hint: { type: 'string' },
      },
    },
  },
} as const;

const json = (schema: object): object => ({ 'application/json': { schema } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The answer of an operation, with what its result is where it says so. */
const answerOf = ({ output }: Operation): object =>
  output === undefined
    ? ref('Answer')
    : { allOf: [ref('Answer'), { type: 'object', properties: { result: output } }] };

/** The operations that servers offer. */
export const offered = (operations: readonly Operation[]): readonly Operation[] =>
  operations.filter(isOffered);

/** The API as an OpenAPI 3.1 document, made from the declarations that the command line is made from. */
export function openApi(operations: readonly Operation[], version: string): object {
  const paths = offered(operations).map((operation) => {
    const input = inputSchema(operation, 'offered') as { readonly properties: object };
    const schema = { ...input, properties: { ...input.properties, ...PLACE } };
    return [
      `/v1/${operation.name}`,
      {
        post: {
          operationId: operation.name,
          summary: operation.summary,
          description: operation.description,
          requestBody: { required: true, content: json(schema) },
          responses: {
            200: {
              description:
                'The answer; with Accept: text/event-stream a stream of progress that ends with it.',
              content: { ...json(answerOf(operation)), 'text/event-stream': {} },
            },
            default: { description: 'What went wrong.', content: json(ref('Failure')) },
          },
        },
      },
    ];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Sheaf', version },
    security: [{ token: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Answer: ANSWER, Failure: FAILURE },
    },
  };
}
