import { available, flow, inspection, rows, sizeAt, sizes, usedTokens } from '../store.ts';
import { grouped, percent, SAY, TIERS } from '../strings.ts';

interface Share {
  readonly tier: string;
  readonly source: string;
  readonly tokens: number;
}

const ORDER = Object.keys(TIERS);
/** A window so many times what is used is mostly free. */
const MOSTLY = 1.6;

/** What each tier takes, by source. */
function shares(): Share[] {
  const sums = new Map<string, Share>();
  for (const { tier, source, tokens, isOn } of rows.value) {
    if (!isOn) continue;
    const key = `${tier} ${source}`;
    sums.set(key, { tier, source, tokens: (sums.get(key)?.tokens ?? 0) + tokens });
  }
  return [...sums.values()].sort(
    (a, b) => ORDER.indexOf(a.tier) - ORDER.indexOf(b.tier) || b.tokens - a.tokens,
  );
}

/** What each source, or each tier, takes in all. */
function Legend({ of, shares: all }: { of: 'source' | 'tier'; shares: readonly Share[] }) {
  const sums = new Map<string, number>();
  for (const share of all) sums.set(share[of], (sums.get(share[of]) ?? 0) + share.tokens);
  return (
    <ul class="legend">
      {[...sums].map(([name, tokens]) => (
        <li key={name} class={of === 'source' ? `of-${name}` : `tier in-${name}`}>
          {of === 'source' ? name : TIERS[name]} <b>{grouped(tokens)}</b>
        </li>
      ))}
    </ul>
  );
}

/** How the budget is spent: tiers from left to right, in the colours of their sources. */
export function BudgetBar() {
  // Of a flow nobody knows: a person chose what is in it.
  const expected = flow.value === null ? (inspection.value?.expected ?? null) : null;
  const step = sizes.value?.steps[sizeAt.value ?? -1];
  const every = step?.every_file ?? expected?.every_file ?? null;
  const all = shares();
  // Of a window that is hardly used the shares alone are drawn, else they could not be told apart.
  const isMostlyFree = available.value > usedTokens.value * MOSTLY;
  const scale = Math.max(usedTokens.value, isMostlyFree ? 1 : available.value, 1);
  return (
    <section class="spent" aria-label={SAY.budgetBar}>
      <p class="figures">
        <strong>{grouped(step?.total_tokens ?? usedTokens.value)}</strong>{' '}
        <span>{SAY.ofTokens(available.value)}</span>
        {every !== null && (
          <span class="chance">
            <strong>{percent(every)}</strong> {SAY.chance}
          </span>
        )}
      </p>
      <div
        class="bar"
        role="img"
        aria-label={all
          .map(({ tier, source, tokens }) => `${TIERS[tier]}, ${source}: ${SAY.tokens(tokens)}`)
          .join('; ')}
      >
        {all.map(({ tier, source, tokens }) => (
          <span
            key={`${tier} ${source}`}
            class={`share of-${source} in-${tier}`}
            title={`${TIERS[tier]}, ${source}: ${SAY.tokens(tokens)}`}
            style={{ width: `${(100 * tokens) / scale}%` }}
          />
        ))}
      </div>
      <div class="legends">
        <Legend of="source" shares={all} />
        <Legend of="tier" shares={all} />
      </div>
    </section>
  );
}
