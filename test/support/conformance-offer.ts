import type { CallToolResult, ContentBlock, PromptMessage } from '@modelcontextprotocol/server';
import type { Offer } from '../../src/surfaces/mcp/server.ts';

/* What the conformance suite of the protocol asks for, offered by our own server in place of Sheaf's tools. */

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (said: string): ContentBlock => ({ type: 'text', text: said });
const image: ContentBlock = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri: string, mimeType: string, said: string): ContentBlock => ({
  type: 'resource',
  resource: { uri, mimeType, text: said },
});

const NOTHING = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Every keyword that a list of tools must not lose. */
const KEYWORDS = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // Not written as a property: an object that has one of this name is taken for a promise.
  ...Object.fromEntries([['then', { required: ['phone'] }]]),
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

/** Asks the client for something that it may not be able to do. */
const SAMPLING = {
  resultType: 'input_required',
  inputRequests: {
    sample: {
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }],
        maxTokens: 10,
      },
    },
  },
} as const;

const WAIT_MS = 120;
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, WAIT_MS));

const tool = (
  name: string,
  content: readonly ContentBlock[],
  result: Partial<CallToolResult> = {},
): Offer['tools'][number] => ({
  shown: { name, description: name, inputSchema: NOTHING },
  call: async () => ({ content: [...content], ...result }),
});

const prompt = (
  name: string,
  names: readonly string[],
  messages: (given: Readonly<Record<string, string>>) => readonly ContentBlock[],
): Offer['prompts'][number] => ({
  shown: {
    name,
    description: name,
    arguments: names.map((each) => ({ name: each, description: each, required: true })),
  },
  get: async (given) => ({
    messages: messages(given).map((content): PromptMessage => ({ role: 'user', content })),
  }),
});

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

export const CONFORMANCE: Offer = {
  name: 'conformance',
  version: '1.0.0',
  instructions: 'For tests.',
  tools: [
    tool('test_simple_text', [text('This is a simple text response for testing.')]),
    tool('test_image_content', [image]),
    tool('test_audio_content', [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }]),
    tool('test_embedded_resource', [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ]),
    tool('test_multiple_content_types', [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ]),
    tool('test_error_handling', [text('This tool intentionally returns an error for testing')], {
      isError: true,
    }),
    {
      ...tool('test_tool_with_progress', []),
      call: async (_, { onProgress }) => {
        for (const files of [0, 50, 100]) {
          onProgress({ files, filesTotal: 100, bytes: 0 });
          await wait();
        }
        return { content: [text('done')] };
      },
    },
    tool('test_streaming_elicitation', [text('nothing to ask')]),
    tool('test_logging_tool', [text('nothing to log')]),
    {
      ...tool('test_missing_capability', []),
      call: async () => SAMPLING as never,
    },
    {
      ...tool('json_schema_2020_12_tool', [text('ok')]),
      shown: {
        name: 'json_schema_2020_12_tool',
        description: 'keywords',
        inputSchema: KEYWORDS,
      } as never,
    },
  ],
  prompts: [
    prompt('test_simple_prompt', [], () => [text('This is a simple prompt for testing.')]),
    prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => [
      text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ]),
    prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri = '' }) => [
      embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ]),
    prompt('test_prompt_with_image', [], () => [image, text('Please analyze the image above.')]),
  ],
  complete: (_, argument, begun) =>
    argument === 'arg1' ? ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)) : [],
  resources: [
    { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
  ],
  templates: [{ uriTemplate: 'test://template/{id}/data', name: 'data' }],
  read: async (uri) => {
    if (uri === 'test://static-text') {
      const said = 'This is the content of the static text resource.';
      return { contents: [{ uri, mimeType: 'text/plain', text: said }] };
    }
    if (uri === 'test://static-binary') {
      return { contents: [{ uri, mimeType: 'image/png', blob: PIXEL }] };
    }
    const [, id] = TEMPLATE.exec(uri) ?? [];
    if (id === undefined) return null;
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
  },
};
