import type { Definition, Import } from '../../../model/document.ts';
import { stated } from '../documentation/units.ts';
import { type Block, definitionOf, grouped, type Lines, type Scan } from './units.ts';
import { childrenOf, dashOf, type Entry, fieldsOf, topEntries, valuesOf } from './yaml.ts';

/** Top keys whose children are things of their own, and what one of them is called. */
type Containers = ReadonlyMap<string, string>;

/** Most are called as their key without its plural. */
const containers = (keys: string): Containers =>
  new Map(keys.split(' ').map((key) => [key, key.toLowerCase().replace(/s$/, '')]));

export const COMPOSE: Containers = containers('services');
export const CI: Containers = containers(
  'jobs workflows commands executors stages steps pipelines updates phases matrix',
);
export const PLATFORM: Containers = new Map([
  ...containers('functions services databases Resources resources Parameters Outputs'),
  ...containers('Mappings Conditions profiles'),
  ['envVarGroups', 'group'],
]);

/** A job longer than this is read by its steps. */
const LONG_JOB_LINES = 60;
const NAME_FIELDS =
  `name id key job stage deployment template task label displayName step package-ecosystem
  uses run script command`.split(/\s+/);
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
  const entries = topEntries(lines);
  for (const entry of entries) {
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
      const block = { ...childBlock(lines, child, kind), first, within: [entry.key] };
      definitions.push(definitionOf(block, kind));
      blocks.push(...stepBlocks(lines, child, block));
    });
  }
  flush();
  const title = entries.find(({ key }) => key === 'name' || key === 'service')?.value ?? '';
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

const isItem = (lines: Lines, { first }: Entry): boolean => /^[ \t]*-/.test(lines.at(first));

/** What of a child its unit tells. */
const TOLD = ['image', 'stage', 'runs-on', 'Type', 'type', 'handler', 'uses'];

function childBlock(lines: Lines, child: Entry, kind: string): Omit<Block, 'first' | 'within'> {
  const [title, fields] = isItem(lines, child)
    ? [titleOf(lines, child), fieldsOf(lines, child)]
    : [child.key, valuesOf(lines, child)];
  const facts = Object.fromEntries(TOLD.map((key) => [key, fields.get(key) ?? '']));
  const steps = stepsOf(lines, child).map((step) => titleOf(lines, step));
  const own = kind === 'job' || kind === 'step' ? kind : 'resource';
  const names = [title, ...steps.filter(isName)];
  const meta = { kind, name: title, ...stated(facts) };
  return { last: child.last, kind: own, name: `${kind}/${title}`, names, meta };
}

/** The entries below a key of an entry, which are none where it has no such key. */
function entriesUnder(lines: Lines, entry: Entry, name: string): Entry[] {
  const found = childrenOf(lines, entry).find(({ key }) => key === name);
  return found === undefined ? [] : childrenOf(lines, found);
}

const stepsOf = (lines: Lines, job: Entry): Entry[] => entriesUnder(lines, job, 'steps');

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
  const blocks = topEntries(lines).map((entry): Block => {
    const { key: name, first, last } = entry;
    if (last === first || GITLAB_SECTIONS.has(name) || name === '')
      return sectionBlock(lines, entry);
    const stage = valuesOf(lines, entry).get('stage') ?? '';
    const meta = stated({ kind: 'job', name, stage });
    const within = stage === '' ? [] : [stage];
    return { first, last, kind: 'job', name: `job/${name}`, names: [name], within, meta };
  });
  const jobs = blocks.filter(({ kind }) => kind === 'job');
  const definitions = jobs.map((block) => definitionOf(block, 'job'));
  return { blocks: grouped(blocks), definitions, imports: importsIn(lines) };
}

// Files of the same project that a pipeline or a compose file takes in.
const TAKEN_IN =
  /^[ \t]*(?:-[ \t]+)?["']?(?:uses|local|env_file|extends|file|dockerfile|context|build|template|include)["']?[ \t]*:[ \t]*["']?(\.{0,2}\/?[\w.-]+(?:\/[\w.-]+)*)["']?[ \t]*$/;

const importsIn = (lines: Lines): Import[] =>
  lines
    .matches(TAKEN_IN)
    .filter(({ line, name }) => /^\.|\//.test(name) && !/@v?\d/.test(lines.at(line)))
    .map(({ line, name }) => ({ module: name, names: [], line }));

/** Ansible: a unit per play, task or variable group. */
export function scanAnsible(lines: Lines): Scan {
  const blocks = topEntries(lines).flatMap((entry) => {
    if (!isItem(lines, entry)) return [sectionBlock(lines, entry)];
    const name = titleOf(lines, entry);
    const hosts = fieldsOf(lines, entry).get('hosts');
    const [what, kind] = hosts === undefined ? ['task', 'step'] : ['play', 'resource'];
    const { first, last } = entry;
    const names = isName(name) ? [name] : [];
    const meta = { kind: what, name, ...(hosts === undefined ? {} : { hosts }) };
    const block = { first, last, kind, name: `${what}/${name}`, names, meta };
    return playBlocks(lines, entry, block);
  });
  return { blocks: grouped(blocks), imports: importsIn(lines) };
}

function playBlocks(lines: Lines, play: Entry, block: Block): Block[] {
  if (block.last - block.first < LONG_JOB_LINES) return [block];
  const dash = dashOf(lines, play) ?? 2;
  const tasks = entriesUnder(lines, { ...play, indent: dash - 1 }, 'tasks');
  const within = [block.meta?.['name'] ?? ''];
  return cutAt(lines, tasks, block, {}, (name) => ({ name: `task/${name}`, within }));
}
