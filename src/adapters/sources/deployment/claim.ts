import type { Shape } from '../../../model/shape.ts';
import type { SourceSettings } from '../../../ports/source.ts';
import { isBuildLog } from '../../../text/logs/ci.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { listsRuns } from './runs.ts';
import { isState } from './state.ts';

/** How a rule looks at a file: its path in lower case, its last part, and the beginning of its text. */
interface Seen {
  readonly path: string;
  readonly base: string;
  readonly head: string;
}

type Rule = (seen: Seen) => boolean;

const isYaml = (base: string): boolean => /\.ya?ml$/.test(base);
const named =
  (pattern: RegExp): Rule =>
  ({ base }) =>
    pattern.test(base);

const SOURCE_CODE =
  /\.(?:d\.ts|[cm]?[jt]sx?|py|rb|go|rs|java|kt|php|cs|sh|md|rst|html?|vue|svelte)$/;
const ENV_NAMES =
  /^(?:[\w.-]+\.env(?:\.(?:example|sample|template|dist|local|prod\w*|dev\w*|test|staging))?|env\.(?:example|sample|template|dist))$/;
const PLATFORM_NAMES =
  /^(?:serverless(?:[.-].+)?|skaffold(?:[.-].+)?|render|app\.yandex|docker-stack|copilot|okteto|garden|tilt|mirrord|devspace|werf)\.ya?ml$/;
const ANSIBLE_PLACES =
  /(?:^|\/)(?:playbooks|group_vars|host_vars|roles\/[^/]+\/(?:tasks|handlers|defaults|vars|meta))\//;
const UNIT_NAMES =
  /\.(?:service|timer|socket|mount|automount|target|path|slice|container|pod|volume|network|kube|nspawn)(?:\.j2|\.in)?$/;
const CREDENTIAL_NAMES =
  /^(?:\.npmrc|\.netrc|_netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.s3cfg|\.boto|\.my\.cnf|\.dockercfg)$/;
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

