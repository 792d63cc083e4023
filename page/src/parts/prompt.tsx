import { computed } from '@preact/signals';
import { replay, setFormat, tell } from '../actions.ts';
import {
  FORMATS,
  type Format,
  flow,
  format,
  prompt,
  sections,
  selectedRow,
  task,
  usedTokens,
} from '../store.ts';
import { SAY } from '../strings.ts';
import { Icon } from './icons.tsx';
import { FOCUSABLE, Line } from './lines.tsx';
import { Virtual } from './virtual.tsx';

const LINE = 20;

interface PromptLine {
  readonly text: string;
  readonly source: string;
  readonly path: string;
}

/** The prompt line by line, each with the document it belongs to. */
const lines = computed((): readonly PromptLine[] => {
  const all = sections.value;
  let at = 0;
  let next = 0;
  return prompt.value.split('\n').map((text): PromptLine => {
    while (next < all.length && (all[next]?.end ?? 0) <= at) next++;
    const section = all[next];
    at += text.length + 1;
    return section !== undefined && section.start < at
      ? { text, source: section.source, path: section.path }
      : { text, source: 'task', path: '' };
  });
});

/** Where the selected document begins. */
const place = computed(() => {
  const path = selectedRow.value?.path;
  const at = path === undefined ? -1 : lines.value.findIndex((line) => line.path === path);
  return at === -1 ? null : at;
});

const NAME_LENGTH = 40;

function download(): void {
  const name = (flow.value?.flow_id ?? task.value.replace(/\W+/g, '-')).slice(0, NAME_LENGTH);
  const address = URL.createObjectURL(new Blob([prompt.value], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name || 'prompt'}.${format.value}`;
  link.click();
  URL.revokeObjectURL(address);
}

async function copy(): Promise<void> {
  try {
    await navigator.clipboard.writeText(prompt.value);
    tell(`${SAY.copied}: ${SAY.tokens(usedTokens.value)}`);
  } catch (error) {
    tell(String(error), true);
  }
}

/** The prompt as the model gets it. */
export function Prompt() {
  const all = lines.value;
  return (
    <>
      <div class="tools">
        <span>{SAY.tokens(usedTokens.value)}</span>
        <span class="space" />
        <label class="format">
          <span class="unseen">{SAY.format}</span>
          <select
            value={format.value}
            onChange={({ currentTarget }) => void setFormat(currentTarget.value as Format)}
          >
            {FORMATS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void copy()}>
          <Icon name="copy" /> {SAY.copy}
        </button>
        <button type="button" onClick={download}>
          <Icon name="download" /> {SAY.download}
        </button>
        <button type="button" onClick={() => void replay()}>
          <Icon name="replay" /> {SAY.replay}
        </button>
      </div>
      <section class="scrolls text" {...FOCUSABLE} aria-label={SAY.prompt}>
        <Virtual
          count={all.length}
          rowHeight={LINE}
          at={place.value}
          row={(index) => {
            const line = all[index];
            if (line === undefined) return null;
            return (
              <div
                class={`line of-${line.source} ${line.path !== '' && line.path === selectedRow.value?.path ? 'packed' : ''}`}
              >
                <Line text={line.text} language="" />
              </div>
            );
          }}
        />
      </section>
    </>
  );
}
