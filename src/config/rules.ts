import { isAbsolute } from 'node:path';
import { shown } from './check.ts';
import type { Config } from './defaults.ts';

/** Something that no limit of a single value can say. */
export interface Clash {
  /** The keys involved, dotted; the one set last is the one to name. */
  readonly keys: readonly string[];
  readonly message: string;
  readonly hint: string;
}

/** Percentages are written by people: 33.3 + 33.3 + 33.4 must be 100 in floating point too. */
const PERCENT_SLACK = 1e-6;

const rounded = (value: number): string => String(Number(value.toFixed(6)));

function allocationClash(config: Config): Clash | null {
  const { primary, supporting, reference, history } = config.budget.allocation;
  const sum = primary + supporting + reference + history;
  if (Math.abs(sum - 100) <= PERCENT_SLACK) return null;
  return {
    keys: ['primary', 'supporting', 'reference', 'history'].map((n) => `budget.allocation.${n}`),
    message: `the percentages of "budget.allocation" add up to ${rounded(sum)}, not 100`,
    hint: `primary ${rounded(primary)}, supporting ${rounded(supporting)}, reference ${rounded(reference)}, history ${rounded(history)}; keys that are not set keep their defaults`,
  };
}

function thresholdClash(config: Config): Clash | null {
  const { include_minimum, supporting_threshold, primary_threshold } = config.relevance.thresholds;
  if (include_minimum <= supporting_threshold && supporting_threshold <= primary_threshold) {
    return null;
  }
  const names = ['include_minimum', 'supporting_threshold', 'primary_threshold'];
  return {
    keys: names.map((n) => `relevance.thresholds.${n}`),
    message: `"relevance.thresholds" are out of order: include_minimum ${include_minimum}, supporting_threshold ${supporting_threshold}, primary_threshold ${primary_threshold}`,
    hint: 'the order must be include_minimum <= supporting_threshold <= primary_threshold',
  };
}

function weightClash(config: Config): Clash | null {
  const factors = Object.entries(config.relevance.factors);
  if (factors.some(([, factor]) => factor.weight > 0)) return null;
  return {
    keys: factors.map(([name]) => `relevance.factors.${name}.weight`),
    message: 'every weight of "relevance.factors" is 0, so nothing could be ranked',
    hint: 'give at least one factor a weight above 0',
  };
}

/** As a URL has it: small letters, no scheme, no port, no path. */
const isHost = (host: string): boolean =>
  URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host.toLowerCase();

function hostClash({ models }: Config): Clash | null {
  const wrong = models.allowed_hosts.find((host) => !isHost(host));
  if (wrong === undefined) return null;
  return {
    keys: ['models.allowed_hosts'],
    message: `"models.allowed_hosts" holds ${shown(wrong)}, which is not the name of a host`,
    hint: 'give only the host, without scheme, port or path: "api.example.org"',
  };
}

function moduleClash({ modules }: Config): Clash | null {
  const wrong = modules.sources.find((path) => !isAbsolute(path));
  if (wrong === undefined) return null;
  return {
    keys: ['modules.sources'],
    message: `"modules.sources" holds ${shown(wrong)}, which is not an absolute path`,
    hint: 'a relative path would mean a different file in every folder',
  };
}

function cacheClash({ summarization }: Config): Clash | null {
  const { cache_path: path } = summarization.caching;
  if (!path.startsWith('~')) return null;
  return {
    keys: ['summarization.caching.cache_path'],
    message: `"summarization.caching.cache_path" is ${shown(path)}, but only a shell knows what ~ means`,
    hint: 'use an absolute path',
  };
}

/** What is wrong with a configuration whose values are each right on their own. */
export function clashes(config: Config): Clash[] {
  return [allocationClash, thresholdClash, weightClash, hostClash, moduleClash, cacheClash]
    .map((rule) => rule(config))
    .filter((clash) => clash !== null);
}
