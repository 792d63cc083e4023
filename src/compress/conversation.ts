import { rankStatements } from '../math/extract.ts';
import { groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { sentencesOf } from './blocks.ts';
import { bestFirst, fill } from './fit.ts';
import type { Cell, Count, Draft, Item } from './item.ts';

/** A turn of the readable form all transcripts have: `▌speaker · time` and the text below it. */
interface Turn {
  readonly header: string;
  readonly speaker: string;
  readonly first: number;
  readonly lines: readonly string[];
}

const MARK = '▌';
const TIMED = /^(▌(?!# ).*?) · (?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|\d\d:\d\d(?::\d\d)?)\s*$/;

function turnsOf(text: string): Turn[] {
  const turns: Turn[] = [];
  let open: { header: string; speaker: string; first: number; lines: string[] } | null = null;
  splitLines(text).forEach((line, i) => {
    if (line.startsWith(MARK)) {
      const header = untimed(line);
      open = { header, speaker: header.slice(MARK.length).trim(), first: i + 1, lines: [] };
      turns.push(open);
    } else if (open === null) {
      open = { header: '', speaker: '', first: i + 1, lines: [line] };
      turns.push(open);
    } else open.lines.push(line);
  });
  return turns;
}

const untimed = (line: string): string =>
  line.length > 400 ? line : (TIMED.exec(line)?.[1] ?? line);

/** Light: who said what, without when. */
function withoutTimes(item: Item): Draft {
  let timestamps = 0;
  const out: string[] = [];
  for (const line of splitLines(item.facts.text)) {
    const bare = line.startsWith(MARK) ? untimed(line) : line.trimEnd();
    if (line.startsWith(MARK) && bare !== line) timestamps++;
    if (bare === '' && (out.at(-1) ?? '') === '') continue;
    out.push(bare);
  }
  return { text: `${out.join('\n').trimEnd()}\n`, kinds: { timestamps } };
}

/** A sentence of a turn. */
interface Said {
  readonly turn: number;
  readonly text: string;
  readonly remarked: boolean;
}

function saidIn(item: Item, turns: readonly Turn[]): Said[] {
  const remarks = groupBy(item.facts.remarks, ({ line }) => line);
  return turns.flatMap(({ lines, first }, turn) => {
    const own = lines.flatMap((_, i) => remarks.get(first + 1 + i) ?? []);
    const said: Said[] = [];
    let fenced = false;
    for (const line of lines) {
      const text = line.trim();
      if (/^(?:`{3,}|~{3,})/.test(text)) fenced = !fenced;
      // Code and output quoted in a turn go first; what was said about them stays.
      if (text === '' || fenced || /^(?:`{3,}|~{3,})/.test(text)) continue;
      for (const sentence of sentencesOf(text)) {
        const start = sentence.slice(0, 60);
        const remarked = own.some(
          (remark) => remark.text.includes(start) || sentence.includes(remark.text),
        );
        said.push({ turn, text: sentence, remarked });
      }
    }
    return said;
  });
}

const DECIDED = 2;
const ASKED = 1.5;
const RECENT = 0.4;
/** The share of the target that the newest turns may take as they stand. */
const VERBATIM_SHARE = 0.4;

const whole = ({ header, lines }: Turn): string =>
  [...(header === '' ? [] : [header]), ...lines].join('\n').trimEnd();

/** Where the newest turns begin that fit into a share of the target as they stand. */
function recentFrom(turns: readonly Turn[], room: number, count: Count): number {
  let left = room;
  for (let i = turns.length - 1; i >= 0; i--) {
    const turn = turns[i];
    if (turn === undefined) return i + 1;
    left -= count(whole(turn)) + 1;
    if (left < 0) return i + 1;
  }
  return 0;
}

/** Turns with the sentences that stay; what nobody needs of a turn is a mark, a turn of which nothing stays is gone. */
function drawn(
  turns: readonly Turn[],
  said: readonly Said[],
  kept: ReadonlySet<number>,
  recent: number,
): string {
  const shown = new Map<number, string[]>();
  said.forEach(({ turn, text }, i) => {
    const own = shown.get(turn) ?? [];
    shown.set(turn, own);
    if (kept.has(i)) own.push(text);
    else if (own.at(-1) !== '…') own.push('…');
  });
  const out: string[] = [];
  let gone = 0;
  turns.forEach((turn, i) => {
    const own = shown.get(i) ?? [];
    if (i < recent && own.every((text) => text === '…')) {
      if (own.length > 0) gone++;
      return;
    }
    if (gone > 0) out.push(`… ${gone} turns`);
    gone = 0;
    const head = turn.header === '' ? '' : `${turn.header}\n`;
    out.push(i < recent ? `${head}${own.join(' ')}` : whole(turn));
  });
  if (gone > 0) out.push(`… ${gone} turns`);
  return `${out.join('\n')}\n`;
}

const extract =
  (strength: 'medium' | 'heavy'): Cell =>
  (item, target, count) => {
    const turns = turnsOf(item.facts.text);
    const recent =
      strength === 'medium' ? recentFrom(turns, target * VERBATIM_SHARE, count) : turns.length;
    const older = turns.slice(0, recent);
    const said = saidIn(item, older);
    const ranked = rankStatements(
      said.map(({ text, turn }) => ({
        text: `${turns[turn]?.speaker ?? ''} ${text}`,
        paragraph: turn,
      })),
      item.task ?? '',
    );
    const asks = item.task !== undefined;
    const worth = said.map(
      ({ remarked, turn }, i) =>
        (remarked ? DECIDED : 0) +
        (asks ? ASKED : 1) * (ranked[i] ?? 0) +
        (RECENT * turn) / Math.max(1, turns.length),
    );
    const onlyDecisions = strength === 'heavy' && !asks && said.some(({ remarked }) => remarked);
    const order = bestFirst(worth).filter((i) => !onlyDecisions || said[i]?.remarked === true);
    const costs = said.map(({ text }) => count(text) + 2);
    const filled = fill(order, costs, target, count, (kept) => drawn(turns, said, kept, recent));
    const kept = filled?.kept ?? new Set<number>();
    const keptTurns = new Set([...kept].map((i) => said[i]?.turn));
    const empty = filled === null || (kept.size === 0 && recent >= turns.length);
    return {
      text: empty ? '' : filled.text,
      kinds: {
        sentences: said.length - kept.size,
        turns: new Set(said.map(({ turn }) => turn)).size - keptTurns.size,
      },
    };
  };

export const conversationCells: readonly [Cell, Cell, Cell] = [
  withoutTimes,
  extract('medium'),
  extract('heavy'),
];
