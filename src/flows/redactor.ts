import { openScope, type Scope } from '../adapters/flows/scope.ts';
import { late, rememberedText } from '../math/memo.ts';
import { SheafError } from '../model/errors.ts';
import type { Shape } from '../model/shape.ts';
import { HIDDEN_HOLDERS } from '../redact/holders.ts';
import { inOrder, type Known, knownIn, withoutKnown } from '../redact/known.ts';
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
  if (/^(?:md|markdown|rst|txt)$/.test(ending))
    return { source: 'documentation', kind: 'prose', language: 'markdown', options: '' };
  return { source: 'code', kind: 'source', language: LANGUAGES[ending] ?? ending, options: '' };
}

/** Of the files of a flow few change between two contexts. */
const REMEMBERED_CHARACTERS = 4_000_000;
const redacted = rememberedText((key) => {
  const cut = key.indexOf('\0');
  return redact(key.slice(cut + 1), shapeOf(key.slice(0, cut))).text;
}, REMEMBERED_CHARACTERS);

export const redactFlowText = (text: string, path: string): string =>
  redacted(`${path.replaceAll('\0', '')}\0${text}`);

/** The same without the values that the files of settings in a workspace's roots give away, which are read when a text is first asked for. */
export function workspaceRedactor(
  folders: readonly string[],
): (text: string, path: string) => string {
  const knownBelow = (folder: string): Known[] => {
    const scope = openScope(folder);
    const holders = HIDDEN_HOLDERS.filter((path) => scope.exists(path));
    return holders.flatMap((path) => knownIn(readable(scope, path), shapeOf(path)));
  };
  const known = late(() => inOrder(folders.flatMap(knownBelow)));
  return (text, path) => redactFlowText(withoutKnown(text, known()), path);
}

/** Empty for a file that can't be read: whoever asks for it is told. */
function readable(scope: Scope, path: string): string {
  try {
    return scope.read(path, path).text;
  } catch (error) {
    if (error instanceof SheafError) return '';
    throw error;
  }
}
