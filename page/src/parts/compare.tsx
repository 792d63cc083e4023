import { compare, measure } from '../actions.ts';
import { compared, differences, isMeasuring, picture, type Record, records } from '../store.ts';
import { grouped, percent, SAY } from '../strings.ts';
import { Charts, SideBySide } from './charts.tsx';

const when = (iso: string): string => iso.replace('T', ' ').slice(0, 19);

/** One assembly; two of them can be chosen. */
function Assembly({ record, at }: { record: Record; at: number }) {
  const { budget, log } = record;
  const choice = (which: 0 | 1, name: string) => (
    <button
      type="button"
      aria-pressed={compared.value[which] === at}
      aria-label={`${name}: ${budget.task}`}
      onClick={() => void compare(which, at)}
    >
      {name}
    </button>
  );
  return (
    <tr>
      <td class="choices">
        {choice(0, SAY.first)}
        {choice(1, SAY.second)}
      </td>
      <td class="task">
        <bdi>{budget.task}</bdi>
      </td>
      <td>{grouped(log.tokens_used)}</td>
      <td>{percent(budget.metrics.utilization)}</td>
      <td>{log.expected === undefined ? '' : percent(log.expected.every_file)}</td>
      <td>{log.cached === true ? '' : `${grouped(log.assembly_time_ms)} ms`}</td>
      <td class="when">{when(budget.timestamp)}</td>
    </tr>
  );
}

/** The named cause of each difference. */
function Causes() {
  const found = differences.value;
  const [a, b] = compared.value;
  if (a === null || b === null) return <p class="hint">{SAY.compareHint}</p>;
  if (found === null) return <p class="hint">{SAY.noPlan}</p>;
  if (found.length === 0) return <p class="hint">{SAY.noCauses}</p>;
  return (
    <section class="causes">
      <h2>{SAY.causes}</h2>
      <table>
        <tbody>
          {found.map(({ cause, what, before, after }) => (
            <tr key={`${cause} ${what}`}>
              <th scope="row">{cause}</th>
              <td>
                <bdi>{what}</bdi>
              </td>
              <td>
                <del>{before}</del>
              </td>
              <td>
                <ins>{after}</ins>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How good contexts are on this project: what `sheaf eval` draws. */
function Measured() {
  return (
    <section class="measured">
      <p class="hint">{SAY.measureText}</p>
      <button type="button" disabled={isMeasuring.value} onClick={() => void measure()}>
        {isMeasuring.value ? SAY.measuring : SAY.measure}
      </button>
      {picture.value !== null && <img alt={SAY.measureText} src={picture.value} />}
    </section>
  );
}

const SHOWN = 100;

export function Compare() {
  const all = records.value;
  return (
    <main class="compare">
      {all.length > 0 && <Charts records={all} />}
      <h2>{SAY.history}</h2>
      {all.length === 0 ? (
        <p class="hint">{SAY.noHistory}</p>
      ) : (
        <div class="table">
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span class="unseen">{SAY.compare}</span>
                </th>
                <th scope="col">{SAY.task}</th>
                {SAY.columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all
                .map((record, at) => (
                  <Assembly key={`${record.budget.timestamp} ${at}`} record={record} at={at} />
                ))
                .slice(-SHOWN)
                .reverse()}
            </tbody>
          </table>
        </div>
      )}
      <SideBySide records={all} />
      <Causes />
      <Measured />
    </main>
  );
}
