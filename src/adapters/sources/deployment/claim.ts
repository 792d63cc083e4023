import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';

/** How a rule looks at a file: its path in lower case, its last part, and the beginning of its text. */
interface Seen {
  readonly path: string;
  readonly base: string;
  readonly head: string;
}

interface Claim {
  readonly kind: string;
  readonly language: string;
  readonly when: (seen: Seen) => boolean;
}

const isYaml = (base: string): boolean => /\.ya?ml$/.test(base);
const named =
  (pattern: RegExp): ((seen: Seen) => boolean) =>
  ({ base }) =>
    pattern.test(base);
const placed =
  (pattern: RegExp): ((seen: Seen) => boolean) =>
  ({ path }) =>
    pattern.test(path);

const SOURCE_CODE =
  /\.(?:d\.ts|[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|sh|md|rst|html?|vue|svelte)$/;
const CI_PLACES =
  /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.github\/dependabot\.ya?ml|\.github\/actions\/.+\.ya?ml|\.circleci\/.+\.ya?ml|\.buildkite\/.+\.ya?ml|\.gitlab\/ci\/.+\.ya?ml|\.azure-pipelines\/.+\.ya?ml|\.semaphore\/.+\.ya?ml|\.woodpecker\/.+\.ya?ml|\.gitea\/workflows\/[^/]+\.ya?ml|\.forgejo\/workflows\/[^/]+\.ya?ml|(?:^|\/)action\.ya?ml)$/;
const CI_NAMES =
  /^(?:.*\.?gitlab-ci\.ya?ml|azure-pipelines.*\.ya?ml|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|\.?drone\.ya?ml|\.?woodpecker\.ya?ml|\.?appveyor\.ya?ml|cloudbuild.*\.ya?ml|buildspec.*\.ya?ml|\.cirrus\.ya?ml|codemagic\.ya?ml|bitrise\.ya?ml|wercker\.ya?ml|tekton.*\.ya?ml)$/;
