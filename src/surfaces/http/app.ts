import type { Hono, Context as HonoContext } from 'hono';
import type { ErrorCode } from '../../model/errors.ts';
import { SheafError } from '../../model/errors.ts';
import type { Step } from '../cli/progress.ts';
import type { Answer } from '../doors/answer.ts';
import { type Door, failureOf } from '../doors/door.ts';
import type { Given } from '../doors/read.ts';
import type { Operation } from '../operation.ts';
import { PAGE_HEADERS, type Page } from '../page/files.ts';
import { type GuardOptions, guardOf, type Refusal } from './guard.ts';
import { openMetrics } from './metrics.ts';
import { offered, openApi } from './openapi.ts';

/* The operations as JSON over HTTP. Nothing here knows a port or a socket: requests in, responses out. */

export interface AppOptions extends GuardOptions {
  readonly door: Door;
  readonly version: string;
  /** Serves the Model Context Protocol. */
  mcp(request: Request): Promise<Response>;
  readonly memory: () => number;
  readonly limits?: Partial<Limits>;
  /** The page that people look at, where the server has one. */
  readonly page?: Page | undefined;
}

export interface Limits {
  readonly bodyBytes: number;
  readonly timeMs: number;
}

/** A task may hold a long log; a whole project does not belong into a request. */
const LIMITS: Limits = { bodyBytes: 2 * 1024 * 1024, timeMs: 120_000 };
/** A body that is too large is read on, up to so many times the limit: many clients listen only when they have said all. */
const DRAINED = 4;
/** Whoever waits for a stream hears something at least so often. */
const PROGRESS_MS = 900;

const STATUS: Readonly<Record<ErrorCode, 400 | 403 | 404 | 409 | 422 | 499 | 500 | 503>> = {
  usage: 400,
  config: 422,
  'not-found': 404,
  outside: 403,
  unreadable: 422,
  busy: 503,
  damaged: 500,
  'over-budget': 422,
  differs: 409,
  git: 422,
  interrupted: 499,
  internal: 500,
};
const TIMED_OUT = 504;

interface Failure {
  readonly status: number;
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
}

const refused = (status: number, message: string, hint = ''): Failure => ({
  status,
  error: { code: status === 413 ? 'too-large' : 'refused', message, hint },
});

const respond = ({ status, error }: Failure, headers: Record<string, string> = {}): Response =>
  Response.json(
    { error },
    { status, headers: { ...headers, ...(status === 503 ? { 'retry-after': '1' } : {}) } },
  );

