import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { add, find, focus } from '../actions.ts';
import { flow } from '../store.ts';
import { SAY } from '../strings.ts';
import { Path } from './row.tsx';

const TYPING_MS = 200;

/** Adds a file by its path, or by words that find it. */
export function Adder() {
  const text = useSignal('');
  const found = useSignal<readonly string[] | null>(null);
  const asking = useRef<AbortController | null>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>();
  const end = (): void => {
    asking.current?.abort();
    clearTimeout(typing.current);
    text.value = '';
    found.value = null;
  };
  const choose = (path: string): void => {
    end();
    void add(path);
  };
  const search = async (): Promise<void> => {
    const own = new AbortController();
    asking.current = own;
    try {
      found.value = await find(text.value, own.signal);
    } catch {
      // Typing on ends a search, and an empty list says the rest.
      if (!own.signal.aborted) found.value = [];
    }
  };
  return (
    <form
      class="adder"
      onSubmit={(event) => {
        event.preventDefault();
        const path = text.value.trim();
        if (path !== '') choose(/[/.]/.test(path) ? path : (found.value?.[0] ?? path));
      }}
      onBlurCapture={(event) => {
        if (
          !(
            event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
          )
        )
          found.value = null;
      }}
    >
      <input
        id="add"
        type="search"
        placeholder={SAY.addHint}
        aria-label={SAY.add}
        autocomplete="off"
        spellcheck={false}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          asking.current?.abort();
          clearTimeout(typing.current);
          if (text.value.trim().length < 2) found.value = null;
          else typing.current = setTimeout(() => void search(), TYPING_MS);
        }}
      />
      {found.value !== null && (
        <ul class="found">
          {found.value.length === 0 && <li class="none">{SAY.resultNone}</li>}
          {found.value.map((path) => (
            <li key={path}>
              <button type="button" onClick={() => choose(path)}>
                <Path path={path} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}

/** Keeps only what matches some words, until the focus ends. */
export function Focus() {
  const focused = flow.value?.focus ?? null;
  const text = useSignal('');
  if (focused !== null) {
    return (
      <button type="button" class="focused" title={SAY.focusOff} onClick={() => void focus('off')}>
        {SAY.focus}: {focused} ×
      </button>
    );
  }
  return (
    <form
      class="focus"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.value.trim() !== '') void focus(text.value.trim());
        text.value = '';
      }}
    >
      <input
        id="focus"
        type="search"
        placeholder={SAY.focusHint}
        aria-label={SAY.focus}
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
      />
    </form>
  );
}
