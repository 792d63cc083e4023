import { splitLines } from '../math/lines.ts';
import { comment } from './elision.ts';
import { bestFirst, most, rankEach } from './fit.ts';
import type { Count, Draft, Item } from './item.ts';
import { type Extent, extentsOf, isValue } from './signature.ts';

const SHORT = ['gone', 'name', 'line', 'signature', 'marked'] as const;
/** How much of a definition is shown; each step holds the ones before, up to the whole. */
const STEPS = [...SHORT, 'lead', 'doc', 'calls', 'body'] as const;
type Step = (typeof STEPS)[number];

export type Outline = 'detailed' | 'summarised' | 'signatures';

/** What each kind of outline may show, least first. */
const LADDERS: Readonly<Record<Outline, readonly Step[]>> = {
  detailed: [...SHORT, 'lead', 'doc'],
  summarised: [...SHORT, 'calls', 'body'],
  signatures: SHORT,
};
const LONGEST_LINE = 160;
const MOST_CALLS = 12;
const TOP_LINES = 3;

const reaches = (step: Step, other: Step): boolean => STEPS.indexOf(step) >= STEPS.indexOf(other);

/** A long line around a name. */
function clipped(line: string, name: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const at = Math.max(0, line.indexOf(name));
  const from = at + name.length > LONGEST_LINE ? Math.max(0, at - 20) : 0;
  const cut = line.slice(from, from + Math.max(LONGEST_LINE, name.length + 20));
  return `${from > 0 ? '…' : ''}${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

const indentOf = (line: string): string => /^\s*/.exec(line)?.[0] ?? '';

/** A document as an outline can be drawn from it again and again. */
function sheetOf(item: Item, outline: Outline) {
  const { text: whole, shape, references, docLines } = item.facts;
  const remark = (text: string): string => comment(shape.language, text);
  const lines = splitLines(whole);
  const extents = extentsOf(item.facts, lines);
  const imports = new Set(item.facts.imports.map(({ line }) => line));
  const owned = new Uint8Array(lines.length + 2);
  for (const { first, last } of extents) owned.fill(1, first, last + 1);
  for (const [first, last] of docLines) owned.fill(1, first, last + 1);
  /** Lines that belong to no definition. */
  const loose = lines.flatMap((line, i) =>
    owned[i + 1] === 1 || line.trim() === '' ? [] : [i + 1],
  );
  let from = 0;
  const callsOf = ({ definition, signatureLast, last }: Extent): string => {
    if (last <= signatureLast || isValue(definition)) return '';
    while (from < references.length && (references[from]?.line ?? 0) < definition.line) from++;
    const names = new Set<string>();
    for (let i = from; i < references.length && names.size < MOST_CALLS; i++) {
      const { name, line } = references[i] ?? { name: '', line: 0 };
      if (line > last) break;
      if (line > signatureLast && name !== definition.name) names.add(name);
    }
    return [...names].join(', ');
  };
  const callsIn = outline === 'summarised' ? extents.map(callsOf) : [];

  /** The last line of a doc's first sentence or paragraph. */
  const docLead = ([first, last]: readonly [number, number]): number => {
    for (let line = first; line <= last; line++) {
      const text = (lines[line - 1] ?? '').trim();
      if (/[\w)`"'][.!?]["')\]*]*$/.test(text) || (line > first && /^[*#/"']*$/.test(text)))
        return line;
    }
    return Math.min(last, first + 1);
  };

  /** What is shown of each line, with marks where something is missing. */
  const rows = (shown: readonly (string | undefined)[], marked: boolean): string[] => {
    const out: string[] = [];
    let hiddenFrom = 0;
    const gap = (next: number): void => {
      const hidden = hiddenFrom === 0 ? [] : lines.slice(hiddenFrom - 1, next - 1);
      // Blank lines and lone brackets are nothing to speak of.
      if (marked && hidden.some((line) => /[\w"']/.test(line))) {
        const indent = indentOf(hidden.find((line) => line.trim() !== '') ?? '');
        const numbers = hiddenFrom === next - 1 ? hiddenFrom : `${hiddenFrom}–${next - 1}`;
        out.push(`${indent}${remark(`… ${numbers}`)}`);
      }
      hiddenFrom = 0;
    };
    for (let line = 1; line <= lines.length; line++) {
      const text = shown[line];
      if (text === undefined) hiddenFrom ||= line;
      else {
        gap(line);
        out.push(text);
      }
    }
    gap(lines.length + 1);
    return out;
  };

  return {
    extents,
    /** The outline with each definition at its own step. */
    draw: (steps: readonly Step[], base: Step): string => {
      const shown = new Array<string | undefined>(lines.length + 1);
      const names = new Set<string>();
      const show = (first: number, last: number): void => {
        for (let line = first; line <= last; line++) shown[line] ??= lines[line - 1];
      };
      extents.forEach(({ definition, first, signatureLast, doc, last }, i) => {
        const step = steps[i] ?? 'name';
        if (step === 'gone') return;
        if (step === 'name') names.add(definition.name);
        else if (step === 'line')
          shown[definition.line] = clipped(lines[definition.line - 1] ?? '', definition.name);
        else if (step === 'body') show(Math.min(first, doc?.[0] ?? first), last);
        else {
          show(first, signatureLast);
          if (doc !== null && reaches(step, 'doc')) show(doc[0], doc[1]);
          if (doc !== null && step === 'lead') show(doc[0], docLead(doc));
          const calls = step === 'calls' ? (callsIn[i] ?? '') : '';
          const indent = indentOf(lines[definition.line - 1] ?? '');
          if (calls !== '')
            shown[signatureLast] =
              `${lines[signatureLast - 1]}\n${indent}  ${remark(`calls ${calls}`)}`;
        }
      });
      // What a file says about itself at its top.
      const [top] = docLines;
      if (top !== undefined && top[0] <= TOP_LINES && reaches(base, 'lead')) {
        show(top[0], base === 'lead' ? docLead(top) : top[1]);
      }
      const isLoose = reaches(base, 'calls') || base === 'doc';
      for (const line of loose)
        if (isLoose || (base === 'lead' && imports.has(line))) show(line, line);
      const out = rows(shown, reaches(base, 'marked'));
      // A name that stands in the outline anyway needs no mention.
      const rest = [...names].filter((name) => name !== '');
      if (rest.length > 0) out.push(remark(`… also ${rest.join(', ')}`));
      return `${[remark(`… outline of ${lines.length} lines`), ...out].join('\n')}\n`;
    },
    /** Definitions by how much they deserve more than the others: asked for, outer before inner, behaviour before values. */
    order: (): number[] => {
      const texts = extents.map(({ definition: { within, name }, first, last }) => {
        const own = lines.slice(first - 1, Math.min(last, first + 60));
        return `${within.join(' ')} ${name} ${own.join(' ')}`;
      });
      const ranked = item.task === undefined ? [] : rankEach(texts, item);
      const worth = extents.map(({ definition }, i) => {
        const value = isValue(definition) ? 0.8 : 0;
        const isPrivate = /^[_#]/.test(definition.name) ? 0.3 : 0;
        return (ranked[i] ?? 0) * 2 - definition.within.length * 0.4 - value - isPrivate;
      });
      return bestFirst(worth);
    },
  };
}

/**
 * The outline of some code: the highest step at which all definitions fit, and the next one for as many as fit,
 * the most wanted first. Names come before everything: a definition is left out only where not all names fit.
 */
export function outlineCode(
  item: Item,
  target: number,
  count: Count,
  outline: Outline,
): Draft | null {
  if (item.facts.definitions.length === 0) return null;
  const sheet = sheetOf(item, outline);
  const size = sheet.extents.length;
  const all = (step: Step): Step[] => sheet.extents.map(() => step);
  const fits = (step: Step): boolean => count(sheet.draw(all(step), step)) <= target;
  const ladder = LADDERS[outline].toReversed();
  const highest = ladder.findIndex((step) => step === 'gone' || fits(step));
  const base = ladder[highest] ?? 'gone';
  const next = ladder[highest - 1] ?? null;
  const order = sheet.order();
  const drawn = (k: number): Step[] => {
    const steps = all(base);
    for (const i of order.slice(0, k)) steps[i] = next ?? base;
    return steps;
  };
  const kept = next === null ? 0 : most(size, target, count, (k) => sheet.draw(drawn(k), base));
  const steps = drawn(kept);
  const text = sheet.draw(steps, base);
  if (base === 'gone' && kept === 0) return null;
  const without = (isLost: (step: Step, extent: Extent) => boolean): number =>
    sheet.extents.filter((extent, i) => isLost(steps[i] ?? 'gone', extent)).length;
  return {
    text,
    kinds: {
      bodies: without((step, { signatureLast, last }) => last > signatureLast && step !== 'body'),
      docs: without((step, { doc }) => doc !== null && !reaches(step, 'lead')),
      signatures: without((step) => !reaches(step, 'line')),
      definitions: without((step) => step === 'gone'),
    },
  };
}