const LOG_TEXT = /\.(?:log|txt|out)(?:\.\d+)?$|^[^.]+$/;
/** Kind and language by what makes a file one of them; the first match wins. */
const RULES: Readonly<Record<string, Rule>> = {
  'state text': ({ base, head }) =>
    /\.(?:tfstate(?:\.backup)?|json)$/.test(base) && isState(base, head),
  'build-log text': ({ path, base, head }) => LOG_TEXT.test(base) && isBuildLog(path, head),
  'runs text': ({ base, head }) => base.endsWith('.json') && listsRuns(head),
  'env dotenv': ({ base }) =>
    (/^\.env(?:rc|\..+|-.+|_.+)?$/.test(base) && !SOURCE_CODE.test(base)) || ENV_NAMES.test(base),
  'dockerfile dockerfile': named(
    /^(?:dockerfile|containerfile)(?:[.-].+)?$|\.(?:dockerfile|containerfile)$/,
  ),
  'compose yaml': named(
    /^(?:docker-)?(?:compose|stack)(?:[.\-_].+)?\.ya?ml$|^podman-compose.*\.ya?ml$/,
  ),
  'helm yaml': ({ path, base, head }) =>
    /^chart\.ya?ml$|^(?:values|.+[.-]values)(?:[.\-_].+)?\.ya?ml$|^helmfile.*\.ya?ml$/.test(base) ||
    (/(?:^|\/)templates\/.+\.(?:ya?ml|tpl)$/.test(path) && /\{\{/.test(head)),
  'ci yaml': ({ path, base }) => CI_PLACES.test(path) || CI_NAMES.test(base),
  'ci groovy': named(/^jenkinsfile(?:[.-].+)?$|\.jenkinsfile$/),
  'terraform hcl': ({ base }) =>
    /\.(?:tf|tfvars|hcl|tofu|nomad|tfvars\.json|tf\.json)$/.test(base) &&
    base !== '.terraform.lock.hcl',
  'platform toml': named(/^(?:fly|netlify|railway|wrangler|nixpacks)(?:\..+)?\.toml$/),
  'platform json': named(/^(?:vercel|now|railway|app|task-definition|firebase)\.json$/),
  'platform procfile': named(/^procfile(?:\..+)?$/),
  'platform yaml': ({ base, head }) =>
    PLATFORM_NAMES.test(base) ||
    (/^deploy(?:[.-].+)?\.ya?ml$/.test(base) && /^servers:/m.test(head) && /^image:/m.test(head)) ||
    (/^app(?:[.-].+)?\.ya?ml$/.test(base) &&
      /^(?:runtime|env|service|instance_class):/m.test(head)) ||
    (/\.(?:ya?ml|template)$/.test(base) &&
      /^AWSTemplateFormatVersion:|^[ \t]+Type:[ \t]*["']?AWS::/m.test(head)),
  'kubernetes yaml': ({ base, head }) =>
    /^kustomization\.ya?ml$|^kubeconfig(?:\..+)?$/.test(base) ||
    (isYaml(base) && KUBERNETES_HEAD.test(head) && KIND_HEAD.test(head)),
  'kubernetes json': ({ base, head }) =>
    base.endsWith('.json') &&
    /"apiVersion"\s*:\s*"(?:v1|[\w.]+\/v\d\w*)"/.test(head) &&
    /"kind"\s*:\s*"[A-Z]\w+"/.test(head),
  'ansible yaml': ({ path, base, head }) =>
    isYaml(base) && (ANSIBLE_PLACES.test(path) || PLAY_HEAD.test(head)),
  'ansible ini': named(/^ansible\.cfg$/),
  'nginx nginx': ({ path, base, head }) =>
    /^nginx.*\.conf(?:\.\w+)?$|\.nginx(?:\.conf)?$|^caddyfile$/.test(base) ||
    (/(?:^|\/)(?:sites-(?:available|enabled)|nginx)\//.test(path) &&
      (NGINX_HEAD.test(head) || base.endsWith('.conf'))) ||
    (/\.conf(?:\.(?:template|j2|erb|tmpl))?$/.test(base) && NGINX_HEAD.test(head)),
  'systemd systemd': ({ base, head }) => UNIT_NAMES.test(base) && UNIT_HEAD.test(head),
  'systemd ini': ({ base, head }) =>
    /^supervisord?.*\.conf$/.test(base) ||
    (/\.(?:conf|ini)$/.test(base) &&
      /^\[(?:program|supervisord|eventlistener|group)[:\]]/m.test(head)),
  'credentials ini': ({ path, base }) =>
    CREDENTIAL_NAMES.test(base) ||
    /(?:^|\/)\.aws\/(?:credentials|config)$|(?:^|\/)\.docker\/config\.json$/.test(path),
};

/** Where settings lie that say how something runs, whatever they are called. */
const RUN_PLACES =
  /^(?:deploy(?:ment|ments)?|infra(?:structure)?|ops|operations|k8s|kubernetes|helm|terraform|ansible|environments?|envs?|provisioning|cluster|gitops)\//;
const SETTINGS =
  /\.(?:ya?ml|json|toml|ini|cfg|conf|properties)$|(?:^|\/)crontab(?:\.\w+)?$|\.cron$/;
const OTHER_MATTER =
  /\/(?:tests?|fixtures?|dashboards?|schemas?|docs?|src)\/|(?:package|tsconfig|composer|messages|strings|translations|i18n|locales?)[\w.-]*\.(?:json|ya?ml|properties)$/;

/** No part of a path that could decide is longer than this; a hostile path is cut, not searched. */
const PATH_LIMIT = 1000;

/** How files are written that only a setting says to be deployment. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.ya?ml$/, 'yaml'],
  [/\.json$/, 'json'],
  [/\.(?:ini|cfg|conf|properties)$/, 'ini'],
  [/\.toml$/, 'toml'],
];

export function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  const lower = path.slice(-PATH_LIMIT).toLowerCase();
  const base = lower.slice(lower.lastIndexOf('/') + 1);
  const seen: Seen = { path: lower, base, head };
  const claimed = Object.keys(RULES).find((name) => RULES[name]?.(seen));
  const isPlaced = RUN_PLACES.test(lower) && SETTINGS.test(lower) && !OTHER_MATTER.test(lower);
  if (claimed === undefined && !isPlaced && !matchesGlobs(path, settings.paths)) return null;
  const usual = LANGUAGES.find(([pattern]) => pattern.test(base))?.[1] ?? 'text';
  const [kind = 'settings', language = usual] = claimed?.split(' ') ?? [];
  return { source: 'deployment', kind, language, options: '' };
}
