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
  const reader = new EndpointReader();
  const onKey = (event: KeyEvent): void => reader.key(event);
  if (text.trimStart().startsWith('{')) jsonKeys(text, DEEPEST_KEY, onKey);
  else yamlKeys(lines, DEEPEST_KEY, onKey);
  const { starts, facts } = reader.end();
  const units = toUnits(starts, lines.length, facts.get('title') ?? '');
  return { ...EMPTY_OUTLINE, units, meta: Object.fromEntries(facts) };
}

/** Follows the keys of one document and notes where its parts begin. */
class EndpointReader {
  readonly #starts: Start[] = [];
  readonly #facts = new Map<string, string>();
  #top = '';
  #second = '';
  #path: { line: number; name: string; used: boolean } | null = null;
  /** The first of the keys that only lead to a part (`paths:`, `schemas:`) and belong to it. */
  #leading = 0;

  key(event: KeyEvent): void {
    if (event.depth === 1) this.#topKey(event);
    else if (ENDPOINTS.has(this.#top)) this.#endpointKey(event);
    else if (this.#top === 'components') this.#componentKey(event, 2);
    else if (SWAGGER_COMPONENTS.has(this.#top)) this.#componentKey(event, 1);
    else if (this.#top === 'info' && event.depth === 2) this.#fact(event);
  }

  end(): { starts: readonly Start[]; facts: ReadonlyMap<string, string> } {
    this.#closePath();
    if (this.#leading > 0) this.#start(this.#leading, 'section', this.#top, []);
    return { starts: this.#starts, facts: this.#facts };
  }

  #fact({ key, value }: KeyEvent): void {
    if ((key === 'title' || key === 'version') && value !== '' && !/^[|>]/.test(value)) {
      this.#facts.set(key, value);
    }
  }

  #start(line: number, kind: string, name: string, names: string[]): Start {
    const first = this.#leading > 0 ? this.#leading : line;
    this.#leading = 0;
    const start = { line: first, kind, name, names, group: '', meta: {} };
    this.#starts.push(start);
    return start;
  }

  #topKey({ line, key }: KeyEvent): void {
    this.#closePath();
    this.#top = key;
    this.#second = '';
    const leads = ENDPOINTS.has(key) || key === 'components' || SWAGGER_COMPONENTS.has(key);
    if (!leads) this.#start(line, 'section', key, []);
    else if (this.#leading === 0) this.#leading = line;
  }

  #endpointKey({ line, depth, key, value }: KeyEvent): void {
    if (depth === 2) {
      this.#closePath();
      this.#path = { line, name: key, used: false };
    } else if (depth === 3 && METHODS.has(key.toLowerCase()) && this.#path) {
      const method = key.toUpperCase();
      const path = this.#path;
      const first = path.used ? line : path.line;
      path.used = true;
      const start = this.#start(first, 'endpoint', `${method} ${path.name}`, [path.name]);
      start.meta = { method, path: path.name };
    } else if (depth === 4 && this.#path?.used) {
      const start = this.#starts.at(-1);
      if (start?.kind !== 'endpoint' || value === '' || /^[|>][-+]?$/.test(value)) return;
      if (key === 'operationId') start.names.unshift(value);
      if (key === 'summary') start.meta = { ...start.meta, summary: value };
      if (key === 'deprecated') start.meta = { ...start.meta, deprecated: value };
    }
  }

  #componentKey({ line, depth, key }: KeyEvent, groupDepth: number): void {
    if (groupDepth === 2 && depth === 2) {
      this.#second = key;
      if (this.#leading === 0) this.#leading = line;
    } else if (depth === groupDepth + 1) {
      const group = groupDepth === 1 ? this.#top : this.#second;
      const kind = group === 'schemas' || group === 'definitions' ? 'schema' : 'component';
      this.#start(line, kind, key, [key]).group = group;
    }
  }

  /** A path without a method (`$ref`, shared parameters only) is a part of its own. */
  #closePath(): void {
    if (this.#path && !this.#path.used) {
      const { line, name } = this.#path;
      this.#start(line, 'endpoint', name, [name]).meta = { path: name };
    }
    this.#path = null;
  }
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
  return distinct.map((start, index) => {
    const unit: Unit = {
      firstLine: index === 0 ? 1 : start.line,
      lastLine: (distinct[index + 1]?.line ?? lineCount + 1) - 1,
      kind: start.kind,
      name: start.name,
      names: [...new Set(start.names)].slice(0, MOST_NAMES),
      within: [title, start.group].filter((name) => name !== ''),
      joins: start.kind !== 'endpoint',
    };
    return Object.keys(start.meta).length === 0 ? unit : { ...unit, meta: start.meta };
  });
}

const MOST_NAMES = 40;
