import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config/defaults.ts';
import { ALLOWED_HOSTS_VARIABLE } from '../../config/key-spec.ts';
import { SheafError } from '../../model/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a model is served and how long to wait for it. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
  /** The key itself, read from the environment by the caller; null for none. */
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  /** Hosts beside this machine that the user allows. A project's own file can't add to them. */
  readonly allowedHosts: readonly string[];
  /** Waits before the second and further tries of a request. */
  readonly retryDelaysMs?: readonly number[];
  /** Whether a question that took too long is asked again; true unless said. */
  readonly retriesTimeouts?: boolean;
}

/** The environment as models see it: with the hosts that the configuration allows, which has read the variable itself. */
export const modelEnvironment = (
  { models }: Pick<Config, 'models'>,
  env: Environment,
): Environment => ({ ...env, [ALLOWED_HOSTS_VARIABLE]: models.allowed_hosts.join(',') });

/** The keys every model behind an address has in the configuration. */
type EndpointKeys = Pick<
  Config['summarization'],
  'base_url' | 'model' | 'api_key_env' | 'timeout_ms'
> & { readonly provider?: string };

/** An endpoint as configured, with the key that the environment holds under the configured name. */
export function endpointOf(config: EndpointKeys, env: Environment): Endpoint {
  const key = env[config.api_key_env];
  return {
    baseUrl: config.provider === 'ollama' ? belowV1(config.base_url) : config.base_url,
    model: config.model,
    apiKey: key === undefined || key === '' ? null : key,
    timeoutMs: config.timeout_ms,
    allowedHosts: (env[ALLOWED_HOSTS_VARIABLE] ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase()),
  };
}

const SLASHES_AT_END = /\/{1,8}$/;

/** Ollama speaks the protocol below /v1; people know it by its bare address. */
function belowV1(address: string): string {
  const bare = address.replace(SLASHES_AT_END, '');
  return bare.endsWith('/v1') ? bare : `${bare}/v1`;
}

const RETRY_DELAYS_MS: readonly number[] = [500, 2000];
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The address, if text may be sent there. A project's configuration is data from others: were it
 * enough to name a host, opening a hostile project would send its files, and a key, anywhere.
 */
export function checkedAddress({ baseUrl, allowedHosts }: Endpoint): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new SheafError('config', `"${baseUrl}" is not an http or https address.`);
  }
  if (!LOOPBACK.has(url.hostname) && !allowedHosts.includes(url.hostname)) {
    throw new SheafError(
      'config',
      `Text is not sent to ${url.hostname}, because it is another machine and not an allowed host.`,
      `Add it to models.allowed_hosts in your own config.toml, or set ${ALLOWED_HOSTS_VARIABLE}=${url.hostname}.`,
    );
  }
  return baseUrl.replace(SLASHES_AT_END, '');
}

/** A redirect could lead to a host that nobody allowed. */
export const fetchWithoutRedirect: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });

const LONGEST_MESSAGE = 200;

/** What a server says of itself, on one line: it goes into a warning. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_MESSAGE);

/** Reads an error of the AI SDK without importing its classes. */
function failureOf(error: unknown): { canRetry: boolean; sentence: string; waitMs: number } {
  const { isRetryable, statusCode, responseHeaders } = Object(error) as {
    readonly isRetryable?: boolean;
    readonly statusCode?: number;
    readonly responseHeaders?: Readonly<Record<string, string>>;
  };
  const message = oneLine(error instanceof Error ? error.message : String(error));
  const after = Number(responseHeaders?.['retry-after']);
  return {
    canRetry: isRetryable === true,
    sentence: statusCode === undefined ? message : `status ${statusCode}: ${message}`,
    waitMs: Number.isFinite(after) && after >= 0 ? after * 1000 : 0,
  };
}

/** Waits, unless the signal says to stop. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());

/** Asks with a time limit for each try, and again after a pause where trying again may help. */
export async function asking<T>(
  { model, timeoutMs, retryDelaysMs = RETRY_DELAYS_MS, retriesTimeouts = true }: Endpoint,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      return await ask(AbortSignal.any([signal, limit]));
    } catch (error) {
      signal.throwIfAborted();
      const { canRetry, sentence, waitMs } = limit.aborted
        ? { canRetry: retriesTimeouts, sentence: `no answer within ${timeoutMs} ms`, waitMs: 0 }
        : failureOf(error);
      const delay = retryDelaysMs[attempt];
      if (!canRetry || delay === undefined) {
        const said = `The model ${oneLine(model)} did not answer: ${sentence}.`;
        throw new SheafError('unreadable', said, '', error);
      }
      await pause(Math.min(timeoutMs, Math.max(delay, waitMs)), signal);
    }
  }
}
