import { inspection, rows, source } from '../store.ts';
import { grouped, SAY } from '../strings.ts';

/** The six sources with how many documents of each are here, of how many there are. */
export function Sources() {
  const here = new Map<string, number>();
  for (const row of rows.value) here.set(row.source, (here.get(row.source) ?? 0) + 1);
  const all = inspection.value?.sources ?? {};
  const names = [...new Set([...Object.keys(all), ...here.keys()])]
    .filter((name) => name !== 'task')
    .sort();
  const tab = (name: string | null, label: string, count: number, of: number | null) => (
    <button
      type="button"
      key={label}
      class={name === null ? '' : `of-${name}`}
      aria-pressed={source.value === name}
      onClick={() => {
        source.value = name;
      }}
    >
      {label} <b>{grouped(count)}</b>
      {of !== null && <small>{SAY.ofAll(of)}</small>}
    </button>
  );
  return (
    <section class="sources" aria-label={SAY.sources}>
      {tab(null, SAY.all, rows.value.length, null)}
      {names.map((name) => tab(name, name, here.get(name) ?? 0, all[name] ?? null))}
    </section>
  );
}
