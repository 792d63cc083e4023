import { MARKS as DOCS_MARKS } from '../../src/format/docs.ts';
import { TITLES } from '../../src/format/groups.ts';
import { MARKS as MARKDOWN_MARKS } from '../../src/format/markdown.ts';
import { EVIDENCE_MARKS } from '../../src/format/mdctx.ts';
import type { Neutraliser } from '../../src/format/neutralise.ts';
import { LINES, MARKS as PLAIN_MARKS, perLine } from '../../src/format/plain.ts';
import type { FormatName } from '../../src/model/options.ts';

/** What can be read back from a formatted context. */
export interface ReadPrompt {
  readonly system?: string;
  readonly request: string;
  readonly parts: readonly ReadPart[];
}

interface ReadPart {
  readonly path: string;
  readonly text: string;
}

/** Reads a context back: what a program could do that knows a format and its escapes. */
export function readPrompt(format: FormatName, text: string): ReadPrompt {
  return READERS[format](text);
}

const REQUEST = '# User Request';
const SYSTEM = '# System';

const promptOf = (system: string, request: string, parts: readonly ReadPart[]): ReadPrompt => ({
  ...(system === '' ? {} : { system }),
  request,
  parts,
});

function readName(text: string): string {
  return text.replace(/\\(?:\\|u\{([0-9a-f]{1,6})\})/g, (_, hex: string | undefined) =>
    hex === undefined ? '\\' : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
}

/** A path of a `file://` address, in which a lone surrogate takes the three bytes it would have. */
function readUri(text: string): string {
  const units: string[] = [];
  let at = 0;
  const byte = (): number => {
    const isCoded = text[at] === '%';
    const value = isCoded ? Number.parseInt(text.slice(at + 1, at + 3), 16) : text.charCodeAt(at);
    at += isCoded ? 3 : 1;
    return value;
  };
  const more = (count: number, high: number): number => {
    let point = high;
    for (let i = 0; i < count; i++) point = (point << 6) | (byte() & 0x3f);
    return point;
  };
  while (at < text.length) {
    const lead = byte();
    if (lead >= 0xf0) units.push(String.fromCodePoint(more(3, lead & 0x07)));
    else if (lead >= 0xe0) units.push(String.fromCharCode(more(2, lead & 0x0f)));
    else if (lead >= 0xc0) units.push(String.fromCharCode(more(1, lead & 0x1f)));
    else units.push(String.fromCharCode(lead));
  }
  return units.join('');
}

const OPENING = /(`{3,}|~{3,})[^\n]*\n/y;

/** The text of the fence that opens at an offset, and where the text after it begins; null if none does. */
function readFence(text: string, at: number): { text: string; end: number } | null {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening === null) return null;
  const fence = opening[1] ?? '';
  // From the line break of the opening line on, which also begins an empty text.
  const start = at + opening[0].length;
  const closing = text.indexOf(`\n${fence}\n`, start - 1);
  if (closing === -1) return null;
  return { text: text.slice(start, closing + 1), end: closing + fence.length + 2 };
}

/** The words after a heading that ends at an offset, and where what follows them begins. */
function readSection(
  text: string,
  at: number,
  marks: Neutraliser,
  followers: readonly string[],
): { words: string; end: number } {
  const inFence = readFence(text, at);
  if (inFence !== null) return { words: marks.show(inFence.text).trim(), end: inFence.end };
  const ends = followers.map((follower) => text.indexOf(`\n${follower}`, at));
  const end = Math.min(text.length, ...ends.filter((found) => found !== -1));
  return { words: text.slice(at, end).trim(), end };
}

const EVIDENCE = /\n*## Evidence: [^\n]*\n<!-- source_uri=file:\/\/([^;\n]*); ([^\n]*) -->\n\n/y;

/** The part whose heading starts at an offset, and where the next may start. */
function readEvidence(text: string, at: number): { part: ReadPart; end: number } | null {
  EVIDENCE.lastIndex = at;
  const heading = EVIDENCE.exec(text);
  const body = heading === null ? null : readFence(text, at + heading[0].length);
  if (heading === null || body === null) return null;
  const [, uri = '', fields = ''] = heading;
  const isUnended = fields.split('; ').includes('final_newline=no');
  const shown = isUnended ? body.text.slice(0, -1) : body.text;
  return { part: { path: readUri(uri), text: EVIDENCE_MARKS.show(shown) }, end: body.end };
}

function readMdctx(text: string): ReadPrompt {
  let at = text.indexOf('\n') + 1;
  const sectionAt = (heading: string): string => {
    if (!text.startsWith(`\n${heading}\n\n`, at)) return '';
    const followers = ['## Evidence: ', `${REQUEST}\n`];
    const { words, end } = readSection(text, at + heading.length + 3, EVIDENCE_MARKS, followers);
    at = end;
    return words;
  };
  const system = sectionAt(SYSTEM);
  const request = sectionAt(REQUEST);
  const parts: ReadPart[] = [];
  for (let read = readEvidence(text, at); read !== null; read = readEvidence(text, at)) {
    parts.push(read.part);
    at = read.end;
  }
  return promptOf(system, request, parts);
}

function readDocs(text: string): ReadPrompt {
  const parts: ReadPart[] = [];
  let system = '';
  let request = '';
  const markers = [
    ...text.matchAll(/^\[(?:(SYSTEM)|(REQUEST)|DOC: (.*))\]\n(?:\[META: .*\]\n)?/gm),
  ];
  markers.forEach((marker, i) => {
    const next = markers[i + 1]?.index;
    // Between parts stand the end of the text's last line and an empty one.
    const end = next === undefined ? text.length - 1 : next - 2;
    const shown = DOCS_MARKS.show(text.slice(marker.index + marker[0].length, end));
    if (marker[1] !== undefined) system = shown;
    else if (marker[2] !== undefined) request = shown;
    else parts.push({ path: readName(marker[3] ?? ''), text: shown });
  });
  return promptOf(system, request, parts);
}

const ENTITY = /(?:\n|---\n|## [^\n]*\n)*### [^\n]*\n\*([^\n]*):\d+\*\n(?:> [^\n]*\n)?/y;
const UNENDED = '*(no line break at the end)*\n';

function entityAt(text: string, at: number): { part: ReadPart; end: number } | null {
  ENTITY.lastIndex = at;
  const heading = ENTITY.exec(text);
  if (heading === null) return null;
  const path = readName(heading[1] ?? '');
  let end = at + heading[0].length;
  const isUnended = text.startsWith(UNENDED, end);
  if (isUnended) end += UNENDED.length;
  const body = readFence(text, end + 1);
  if (body === null) return { part: { path, text: '' }, end };
  const shown = isUnended ? body.text.slice(0, -1) : body.text;
  return { part: { path, text: MARKDOWN_MARKS.show(shown) }, end: body.end };
}

function readMarkdown(text: string): ReadPrompt {
  let at = 0;
  let system = '';
  if (text.startsWith(`${SYSTEM}\n\n`)) {
    const headings = Object.values(TITLES).map((title) => `## ${title}\n`);
    const followers = ['### ', ...headings, `${REQUEST}\n`];
    const read = readSection(text, SYSTEM.length + 2, MARKDOWN_MARKS, followers);
    system = read.words;
    at = read.end;
  }
  const parts: ReadPart[] = [];
  for (let read = entityAt(text, at); read !== null; read = entityAt(text, at)) {
    parts.push(read.part);
    at = read.end;
  }
  const heading = text.indexOf(`${REQUEST}\n\n`, at);
  const from = heading + REQUEST.length + 2;
  const request = heading === -1 ? '' : readSection(text, from, MARKDOWN_MARKS, []).words;
  return promptOf(system, request, parts);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#13': '\r',
};
const unescapeText = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#13);/g, (_, name: string) => ENTITIES[name] ?? '');
const ELEMENT = /^<(system|entity|request)((?: \w+="[^"]*")*)>\n([^<]*)\n<\/\1>$/gm;

function readXml(text: string): ReadPrompt {
  const parts: ReadPart[] = [];
  let system = '';
  let request = '';
  for (const [, tag, attributes = '', raw = ''] of text.matchAll(ELEMENT)) {
    const plain = unescapeText(raw);
    const own = attributes.includes(' coded="backslash"') ? readName(plain) : plain;
    if (tag === 'system') system = own;
    else if (tag === 'request') request = own;
    else {
      const [, file = ''] = / file="([^"]*)"/.exec(attributes) ?? [];
      parts.push({ path: readName(unescapeText(file)), text: own });
    }
  }
  return promptOf(system, request, parts);
}

