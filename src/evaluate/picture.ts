import type { OutcomeShares } from '../model/evaluation.ts';

const WIDTH = 640;
const HEIGHT = 400;
const LEFT = 56;
const RIGHT = 612;
const TOP = 56;
const BOTTOM = 340;

/** Colours that are told apart on white and on black, and by those who see fewer of them. */
const STYLE = `
  svg { font: 14px system-ui, sans-serif; background: #fff; color: #222 }
  text { fill: currentColor }
  .grid { stroke: currentColor; stroke-opacity: .2 }
  .sheaf { stroke: #0b62c4; fill: #0b62c4 } .keyword { stroke: #b3520a; fill: #b3520a }
  polyline { fill: none; stroke-width: 2.5 } .keyword polyline { stroke-dasharray: 7 5 }
  .name { fill: inherit; stroke: none; font-weight: 600 }
  @media (prefers-color-scheme: dark) {
    svg { background: #16181d; color: #e6e6e6 }
    .sheaf { stroke: #6cb0ff; fill: #6cb0ff } .keyword { stroke: #ffa45c; fill: #ffa45c }
  }`;

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Every file inside against tokens, for both searches. */
export function recallPicture(
  sizes: readonly number[],
  { sheaf, keyword }: { readonly sheaf: OutcomeShares; readonly keyword: OutcomeShares },
  tasks: number,
): string {
  const [first = 1, last = 1] = [sizes[0], sizes.at(-1)];
  const x = (size: number): number =>
    LEFT + ((RIGHT - LEFT) * Math.log(size / first)) / Math.log(last / first || 2);
  const y = (share: number): number => BOTTOM - (BOTTOM - TOP) * share;
  const at = (value: number): string => value.toFixed(1);
  const line = (name: string, label: string, shares: readonly number[], shift: number): string => {
    const points = sizes.map((size, i) => `${at(x(size))},${at(y(shares[i] ?? 0))}`);
    const dots = sizes.map(
      (size, i) =>
        `<circle cx="${at(x(size))}" cy="${at(y(shares[i] ?? 0))}" r="4"><title>${label}, ${size} tokens: ${percent(shares[i] ?? 0)}</title></circle>`,
    );
    const end = y(shares.at(-1) ?? 0) + shift;
    return `<g class="${name}"><polyline points="${points.join(' ')}"/>${dots.join('')}<text class="name" x="${RIGHT}" y="${at(end)}" text-anchor="end">${label}</text></g>`;
  };
  const rows = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at(y(share))}" y2="${at(y(share))}"/><text x="${LEFT - 8}" y="${at(y(share) + 5)}" text-anchor="end">${Math.round(100 * share)}</text>`,
  );
  const columns = sizes.map(
    (size) =>
      `<text x="${at(x(size))}" y="${BOTTOM + 22}" text-anchor="middle">${size / 1000}k</text>`,
  );
  // The upper line has its name above it, the lower one below.
  const isAbove = (sheaf.everyFileAt.at(-1) ?? 0) >= (keyword.everyFileAt.at(-1) ?? 0);
  const [above, below] = [-12, 24];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Share of ${tasks} tasks with every file inside, by tokens">
<style>${STYLE}
</style>
<text x="${LEFT}" y="28" font-weight="600">Every file of the change inside, % of ${tasks} tasks</text>
${rows.join('\n')}
${columns.join('\n')}
<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 46}" text-anchor="middle">tokens of the context</text>
${line('sheaf', 'sheaf', sheaf.everyFileAt, isAbove ? above : below)}
${line('keyword', 'keyword search', keyword.everyFileAt, isAbove ? below : above)}
</svg>
`;
}
