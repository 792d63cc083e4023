import type { Context, ContextPart } from '../model/context.ts';
import { bodyOf, spansOf } from './body.ts';
import { fenced, needsBreak } from './fences.ts';
import type { Format } from './format.ts';
import { nameText, noteText, uriText } from './names.ts';
import { BLANKS, HEADING_END, type Neutraliser, neutraliser, oneOf, seen } from './neutralise.ts';
import { sectionText } from './section.ts';

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

/** The provenance comment, with the level and the receipt of what was shortened beside. */
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

/** A part as a section of evidence. */
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

/** A header comment, the system's and the user's words, and evidence under headings with its provenance. */
export const MDCTX: Format = {
  render,
  headText,
  partText: (part) => `\n${evidenceText(part)}`,
};