const KUBERNETES_HEAD = /^[ \t-]*["']?apiVersion["']?[ \t]*:[ \t]*\S/m;
const KIND_HEAD = /^[ \t-]*["']?kind["']?[ \t]*:[ \t]*\S/m;
const NGINX_HEAD =
  /(?:^|[\s;}])(?:server|upstream\s+[\w.-]+|location\s+[^\n{;]{1,200}|http|stream)\s*\{/;
const UNIT_HEAD =
  /^\[(?:Unit|Service|Timer|Socket|Install|Mount|Automount|Path|Slice|Container|Pod|Volume|Network|Kube)\]/m;
const PLAY_HEAD =
  /^-[ \t]+(?:name:[^\n]*\n(?:[ \t]+[^\n]*\n){0,6}?[ \t]+)?(?:hosts|import_playbook|ansible\.builtin\.import_playbook):/m;

/** First match wins. */
const CLAIMS: readonly Claim[] = [
  {
    kind: 'env',
    language: 'dotenv',
    when: ({ base }) => /^\.env(?:rc|\..+|-.+|_.+)?$/.test(base) && !SOURCE_CODE.test(base),
  },
  {
    kind: 'env',
    language: 'dotenv',
    when: named(
      /^(?:[\w.-]+\.env(?:\.(?:example|sample|template|dist|local|prod\w*|dev\w*|test|staging))?|env\.(?:example|sample|template|dist))$/,
    ),
  },
  {
    kind: 'dockerfile',
    language: 'dockerfile',
    when: named(/^(?:dockerfile|containerfile)(?:[.-].+)?$|\.(?:dockerfile|containerfile)$/),
  },
  {
    kind: 'compose',
    language: 'yaml',
    when: named(/^(?:docker-)?(?:compose|stack)(?:[.\-_].+)?\.ya?ml$|^podman-compose.*\.ya?ml$/),
  },
  {
    kind: 'helm',
    language: 'yaml',
    when: named(/^chart\.ya?ml$|^(?:values|.+[.-]values)(?:[.\-_].+)?\.ya?ml$|^helmfile.*\.ya?ml$/),
  },
  {
    kind: 'helm',
    language: 'yaml',
    when: ({ path, head }) =>
      /(?:^|\/)templates\/.+\.(?:ya?ml|tpl)$/.test(path) && /\{\{/.test(head),
  },
  { kind: 'ci', language: 'yaml', when: placed(CI_PLACES) },
  { kind: 'ci', language: 'yaml', when: named(CI_NAMES) },
  { kind: 'ci', language: 'groovy', when: named(/^jenkinsfile(?:[.-].+)?$|\.jenkinsfile$/) },
  {
    kind: 'terraform',
    language: 'hcl',
    when: ({ base }) =>
      /\.(?:tf|tfvars|hcl|tofu|nomad|tfvars\.json|tf\.json)$/.test(base) &&
      base !== '.terraform.lock.hcl',
  },
  {
    kind: 'platform',
    language: 'yaml',
    when: named(
      /^(?:serverless(?:[.-].+)?|skaffold(?:[.-].+)?|render|app\.yandex|docker-stack|copilot|okteto|garden|tilt|mirrord|devspace|werf)\.ya?ml$/,
    ),
  },
  {
    kind: 'platform',
    language: 'yaml',
    when: ({ base, head }) =>
      /^app(?:[.-].+)?\.ya?ml$/.test(base) &&
      /^(?:runtime|env|service|instance_class):/m.test(head),
  },
  {
    kind: 'platform',
    language: 'toml',
    when: named(/^(?:fly|netlify|railway|wrangler|nixpacks)(?:\..+)?\.toml$/),
  },
  {
    kind: 'platform',
    language: 'json',
    when: named(/^(?:vercel|now|railway|app|task-definition|firebase)\.json$/),
  },
  { kind: 'platform', language: 'procfile', when: named(/^procfile(?:\..+)?$/) },
  {
    kind: 'platform',
    language: 'yaml',
    when: ({ base, head }) =>
      (isYaml(base) || /\.template$/.test(base)) &&
      /^AWSTemplateFormatVersion:|^[ \t]+Type:[ \t]*["']?AWS::/m.test(head),
  },
  {
    kind: 'kubernetes',
    language: 'yaml',
    when: named(/^kustomization\.ya?ml$|^kubeconfig(?:\..+)?$/),
  },
  {
    kind: 'kubernetes',
    language: 'yaml',
    when: ({ base, head }) => isYaml(base) && KUBERNETES_HEAD.test(head) && KIND_HEAD.test(head),
  },
  {
    kind: 'kubernetes',
    language: 'json',
    when: ({ base, head }) =>
      base.endsWith('.json') &&
      /"apiVersion"\s*:\s*"(?:v1|[\w.]+\/v\d\w*)"/.test(head) &&
      /"kind"\s*:\s*"[A-Z]\w+"/.test(head),
  },
  {
    kind: 'ansible',
    language: 'yaml',
    when: ({ path, base }) =>
      isYaml(base) &&
      /(?:^|\/)(?:playbooks|group_vars|host_vars|roles\/[^/]+\/(?:tasks|handlers|defaults|vars|meta))\//.test(
        path,
      ),
  },
  {
    kind: 'ansible',
    language: 'yaml',
    when: ({ base, head }) => isYaml(base) && PLAY_HEAD.test(head),
  },
  { kind: 'ansible', language: 'ini', when: named(/^ansible\.cfg$/) },
  {
    kind: 'nginx',
    language: 'nginx',
    when: ({ path, base, head }) =>
      /^nginx.*\.conf(?:\.\w+)?$|\.nginx(?:\.conf)?$|^caddyfile$/.test(base) ||
      (/(?:^|\/)(?:sites-(?:available|enabled)|nginx)\//.test(path) &&
        (NGINX_HEAD.test(head) || base.endsWith('.conf'))),
  },
  {
    kind: 'nginx',
    language: 'nginx',
    when: ({ base, head }) =>
      /\.conf(?:\.(?:template|j2|erb|tmpl))?$/.test(base) && NGINX_HEAD.test(head),
  },
  {
    kind: 'systemd',
    language: 'systemd',
    when: ({ base, head }) =>
      /\.(?:service|timer|socket|mount|automount|target|path|slice|container|pod|volume|network|kube|nspawn)(?:\.j2|\.in)?$/.test(
        base,
      ) && UNIT_HEAD.test(head),
  },
  {
    kind: 'systemd',
    language: 'ini',
    when: ({ base, head }) =>
      /^supervisord?.*\.conf$/.test(base) ||
      (/\.(?:conf|ini)$/.test(base) &&
        /^\[(?:program|supervisord|eventlistener|group)[:\]]/m.test(head)),
  },
  {
    kind: 'credentials',
    language: 'ini',
    when: ({ path, base }) =>
      /^(?:\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.s3cfg|\.boto|\.my\.cnf|\.dockercfg)$/.test(
        base,
      ) || /(?:^|\/)\.aws\/(?:credentials|config)$|(?:^|\/)\.docker\/config\.json$/.test(path),
  },
];

/** No part of a path that could decide is longer than this; a hostile path is cut, not searched. */
const PATH_LIMIT = 1000;

/** How files are written that only a setting says to be deployment. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.ya?ml$/, 'yaml'],
  [/\.json$/, 'json'],
  [/\.(?:ini|cfg|conf|properties)$/, 'ini'],
  [/\.toml$/, 'toml'],
];

export function claimDeployment(
  path: string,
  head: string,
  settings: SourceSettings,
): Shape | null {
  const lower = path.slice(-PATH_LIMIT).toLowerCase();
  const base = lower.slice(lower.lastIndexOf('/') + 1);
  const seen: Seen = { path: lower, base, head };
  const claim = CLAIMS.find(({ when }) => when(seen));
  if (claim === undefined) {
    if (!matchesGlobs(path, settings.paths)) return null;
    const language = LANGUAGES.find(([pattern]) => pattern.test(base))?.[1] ?? 'text';
    return { source: 'deployment', kind: 'settings', language, options: '' };
  }
  return { source: 'deployment', kind: claim.kind, language: claim.language, options: '' };
}
