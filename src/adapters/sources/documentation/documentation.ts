import { splitLines } from '../../../math/lines.ts';
import { EMPTY_OUTLINE, type Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { htmlToText } from '../../../text/prose/html.ts';
import { proseStructure } from '../../../text/prose/parse.ts';
import { sections } from '../../../text/prose/structure.ts';
import { claim } from './claim.ts';
import { outlineDecision } from './decision.ts';
import { outlineOpenApi } from './openapi.ts';
import { readableJson } from './pretty-json.ts';
import { pageUnits, stated, titleOf } from './units.ts';

function render(raw: string, shape: Shape): string {
  if (shape.kind === 'api') return shape.language === 'json' ? readableJson(raw) : raw;
  if (shape.language !== 'html') return raw;
  const { title, text } = htmlToText(raw);
  return title === '' || /^# /m.test(text) ? text : `# ${title}\n\n${text}`;
}

function outline(text: string, shape: Shape): Outline {
  if (text === '') return EMPTY_OUTLINE;
  if (shape.kind === 'api') return outlineOpenApi(text);
  const lines = splitLines(text);
  const structure = proseStructure(lines, shape.language);
  const parts = sections(structure, lines.length);
  if (shape.kind === 'decision') {
    return { ...EMPTY_OUTLINE, ...outlineDecision(lines, parts, structure.facts) };
  }
  const meta = stated({ title: titleOf(structure.facts, parts) });
  return { ...EMPTY_OUTLINE, units: pageUnits(parts, lines), meta };
}

/** Prose by its headings, decision records with their decision, API descriptions by endpoint. */
export const documentation: SourceAdapter = { name: 'documentation', claim, render, outline };
