import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline, type Unit } from '../../../model/document.ts';
import { jsonKeys, type KeyEvent } from './json-keys.ts';
import { yamlKeys } from './yaml-keys.ts';

const METHODS = new Set('get put post delete options head patch trace query'.split(' '));
const ENDPOINTS = new Set(['paths', 'webhooks', 'x-webhooks']);
/** Where Swagger 2 keeps at the top what OpenAPI 3 keeps under `components`. */
const SWAGGER_COMPONENTS = new Set(
  'definitions parameters responses securityDefinitions'.split(' '),
);
/** Document › paths › path › method › operationId. */
const DEEPEST_KEY = 4;

interface Start {
  line: number;
  kind: string;
  name: string;
  names: string[];
  group: string;
  meta: Record<string, string>;
}

/** One unit per endpoint and per component, from YAML or JSON, by lines; the rest by top-level key. */
export function outlineOpenApi(text: string): Outline {
  const lines = splitLines(text);
  const starts: Start[] = [];
  const facts = new Map<string, string>();
  let top = '';
  let second = '';
  let path: { line: number; name: string; used: boolean } | null = null;
  /** The first of the keys that only lead to a part (`paths:`, `schemas:`) and belong to it. */
  let leading = 0;
  const begin = (line: number, kind: string, name: string, names: string[]): Start => {
    const start = { line: leading || line, kind, name, names, group: '', meta: {} };
    leading = 0;
    starts.push(start);
    return start;
  };
  /** A path without a method (`$ref`, shared parameters only) is a part of its own. */
  const closePath = (): void => {
    if (path?.used === false) {
      begin(path.line, 'endpoint', path.name, [path.name]).meta = { path: path.name };
    }
    path = null;
  };
  const topKey = ({ line, key }: KeyEvent): void => {
    closePath();
    top = key;
    second = '';
    const leads = ENDPOINTS.has(key) || key === 'components' || SWAGGER_COMPONENTS.has(key);
    if (!leads) begin(line, 'section', key, []);
    else leading ||= line;
  };
  const endpointKey = ({ line, depth, key, value }: KeyEvent): void => {
    if (depth === 2) {
      closePath();
      path = { line, name: key, used: false };
    } else if (depth === 3 && METHODS.has(key.toLowerCase()) && path) {
      const method = key.toUpperCase();
      const { name, used } = path;
      const start = begin(used ? line : path.line, 'endpoint', `${method} ${name}`, [name]);
      start.meta = { method, path: name };
      path.used = true;
    } else if (depth === 4 && path?.used) {
      const start = starts.at(-1);
      if (start?.kind !== 'endpoint' || value === '' || /^[|>][-+]?$/.test(value)) return;
      if (key === 'operationId') start.names.unshift(value);
      if (key === 'summary' || key === 'deprecated') start.meta[key] = value;
    }
  };
  const componentKey = ({ line, depth, key }: KeyEvent, groupDepth: number): void => {
    if (groupDepth === 2 && depth === 2) {
      second = key;
      leading ||= line;
    } else if (depth === groupDepth + 1) {
      const group = groupDepth === 1 ? top : second;
      const kind = group === 'schemas' || group === 'definitions' ? 'schema' : 'component';
      begin(line, kind, key, [key]).group = group;
    }
  };
  const onKey = (event: KeyEvent): void => {
    const { depth, key, value } = event;
    if (depth === 1) topKey(event);
    else if (ENDPOINTS.has(top)) endpointKey(event);
    else if (top === 'components') componentKey(event, 2);
    else if (SWAGGER_COMPONENTS.has(top)) componentKey(event, 1);
    else if (top === 'info' && depth === 2 && (key === 'title' || key === 'version')) {
      if (value !== '' && !/^[|>]/.test(value)) facts.set(key, value);
    }
  };
  if (text.trimStart().startsWith('{')) jsonKeys(text, DEEPEST_KEY, onKey);
  else yamlKeys(lines, DEEPEST_KEY, onKey);
  closePath();
  if (leading > 0) begin(leading, 'section', top, []);
  const units = toUnits(starts, lines.length, facts.get('title') ?? '');
  return { ...EMPTY_OUTLINE, units, meta: Object.fromEntries(facts) };
}

function toUnits(starts: readonly Start[], lineCount: number, title: string): Unit[] {
  // Parts that share a line can't be told apart by lines: the first stands for all of them.
  const distinct: Start[] = [];
  for (const start of starts) {
    const last = distinct.at(-1);
    if (!last || start.line > last.line) distinct.push(start);
    else last.names.push(...start.names);
  }
  if (distinct.length === 0) {
    distinct.push({ line: 1, kind: 'section', name: '', names: [], group: '', meta: {} });
  }
  return distinct.map(({ line, kind, name, group, meta, ...start }, index) => {
    const firstLine = index === 0 ? 1 : line;
    const lastLine = (distinct[index + 1]?.line ?? lineCount + 1) - 1;
    const names = [...new Set(start.names)].slice(0, MOST_NAMES);
    const within = [title, group].filter((part) => part !== '');
    const facts = Object.keys(meta).length === 0 ? {} : { meta };
    return { firstLine, lastLine, kind, name, names, within, joins: kind !== 'endpoint', ...facts };
  });
}

const MOST_NAMES = 40;