const showPlain = (text: string): string =>
  PLAIN_MARKS.show(
    LINES.reduceRight(
      (out, kind) =>
        perLine(out, kind, (line, at) =>
          line[at - 1] === '\\' ? `${line.slice(0, at - 1)}${line.slice(at)}` : line,
        ),
      text,
    ),
  );

const GROUP = new RegExp(`^=== (?:${Object.values(TITLES).join('|')}) ===$`);

/** A line that starts something of the plain format. */
interface Heading {
  readonly kind: 'system' | 'request' | 'group' | 'sources' | 'part';
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

function headingOf(line: string): Pick<Heading, 'kind' | 'path'> | null {
  if (line === '=== System ===') return { kind: 'system', path: '' };
  if (line === '=== Request ===') return { kind: 'request', path: '' };
  if (line === 'Sources:') return { kind: 'sources', path: '' };
  if (GROUP.test(line)) return { kind: 'group', path: '' };
  const end = line.search(/:\d+\]$/);
  // Names hold no bracket after a blank, so the last one opens the place.
  const open = end === -1 ? -1 : line.lastIndexOf(' [', end);
  return open === -1 ? null : { kind: 'part', path: line.slice(open + 2, end) };
}

function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const heading = headingOf(text.slice(start, end));
    if (heading !== null) headings.push({ ...heading, start, end: end + 1 });
    start = end + 1;
  }
  return headings;
}

