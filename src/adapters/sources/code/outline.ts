import type { Outline } from '../../../model/document.ts';
import { languageNamed } from '../../../text/code/known.ts';
import { compose } from './compose.ts';
import { loadedGrammar, renewParser } from './grammars.ts';
import { lineFindings } from './line-findings.ts';
import type { Findings } from './mark.ts';
import { isParsable } from './parsable.ts';
import { treeFindings } from './tree-findings.ts';

function parsed(text: string, language: string): Findings | null {
  const loaded = loadedGrammar(language);
  if (loaded === undefined || !isParsable(text)) return null;
  if (loaded.grammar.stumbles?.(text) === true) return null;
  try {
    return treeFindings(text, loaded);
  } catch {
    // The parser aborts on a tree too deep for its stack; what it was doing can't be gone on with.
    renewParser(language);
    return null;
  }
}

/** The language whose grammar reads a shape, which for a dialect may be another. */
export function grammarLanguage(language: string, options: string): string {
  const dialect = languageNamed(language)?.dialect;
  return dialect !== undefined && options === dialect.name ? dialect.grammar : language;
}

/** What a component's script may be written in. */
export const SCRIPT_LANGUAGES: readonly string[] = ['typescript', 'javascript'];

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The script of a component, with everything around it blanked so that lines and offsets stay; other texts as they are. */
function scriptOf(text: string, language: string): readonly [text: string, language: string] {
  const parts = languageNamed(language)?.scripts?.(text);
  if (parts === undefined) return [text, language];
  let done = 0;
  let only = '';
  for (const [from, to] of parts) {
    only += blank(text.slice(done, from)) + text.slice(from, to);
    done = to;
  }
  only += blank(text.slice(done));
  return [only, parts.some(([, , ts]) => ts) ? 'typescript' : 'javascript'];
}

export function outlineCode(text: string, language: string, options: string): Outline {
  const [code, own] = scriptOf(text, language);
  return compose(text, parsed(code, grammarLanguage(own, options)) ?? lineFindings(code, own));
}
