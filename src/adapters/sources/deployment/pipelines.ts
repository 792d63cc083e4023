import type { Definition, Import } from '../../../model/document.ts';
import {
  type Block,
  definitionOf,
  grouped,
  type Lines,
  matchesIn,
  type Scan,
  stated,
} from './units.ts';
import { childrenOf, dashOf, type Entry, fieldsOf, topEntries, valuesOf } from './yaml.ts';

/** Top keys whose children are things of their own, and what one of them is called. */
type Containers = ReadonlyMap<string, string>;

/** Most are called as their key without its plural. */
const containers = (keys: string): Containers =>
  new Map(keys.split(' ').map((key) => [key, key.toLowerCase().replace(/s$/, '')]));

export const COMPOSE_CONTAINERS: Containers = containers('services');
export const CI_CONTAINERS: Containers = containers(
  'jobs workflows commands executors stages steps pipelines updates phases matrix',
);
export const PLATFORM_CONTAINERS: Containers = new Map([
  ...containers('functions services databases Resources resources Parameters Outputs'),
  ...containers('Mappings Conditions profiles'),
  ['envVarGroups', 'group'],
]);

/** A job longer than this is read by its steps. */
const LONG_JOB_LINES = 60;
const NAME_FIELDS = (
  'name id key job stage deployment template task label displayName step package-ecosystem uses run script ' +
  'command'
).split(' ');
const NAME_LENGTH = 80;
/** Keys of a GitLab file that are no jobs. */
const GITLAB_SECTIONS = new Set(
  'stages variables default include workflow image services before_script after_script cache spec'.split(
    ' ',
  ),
);

/** YAML by sections: a unit per child of the named containers, small neighbours of the rest together. */
export function scanSections(lines: Lines, containers: Containers = new Map()): Scan {
  const sections: Block[] = [];
  const definitions: Definition[] = [];
  const blocks: Block[] = [];
  const flush = (): void => void blocks.push(...grouped(sections.splice(0)));
  for (const entry of topEntries(lines)) {
    const kind = containers.get(entry.key);
    const children = kind === undefined ? [] : childrenOf(lines, entry);
    if (kind === undefined || children.length === 0) {
      sections.push(sectionBlock(lines, entry));
      continue;
    }
    flush();
    children.forEach((child, at) => {
      // The container's own line, and what stands before its first child, go with that child.
      const first = at === 0 ? entry.first : child.first;
      const block = childBlock(lines, child, kind, entry.key, first);
      definitions.push(definitionOf(block, kind));
      blocks.push(...stepBlocks(lines, child, block));
    });
  }
  flush();
  const title =
    topEntries(lines).find(({ key }) => key === 'name' || key === 'service')?.value ?? '';
  return { blocks, definitions, imports: importsIn(lines), meta: stated({ title }) };
}

function sectionBlock(lines: Lines, entry: Entry): Block {
  const children = childrenOf(lines, entry).map(({ key, value }) => (key === '' ? value : key));
  const name = entry.key === '' ? titleOf(lines, entry) : entry.key;
  const { first, last } = entry;
  return { first, last, kind: 'section', name, names: [name, ...children.filter(isName)] };
}

const isName = (text: string): boolean => /^[\w.@/-]{2,80}$/.test(text);

function titleOf(lines: Lines, entry: Entry): string {
  const fields = fieldsOf(lines, entry);
  const field = NAME_FIELDS.find((key) => (fields.get(key) ?? '') !== '');
  const title = field === undefined ? entry.value : (fields.get(field) ?? '');
  return title.slice(0, NAME_LENGTH);
}

function childBlock(
  lines: Lines,
  child: Entry,
  kind: string,
  container: string,
  first: number,
): Block {
  const isListItem = /^[ \t]*-/.test(lines.at(child.first));
  const title = isListItem ? titleOf(lines, child) : child.key;
  const fields = isListItem ? fieldsOf(lines, child) : valuesOf(lines, child);
  const told = ['image', 'stage', 'runs-on', 'Type', 'type', 'handler', 'uses'];
  const facts = Object.fromEntries(told.map((key) => [key, fields.get(key) ?? '']));
  const steps = stepsOf(lines, child).map((step) => titleOf(lines, step));
  return {
    first,
    last: child.last,
    kind: kind === 'job' || kind === 'step' ? kind : 'resource',
    name: `${kind}/${title}`,
    names: [title, ...steps.filter(isName)],
    within: [container],
    meta: { kind, name: title, ...stated(facts) },
  };
}

