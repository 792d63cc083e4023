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

/** S0's provenance comment, with the level and the receipt of what was shortened beside. */
function provenance(part: ContextPart, text: string): string {
  const spans = spansOf(part);
  const isShortened = part.level !== 'full' && part.level !== 'excerpts';
  const fields = [
    `source_uri=file://${uriText(part.path)}`,
    `cid=${uriText(part.cid)}`,
    ...(spans === '' ? [] : [`span=lines=${spans}`]),
    ...(part.tags === undefined || part.tags.length === 0
      ? []
      : [`tags=${part.tags.map((tag) => uriText(tag.replaceAll(',', ' '))).join(',')}`]),
    ...(isShortened ? [`level=${part.level}`] : []),
    ...(part.receipt === undefined ? [] : [`left_out=${noteText(part.receipt)}`]),
    ...(needsBreak(text) ? [UNENDED] : []),
  ];
  return `<!-- ${fields.join('; ')} -->`;
}

/** S0's evidence section. */
export function evidenceText(part: ContextPart): string {
  const text = EVIDENCE_MARKS.hide(bodyOf(part));
  const heading = `${EVIDENCE}${nameText(part.path)}\n${provenance(part, text)}\n\n`;
  return `${heading}${fenced(text, part.language)}`;
}

function headText({ flowId, system = '', request }: Context): string {
  return [
    `<!-- mdctx:version=1.0; flow_id=${uriText(flowId)}; assembly=lexical -->\n`,
    ...(system.trim() === '' ? [] : [sectionText(SYSTEM, system, EVIDENCE_MARKS)]),
    ...(request.trim() === '' ? [] : [sectionText(REQUEST, request, EVIDENCE_MARKS)]),
  ].join('\n');
}

const render = (context: Context): string =>
  [headText(context), ...[...context.fixed, ...context.parts].map(evidenceText)].join('\n');

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

/** S0's format: a header comment, the system's and the user's words, and evidence under headings with its provenance. */
export const MDCTX: Format = {
  render,
  headText,
  partText: (part) => `\n${evidenceText(part)}`,
  parse,
};
