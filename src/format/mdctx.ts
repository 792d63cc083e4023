import { rememberedOf } from '../math/memo.ts';
import { type Context, type ContextPart, uriOf } from '../model/context.ts';
import { bodyOf, spansOf } from './body.ts';
import { fenced, needsBreak, sectionText } from './fences.ts';
import type { Format } from './format.ts';
import { nameText, noteText, uriText } from './names.ts';
import { headings, type Neutraliser, neutraliser, oneOf, seen } from './neutralise.ts';

const HEADINGS = { system: '# System', user: '# User Request' } as const;

/** Look-alikes of the headings and comments of this format. */
export const EVIDENCE_MARKS: Neutraliser = neutraliser([
  { lead: '#', tail: `~${seen('evidence')}~:` },
  headings('system', 'user request'),
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
    `source_uri=${uriText(uriOf(part))}`,
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
  const heading = `## Evidence: ${nameText(name)}\n${provenance(part, text)}`;
  if (part.evidence?.isMarkdown === true) return sectionText(heading, body, EVIDENCE_MARKS);
  return `${heading}\n\n${fenced(text, part.language)}`;
}

/** What the system or the user says in a part; the next of the same speaker goes on without a heading. */
function partText(part: ContextPart, before?: ContextPart): string {
  const { role } = part;
  if (role === 'evidence' || part.evidence === undefined) return evidenceText(part);
  const text = sectionText(HEADINGS[role], bodyOf(part), EVIDENCE_MARKS);
  return role === before?.role ? text.slice(HEADINGS[role].length + 2) : text;
}

/** A part as it follows others: priced, written and looked for in the prompt, but made once. */
const pieceText = rememberedOf((part: ContextPart) => `\n${partText(part)}`);

function headText({ flowId, system = '', request }: Context): string {
  return [
    `<!-- mdctx:version=1.0; flow_id=${uriText(flowId)}; assembly=lexical -->\n`,
    ...(system.trim() === '' ? [] : [sectionText(HEADINGS.system, system, EVIDENCE_MARKS)]),
    ...(request.trim() === '' ? [] : [sectionText(HEADINGS.user, request, EVIDENCE_MARKS)]),
  ].join('\n');
}

/** A header comment, the system's and the user's words, and evidence under headings with its provenance. */
export const MDCTX: Format = {
  render: (context) => {
    const parts = [...context.fixed, ...context.parts];
    const goesOn = (part: ContextPart, i: number): boolean =>
      part.role !== 'evidence' && part.role === parts[i - 1]?.role;
    const pieces = parts.map((part, i) =>
      goesOn(part, i) ? `\n${partText(part, parts[i - 1])}` : pieceText(part),
    );
    return [headText(context), ...pieces].join('');
  },
  headText,
  partText: pieceText,
};
