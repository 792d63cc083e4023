import { drop, open, pin, setLevel, toggle } from '../actions.ts';
import { type Row, selected } from '../store.ts';
import { grouped, percent, REASONS, SAY, TIERS } from '../strings.ts';
import { Icon } from './icons.tsx';

const LEVELS = ['full', 'detailed', 'summary', 'stub'] as const;

/** A path with its folder faint: the name is what people look for. */
export function Path({ path }: { path: string }) {
  const cut = path.lastIndexOf('/') + 1;
  return (
    <bdi class="path" title={path}>
      <span>{path.slice(0, cut)}</span>
      <b>{path.slice(cut)}</b>
    </bdi>
  );
}

/** What speaks for it, as a stacked bar. */
export function Reasons({ reasons }: Pick<Row, 'reasons'>) {
  const shares = Object.entries(reasons).flatMap(([name, share]) =>
    share === undefined ? [] : [{ name, share }],
  );
  const said = shares.map(({ name, share }) => `${REASONS[name]} ${percent(share)}`).join(', ');
  return (
    <span class="reasons" role="img" title={said} aria-label={said === '' ? '–' : said}>
      {shares.map(({ name, share }) => (
        <i key={name} class={`by-${name}`} style={{ width: `${100 * share}%` }} />
      ))}
    </span>
  );
}

const lineCount = (spans: Row['spans']): number =>
  spans.reduce((sum, [first, last]) => sum + last - first + 1, 0);

/** How much of the document is here. */
function extentOf({ spans, lines }: Row): string {
  const count = lineCount(spans);
  if (lines === 0 || count === 0) return '';
  return count >= lines ? SAY.wholeOf(lines) : SAY.linesOf(count, lines);
}

function About({ row }: { row: Row }) {
  const { words, tier } = row;
  const shown = extentOf(row);
  return (
    <span class="about">
      <em>{TIERS[tier]}</em>
      {shown !== '' && <span class="extent">{shown}</span>}
      {words.length > 0 && (
        <span class="words" title={words.join(' ')}>
          {words.join(' ')}
        </span>
      )}
    </span>
  );
}

/** A document of the context with all that can be done to it. */
export function EvidenceRow({ row }: { row: Row }) {
  const isSelected = selected.value === row.key;
  const levels = LEVELS.some((level) => level === row.level) ? LEVELS : [row.level, ...LEVELS];
  return (
    <div
      class={`row of-${row.source} ${row.isOn ? '' : 'off'}`}
      data-selected={isSelected ? '' : undefined}
      data-row={row.key}
    >
      <span class="grip" draggable={row.isEvidence} title={row.isEvidence ? SAY.move : undefined}>
        {row.isEvidence && <Icon name="grip" />}
      </span>
      <input
        type="checkbox"
        class="switch"
        checked={row.isOn}
        disabled={!row.isEvidence}
        aria-label={SAY.on(row.path)}
        onChange={() => void toggle(row)}
      />
      <button type="button" class="what" aria-pressed={isSelected} onClick={() => void open(row)}>
        <Path path={row.path} />
        <About row={row} />
      </button>
      <Reasons reasons={row.reasons} />
      <span class="likely" title={SAY.recall}>
        {row.tier === 'system' ? '' : percent(row.relevance)}
      </span>
      <span class="tokens">{grouped(row.tokens)}</span>
      <select
        class="level"
        aria-label={`${SAY.level}: ${row.path}`}
        value={row.level}
        disabled={!row.isEvidence}
        onChange={({ currentTarget }) => void setLevel(row, currentTarget.value)}
      >
        {levels.map((level) => (
          <option key={level} value={level} disabled={level === 'excerpts'}>
            {level}
          </option>
        ))}
      </select>
      <span class="acts">
        {row.isEvidence && (
          <>
            <button
              type="button"
              class="bare"
              title={SAY.unrankedPin}
              aria-label={`${SAY.pin} ${row.path}`}
              onClick={() => void pin(row)}
            >
              <Icon name="pin" />
            </button>
            <button
              type="button"
              class="bare"
              title={SAY.drop}
              aria-label={`${SAY.drop} ${row.path}`}
              onClick={() => void drop(row)}
            >
              <Icon name="drop" />
            </button>
          </>
        )}
      </span>
    </div>
  );
}
