import { addQualified, identifiers, noteFact, startAbove, titleText } from './inline.ts';
import { indentOf, isBlank, ruleLength } from './line.ts';
import type { Break, Heading, Mark, Structure } from './structure.ts';

/** docutils takes an underline shorter than its title from this length on, with a warning. */
const SHORT_UNDERLINE = 4;
const LONGEST_TITLE = 300;
const MOST_SIGNATURES = 12;

/** Directives that document something people search by name; domains (`py:`, `c:`) are cut off first. */
const API_DIRECTIVES = new Set(
  `class method function attribute data exception module classmethod staticmethod property decorator
  setting templatetag templatefilter fieldlookup django-admin django-admin-option option envvar confval
  cmdoption automodule autoclass autofunction automethod autoexception autoattribute autodata type enum
  enumerator struct union macro member var signal object describe directive role get post put patch
  delete head command configuration config-setting parameter field event hook`.split(/\s+/),
);

/** The headings of reStructuredText by their adornment, its API directives and literal terms as marks. */
export function restructuredStructure(lines: readonly string[]): Structure {
  const headings: Heading[] = [];
  const marks: Mark[] = [];
  const breaks: Break[] = [];
  const styles: string[] = [];
  const facts = new Map<string, string>();
  let afterBlank = true;

  const push = (index: number, bodyIndex: number, style: string, raw: string): void => {
    if (!styles.includes(style)) styles.push(style);
    const floor = (headings.at(-1)?.bodyLine ?? 1) - 1;
    const firstLine = startAbove(lines, index, floor, isLabel) + 1;
    const level = styles.indexOf(style) + 1;
    const [title, names] = [titleText(raw), identifiers(raw)];
    headings.push({ firstLine, bodyLine: bodyIndex + 1, level, title, names });
    afterBlank = true;
  };

  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const indent = indentOf(line);
    if (indent === line.length) {
      afterBlank = true;
      continue;
    }
    const paragraphStart = afterBlank;
    afterBlank = false;
    const length = indent === 0 ? ruleLength(line) : 0;
    if (length > 1 && isOverlined(line, lines[index + 1], lines[index + 2])) {
      push(index, index + 3, `${line.charAt(0)}${line.charAt(0)}`, lines[index + 1] ?? '');
      index += 2;
      continue;
    }
    if (paragraphStart) breaks.push({ line: index + 1, indent });
    if (line.startsWith('.. ', indent)) {
      const mark = readDirective(lines, index, indent);
      if (mark) marks.push(mark);
      continue;
    }
    if (indent === 0 && paragraphStart && length === 0 && isUnderlined(line, lines[index + 1])) {
      push(index, index + 2, (lines[index + 1] ?? '').charAt(0), line);
      index++;
      continue;
    }
    if (paragraphStart) {
      const term = readTerm(line, indent, lines[index + 1]);
      if (term) marks.push({ line: index + 1, name: '', names: term, cuts: false });
    }
    // Document fields at the top.
    if (headings.length < 2 && line.startsWith(':', indent) && line.length <= LONGEST_TITLE)
      noteFact(facts, /^\s*:([A-Za-z][\w -]*):\s+(\S.*)$/.exec(line) ?? []);
  }
  return { headings, marks, breaks, facts };
}

function isUnderlined(title: string, below: string | undefined): boolean {
  if (below === undefined || title.length > LONGEST_TITLE || title.startsWith('.. ')) return false;
  const length = ruleLength(below);
  if (length === 0) return false;
  const width = title.trimEnd().length;
  // Dots and colons also end sentences and open literal blocks; they must look meant.
  if (/[.:]/.test(below.charAt(0))) return length >= Math.max(width, SHORT_UNDERLINE);
  return length >= width || length >= SHORT_UNDERLINE;
}

function isOverlined(rule: string, title = '', below = ''): boolean {
  if (isBlank(title) || title.length > LONGEST_TITLE) return false;
  if (below.charAt(0) !== rule.charAt(0)) return false;
  return ruleLength(below) === ruleLength(rule) && ruleLength(title) === 0;
}

/** Labels and one-line directives right above a title (`.. _x:`, `.. setting:: X`) belong to its section. */
const isLabel = (line: string): boolean => line.startsWith('.. ');

const DIRECTIVE = /^\.\. ([A-Za-z][\w+.:-]*?)::(?:\s+(.*))?$/;

function readDirective(lines: readonly string[], index: number, indent: number): Mark | null {
  const line = lines[index] ?? '';
  if (line.length > 1000) return null;
  const found = DIRECTIVE.exec(line.slice(indent).trimEnd());
  const directive = found?.[1] ?? '';
  if (!API_DIRECTIVES.has(directive.slice(directive.lastIndexOf(':') + 1))) return null;
  const names = new Set<string>();
  let name = signatureName(found?.[2] ?? '');
  addQualified(names, name);
  for (let next = index + 1; next < index + MOST_SIGNATURES; next++) {
    const more = lines[next] ?? '';
    const depth = indentOf(more);
    if (depth === more.length || depth <= indent || more.charAt(depth) === ':') break;
    const further = signatureName(more.slice(depth, depth + LONGEST_TITLE));
    if (name === '') name = further;
    addQualified(names, further);
  }
  return name === '' ? null : { line: index + 1, name, names: [...names], cuts: true };
}

/** `Field.null`, `filter(*args)`, `class Model(**kw)`, `int PyList_Size(PyObject *list)`, `migrate [app]`, `/users/(id)`. */
function signatureName(signature: string): string {
  const text = signature.trim();
  if (text.startsWith('/')) return text.split(/\s/, 1)[0] ?? '';
  const paren = text.indexOf('(');
  const head = (paren === -1 ? text : text.slice(0, paren)).trimEnd();
  if (paren !== -1) return /[\w.$:~-]+$/.exec(head)?.[0] ?? '';
  const plain = head.replace(/^(?:class|static|const|struct|enum|async|abstract)\s+/, '');
  return /^[-\w.$:]+/.exec(plain)?.[0] ?? '';
}

/** The code terms of a definition list entry: a line of literals or roles above an indented text. */
function readTerm(line: string, indent: number, below: string | undefined): string[] | null {
  if (!(line.startsWith('``', indent) || line.startsWith(':', indent))) return null;
  if (below === undefined || line.length > LONGEST_TITLE || indentOf(below) <= indent) return null;
  if (isBlank(below) || !/^:[\w:+-]+:`|^``/.test(line.slice(indent))) return null;
  const names = identifiers(line);
  return names.length === 0 ? null : names;
}
