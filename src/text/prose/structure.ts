/** A heading of a text; lines count from 1. */
export interface Heading {
  /** Where its section begins: an overline, an anchor or a label may stand above the title. */
  readonly firstLine: number;
  /** The first line below the heading. */
  readonly bodyLine: number;
  readonly level: number;
  readonly title: string;
  readonly names: readonly string[];
}

/** Something named inside a section: an API directive, a term of a definition list. */
export interface Mark {
  readonly line: number;
  readonly name: string;
  readonly names: readonly string[];
  /** True if a long section may be cut here. */
  readonly cuts: boolean;
}

/** The start of a paragraph outside of code, and how deep it is indented. */
export interface Break {
  readonly line: number;
  readonly indent: number;
}

/** What a parser of one markup sees; everything in line order. */
export interface Structure {
  readonly headings: readonly Heading[];
  readonly marks: readonly Mark[];
  readonly breaks: readonly Break[];
  /** What the document says about itself, keys in lower case: front matter, document attributes. */
  readonly facts: ReadonlyMap<string, string>;
}

/** A heading with its text, or a part of it where that is long; level 0 before the first heading. Sections cover every line. */
export interface Section extends Heading {
  readonly lastLine: number;
  /** Titles of the enclosing headings, outermost first. */
  readonly within: readonly string[];
}

/** Chunks hold at most 80 lines (retrieval is flat between 30 and 120); a longer section is cut here, where paragraphs are known. */
const LONG_SECTION_LINES = 80;
/** A cut leaves at least this much on its left, or parts would be crumbs. */
const SHORTEST_PART_LINES = 25;
/** A title with nothing but its directive below stays with it; chunks would join them again. */
const SHORTEST_PIECE_LINES = 5;
const LONGEST_PART_LINES = 60;
/** A changelog must not turn into a list of everything: the name field is short by design. */
const MOST_NAMES = 40;

/** The sections of a text, without gaps, in line order. */
export function sections(structure: Structure, lineCount: number): Section[] {
  const marksUntil = upTo(structure.marks);
  const breaksUntil = upTo(structure.breaks);
  return wholeSections(structure.headings, lineCount).flatMap((section) => {
    const marks = marksUntil(section.lastLine);
    const breaks = breaksUntil(section.lastLine).filter(({ line }) => line > section.bodyLine);
    const isLong = lengthOf(section) > LONG_SECTION_LINES;
    return isLong ? cut(section, marks, breaks) : [withNames(section, marks)];
  });
}

/** Takes what lies up to a line from a list in line order; each is taken once. */
function upTo<T extends { readonly line: number }>(list: readonly T[]): (line: number) => T[] {
  let at = 0;
  return (line) => {
    const from = at;
    while ((list[at]?.line ?? Number.POSITIVE_INFINITY) <= line) at++;
    return list.slice(from, at);
  };
}

function wholeSections(headings: readonly Heading[], lineCount: number): Section[] {
  const found: Section[] = [];
  const open: Heading[] = [];
  const first = headings[0];
  if (!first || first.firstLine > 1) {
    const lastLine = first ? first.firstLine - 1 : lineCount;
    const untitled = { level: 0, title: '', names: [], within: [] };
    found.push({ firstLine: 1, lastLine, bodyLine: 1, ...untitled });
  }
  headings.forEach((heading, index) => {
    while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
    const lastLine = (headings[index + 1]?.firstLine ?? lineCount + 1) - 1;
    found.push({ ...heading, lastLine, within: open.map(({ title }) => title) });
    open.push(heading);
  });
  return found;
}

/** Cuts a long section at what it names, and what is still too long at its paragraphs. */
function cut(section: Section, marks: readonly Mark[], breaks: readonly Break[]): Section[] {
  const pieces: Section[] = [];
  const inner = section.title === '' ? section.within : [...section.within, section.title];
  let open: Section = section;
  for (const mark of marks) {
    if (!mark.cuts || mark.line - open.firstLine < SHORTEST_PIECE_LINES) continue;
    pieces.push({ ...open, lastLine: mark.line - 1 });
    open = { ...section, firstLine: mark.line, bodyLine: mark.line + 1, title: mark.name };
    open = { ...open, names: mark.names, within: inner };
  }
  pieces.push({ ...open, lastLine: section.lastLine });

  const parts: Section[] = [];
  let pause = 0;
  for (const piece of pieces) {
    let rest = piece;
    while (lengthOf(rest) > LONG_SECTION_LINES) {
      while ((breaks[pause]?.line ?? Number.POSITIVE_INFINITY) < rest.firstLine) pause++;
      const at = bestBreak(breaks, pause, rest);
      if (at === 0) break;
      parts.push({ ...rest, lastLine: at - 1 });
      rest = { ...rest, firstLine: at, bodyLine: at };
    }
    parts.push(rest);
  }
  const marksUntil = upTo(marks);
  return parts.map((part) => withNames(part, marksUntil(part.lastLine)));
}

/** The outermost paragraph start in reach, the latest among equals; the next one at all if none is in reach; 0 for none. */
function bestBreak(breaks: readonly Break[], from: number, part: Section): number {
  let best = 0;
  let bestIndent = Number.POSITIVE_INFINITY;
  for (let index = from; index < breaks.length; index++) {
    const { line, indent } = breaks[index] as Break;
    if (line > part.lastLine) break;
    if (line - part.firstLine < SHORTEST_PART_LINES) continue;
    if (line - part.firstLine > LONGEST_PART_LINES && best !== 0) break;
    if (indent <= bestIndent) {
      best = line;
      bestIndent = indent;
    }
  }
  return best;
}

const lengthOf = (section: Section): number => section.lastLine - section.firstLine + 1;

function withNames(section: Section, marks: readonly Mark[]): Section {
  if (marks.length === 0) return section;
  const names = new Set(section.names);
  for (const mark of marks) {
    for (const name of mark.names) if (names.size < MOST_NAMES) names.add(name);
  }
  return { ...section, names: [...names] };
}
