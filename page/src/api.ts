import type { Freshness, Operations } from './api-types.ts';

/* The one way to the server. The token came in the fragment of the address, is kept in memory, and goes with every request. */

export type Name = keyof Operations;
export type Input<N extends Name> = Operations[N]['input'];
export type Result<N extends Name> = Operations[N]['result'];

export interface Answer<N extends Name> {
  readonly result: Result<N>;
  readonly state: Freshness;
  readonly plan: string | null;
  readonly notes: readonly string[];
}

export interface Progress {
  readonly files?: number;
  readonly total?: number;
}

/** What went wrong, in the server's words. */
export class Failure extends Error {
  readonly code: string;
  constructor({ code, message, hint }: { code: string; message: string; hint: string }) {
    super(hint === '' ? message : `${message} (${hint})`);
    this.code = code;
  }
}

/** Read once; then the address shows nothing that could be copied by mistake. */
const token = location.hash.slice(1);
if (token !== '') history.replaceState(null, '', location.pathname);
export const hasToken = token !== '';

async function request(name: string, input: object, accept: string, signal?: AbortSignal) {
  return fetch(`/v1/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function call<N extends Name>(
  name: N,
  input: Input<N>,
  signal?: AbortSignal,
): Promise<Answer<N>> {
  const response = await request(name, input, 'application/json', signal);
  const body = await response.json();
  if (!response.ok) throw new Failure(body.error);
  return body;
}

/** The same for what may take long: tells how far the index is meanwhile. */
export async function watch<N extends Name>(
  name: N,
  input: Input<N>,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<Answer<N>> {
  const response = await request(name, input, 'text/event-stream', signal);
  if (!response.ok || response.body === null) throw new Failure((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    text += value ?? '';
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [event = '', data = ''] = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const told = JSON.parse(data.slice('data: '.length));
      if (event === 'event: progress') onProgress(told);
      else if (event === 'event: error') throw new Failure(told.error);
      else return told;
    }
    if (done) {
      throw new Failure({ code: 'interrupted', message: 'the server left', hint: 'run sheaf ui' });
    }
  }
}
