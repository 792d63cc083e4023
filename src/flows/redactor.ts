import type { Shape } from '../model/shape.ts';
import { redact } from '../redact/redact.ts';

const ENV = /^\.env(?:\.|$)|\.env$|^\.?(?:netrc|npmrc|pgpass|pypirc)$/i;
const LANGUAGES: Record<string, string> = { yml: 'yaml', tf: 'hcl', cfg: 'ini', cnf: 'ini' };

/** What a file is as far as its secrets go, by its name alone. */
function shapeOf(path: string): Shape {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (ENV.test(name)) return { source: 'deployment', kind: 'env', language: 'env', options: '' };
  if (/^dockerfile/i.test(name)) {
    return { source: 'deployment', kind: 'dockerfile', language: 'dockerfile', options: '' };
  }
  return { source: 'code', kind: 'source', language: LANGUAGES[ending] ?? ending, options: '' };
}

export const redactFlowText = (text: string, path: string): string =>
  redact(text, shapeOf(path)).text;
