import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server of models was asked. */
export interface Asked {
  readonly url: string;
  readonly key: string | undefined;
  readonly body: {
    readonly model: string;
    readonly input?: readonly string[];
    readonly max_tokens?: number;
    readonly messages?: readonly { readonly role: string; readonly content: string }[];
  };
}

export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }
  | 'silence';

let server: Server | undefined;

export function stopServing(): void {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** A real server on this machine that speaks the OpenAI protocol as `answer` says. One at a time; `stopServing` ends it. */
export async function serving(
  answer: (asked: Asked, count: number) => Answer,
): Promise<{ readonly baseUrl: string; readonly asked: Asked[] }> {
  stopServing();
  const asked: Asked[] = [];
  const started = createServer((request, response) => {
    void read(request).then((text) => {
      const entry: Asked = {
        url: request.url ?? '',
        key: request.headers.authorization,
        body: JSON.parse(text) as Asked['body'],
      };
      asked.push(entry);
      const reply = answer(entry, asked.length);
      if (reply === 'silence') return;
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.body));
    });
  });
  server = started;
  await new Promise<void>((done) => started.listen(0, '127.0.0.1', done));
  const { port } = started.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, asked };
}

/** A chat model's answer. */
export const chat = (content: string): Answer => ({
  status: 200,
  body: {
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
});

export const trouble = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers,
  body: { error: { message, type: 'x', param: null, code: null } },
});
