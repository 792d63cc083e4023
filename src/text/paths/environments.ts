/* Places where a program runs, as paths and people call them: staging, production. */

const NAMES: Readonly<Record<string, string>> = {
  prod: 'production',
  production: 'production',
  prd: 'production',
  live: 'production',
  staging: 'staging',
  stage: 'staging',
  stg: 'staging',
  preprod: 'staging',
  dev: 'development',
  devel: 'development',
  development: 'development',
  local: 'local',
  localhost: 'local',
  test: 'test',
  testing: 'test',
  qa: 'qa',
  uat: 'uat',
  preview: 'preview',
  sandbox: 'sandbox',
  demo: 'demo',
  canary: 'canary',
};

/** Words that name a place wherever they stand, and those that do so behind a preposition and before nothing they could belong to. */
const SURE = 'prod|production|prd|staging|stg|preprod|qa|uat|localhost|locally|dev|development';
const BEHIND = 'live|stage|local|test|testing|preview|sandbox|demo|canary';
/** What there is one of in each place. */
const KEPT = 'env\\w*|cluster|system|server|database|db|instance';
const SAID = new RegExp(
  `(?<![\\w.-])(${SURE})(?![\\w-])|\\b(?:in|on|to|for|from|between|and|vs\\.?) (?:the )?(${BEHIND})(?= (?:and|vs|values|${KEPT})\\b|\\W*$|[,.;:?!])|\\bthe (${BEHIND})(?= (?:${KEPT})\\b)`,
  'gi',
);

/** Words that name a place, in any form. */
export const PLACES: readonly string[] = Object.keys(NAMES);

/** The places that a text names. */
export function environmentsNamed(text: string): Set<string> {
  const words = Array.from(
    text.matchAll(SAID),
    ([, ...found]) => found.find((word) => word !== undefined) ?? '',
  );
  return new Set(words.flatMap((word) => NAMES[word.toLowerCase().replace(/ly$/, '')] ?? []));
}

const TOKEN = /[A-Za-z]+/g;
const GENERAL_FOLDERS = /^(?:tests?|testing|demo|preview|local|live|stage)$/i;

/** The place that a file describes by its name or a folder of its own: `values-prod.yaml`, `.env.staging`, `overlays/production/…`. */
export function environmentOf(path: string): string | null {
  const parts = path.split('/');
  const file = parts.pop() ?? '';
  const tokens = file.match(TOKEN) ?? [];
  // The last that names a place: `production-local.yaml` is the local one.
  const named = tokens.findLast((token) => token.toLowerCase() in NAMES);
  const folder = parts.findLast(
    (part) => part.toLowerCase() in NAMES && !GENERAL_FOLDERS.test(part),
  );
  return NAMES[(named ?? folder ?? '').toLowerCase()] ?? null;
}
