import type { Shown } from '../store.ts';
import { grouped, SAY } from '../strings.ts';
import { Line } from './lines.tsx';

const BAR = 6;
const HEIGHT = 26;

/** How often something was logged, over the time of the log. */
function Histogram({ counts, label }: { counts: readonly number[]; label: string }) {
  const most = Math.max(1, ...counts);
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${counts.length * BAR} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {counts.map((count, i) => {
        const height = count === 0 ? 0 : Math.max(2, (HEIGHT * count) / most);
        const x = i * BAR;
        return <rect key={x} x={x} y={HEIGHT - height} width={BAR - 1} height={height} />;
      })}
    </svg>
  );
}

const shortTime = (iso: string): string => iso.replace('T', ' ').replace(/\.\d+Z$/, '');

/** A log by its templates, the most frequent first. */
export function Log({ file: { templates, times } }: { file: Shown }) {
  return (
    <div class="log">
      <p class="hint">
        {SAY.templates(templates.length)}
        {times !== null && ` · ${shortTime(times.from)} – ${shortTime(times.to)}`}
      </p>
      <ul>
        {templates.map(({ template, level, count, line, histogram }) => (
          <li key={line} class={`level-${level || 'none'}`}>
            <b>{grouped(count)}×</b>
            {histogram.length > 0 && <Histogram counts={histogram} label={SAY.overTime(count)} />}
            <Line text={template} language="" />
          </li>
        ))}
      </ul>
    </div>
  );
}
