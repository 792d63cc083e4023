import type { Context, ContextPart } from '../model/context.ts';
import { bodyOf, spansOf } from './body.ts';
import { fenced, needsBreak, readFence } from './fences.ts';
import type { Format, Parsed, ParsedPart } from './format.ts';
import { nameText, noteText, readUri, uriText } from './names.ts';
import { BLANKS, HEADING_END, type Neutraliser, neutraliser, oneOf, seen } from './neutralise.ts';
import { readSection, sectionText } from './section.ts';

const SYSTEM = '# System';
const REQUEST = '# User Request';
const EVIDENCE = '## Evidence: ';

/** Look-alikes of the headings and comments of this format. */
export const EVIDENCE_MARKS: Neutraliser = neutraliser([
  { lead: '#', tail: `~${seen('evidence')}~:` },
  { lead: '#', tail: `${BLANKS}${oneOf('system', 'user request')}${HEADING_END}` },
  { lead: '<', tail: `~${seen('!--')}~${oneOf('source_uri', 'mdctx')}~[=:]` },
]);

/** The field that says that the text's last line has no line break of its own. */
const UNENDED = 'final_newline=no';

/** A comma ends a tag, so inside of one it is spelt. */
const tagText = (tag: string): string => uriText(tag).replaceAll(',', '%2C');

/** Which lines these are: of the workspace's file, or, in evidence of a flow, what its header says. */
function spanFields(part: ContextPart): string[] {
  const { evidence } = part;
  if (evidence !== undefined) {
    return [
      ...(evidence.from === null ? [] : [`from=${uriText(evidence.from)}`]),
      ...(evidence.span === null ? [] : [`span=${evidence.span}`]),
    ];
  }
  const spans = spansOf(part);
  return spans === '' ? [] : [`span=lines=${spans}`];
}

/** Where a part comes from, with the level and the receipt of what was shortened beside. */
function provenance(part: ContextPart, text: string): string {
  const { tags = [], level, receipt } = part;
  const isShortened = level !== 'full' && level !== 'excerpts';
  const fields = [
    `source_uri=file://${uriText(part.path)}`,
    `cid=${uriText(part.cid)}`,
    ...spanFields(part),
    ...(tags.length === 0 ? [] : [`tags=${tags.map(tagText).join(',')}`]),
    ...(isShortened ? [`level=${level}`] : []),
    ...(receipt === undefined ? [] : [`left_out=${noteText(receipt)}`]),
    ...(needsBreak(text) && part.evidence?.isMarkdown !== true ? [UNENDED] : []),
  ];
  return `<!-- ${fields.join('; ')} -->`;
}

/** A document under its heading. A person's Markdown stands as it is, unless it could swallow or forge what follows. */
export function evidenceText(part: ContextPart): string {
  const body = bodyOf(part);
  const text = EVIDENCE_MARKS.hide(body);
  const name = part.evidence?.title ?? part.path;
  const heading = `${EVIDENCE}${nameText(name)}\n${provenance(part, text)}`;
  if (part.evidence?.isMarkdown === true) return sectionText(heading, body, EVIDENCE_MARKS);
  return `${heading}\n\n${fenced(text, part.language)}`;
}

const HEADINGS = { system: SYSTEM, user: REQUEST } as const;

/** What the system or the user says in a part; the next of the same speaker goes on without a heading. */
function partText(part: ContextPart, before?: ContextPart): string {
  if (part.role === 'evidence' || part.evidence === undefined) return evidenceText(part);
  const text = sectionText(HEADINGS[part.role], bodyOf(part), EVIDENCE_MARKS);
  return part.role === before?.role ? text.slice(HEADINGS[part.role].length + 2) : text;
}

function headText({ flowId, system = '', request }: Context): string {
  return [
    `<!-- mdctx:version=1.0; flow_id=${uriText(flowId)}; assembly=lexical -->\n`,
    ...(system.trim() === '' ? [] : [sectionText(SYSTEM, system, EVIDENCE_MARKS)]),
    ...(request.trim() === '' ? [] : [sectionText(REQUEST, request, EVIDENCE_MARKS)]),
  ].join('\n');
}

function render(context: Context): string {
  const parts = [...context.fixed, ...context.parts];
  return [headText(context), ...parts.map((part, i) => partText(part, parts[i - 1]))].join('\n');
}

const PART = /\n*## Evidence: [^\n]*\n<!-- source_uri=file:\/\/([^;\n]*); ([^\n]*) -->\n\n/y;

/** A part whose heading starts at an offset, and where the next may start. */
export function readEvidence(text: string, at: number): { part: ParsedPart; end: number } | null {
  PART.lastIndex = at;
  const heading = PART.exec(text);
  const body = heading === null ? null : readFence(text, at + heading[0].length);
  if (heading === null || body === null) return null;
  const [, uri = '', fields = ''] = heading;
  const isUnended = fields.split('; ').includes(UNENDED);
  const shown = isUnended ? body.text.slice(0, -1) : body.text;
  return { part: { path: readUri(uri), text: EVIDENCE_MARKS.show(shown) }, end: body.end };
}

function parse(text: string): Parsed {
  let at = text.indexOf('\n') + 1;
  const sectionAt = (heading: string): string => {
    if (!text.startsWith(`\n${heading}\n\n`, at)) return '';
    const followers = [`${EVIDENCE}`, `${REQUEST}\n`];
    const { words, end } = readSection(text, at + heading.length + 3, EVIDENCE_MARKS, followers);
    at = end;
    return words;
  };
  const system = sectionAt(SYSTEM);
  const request = sectionAt(REQUEST);
  const parts: ParsedPart[] = [];
  for (let read = readEvidence(text, at); read !== null; read = readEvidence(text, at)) {
    parts.push(read.part);
    at = read.end;
  }
  return { ...(system === '' ? {} : { system }), request, parts };
}

/** A header comment, the system's and the user's words, and evidence under headings with its provenance. */
export const MDCTX: Format = {
  render,
  headText,
  partText: (part) => `\n${partText(part)}`,
  parse,
};
