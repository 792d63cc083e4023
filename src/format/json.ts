import type { Context, ContextPart } from '../model/context.ts';
import { nameOf, pathOf, shownBody, sourceOf, typeOf } from './body.ts';
import type { Format, FormatOptions } from './format.ts';

/** What JSON lets through but some program takes for the end of a line, or hides. */
const UNSEEN = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** JSON on one line, whatever the reader calls a line. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(UNSEEN, (character) => {
    const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16));
    return units.map((unit) => `\\u${unit.padStart(4, '0')}`).join('');
  });

function entity(part: ContextPart, options: FormatOptions, isFixed: boolean): object {
  const body = shownBody(part, options);
  const spans = part.stretches.map(({ firstLine, lastLine }) => [firstLine, lastLine]);
  return {
    path: pathOf(part),
    name: nameOf(part),
    type: typeOf(part),
    source: part.source,
    role: part.role,
    tier: part.tier,
    rank: part.rank,
    level: part.level,
    language: part.language,
    relevance: part.relevance,
    cid: part.cid,
    ...(part.text === undefined ? { spans } : {}),
    ...(isFixed ? { fixed: true } : {}),
    ...(part.receipt === undefined ? {} : { left_out: part.receipt }),
    ...(body === null ? {} : { text: body }),
  };
}

function frame({ flowId, system = '', request }: Context, entities: string, sources: string) {
  const fields = [
    '"version":1',
    `"flow_id":${jsonText(flowId)}`,
    ...(system.trim() === '' ? [] : [`"system":${jsonText(system.trim())}`]),
    `"parts":[${entities}]`,
    ...(sources === '' ? [] : [`"sources":[${sources}]`]),
    `"request":${jsonText(request.trim())}`,
  ];
  return `{${fields.join(',\n')}}\n`;
}

function render(context: Context, options: FormatOptions = {}): string {
  const entities = [
    ...context.fixed.map((part) => entity(part, options, true)),
    ...context.parts.map((part) => entity(part, options, false)),
  ];
  const sources =
    options.includeSources === true ? [...context.fixed, ...context.parts].map(sourceOf) : [];
  const lines = (values: readonly object[]): string =>
    values.map((value) => `\n${jsonText(value)}`).join(',');
  return frame(context, lines(entities), lines(sources));
}

/** The context as data, one part to a line. */
export const JSON_FORMAT: Format = {
  render,
  headText: (context) => frame(context, '', '\n'),
  // Only fixed parts are of the system's tier.
  partText: (part, options = {}) =>
    `\n${jsonText(entity(part, options, part.tier === 'system'))},${
      options.includeSources === true ? `\n${jsonText(sourceOf(part))},` : ''
    }`,
};