function readPlain(text: string): ReadPrompt {
  const parts: ReadPart[] = [];
  let system = '';
  let request = '';
  const headings = headingsOf(text);
  headings.forEach(({ kind, path, end }, i) => {
    const next = headings[i + 1];
    const joint = kind === 'part' && next?.kind === 'group' ? '\n\n---\n\n' : '\n\n';
    const last = next === undefined ? text.length : next.start - joint.length;
    const own = showPlain(text.slice(end, last));
    if (kind === 'system') system = own;
    else if (kind === 'request') request = own;
    else if (kind === 'part') parts.push({ path: readName(path), text: own });
  });
  return promptOf(system, request, parts);
}

function readJson(text: string): ReadPrompt {
  const { system = '', request, parts } = JSON.parse(text) as ReadPrompt;
  return promptOf(
    system,
    request,
    parts.map(({ path, text: body }) => ({ path, text: body })),
  );
}

interface Block {
  readonly text: string;
}
interface Messages {
  readonly system?: readonly Block[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | readonly Block[];
  }[];
}

function readMessages(text: string): ReadPrompt {
  const { system: own = [], messages } = JSON.parse(text) as Messages;
  const contentOf = (role: string): string[] =>
    messages
      .filter((message) => message.role === role)
      .flatMap(({ content }) =>
        typeof content === 'string' ? [content] : content.map((block) => block.text),
      );
  const [system = ''] = [...own.map((block) => block.text), ...contentOf('system')];
  const parts: ReadPart[] = [];
  let request = '';
  for (const words of contentOf('user')) {
    const heading = `${REQUEST}\n\n`;
    if (words.startsWith(heading)) request = EVIDENCE_MARKS.show(words.slice(heading.length));
    else {
      const read = readEvidence(words, 0);
      if (read !== null) parts.push(read.part);
    }
  }
  return promptOf(EVIDENCE_MARKS.show(system), request, parts);
}

const READERS: Readonly<Record<FormatName, (text: string) => ReadPrompt>> = {
  mdctx: readMdctx,
  docs: readDocs,
  markdown: readMarkdown,
  xml: readXml,
  plain: readPlain,
  json: readJson,
  messages: readMessages,
};
