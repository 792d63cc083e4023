import { splitLines } from '../math/lines.ts';
import type { Facts } from '../model/document.ts';
import type { ShownFile, ShownTemplate } from '../model/inspection.ts';
import { hiddenIn, withHiddenShown } from '../text/hidden.ts';
import { groupEvents, type LogEvent, styleOfKind } from '../text/logs/events.ts';
import { mineTemplates } from '../text/logs/templates.ts';
import type { NamedDocument } from './document.ts';

/** Bars of a histogram: as many as fit beside a template. */
const BARS = 24;
const TEMPLATES_SHOWN = 200;

/** A document as people look at it. */
export function shownFile({ path, facts }: Pick<NamedDocument, 'path' | 'facts'>): ShownFile {
  const { source, language } = facts.shape;
  return {
    path,
    source,
    language,
    text: withHiddenShown(facts.text),
    lines: splitLines(facts.text).length,
    redactions: facts.redactions,
    hiddenCharacters: hiddenIn(facts.text),
    turns: source === 'conversation' ? turnsOf(facts) : [],
    ...(source === 'logs' ? logOf(facts) : { templates: [], times: null }),
  };
}

const turnsOf = ({ chunks }: Facts): ShownFile['turns'] =>
  chunks
    .filter(({ kind }) => kind === 'turn')
    .map(({ meta, name, firstLine, lastLine }) => ({
      speaker: meta?.['speaker'] ?? name,
      time: meta?.['time'] ?? '',
      span: [firstLine, lastLine],
    }));

function logOf({ text, shape }: Facts): Pick<ShownFile, 'templates' | 'times'> {
  const events = groupEvents(splitLines(text), styleOfKind(shape.kind));
  const times = events.flatMap(({ time }) => (time === null ? [] : [time.ms]));
  const from = times.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, ms) => Math.max(most, ms), Number.NEGATIVE_INFINITY);
  const barAt = (ms: number): number =>
    to === from ? 0 : Math.min(BARS - 1, Math.floor((BARS * (ms - from)) / (to - from)));
  const histogramOf = (own: readonly LogEvent[]): number[] => {
    const bars = Array<number>(BARS).fill(0);
    for (const { time } of own) {
      if (time !== null) bars[barAt(time.ms)] = (bars[barAt(time.ms)] ?? 0) + 1;
    }
    return bars;
  };
  const mined = mineTemplates(
    events.map(({ message }) => message),
    events.map(({ level }) => level ?? ''),
  );
  const templates = mined.map(({ template, ids }): ShownTemplate => {
    const own = ids.flatMap((id) => events[id] ?? []);
    return {
      template: withHiddenShown(template),
      level: own[0]?.level ?? '',
      count: ids.length,
      line: (own[0]?.first ?? 0) + 1,
      histogram: times.length === 0 ? [] : histogramOf(own),
    };
  });
  const isoOf = (ms: number): string => new Date(ms).toISOString();
  return {
    templates: templates
      .sort((a, b) => b.count - a.count || a.line - b.line)
      .slice(0, TEMPLATES_SHOWN),
    times: times.length === 0 ? null : { from: isoOf(from), to: isoOf(to) },
  };
}
