import { compared, type Record } from '../store.ts';
import { CHARTS, grouped, percent, SAY } from '../strings.ts';

const WIDTH = 240;
const HEIGHT = 56;
const SHOWN = 60;

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly say: (value: number) => string;
}

const seriesOf = (records: readonly Record[]): readonly Series[] => [
  { name: 'tokens', values: records.map(({ log }) => log.tokens_used), say: grouped },
  { name: 'fill', values: records.map(({ budget }) => budget.metrics.utilization), say: percent },
  {
    name: 'probability',
    values: records.map(({ log }) => log.expected?.every_file ?? null),
    say: percent,
  },
  {
    name: 'cached',
    values: records.map(({ log }) => (log.cached === true ? 1 : 0)),
    say: (value) => (value === 1 ? SAY.yes : SAY.no),
  },
  {
    name: 'time',
    values: records.map(({ log }) => log.assembly_time_ms),
    say: (value) => `${grouped(value)} ms`,
  },
];

/** One figure over the last assemblies. */
function Chart({ name, values, say }: Series) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(...known, 0) || 1;
  const step = WIDTH / Math.max(1, values.length);
  const last = known.at(-1);
  return (
    <figure>
      <figcaption>
        {CHARTS[name]} <b>{last === undefined ? '–' : say(last)}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${CHARTS[name]}: ${known.map(say).join(', ')}`}
      >
        {values.map((value, i) => {
          const height = value === null ? 0 : Math.max(1.5, (HEIGHT * value) / most);
          const x = i * step;
          return (
            <rect key={x} x={x} y={HEIGHT - height} width={Math.max(1, step - 2)} height={height} />
          );
        })}
      </svg>
    </figure>
  );
}

export function Charts({ records }: { records: readonly Record[] }) {
  return (
    <div class="charts">
      {seriesOf(records.slice(-SHOWN)).map((series) => (
        <Chart key={series.name} {...series} />
      ))}
    </div>
  );
}

interface Document {
  readonly path: string;
  readonly tokens: number;
  readonly level: string;
}

const documentsOf = ({ budget }: Record): readonly Document[] =>
  [budget.fixed, ...Object.values(budget.allocation)].flatMap((tier) => tier?.files ?? []);

/** The documents of two contexts beside each other. */
export function SideBySide({ records }: { records: readonly Record[] }) {
  const [a, b] = compared.value.map((at) => records[at ?? -1]);
  if (a === undefined || b === undefined) return null;
  const column = (own: Record, other: Record, name: string) => {
    const there = new Set(documentsOf(other).map(({ path }) => path));
    return (
      <section>
        <h3>
          <b>{name}</b> {own.budget.task} <small>{SAY.tokens(own.log.tokens_used)}</small>
        </h3>
        <ul>
          {documentsOf(own).map(({ path, tokens, level }) => (
            <li key={path} class={there.has(path) ? '' : 'alone'}>
              <bdi>{path}</bdi> <small>{level}</small> <b>{grouped(tokens)}</b>
            </li>
          ))}
        </ul>
      </section>
    );
  };
  return (
    <div class="beside">
      {column(a, b, SAY.first)}
      {column(b, a, SAY.second)}
    </div>
  );
}
