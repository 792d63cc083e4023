import { computed, useSignal } from '@preact/signals';
import { commentLines } from '../highlight.ts';
import { type Shown, selectedRow, shown } from '../store.ts';
import { SAY } from '../strings.ts';
import { Conversation } from './conversation.tsx';
import { FOCUSABLE, Line } from './lines.tsx';
import { Log } from './log.tsx';
import { Path } from './row.tsx';
import { Virtual } from './virtual.tsx';

const LINE = 20;
/** A gap of fewer lines is shown: a fold would take as much room. */
const LEAST_FOLD = 6;

type Entry =
  | { readonly kind: 'line'; readonly number: number; readonly isPacked: boolean }
  | {
      readonly kind: 'fold';
      readonly first: number;
      readonly last: number;
      readonly isOpen: boolean;
    };

const text = computed(() => shown.value?.text.replace(/\n$/, '').split('\n') ?? []);
const comments = computed(() => commentLines(text.value, shown.value?.language ?? ''));

/** Lines of a file, with what is not in the context folded. */
function entriesOf(
  count: number,
  spans: readonly (readonly [number, number])[],
  unfolded: ReadonlySet<number>,
): Entry[] {
  const packed = new Set<number>();
  for (const [first, last] of spans) for (let n = first; n <= last; n++) packed.add(n);
  const entries: Entry[] = [];
  for (let number = 1; number <= count; number++) {
    const isPacked = packed.size === 0 ? false : packed.has(number);
    if (isPacked || packed.size === 0) {
      entries.push({ kind: 'line', number, isPacked });
      continue;
    }
    let last = number;
    while (last < count && !packed.has(last + 1)) last++;
    const isOpen = unfolded.has(number);
    const mayFold = last - number + 1 >= LEAST_FOLD;
    if (mayFold) entries.push({ kind: 'fold', first: number, last, isOpen });
    if (!mayFold || isOpen)
      for (let n = number; n <= last; n++)
        entries.push({ kind: 'line', number: n, isPacked: false });
    number = last;
  }
  return entries;
}

function Lines() {
  const unfolded = useSignal<ReadonlySet<number>>(new Set());
  const spans = selectedRow.value?.spans ?? [];
  const lines = text.value;
  const entries = entriesOf(lines.length, spans, unfolded.value);
  const language = shown.value?.language ?? '';
  return (
    <Virtual
      count={entries.length}
      rowHeight={LINE}
      row={(index) => {
        const entry = entries[index];
        if (entry === undefined) return null;
        if (entry.kind === 'fold') {
          return (
            <button
              type="button"
              class="fold"
              aria-expanded={entry.isOpen}
              onClick={() => {
                const others = [...unfolded.value].filter((first) => first !== entry.first);
                unfolded.value = new Set(entry.isOpen ? others : [...others, entry.first]);
              }}
            >
              {entry.isOpen ? '⌃ ' : '⋯ '}
              {(entry.isOpen ? SAY.foldLines : SAY.hiddenLines)(entry.last - entry.first + 1)}
            </button>
          );
        }
        return (
          <div class={`line numbered ${entry.isPacked ? 'packed' : ''}`}>
            <span class="number">{entry.number}</span>
            <Line
              text={lines[entry.number - 1] ?? ''}
              language={language}
              isComment={comments.value.has(entry.number - 1)}
            />
          </div>
        );
      }}
    />
  );
}

/** How else a file can be looked at. */
function otherView({ templates, turns }: Shown): string | null {
  if (templates.length > 0) return SAY.showTemplates;
  return turns.length > 0 ? SAY.showConversation : null;
}

/** A file with the lines that are in the context marked; a log or a conversation also as what it is. */
export function File() {
  const file = shown.value;
  const isPlain = useSignal(false);
  if (file === null) return <p class="hint">{SAY.choose}</p>;
  const secrets = Object.values(file.redactions).reduce((sum, count) => sum + count, 0);
  const other = otherView(file);
  const isOther = other !== null && !isPlain.value;
  return (
    <>
      <div class="tools">
        <Path path={file.path} />
        <span class="space" />
        {secrets > 0 && <span class="secret">{SAY.secrets(secrets)}</span>}
        {file.hidden_characters > 0 && (
          <span class="hidden">{SAY.hidden(file.hidden_characters)}</span>
        )}
        {other !== null && (
          <button
            type="button"
            aria-pressed={isOther}
            onClick={() => {
              isPlain.value = !isPlain.value;
            }}
          >
            {isOther ? SAY.showLines : other}
          </button>
        )}
      </div>
      <section class="scrolls text" {...FOCUSABLE} aria-label={file.path}>
        {isOther && file.templates.length > 0 && <Log file={file} />}
        {isOther && file.templates.length === 0 && <Conversation file={file} lines={text.value} />}
        {!isOther && <Lines key={`${file.path} ${selectedRow.value?.key}`} />}
      </section>
    </>
  );
}