function stepsOf(lines: Lines, job: Entry): Entry[] {
  const steps = childrenOf(lines, job).find(({ key }) => key === 'steps');
  return steps === undefined ? [] : childrenOf(lines, steps);
}

/** A long job is its head and then its steps. */
function stepBlocks(lines: Lines, job: Entry, block: Block): Block[] {
  const steps = block.last - block.first >= LONG_JOB_LINES ? stepsOf(lines, job) : [];
  const title = block.meta?.['name'] ?? block.name;
  const within = [...(block.within ?? []), title];
  return cutAt(lines, steps, block, { names: [title] }, (name) => ({ name, within }));
}

/** A block as its head and the entries inside of it; whole if there are none. */
function cutAt(
  lines: Lines,
  entries: readonly Entry[],
  block: Block,
  head: Partial<Block>,
  more: (title: string) => Pick<Block, 'name' | 'within'>,
): Block[] {
  const [first] = entries;
  if (first === undefined) return [block];
  const parts = entries.map((entry, at): Block => {
    const title = titleOf(lines, entry);
    const last = at === entries.length - 1 ? block.last : entry.last;
    const names = isName(title) ? [title] : [];
    return { first: entry.first, last, kind: 'step', names, ...more(title) };
  });
  return [{ ...block, last: Math.max(block.first, first.first - 1), ...head }, ...parts];
}

/** GitLab: each top key that is no setting is a job. */
export function scanGitlab(lines: Lines): Scan {
  const entries = topEntries(lines);
  const jobs = entries.filter(
    ({ key, first, last }) => last > first && !GITLAB_SECTIONS.has(key) && key !== '',
  );
  const settings = entries
    .filter((entry) => !jobs.includes(entry))
    .map((entry) => sectionBlock(lines, entry));
  const jobBlocks = jobs.map((job): Block => {
    const stage = valuesOf(lines, job).get('stage') ?? '';
    return {
      first: job.first,
      last: job.last,
      kind: 'job',
      name: `job/${job.key}`,
      names: [job.key],
      within: stage === '' ? [] : [stage],
      meta: stated({ kind: 'job', name: job.key, stage }),
    };
  });
  const blocks = [...settings, ...jobBlocks].sort((a, b) => a.first - b.first);
  return {
    blocks: grouped(blocks),
    definitions: jobBlocks.map((block) => definitionOf(block, 'job')),
    imports: importsIn(lines),
  };
}

// Files of the same project that a pipeline or a compose file takes in.
const TAKEN_IN =
  /^[ \t]*(?:-[ \t]+)?["']?(?:uses|local|env_file|extends|file|dockerfile|context|build|template|include)["']?[ \t]*:[ \t]*["']?(\.{0,2}\/?[\w.-]+(?:\/[\w.-]+)*)["']?[ \t]*$/;

const importsIn = (lines: Lines): Import[] =>
  matchesIn(lines, TAKEN_IN)
    .filter(({ line, name }) => /^\.|\//.test(name) && !/@v?\d/.test(lines.at(line)))
    .map(({ line, name }) => ({ module: name, names: [], line }));

/** Ansible: a unit per play, task or variable group. */
export function scanAnsible(lines: Lines): Scan {
  const blocks: Block[] = [];
  for (const entry of topEntries(lines)) {
    if (!/^[ \t]*-/.test(lines.at(entry.first))) {
      blocks.push(sectionBlock(lines, entry));
      continue;
    }
    const fields = fieldsOf(lines, entry);
    const name = titleOf(lines, entry);
    const hosts = fields.get('hosts');
    const kind = hosts === undefined ? 'task' : 'play';
    const block: Block = {
      first: entry.first,
      last: entry.last,
      kind: hosts === undefined ? 'step' : 'resource',
      name: `${kind}/${name}`,
      names: isName(name) ? [name] : [],
      meta: { kind, name, ...(hosts === undefined ? {} : { hosts }) },
    };
    blocks.push(...playBlocks(lines, entry, block));
  }
  return { blocks: grouped(blocks), imports: importsIn(lines) };
}

function playBlocks(lines: Lines, play: Entry, block: Block): Block[] {
  if (block.last - block.first < LONG_JOB_LINES) return [block];
  const dash = dashOf(lines, play) ?? 2;
  const inner = childrenOf(lines, { ...play, indent: dash - 1 }).find(({ key }) => key === 'tasks');
  const tasks = inner === undefined ? [] : childrenOf(lines, inner);
  const within = [block.meta?.['name'] ?? ''];
  return cutAt(lines, tasks, block, {}, (name) => ({ name: `task/${name}`, within }));
}
