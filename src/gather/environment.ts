import { byCodePoint } from '../math/order.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain, Link } from '../retrieve/chains.ts';
import { keysNamed, keysRead } from '../retrieve/config-keys.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { OF_ONE_PROGRAM } from './others.ts';
import { isAsked } from './rank.ts';

const PLACE =
  '(?:prod(?:uction)?|staging|live|docker|containers?|pods?|k8s|kubernetes|heroku|aws|the (?:server|cluster|cloud))';
const FAILS =
  "(?:fail\\w*|breaks?|broken|crash\\w*|errors?|(?:not|never) \\w+|n[o']t work\\w*|missing|wrong|empty|undefined|null|refused|time\\w* out|[45]\\d\\d)";
/** It works here and fails there; a variable of the environment; what a deployment changed. */
const ENVIRONMENTS = new RegExp(
  [
    'work(?:s|ed|ing)? (?:\\w+ ){0,2}(?:locally|on my (?:machine|laptop|computer|mac)|on localhost|in dev(?:elopment)?|in staging)',
    `${FAILS}[^.\\n]{0,40} (?:in|on|inside|under) ${PLACE}`,
    `only (?:\\w+ ){0,2}(?:in|on|inside|under) ${PLACE}`,
    `(?:in|on) ${PLACE} [^.\\n]{0,60}${FAILS}`,
    'env(?:ironment)? var(?:iable)?s?|dotenv|\\.env files?',
    `(?:after|since) (?:the |we |every )*(?:re)?deploy\\w*|${FAILS} (?:once|when) deployed`,
    `differ\\w* (?:in|between) (?:local\\w*|dev\\w*|${PLACE})`,
  ]
    .map((words) => `(?<![\\w-])(?:${words})(?![\\w-])`)
    .join('|'),
  'i',
);

/** Which secrets there are stands where their names are listed. */
const SECRETS =
  /^\W*(?:which|what) (?:secrets|credentials|(?:api )?keys and \w+|env(?:ironment)? variables)\b/i;

/** What configures a service, in this order. */
const KINDS = [
  'env',
  'compose',
  'dockerfile',
  'nginx',
  'settings',
  'kubernetes',
  'helm',
  'systemd',
];
const SETTINGS =
  /(?:^|\/)(?:(?:settings|config|configuration|application|appsettings|environment)(?:[.-]\w+)?|config\/environments\/[\w-]+)\.(?:py|[cm]?[jt]s|rb|php|go|exs?|ya?ml|json|toml|ini|properties)$/i;
const ASIDE = /(?:^|\/)(?:tests?|__tests__|spec|examples?|samples?|fixtures?|testdata|docs?)\//i;

/** Of the context. */
const SHARE = 0.15;
/** For those who do not say how large the context is. */
const USUAL_TOKENS = 12_000;
const CHARACTERS_PER_TOKEN = 4;
/** The folders of so many of the best files say which service is meant. */
const FILES_ASKED = 5;
const REASON = 'configures the place where it runs, and the task is about such places.';

/** Where a task tells places apart in which the program runs, the configuration of the service, whatever its words. */
export function environmentChains(
  view: StateView,
  { task, files: ranked }: Pick<Ranking, 'task' | 'files'>,
  request: UnderstoodRequest,
): Chain[] {
  const isAboutPlaces = ENVIRONMENTS.test(`${task.sections.title}\n${task.sections.prose}`);
  if (!isAboutPlaces && !SECRETS.test(task.title)) return [];
  const folders = ranked.slice(0, FILES_ASKED).map(({ path }) => folderOf(path));
  const isNear = (path: string): boolean =>
    folders.some((folder) => `${folder}/`.startsWith(`${folderOf(path)}/`));
  const isOther = othersIn(view, task, ranked);
  const found = view.state.files
    .flatMap((entry, file) => {
      const kind = kindOf(entry, task, request);
      const isLeftOut = kind < 0 || (isAboutPlaces ? isOther(entry) : kind !== 0);
      return isLeftOut ? [] : [{ entry, file, kind, isFar: !isNear(entry.path) }];
    })
    .sort(
      (a, b) =>
        Number(a.isFar) - Number(b.isFar) ||
        a.kind - b.kind ||
        byCodePoint(a.entry.path, b.entry.path),
    );
  let left = SHARE * (request.tokens ?? USUAL_TOKENS) * CHARACTERS_PER_TOKEN;
  return found.flatMap(({ entry: { path, content }, file }): Chain[] => {
    const links = view.facts(content).chunks.flatMap((chunk, sequence): Link[] => {
      const { firstLine, lastLine, start, end } = chunk;
      if (end - start > left) return [];
      left -= end - start;
      const reason = `${path} ${REASON}`;
      return [{ file, path, sequence, firstLine, lastLine, kind: 'setting', reason }];
    });
    return links.length === 0 ? [] : [{ links, score: 1 }];
  });
}

/**
 * Tells the manifests of other programs: where the task names a setting, or else where what the best files read is set somewhere, those
 * that have none of it.
 */
function othersIn(
  view: StateView,
  task: Task,
  ranked: Ranking['files'],
): (entry: StateFile) => boolean {
  const textOf = (content: number): string => (content === 0 ? '' : view.facts(content).text);
  const read = ranked
    .slice(0, FILES_ASKED)
    .flatMap(({ file }) => keysRead(textOf(view.state.files[file]?.content ?? 0)));
  const named = keysNamed(task.text);
  const keys = named.length > 0 ? named : read;
  const isOne = ({ shape }: StateFile): boolean => OF_ONE_PROGRAM.has(shape.kind);
  const has = ({ content }: StateFile): boolean => {
    const text = textOf(content);
    return keys.some((key) => text.includes(key));
  };
  const isTold = named.length > 0 || view.state.files.some((entry) => isOne(entry) && has(entry));
  return (entry) => isTold && isOne(entry) && !has(entry);
}

const folderOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';

function kindOf(entry: StateFile, task: Task, request: UnderstoodRequest): number {
  const { path, content, shape } = entry;
  if (content === 0 || ASIDE.test(path) || !isAsked(entry, task, request)) return -1;
  if (shape.source === 'deployment') return KINDS.indexOf(shape.kind);
  return SETTINGS.test(path) ? KINDS.indexOf('settings') : -1;
}
