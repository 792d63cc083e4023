import {
  type Fields,
  fieldsOf,
  isRecord,
  parseJson,
  stringsOf,
} from '../../../text/imports/loose-json.ts';

/* What Terraform believes to exist, or plans to change: resources by their addresses. Values never leave the file: any of them may be secret. */

export const isState = (base: string, head: string): boolean =>
  /\.tfstate(?:\.backup)?$/.test(base) ||
  (/"terraform_version"\s*:/.test(head) &&
    /"(?:resources|planned_values|resource_changes|values|serial)"\s*:/.test(head));

/** A line for each resource; a sentence where nothing can be read, for the text itself may hold secrets. */
export function stateText(raw: string): string {
  const whole = fieldsOf(parseJson(raw));
  const version = whole['terraform_version'];
  const head = [
    `terraform state${typeof version === 'string' ? ` of version ${version}` : ''}${typeof whole['serial'] === 'number' ? `, serial ${whole['serial']}` : ''}`,
  ];
  const lines = [
    ...listOf(whole['resources']).flatMap(resourceLines),
    ...moduleLines(fieldsOf(fieldsOf(whole['values'])['root_module'])),
    ...listOf(whole['resource_changes']).flatMap(changeLines),
  ];
  const outputs = Object.keys(fieldsOf(whole['outputs']));
  const tail = outputs.length === 0 ? [] : [`outputs: ${outputs.join(', ')}`];
  if (lines.length + tail.length === 0) head.push('no resources could be read');
  return `${[...head, ...lines, ...tail].join('\n')}\n`;
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `provider["registry.terraform.io/hashicorp/aws"]` is `hashicorp/aws` to people. */
const providerOf = (value: unknown): string =>
  /([\w-]+\/[\w-]+)"\]/.exec(word(value))?.[1] ?? word(value);

function resourceLines(resource: Fields): string[] {
  const { type, name, mode, module, provider, instances } = resource;
  const prefix = [word(module), mode === 'data' ? 'data' : ''].filter((part) => part !== '');
  const address = [...prefix, word(type), word(name)].join('.');
  const own = listOf(instances);
  const states = own.flatMap(({ status, index_key: key, deposed }) => [
    ...(word(status) === ''
      ? []
      : [`${key === undefined ? '' : `[${String(key)}] `}${word(status)}`]),
    ...(deposed === undefined ? [] : ['deposed']),
  ]);
  const count = own.length === 1 ? '1 instance' : `${own.length} instances`;
  const needs = [...new Set(own.flatMap(({ dependencies }) => stringsOf(dependencies)))];
  const told = [providerOf(provider), count, ...states].filter((part) => part !== '');
  const line = `resource ${address}: ${told.join(', ')}`;
  return [needs.length === 0 ? line : `${line}; depends on ${needs.join(', ')}`];
}

function moduleLines(module: Fields): string[] {
  const own = listOf(module['resources']).map(
    ({ address, tainted }) => `resource ${word(address)}${tainted === true ? ': tainted' : ''}`,
  );
  return [...own, ...listOf(module['child_modules']).flatMap(moduleLines)];
}

function changeLines({ address, change, action_reason: reason }: Fields): string[] {
  const actions = stringsOf(fieldsOf(change)['actions']).filter((action) => action !== 'no-op');
  if (actions.length === 0) return [];
  const why = word(reason) === '' ? '' : ` (${word(reason).replaceAll('_', ' ')})`;
  return [`change ${word(address)}: ${actions.join(' and ')}${why}`];
}
