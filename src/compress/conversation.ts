import { rankStatements } from '../math/extract.ts';
import { addTo, groupBy } from '../math/groups.ts';
import { splitLines } from '../math/lines.ts';
import { sentencesOf } from './blocks.ts';
import { bestFirst, fill } from './fit.ts';
import type { Cell, Count, Draft, Item } from './item.ts';

const MARK = '▌';
const TIMED = /^(▌(?!# ).*?) · (?:\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?|\d\d:\d\d(?::\d\d)?)\s*$/;

/** A turn of the readable form all transcripts have: `▌speaker · time` and the text below it. */
type Turn = ReturnType<typeof turnsOf>[number];

function turnsOf(text: string) {
  const turns: { header: string; speaker: string; first: number; lines: string[] }[] = [];
  splitLines(text).forEach((line, i) => {
    const isHeader = line.startsWith(MARK);
    const header = isHeader ? untimed(line) : '';
    if (isHeader || turns.length === 0)
      turns.push({ header, speaker: header.slice(MARK.length).trim(), first: i + 1, lines: [] });
    if (!isHeader) turns.at(-1)?.lines.push(line);
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

type Said = ReturnType<typeof saidIn>[number];

function saidIn(item: Item, turns: readonly Turn[]) {
  const remarks = groupBy(item.facts.remarks, ({ line }) => line);
  return turns.flatMap(({ lines, first }, turn) => {
    const own = lines.flatMap((_, i) => remarks.get(first + 1 + i) ?? []);
    let fenced = false;
    return lines.flatMap((line) => {
      const isFence = /^\s*(?:`{3,}|~{3,})/.test(line);
      if (isFence) fenced = !fenced;
      // Code and output quoted in a turn go first; what was said about them stays.
      if (fenced || isFence) return [];
      return sentencesOf(line.trim()).map((text) => {
        const start = text.slice(0, 60);
        const remarked = own.some((said) => said.text.includes(start) || text.includes(said.text));
        return { turn, text, remarked };
      });
    });
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
  const tooFar = turns.findLastIndex((turn) => {
    left -= count(whole(turn)) + 1;
    return left < 0;
  });
  return tooFar + 1;
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
    const isNext = shown.get(turn)?.at(-1) === '…';
    if (kept.has(i) || !isNext) addTo(shown, turn, kept.has(i) ? text : '…');
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
    const said = saidIn(item, turns.slice(0, recent));
    const statements = said.map(({ text, turn }) => ({
      text: `${turns[turn]?.speaker ?? ''} ${text}`,
      paragraph: turn,
    }));
    const ranked = rankStatements(statements, item.task ?? '');
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
    const { text, kept } = fill(order, costs, target, count, (taken) =>
      drawn(turns, said, taken, recent),
    );
    const keptTurns = new Set([...kept].map((i) => said[i]?.turn));
    return {
      text: kept.size === 0 && recent >= turns.length ? '' : text,
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
