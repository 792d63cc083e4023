import type { Outline } from '../../../model/document.ts';
import { compose } from './compose.ts';
import { embeddedScript } from './embedded.ts';
import { loadedGrammar, renewParser } from './grammars.ts';
import { lineFindings } from './line-findings.ts';
import type { Findings } from './mark.ts';
import { treeFindings } from './tree-findings.ts';

/** Beyond this a file is generated or data, and a tree of it costs a hundred times its size. */
const MAX_PARSED = 1_000_000;
/** Brackets open at once. Real code stays under 100; a tree that deep is slow to search. */
const MAX_NESTING = 500;

/** Nobody wrote a longer line by hand, and a grammar tells nothing about it that matters. */
const MAX_LINE = 50_000;

/** Whether a text is of the kind people write: strings and comments are not told apart, so the bounds are wide. */
function isParsable(text: string): boolean {
  if (text.length > MAX_PARSED) return false;
  let depth = 0;
  let line = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) {
      if (i - line > MAX_LINE) return false;
      line = i;
    } else if (code === 40 || code === 91 || code === 123) {
      if (++depth > MAX_NESTING) return false;
    } else if ((code === 41 || code === 93 || code === 125) && depth > 0) depth--;
  }
  return text.length - line <= MAX_LINE;
}

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

/** The language whose grammar reads a shape, which for Flow is the one that knows type annotations. */
export const grammarLanguage = (language: string, options: string): string =>
  options === 'flow' ? 'tsx' : language;

export function outlineCode(text: string, language: string, options: string): Outline {
  const script = embeddedScript(text, language);
  if (script !== null) {
    const findings =
      parsed(script.text, script.language) ?? lineFindings(script.text, script.language);
    return compose(text, findings);
  }
  return compose(
    text,
    parsed(text, grammarLanguage(language, options)) ?? lineFindings(text, language),
  );
}
