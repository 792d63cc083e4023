import { languageNamed } from '../../../../text/code/known.ts';
import type { Grammar } from '../../../../text/code/language.ts';
import type { Findings } from '../mark.ts';
import { newNotes } from '../notes.ts';
import { isParsable } from '../parsable.ts';
import { scanBash } from './bash.ts';
import { scanCss } from './css.ts';
import { scanGo } from './go.ts';
import { scanIni } from './ini.ts';
import { scanJava } from './java.ts';
import { scanPython } from './python.ts';
import { scanRust } from './rust.ts';
import type { Scanner } from './scanner.ts';
import { scanScript } from './script.ts';
import { withoutTags } from './template.ts';
import { UNSURE } from './unsure.ts';

/** By the name of the grammar that each stands in for. */
const SCANNERS: Readonly<Record<string, Scanner>> = {
  bash: scanBash,
  css: scanCss,
  go: scanGo,
  ini: scanIni,
  java: scanJava,
  python: scanPython,
  rust: scanRust,
  javascript: scanScript({ hasTypes: false, hasElements: true }),
  typescript: scanScript({ hasTypes: true, hasElements: false }),
  tsx: scanScript({ hasTypes: true, hasElements: true }),
};

/** Whether texts of a grammar are read without it, as long as they can be understood. */
export const hasScanner = (grammar: Grammar): boolean => SCANNERS[grammar.wasm] !== undefined;

/** Whether texts in a language can't be read until its grammar is loaded. */
export function needsGrammar(language: string): boolean {
  const grammar = languageNamed(language)?.grammar;
  return grammar !== undefined && !hasScanner(grammar);
}

/** The last text is asked for twice: whether its grammar is needed, and what is in it. */
let last: { text: string; grammar: Grammar; found: Findings | null } | null = null;

/** What a scanner finds in a text, the same as its syntax tree would tell, many times faster; null if it is not sure. */
export function scanFindings(text: string, grammar: Grammar): Findings | null {
  if (last?.text !== text || last.grammar !== grammar) {
    last = { text, grammar, found: scan(text, grammar) };
  }
  return last.found;
}

function scan(text: string, grammar: Grammar): Findings | null {
  if (!isParsable(text)) return null;
  const found = attempt(text, grammar);
  if (found !== null) return found;
  const code = withoutTags(text);
  return code === text ? null : attempt(code, grammar);
}

function attempt(text: string, grammar: Grammar): Findings | null {
  const notes = newNotes(text, grammar);
  try {
    SCANNERS[grammar.wasm]?.(notes);
    return notes;
  } catch (error) {
    // Code that is nested deeper than the stack is left to the grammar as well.
    if (error === UNSURE || error instanceof RangeError) return null;
    throw error;
  }
}
