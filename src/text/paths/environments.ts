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
const SAID = new RegExp(
  `(?<![\\w.-])(${SURE})(?![\\w-])|\\b(?:in|on|to|for|from|between|and|vs\\.?) (?:the )?(${BEHIND})(?= (?:and|vs|env\\w*|cluster|system|server|values)\\b|\\W*$|[,.;:?!])`,
  'gi',
);

/** The places that a text names. */
export function environmentsNamed(text: string): Set<string> {
  const words = Array.from(text.matchAll(SAID), ([, sure, behind]) => sure ?? behind ?? '');
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

/** Paths of what a file of one place lies over: `values.yaml`, `.env`, `base/…`. */
export function basesOf(path: string): string[] {
  const at = path.lastIndexOf('/') + 1;
  const [folder, file] = [path.slice(0, at), path.slice(at)];
  const named = (file.match(TOKEN) ?? []).findLast((token) => token.toLowerCase() in NAMES);
  if (named !== undefined) {
    const plain = file.replace(new RegExp(`[._-]${named}|^${named}[._-]`), '');
    return plain === file ? [] : [`${folder}${plain}`];
  }
  const parts = folder.split('/');
  const place = parts.findLastIndex((part) => part.toLowerCase() in NAMES);
  if (place < 0) return [];
  const beside = parts.slice(0, place);
  const inside = parts.slice(place + 1);
  const shared = parts[place - 1] === 'overlays' ? parts.slice(0, place - 1) : beside;
  return [[...shared, 'base', ...inside].join('/') + file, [...beside, ...inside].join('/') + file];
}
