import { isAbsolute } from 'node:path';
import { type Complaint, shown } from './check.ts';
import type { Config } from './defaults.ts';

/** Percentages are written by people: 33.3 + 33.3 + 33.4 must be 100 in floating point too. */
const PERCENT_SLACK = 1e-6;

const rounded = (value: number): string => String(Number(value.toFixed(6)));

/** As a URL has it: small letters, no scheme, no port, no path. */
const isHost = (host: string): boolean =>
  URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host.toLowerCase();

/** Whether a text is the address of a database. */
export const isStore = (store: string): boolean =>
  URL.canParse(store) && /^postgres(?:ql)?:$/.test(new URL(store).protocol);

/** What is wrong with a configuration whose values are each right on their own, and the dotted keys involved. */
export function* clashes(
  config: Config,
): Generator<Complaint & { readonly keys: readonly string[] }> {
  const { primary, supporting, reference, history } = config.budget.allocation;
  const sum = primary + supporting + reference + history;
  if (Math.abs(sum - 100) > PERCENT_SLACK) {
    yield {
      keys: Object.keys(config.budget.allocation).map((name) => `budget.allocation.${name}`),
      message: `the percentages of "budget.allocation" add up to ${rounded(sum)}, not 100`,
      hint: `primary ${rounded(primary)}, supporting ${rounded(supporting)}, reference ${rounded(reference)}, history ${rounded(history)}; keys that are not set keep their defaults`,
    };
  }
  const { thresholds, factors } = config.relevance;
  const { include_minimum, supporting_threshold, primary_threshold } = thresholds;
  if (include_minimum > supporting_threshold || supporting_threshold > primary_threshold) {
    yield {
      keys: Object.keys(thresholds).map((name) => `relevance.thresholds.${name}`),
      message: `"relevance.thresholds" are out of order: include_minimum ${include_minimum}, supporting_threshold ${supporting_threshold}, primary_threshold ${primary_threshold}`,
      hint: 'the order must be include_minimum <= supporting_threshold <= primary_threshold',
    };
  }
  if (Object.values(factors).every(({ weight }) => weight === 0)) {
    yield {
      keys: Object.keys(factors).map((name) => `relevance.factors.${name}.weight`),
      message: 'every weight of "relevance.factors" is 0, so nothing could be ranked',
      hint: 'give at least one factor a weight above 0',
    };
  }
  const { store, schema } = config.team;
  if (store !== '' && !isStore(store)) {
    yield {
      keys: ['team.store'],
      // Not the value: there may be a password in it.
      message: '"team.store" is not the address of a database',
      hint: 'for example "postgres://user@host/database"',
    };
  }
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    yield {
      keys: ['team.schema'],
      message: `"team.schema" is ${shown(schema)}`,
      hint: 'use small letters, digits and underscores, at most 41',
    };
  }
  const host = config.models.allowed_hosts.find((own) => !isHost(own));
  if (host !== undefined) {
    yield {
      keys: ['models.allowed_hosts'],
      message: `"models.allowed_hosts" holds ${shown(host)}, which is not the name of a host`,
      hint: 'give only the host, without scheme, port or path: "api.example.org"',
    };
  }
  for (const [section, { api_key_env: key }] of Object.entries({
    'relevance.semantic': config.relevance.semantic,
    'relevance.reranker': config.relevance.reranker,
    summarization: config.summarization,
  })) {
    const [name = '', host, ...rest] = key.split('@');
    const isRight = /^\w*$/.test(name) && (host === undefined || (name !== '' && isHost(host)));
    if (isRight && rest.length === 0) continue;
    yield {
      keys: [`${section}.api_key_env`],
      message: `"${section}.api_key_env" is not the name of a variable with the host it is for`,
      hint: 'for example "OPENAI_API_KEY@api.openai.com"; never the key itself',
    };
  }
  const module = config.modules.sources.find((path) => !isAbsolute(path));
  if (module !== undefined) {
    yield {
      keys: ['modules.sources'],
      message: `"modules.sources" holds ${shown(module)}, which is not an absolute path`,
      hint: 'a relative path would mean a different file in every folder',
    };
  }
  const { cache_path: cache } = config.summarization.caching;
  if (cache.startsWith('~')) {
    yield {
      keys: ['summarization.caching.cache_path'],
      message: `"summarization.caching.cache_path" is ${shown(cache)}, but only a shell knows what ~ means`,
      hint: 'use an absolute path',
    };
  }
}
