import { groupBy } from '../../math/groups.ts';
import { type Field, type FieldKind, readFields } from './fields.ts';
import { apply, follow, type Header, isTime, type Layout, type Step } from './layout.ts';

const SAMPLE_LINES = 600;
const MOST_LAYOUTS = 3;
const MOST_STEPS = 14;
const MOST_FIELDS = 6;
/** A column holds if this share of the lines has it; the rest are lines cut short or written by someone else. */
const HOLDS = 0.9;
/** The same for a column found behind words that vary in number, which coincidence makes more easily. */
const HOLDS_FAR = 0.95;
/** A file with long traces has few first lines; a time at the very start is sign enough at this share. */
const LEAD_SHARE = 0.04;
const FAR_LEAD_SHARE = 0.5;
/** With fewer headed lines than this, a line without header is an event of its own. */
const WHOLE_SHARE = 0.4;
/** Fewer lines than this prove no column behind other words, no second layout, and no level without a time. */
const LEAST_LINES = 3;

const CONTINUES = /^(?:\s|$|at |Caused by|Traceback|\.\.\. |[})\]])/;

/** Evenly spread lines, so that a change of format halfway is seen too. */
function sampleOf(lines: readonly string[]): string[] {
  const stride = Math.max(1, Math.floor(lines.length / SAMPLE_LINES));
  return lines.filter((line, i) => i % stride === 0 && !CONTINUES.test(line));
}

const share = <T>(values: readonly T[], keep: (value: T) => boolean): number =>
  values.length === 0 ? 0 : values.filter(keep).length / values.length;

/** Letters are levels only in a column of several letters: a column of `F` alone means something else. */
function lettersAreLevels(rows: readonly (readonly Field[])[], lines: readonly string[]): boolean {
  const letters = rows.flatMap(([first], i) =>
    first?.kind === 'letter' ? [lines[i]?.slice(first.start, first.end)] : [],
  );
  return new Set(letters).size > 1 || letters.includes('I') || letters.includes('D');
}

/** A word padded to a column's width: `CBS    Loaded`. */
const isPadded = (line: string, f: Field | undefined): boolean =>
  f?.kind === 'word' && /^(?: {2}|\t| \t)/.test(line.slice(f.next, f.next + 2));

const NEAR = ['time', 'boxed', 'level', 'letter', 'mark', 'bracket', 'number', 'tag'] as const;
/** Kinds worth looking for behind other words, and how many words may stand before them. */
const FAR: readonly (readonly [FieldKind, number])[] = [
  ['time', 5],
  ['boxed', 5],
  ['level', 4],
  ['tag', 2],
  ['bracket', 1],
  ['mark', 3],
];

/** The next columns that hold for nearly all lines from their cursors on; empty where the header ends. */
function nextSteps(cursors: readonly { readonly line: string; readonly at: number }[]): Step[] {
  const rows = cursors.map(({ line, at }) => readFields(line, at, MOST_FIELDS));
  const lines = cursors.map(({ line }) => line);
  for (const kind of NEAR) {
    if (share(rows, ([first]) => first?.kind === kind) < HOLDS) continue;
    if (kind === 'letter' && !lettersAreLevels(rows, lines)) return [{ kind: 'word', skip: 0 }];
    return [{ kind, skip: 0 }];
  }
  for (const [kind, most] of rows.length < LEAST_LINES ? [] : FAR) {
    const found = rows.map((fields) => fields.findIndex((f) => f.kind === kind));
    const isIn = share(found, (d) => d >= 0 && d <= most);
    if (isIn < (isTime(kind) || kind === 'level' ? HOLDS : HOLDS_FAR)) continue;
    for (let k = 1; k <= most; k++) {
      if (share(found, (d) => d === k) < HOLDS) continue;
      return [...new Array<Step>(k).fill({ kind: 'word', skip: 0 }), { kind, skip: 0 }];
    }
    return [{ kind, skip: most }];
  }
  const isPaddedAt = (i: number): boolean => isPadded(lines[i] ?? '', rows[i]?.[0]);
  return share([...rows.keys()], isPaddedAt) < HOLDS_FAR ? [] : [{ kind: 'word', skip: 0 }];
}

function learn(lines: readonly string[], leadSteps: readonly Step[]): Layout {
  const steps: Step[] = [];
  let cursors = lines.map((line) => ({ line, at: 0 }));
  let pending: readonly Step[] = leadSteps;
  while (pending.length > 0 && steps.length < MOST_STEPS) {
    for (const step of pending) {
      steps.push(step);
      cursors = cursors.flatMap(({ line, at }) => {
        const f = follow(line, at, step);
        return f === null ? [] : [{ line, at: f.next }];
      });
    }
    pending = nextSteps(cursors);
  }
  return { steps, lead: leadSteps.length };
}

/** The most common place of the first time (else level) among the lines, as the steps that lead to it. */
function leadOf(lines: readonly string[]): { steps: Step[]; lines: string[] } | null {
  const found = lines.flatMap((line) => {
    const fields = readFields(line, 0, MOST_FIELDS);
    const time = fields.findIndex((f) => isTime(f.kind));
    const index = time >= 0 ? time : fields.findIndex((f) => f.kind === 'level');
    const kind = fields[index]?.kind;
    const isNone = kind === undefined || (kind === 'level' && index > 0);
    return isNone ? [] : [{ line, fields, kind, index }];
  });
  const [best = []] = [...groupBy(found, ({ kind, index }) => `${kind} ${index}`).values()]
    .filter((rows) => {
      const [first] = rows;
      if (rows.length < (first?.index === 0 ? LEAD_SHARE : FAR_LEAD_SHARE) * lines.length)
        return false;
      const weak = first?.kind === 'level' && rows.length < lines.length;
      return !weak || rows.length >= LEAST_LINES;
    })
    .sort((a, b) => b.length - a.length);
  const [first] = best;
  if (first === undefined) return null;
  const before = first.fields.slice(0, first.index).map(({ kind }, i): Step => {
    const holds = kind !== 'letter' && best.every(({ fields }) => fields[i]?.kind === kind);
    return { kind: holds ? kind : 'word', skip: 0 };
  });
  const steps = [...before, { kind: first.kind, skip: 0 }];
  return { steps, lines: best.map(({ line }) => line) };
}

/** The header layouts of a file, inferred from how consistent the first words of its lines are. */
export function detectHeader(lines: readonly string[]): Header {
  const layouts: Layout[] = [];
  const sample = sampleOf(lines);
  let rest = sample;
  while (layouts.length < MOST_LAYOUTS && rest.length > 0) {
    const lead = leadOf(rest);
    if (lead === null) break;
    if (layouts.length > 0 && lead.lines.length < LEAST_LINES) break;
    const layout = learn(lead.lines, lead.steps);
    layouts.push(layout);
    const before = rest.length;
    rest = rest.filter((line) => apply(line, layout) === null);
    if (rest.length === before) break;
  }
  const whole = layouts.length > 0 && rest.length <= sample.length * (1 - WHOLE_SHARE);
  return { layouts, whole };
}
