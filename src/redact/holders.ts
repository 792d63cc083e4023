/** Files that are there to hold secrets: what they hold is one wherever else it occurs. */
export const HOLDS_SECRETS: RegExp =
  /(?:^|\/)(?:\.env(?:rc|[.\-_][^/]*)?|[^/]+\.env|[^/]*secrets?[^/]*\.(?:ya?ml|json|toml|env)|[^/]+\.tfvars|\.(?:npmrc|netrc|pgpass|pypirc|git-credentials))$/i;

/** Those that most projects keep out of git, and so out of any listing. */
export const HIDDEN_HOLDERS: readonly string[] = ['.env', '.envrc'].concat(
  'local development production test staging development.local production.local'
    .split(' ')
    .map((name) => `.env.${name}`),
);
