import { add, leaveFlow, redo, undo } from '../actions.ts';
import { budget, flow, leftOut, type Sizes, sizes, source, visibleRows } from '../store.ts';
import { DROPPED, percent, SAY } from '../strings.ts';
import { Adder, Focus } from './adder.tsx';
import { Icon } from './icons.tsx';
import { EvidenceRow, Path, Reasons } from './row.tsx';
import { useNarrow, Virtual } from './virtual.tsx';

const ROW = 52;
const NARROW_ROW = 92;
const LEFT_ROW = 46;
const NARROW_LEFT_ROW = 68;
const NARROW = 760;

/** Where the flow is saved, and the way back. */
function Tools() {
  const groomed = flow.value;
  return (
    <div class="tools">
      <h2>{SAY.evidence}</h2>
      {groomed !== null && (
        <>
          <span class="flow" title={SAY.flowCommand(groomed.flow_id, budget.value)}>
            {SAY.flow(groomed.flow_id)}
          </span>
          <button
            type="button"
            class="bare"
            disabled={groomed.undo === null}
            aria-label={SAY.undo}
            title={`${SAY.undo}: ${groomed.undo ?? '–'}`}
            onClick={() => void undo()}
          >
            <Icon name="undo" />
          </button>
          <button
            type="button"
            class="bare"
            disabled={groomed.redo === null}
            aria-label={SAY.redo}
            title={`${SAY.redo}: ${groomed.redo ?? '–'}`}
            onClick={() => void redo()}
          >
            <Icon name="redo" />
          </button>
          <button type="button" onClick={() => void leaveFlow()}>
            {SAY.leaveFlow}
          </button>
        </>
      )}
      <span class="space" />
      <Adder />
      <Focus />
    </div>
  );
}

type Entry = Sizes['entries'][number];

/** At which size a file enters, and what makes room for it. */
function priceOf(entry: Entry | undefined, largest: number | undefined): string {
  if (entry === undefined) return largest === undefined ? '' : SAY.entersBeyond(largest);
  const { context_tokens: tokens, is_close: isClose, displaces } = entry;
  const whole = displaces.filter(({ lost }) => lost === 'all').map(({ path }) => path);
  const lines = displaces.filter(({ lost }) => lost === 'lines');
  const names = [...whole, ...lines.map(({ path }) => SAY.linesOfPath(path))];
  return `${SAY.enters(tokens, isClose)}${SAY.inPlaceOf(names)}`;
}

/** What just missed, with the price of its entry. */
function LeftOut() {
  const files = leftOut.value;
  const isNarrow = useNarrow(NARROW);
  const entries = new Map(sizes.value?.entries.map((entry) => [entry.path, entry]));
  const largest = sizes.value?.steps.at(-1)?.context_tokens;
  if (files.length === 0) return null;
  return (
    <>
      <h2 class="left-title">
        {SAY.leftOut} <small>{files.length}</small>
      </h2>
      <Virtual
        count={files.length}
        rowHeight={isNarrow ? NARROW_LEFT_ROW : LEFT_ROW}
        label={SAY.leftOut}
        row={(index) => {
          const file = files[index];
          if (file === undefined) return null;
          const price = priceOf(entries.get(file.path), largest);
          return (
            <div class={`row left of-${file.source}`}>
              <button
                type="button"
                class="bare"
                aria-label={`${SAY.add} ${file.path}`}
                title={SAY.add}
                onClick={() => void add(file.path)}
              >
                <Icon name="add" />
              </button>
              <span class="what">
                <Path path={file.path} />
                <span class="about" title={price}>
                  <em>{DROPPED[file.reason] ?? file.reason}</em>
                  {price !== '' && <span>{price}</span>}
                </span>
              </span>
              <Reasons reasons={file.reasons} />
              <span class="likely">{percent(file.relevance)}</span>
            </div>
          );
        }}
      />
    </>
  );
}

export function Evidence() {
  const list = visibleRows.value;
  const isNarrow = useNarrow(NARROW);
  return (
    <section class="evidence" aria-label={SAY.evidence}>
      <Tools />
      <Virtual
        key={source.value ?? ''}
        count={list.length}
        rowHeight={isNarrow ? NARROW_ROW : ROW}
        label={SAY.evidence}
        row={(index) => {
          const row = list[index];
          return row === undefined ? null : <EvidenceRow key={row.key} row={row} />;
        }}
      />
      <LeftOut />
    </section>
  );
}
