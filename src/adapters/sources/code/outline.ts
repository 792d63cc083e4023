import { lineStarts } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline } from '../../../model/document.ts';
import { languageNamed } from '../../../text/code/known.ts';
import type { Grammar } from '../../../text/code/language.ts';
import { loadedGrammar, renewParser } from './grammars.ts';
import { lineFindings } from './line-findings.ts';
import type { Findings } from './mark.ts';
import { definitionsOf, nest } from './nesting.ts';
import { isParsable } from './parsable.ts';
import { hasScanner, scanFindings } from './scan/scan.ts';
import { isTemplate } from './scan/template.ts';
import { treeFindings } from './tree-findings.ts';
import { cutUnits, type Rows } from './units.ts';

/**
 * Whether a grammar is let loose on a text, decided by the text alone. A template whose code not even the scanner makes out would be a heap
 * of errors.
 */
const isFor = (text: string, grammar: Grammar): boolean =>
  isParsable(text) &&
  grammar.stumbles?.(text) !== true &&
  !(hasScanner(grammar) && isTemplate(text));

function parsed(text: string, language: string): Findings | null {
  const loaded = loadedGrammar(language);
  if (loaded === undefined || !isFor(text, loaded.grammar)) return null;
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

/** Characters a row may hold and still only close what was open. */
const MAX_CLOSER = 60;
/** Closing brackets or words, perhaps with a comment that says what they close. */
const CLOSER =
  /^(?:[)\]}>]|end\b|fi\b|esac\b|done\b|#endif\b)[\s)\]}>;,]*(?:(?:\/\/|\/\*|#|--).*)?$/;

function rowsOf(text: string, findings: Findings): Rows {
  const starts = lineStarts(text);
  const leads = new Uint8Array(starts.length + 1);
  for (const [first, last] of [...findings.docs, ...findings.leads])
    leads.fill(1, first, Math.min(last + 1, starts.length));
  const endOf = (row: number): number => starts[row + 1] ?? text.length;
  const isBlank = (row: number): boolean => {
    for (let i = starts[row] ?? text.length, end = endOf(row); i < end; i++) {
      const code = text.charCodeAt(i);
      if (code !== 32 && (code < 9 || code > 13)) return false;
    }
    return true;
  };
  const isCloser = (row: number): boolean => {
    const start = starts[row] ?? text.length;
    const line = text.slice(start, Math.min(endOf(row), start + MAX_CLOSER + 1)).trim();
    return line.length <= MAX_CLOSER && CLOSER.test(line);
  };
  return { count: starts.length, leads, isBlank, isCloser };
}

/** Joins ranges that touch; comment lines often come one by one. */
function joined(ranges: readonly (readonly [number, number])[]): [number, number][] {
  const found: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const before = found.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

/** The outline of a text from what was found in it. */
export function compose(text: string, findings: Findings): Outline {
  if (text === '') return EMPTY_OUTLINE;
  const roots = nest(findings.marks);
  const definitions = definitionsOf(roots);
  const defined = new Map<number, Set<string>>();
  for (const { line, name } of definitions) {
    const own = defined.get(line);
    if (own === undefined) defined.set(line, new Set([name]));
    else own.add(name);
  }
  const references = findings.references
    .filter(({ line, name }) => defined.get(line)?.has(name) !== true)
    .sort((a, b) => a.line - b.line);
  const units = cutUnits(roots, rowsOf(text, findings));
  const imports = findings.imports.toSorted((a, b) => a.line - b.line);
  const docLines = joined(findings.docs).map(([first, last]) => [first + 1, last + 1] as const);
  return { ...EMPTY_OUTLINE, units, definitions, references, imports, docLines };
}

/** What a scanner finds in a text; null if there is none or it is not sure. */
function scanned(text: string, language: string): Findings | null {
  const grammar = languageNamed(language)?.grammar;
  return grammar !== undefined && hasScanner(grammar) ? scanFindings(text, grammar) : null;
}

/** The language whose grammar is needed for this one text, because its scanner does not understand it; null if none is. */
export function unreadWithout(text: string, language: string, options: string): string | null {
  const [code, own] = scriptOf(text, language);
  const reader = grammarLanguage(own, options);
  const grammar = languageNamed(reader)?.grammar;
  if (grammar === undefined || loadedGrammar(reader) !== undefined) return null;
  return scanned(code, reader) === null && isFor(code, grammar) ? reader : null;
}

export function outlineCode(text: string, language: string, options: string): Outline {
  const [code, own] = scriptOf(text, language);
  const reader = grammarLanguage(own, options);
  const found = scanned(code, reader) ?? parsed(code, reader) ?? lineFindings(code, own);
  return compose(text, found);
}
