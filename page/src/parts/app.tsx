import { hush, open } from '../actions.ts';
import { hasToken } from '../api.ts';
import {
  flow,
  inspection,
  isBusy,
  message,
  notes,
  pane,
  selectedRow,
  shown,
  task,
  view,
} from '../store.ts';
import { SAY } from '../strings.ts';
import { Ask } from './ask.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { Compare } from './compare.tsx';
import { Evidence } from './evidence.tsx';
import { File } from './file.tsx';
import { Prompt } from './prompt.tsx';
import { Sheet } from './sheet.tsx';
import { SizeSlider } from './sizes.tsx';
import { Sources } from './sources.tsx';
import { Top } from './top.tsx';
import { Tree } from './tree.tsx';

/** What the model reads, or where it comes from. */
function Pane() {
  const tab = (name: 'prompt' | 'file', label: string) => (
    <button
      type="button"
      aria-pressed={pane.value === name}
      onClick={() => {
        pane.value = name;
        if (selectedRow.value !== null) void open(selectedRow.value, false);
      }}
    >
      {label}
    </button>
  );
  return (
    <aside class="pane" aria-label={pane.value === 'prompt' ? SAY.prompt : SAY.file}>
      <div class="tabs">
        {tab('prompt', SAY.prompt)}
        {tab('file', SAY.file)}
      </div>
      {pane.value === 'prompt' ? <Prompt /> : <File key={shown.value?.path ?? ''} />}
    </aside>
  );
}

/** What the server remarked: a word that it read otherwise, or a task that it shortened. */
function Notes() {
  if (notes.value.length === 0) return null;
  return (
    <ul class="notes">
      {notes.value.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

/** What there is to say before the first context. */
function Welcome() {
  const isAsked = isBusy.value && task.value.trim() !== '';
  const [title, text] = isAsked
    ? [SAY.readingTitle, SAY.readingText]
    : [SAY.emptyTitle, SAY.emptyText];
  return (
    <div class="welcome">
      <h2>{hasToken ? title : SAY.title}</h2>
      <p>{hasToken ? text : SAY.noToken}</p>
    </div>
  );
}

function Context() {
  const isEmpty = inspection.value === null && flow.value === null;
  return (
    <main class={isEmpty ? 'context empty' : 'context'}>
      <Ask />
      {isEmpty ? (
        <Welcome />
      ) : (
        <div class="columns">
          <div class="seen scrolls">
            <BudgetBar />
            {flow.value === null && <SizeSlider />}
            {inspection.value?.matched === false && flow.value === null && (
              <p class="hint">{SAY.noMatch}</p>
            )}
            {flow.value === null && <Notes />}
            <Tree />
            <Sources />
            <Evidence />
          </div>
          <Pane />
        </div>
      )}
    </main>
  );
}

export function App() {
  const said = message.value;
  return (
    <>
      <Top />
      {view.value === 'context' ? <Context /> : <Compare />}
      <div class="said" role={said?.isError === true ? 'alert' : 'status'}>
        {said !== null && (
          <p class={said.isError ? 'error' : ''}>
            {said.text}
            <button type="button" class="bare" aria-label={SAY.close} onClick={hush}>
              ×
            </button>
          </p>
        )}
      </div>
      <Sheet />
    </>
  );
}
