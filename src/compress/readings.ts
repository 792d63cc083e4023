import { splitLines } from '../math/lines.ts';
import type { Shape } from '../model/shape.ts';
import { bestFirst, fill, rankEach } from './fit.ts';
import type { Cell } from './item.ts';

/** Texts that were made from records, a line for each: measurements, audit trails, runs of pipelines, states of infrastructure. */
const READINGS: Readonly<Record<string, readonly string[]>> = {
  logs: ['metrics', 'audit'],
  deployment: ['runs', 'build-log', 'state'],
};

export const isReading = ({ source, kind }: Shape): boolean =>
  READINGS[source]?.includes(kind) === true;

/** What stands out is what somebody looks for. */
const STANDS_OUT = /\b(?:spikes?:|fail\w*|error|tainted|deposed|delete|replace|denied)/i;
const OUTSTANDING = 1;
const ASKED = 1.5;

/** The lines that stand out and those the task asks for, each below the one it belongs to. */
export const tellingLines: Cell = (item, target, count) => {
  const lines = splitLines(item.facts.text).filter((line) => line.trim() !== '');
  const ranked = rankEach(lines, item);
  const worth = lines.map(
    (line, i) => (STANDS_OUT.test(line) ? OUTSTANDING : 0) + ASKED * (ranked[i] ?? 0),
  );
  const parents = lines.map((line, i) =>
    /^\s/.test(line) ? lines.findLastIndex((other, j) => j < i && !/^\s/.test(other)) : -1,
  );
  const costs = lines.map((line) => count(line) + 1);
  const filled = fill(bestFirst(worth), costs, target, count, (kept) => {
    const shown = new Set([...kept].flatMap((i) => [i, parents[i] ?? -1]));
    const out = lines.filter((_, i) => shown.has(i));
    const left = lines.length - out.length;
    return `${[...out, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n')}\n`;
  });
  const kept = filled.kept.size;
  return { text: kept === 0 ? '' : filled.text, kinds: { lines: lines.length - kept } };
};
