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

/** What the script of a component may be written in. */
export const SCRIPT_LANGUAGES: readonly string[] = ['typescript', 'javascript'];

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The code of a text. Around the scripts of a component everything is blanked, so that lines and offsets stay. */
function codeOf(text: string, language: string): { text: string; language: string } {
  const scripts = languageNamed(language)?.scripts?.(text);
  if (scripts === undefined) return { text, language };
  let done = 0;
  let only = '';
  for (const [from, to] of scripts) {
    only += blank(text.slice(done, from)) + text.slice(from, to);
    done = to;
  }
  const isTyped = scripts.some(([, , ts]) => ts);
  return { text: only + blank(text.slice(done)), language: isTyped ? 'typescript' : 'javascript' };
}

export function outlineCode(text: string, language: string, options: string): Outline {
  const code = codeOf(text, language);
  const found = parsed(code.text, grammarLanguage(code.language, options));
  return compose(text, found ?? lineFindings(code.text, code.language));
}
