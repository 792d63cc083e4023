import { openCompare, setTheme } from '../actions.ts';
import { freshness, isBusy, progress, sheet, view } from '../store.ts';
import { SAY } from '../strings.ts';
import { Icon, Mark } from './icons.tsx';

const OID = 7;

function stateText(): string {
  const state = freshness.value;
  if (progress.value !== null) return SAY.indexing(progress.value);
  if (isBusy.value) return SAY.working;
  if (state === null) return '';
  if (state.partial !== undefined) return SAY.partial(state.partial);
  if (state.commit === null) return SAY.noCommit;
  const commit = state.commit.slice(0, OID);
  return state.dirty !== null && state.dirty > 0
    ? SAY.changed(state.dirty, commit)
    : SAY.upToDate(commit);
}

/** The project and how fresh its index is. */
function State() {
  const root = freshness.value?.root.split(/[\\/]/).at(-1) ?? '';
  const isWorking = isBusy.value || progress.value !== null;
  return (
    <p class="state" role="status" title={freshness.value?.dirty_files.join('\n')}>
      {root !== '' && <strong>{root}</strong>}
      <span class={isWorking ? 'working' : ''}>{stateText()}</span>
    </p>
  );
}

export function Top() {
  return (
    <header class="top">
      <h1>
        <Mark />
        {SAY.title}
      </h1>
      <State />
      <nav aria-label={SAY.title}>
        <button
          type="button"
          aria-pressed={view.value === 'context'}
          onClick={() => {
            view.value = 'context';
          }}
        >
          {SAY.context}
        </button>
        <button
          type="button"
          aria-pressed={view.value === 'compare'}
          onClick={() => void openCompare()}
        >
          {SAY.compare}
        </button>
      </nav>
      <button
        type="button"
        class="bare"
        title={SAY.theme}
        aria-label={SAY.theme}
        onClick={setTheme}
      >
        <Icon name="sun" />
      </button>
      <button
        type="button"
        class="bare"
        title={`${SAY.keys} (?)`}
        aria-label={SAY.keys}
        onClick={() => {
          sheet.value = true;
        }}
      >
        <Icon name="keys" />
      </button>
    </header>
  );
}