/** Routes of the server. `app` comes in, because only servers load the package. */
export function routes(app: Hono, options: AppOptions): Hono {
  const { door, version, mcp, memory } = options;
  const limits = { ...LIMITS, ...options.limits };
  const guard = guardOf(options);
  const metrics = openMetrics(memory);
  const document = openApi(door.operations, version);
  const known = new Map(offered(door.operations).map((operation) => [operation.name, operation]));

  const stop = ({ status, message, hint }: Refusal): Response =>
    respond(refused(status, message, hint), status === 401 ? { 'www-authenticate': 'Bearer' } : {});

  app.use('*', async (context, next) => {
    const refusal = guard.checkPlace(context.req.raw.headers);
    if (refusal !== null) return stop(refusal);
    const origin = context.req.header('origin');
    const isAllowed = origin !== undefined && options.origins.includes(origin);
    if (context.req.method === 'OPTIONS') return preflight(isAllowed ? origin : null);
    const file = context.req.method === 'GET' ? (options.page?.(context.req.path) ?? null) : null;
    if (file !== null) {
      return new Response(file.body, { headers: { ...PAGE_HEADERS, 'content-type': file.type } });
    }
    if (context.req.path !== '/health') {
      const unknown = guard.checkToken(context.req.raw.headers);
      if (unknown !== null) return stop(unknown);
    }
    await next();
    if (isAllowed) context.res.headers.set('access-control-allow-origin', origin);
    context.res.headers.set('x-content-type-options', 'nosniff');
    context.res.headers.append('vary', 'origin');
    return undefined;
  });

  app.get('/health', () => Response.json({ status: 'ok', version }));
  app.get('/openapi.json', () => Response.json(document));
  app.get('/metrics', (context) => {
    return context.text(metrics.text(door.turns), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
  app.all('/mcp', async (context) => {
    const body = await bodyOf(context, limits.bodyBytes);
    if (typeof body !== 'string') return respond(body);
    const { raw } = context.req;
    const isRead = raw.method === 'POST';
    return mcp(
      new Request(raw.url, {
        method: raw.method,
        headers: raw.headers,
        signal: raw.signal,
        ...(isRead && { body }),
      }),
    );
  });
  app.post('/v1/:operation', async (context) => {
    const operation = known.get(context.req.param('operation'));
    if (operation === undefined) {
      return respond(refused(404, 'there is no such operation', 'see /openapi.json'));
    }
    const body = await bodyOf(context, limits.bodyBytes);
    if (typeof body !== 'string') return respond(body);
    const began = performance.now();
    const done = (status: number): void =>
      metrics.observe(operation.name, status, (performance.now() - began) / 1000);
    const ask = asking(door, operation, body, context.req.raw.signal, limits.timeMs);
    if (context.req.header('accept')?.includes('text/event-stream') === true) {
      return streamed(ask, done);
    }
    const answer = await ask(() => undefined);
    done('status' in answer ? answer.status : 200);
    return 'status' in answer ? respond(answer) : new Response(jsonOf(answer), JSON_TYPE);
  });
  app.notFound(() => respond(refused(404, 'there is nothing here', 'see /openapi.json')));
  app.onError(async (error) => respond({ status: 500, error: await failureOf(error) }));
  return app;
}

const preflight = (origin: string | null): Response =>
  new Response(null, {
    status: origin === null ? 403 : 204,
    headers: {
      vary: 'origin',
      ...(origin !== null && {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers':
          'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name',
        'access-control-max-age': '600',
      }),
    },
  });

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };

/** What programs get of an answer. */
function jsonOf({ json, state, plan, notes, exitCode }: Answer): Buffer {
  const rest = JSON.stringify({ state, plan, notes, exit_code: exitCode });
  if (json.length === 0) return Buffer.from(rest);
  return Buffer.concat([Buffer.from('{"result":'), json, Buffer.from(`,${rest.slice(1)}`)]);
}

/** The body as text, read no further than its limit; or why not. */
async function bodyOf({ req }: HonoContext, most: number): Promise<string | Failure> {
  const tooLarge = refused(413, `a request holds at most ${most} bytes`);
  const patience = most * DRAINED;
  const said = Number(req.header('content-length'));
  if (said > patience) return tooLarge;
  // Node reads no further than a length that was said, and a stream would cost more than the rest of a request.
  if (said <= most && req.header('transfer-encoding') === undefined) {
    const body = new Uint8Array(await req.arrayBuffer());
    return body.length > most ? tooLarge : utf8(body);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // A length may be missing or wrong, so what comes is counted.
  for await (const chunk of req.raw.body ?? []) {
    size += chunk.length;
    if (size > patience) return tooLarge;
    if (size <= most) chunks.push(chunk);
  }
  return size > most ? tooLarge : utf8(Buffer.concat(chunks));
}

function utf8(bytes: Uint8Array): string | Failure {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(400, 'the body is not UTF-8');
  }
}

function givenIn(body: string): Given {
  let given: unknown;
  try {
    given = JSON.parse(body === '' ? '{}' : body);
  } catch (error) {
    throw new SheafError('usage', 'the body is not JSON', 'see /openapi.json', error);
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Given;
  throw new SheafError('usage', 'the body is not a JSON object', 'see /openapi.json');
}

type Ask = (onProgress: (step: Step) => void) => Promise<Answer | Failure>;

/** A call that ends when the client leaves or the time is over. */
function asking(
  door: Door,
  operation: Operation,
  body: string,
  left: AbortSignal,
  timeMs: number,
): Ask {
  return async (onProgress) => {
    const late = AbortSignal.timeout(timeMs);
    try {
      const signal = AbortSignal.any([left, late]);
      return await door.call(operation, givenIn(body), { signal, onProgress });
    } catch (thrown) {
      if (late.aborted && !left.aborted) {
        const sentence = `the answer took more than ${timeMs / 1000} seconds`;
        return { status: TIMED_OUT, error: { code: 'interrupted', message: sentence, hint: '' } };
      }
      const error = await failureOf(thrown);
      return { status: STATUS[error.code as ErrorCode] ?? 500, error };
    }
  };
}

/** Progress as server-sent events, then the answer. */
function streamed(ask: Ask, done: (status: number) => void): Response {
  const encoder = new TextEncoder();
  let clock: NodeJS.Timeout | undefined;
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      const sendText = (event: string, json: string): void =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${json}\n\n`));
      const send = (event: string, data: object): void => sendText(event, JSON.stringify(data));
      let step: Step | null = null;
      clock = setInterval(() => {
        send('progress', step === null ? {} : { files: step.files, total: step.filesTotal });
      }, PROGRESS_MS);
      const answer = await ask((next) => {
        step = next;
      });
      clearInterval(clock);
      if ('status' in answer) send('error', { status: answer.status, error: answer.error });
      else sendText('result', jsonOf(answer).toString());
      done('status' in answer ? answer.status : 200);
      controller.close();
    },
    cancel: () => clearInterval(clock),
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(stream, { headers });
}
