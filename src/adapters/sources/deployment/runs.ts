import { type Fields, fieldsOf, isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { isFaultLine, stepIn } from '../../../text/logs/ci.ts';
import type { Block, Lines, Scan } from './units.ts';

/* What continuous integration did: runs and jobs as GitHub, GitLab, Jenkins, CircleCI, Azure, Buildkite and Bitbucket list them, and saved logs. */

const HEADS: readonly (readonly RegExp[])[] = [
  [
    /"conclusion"\s*:/,
    /"(?:workflowName|workflow_id|workflow_runs|headBranch|head_branch|run_number|runNumber|steps|jobs)"\s*:/,
  ],
  [
    /"status"\s*:/,
    /"ref"\s*:/,
    /"(?:pipeline|stage|sha)"\s*:/,
    /-\/(?:pipelines|jobs)\/|"pipeline"\s*:|"stage"\s*:/,
  ],
  [/"_class"\s*:\s*"(?:hudson|org\.jenkinsci)/],
  [/"(?:pipeline_number|project_slug)"\s*:/, /"(?:status|state)"\s*:/],
  [
    /"(?:buildNumber|build_number|build_url)"\s*:/,
    /"(?:status|state|result)"\s*:/,
    /"(?:queueTime|startTime|created_at|created_on|started_at)"\s*:/,
  ],
];

export const listsRuns = (head: string): boolean =>
  /^[\s\ufeff]*[[{]/.test(head) && HEADS.some((signs) => signs.every((sign) => sign.test(head)));

/** A line for each run or job, the failed steps below it; as it is where it can't be read. */
export function runsText(raw: string): string {
  const lines = runsIn(parseJson(raw)).flatMap((run) => linesFor(run, ''));
  return lines.length === 0 ? raw : `${lines.join('\n')}\n`;
}

const LISTS = 'workflow_runs jobs items builds runs pipelines check_runs value values'.split(' ');

function runsIn(whole: unknown): Fields[] {
  if (Array.isArray(whole)) return whole.filter(isRecord);
  const fields = fieldsOf(whole);
  const list = LISTS.map((name) => fields[name]).find((own): own is unknown[] =>
    Array.isArray(own),
  );
  return list === undefined || 'conclusion' in fields ? [fields] : list.filter(isRecord);
}

const text = (fields: Fields, ...names: readonly string[]): string => {
  const found = names
    .map((name) => fields[name])
    .find((own) => typeof own === 'number' || (typeof own === 'string' && own !== ''));
  return found === undefined ? '' : String(found).replace(/\s+/g, ' ').slice(0, 200);
};

const TIMES =
  'createdAt created_at created_on startedAt started_at startTime queueTime run_started_at'.split(
    ' ',
  );
const IDS =
  'databaseId run_number runNumber buildNumber build_number number pipeline_number id'.split(' ');

function linesFor(run: Fields, indent: string): string[] {
  const id = text(run, ...IDS);
  const kind = fieldsOf(run['definition'] ?? run['pipeline']);
  const own = text(run, 'workflowName', 'name', 'fullDisplayName', 'job_name');
  const name = own === '' ? text(kind, 'name', 'slug') : own;
  const branch =
    text(run, 'headBranch', 'head_branch', 'ref', 'branch', 'sourceBranch') ||
    text(fieldsOf(run['target']), 'ref_name');
  const state = fieldsOf(run['state']);
  const result =
    text(run, 'conclusion', 'result', 'status', 'state') ||
    text(fieldsOf(state['result']), 'name') ||
    text(state, 'name');
  if (result === '') return [];
  const why = text(run, 'displayTitle', 'display_title', 'failure_reason');
  const commit = fieldsOf(run['commit'] ?? run['head_commit']);
  const subject = why || text(commit, 'title', 'message');
  const times = text(run, ...TIMES);
  const stage = text(run, 'stage');
  const about = [
    branch === '' ? '' : `on ${branch}`,
    stage === '' ? '' : `in ${stage}`,
    text(run, 'event') === '' ? '' : `(${text(run, 'event')})`,
  ].filter((part) => part !== '');
  const head = [indent === '' ? 'run' : 'job', id, name, ...about].filter((part) => part !== '');
  const tail = [result, times, subject].filter((part) => part !== '').join(', ');
  const inner = ['jobs', 'steps', 'stages']
    .flatMap((key) => (Array.isArray(run[key]) ? (run[key] as unknown[]) : []))
    .filter(isRecord);
  const failed = inner.filter(
    (own) =>
      !/^(?:success|skipped|completed|neutral|)$/i.test(
        text(own, 'conclusion', 'result', 'status'),
      ),
  );
  return [
    `${indent}${head.join(' ')}: ${tail}`,
    ...failed.flatMap((own) => linesFor(own, `${indent}  `)),
  ];
}

/** Lines around what went wrong that are read with it. */
const AROUND = 2;

/** The steps of a build, and what went wrong in them with the lines around it. */
export function scanBuildLog(lines: Lines): Scan {
  const blocks: Block[] = [];
  let step = '';
  let first = 1;
  const close = (last: number): void => {
    if (last < first) return;
    blocks.push({ first, last, kind: 'step', name: step, names: step === '' ? [] : [step] });
    first = last + 1;
  };
  for (let line = 1; line <= lines.count; line++) {
    const own = lines.at(line);
    const named = stepIn(own);
    if (named !== null) {
      close(line - 1);
      step = named;
    } else if (isFaultLine(own)) {
      close(Math.max(first - 1, line - AROUND - 1));
      let last = Math.min(lines.count, line + AROUND);
      for (let next = line + 1; next <= last; next++) {
        if (stepIn(lines.at(next)) !== null) last = next - 1;
        else if (isFaultLine(lines.at(next))) last = Math.min(lines.count, next + AROUND);
      }
      const name = own.trim().slice(0, 100);
      blocks.push({ first, last, kind: 'event', name, names: [], meta: { level: 'error', step } });
      first = last + 1;
      line = last;
    }
  }
  close(lines.count);
  return { blocks };
}
