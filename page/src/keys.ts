import * as actions from './actions.ts';
import * as store from './store.ts';

/* Everything can be done without a mouse. */

const LEVELS = ['full', 'detailed', 'summary', 'stub'] as const;

const focusOn = (id: string): void => document.getElementById(id)?.focus();

/** The row below or above the selected one. */
function step(by: 1 | -1): void {
  const rows = store.visibleRows.value;
  const at = rows.findIndex(({ key }) => key === store.selected.value);
  const row = rows[Math.max(0, Math.min(rows.length - 1, at === -1 ? 0 : at + by))];
  if (row === undefined) return;
  void actions.open(row, false);
  requestAnimationFrame(() =>
    document.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' }),
  );
}

function rank(by: 1 | -1): void {
  const rows = store.visibleRows.value.filter(({ isEvidence }) => isEvidence);
  const at = rows.findIndex(({ key }) => key === store.selected.value);
  const [row, target] = [rows[at], rows[at + by]];
  if (row === undefined || target === undefined) return;
  // Below the next one is where the next one stands once it has moved up: it is moved instead.
  void (by === -1 ? actions.moveTo(row, target) : actions.moveTo(target, row));
}

function resize(by: 1 | -1): void {
  const steps = store.sizes.value?.steps ?? [];
  const now = store.budget.value ?? store.usedTokens.value;
  const next =
    by === 1
      ? steps.find(({ context_tokens: size }) => size > now)
      : steps.findLast(({ context_tokens: size }) => size < now);
  if (next !== undefined) void actions.setBudget(next.context_tokens);
}

/** What a key does to the selected document. */
const ON_ROW: Readonly<Record<string, (row: store.Row) => Promise<void>>> = {
  ' ': actions.toggle,
  p: actions.pin,
  x: actions.drop,
  Delete: actions.drop,
  ...Object.fromEntries(
    LEVELS.map((level, i) => [`${i + 1}`, (row: store.Row) => actions.setLevel(row, level)]),
  ),
};

const ANYWHERE: Readonly<Record<string, () => void>> = {
  '/': () => focusOn('task'),
  j: () => step(1),
  ArrowDown: () => step(1),
  k: () => step(-1),
  ArrowUp: () => step(-1),
  a: () => focusOn('add'),
  f: () => focusOn('focus'),
  u: () => void actions.undo(),
  U: () => void actions.redo(),
  '[': () => resize(-1),
  ']': () => resize(1),
  v: () => {
    store.pane.value = store.pane.value === 'prompt' ? 'file' : 'prompt';
    if (store.selectedRow.value !== null) void actions.open(store.selectedRow.value, false);
  },
  c: () => {
    if (store.view.value === 'compare') store.view.value = 'context';
    else void actions.openCompare();
  },
  t: actions.setTheme,
  '?': () => {
    store.sheet.value = !store.sheet.value;
  },
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.matches('input, textarea, select') || target.isContentEditable);

function press(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    store.sheet.value = false;
    actions.hush();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return;
  }
  if ((event.ctrlKey || event.metaKey) && event.key === 'Enter') {
    void actions.assemble();
    return;
  }
  if (isTyping(event.target) || event.ctrlKey || event.metaKey) return;
  if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    event.preventDefault();
    rank(event.key === 'ArrowUp' ? -1 : 1);
    return;
  }
  // A button that has the focus is pressed by the space bar itself.
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
  const row = store.selectedRow.value;
  const onRow = row?.isEvidence === true ? ON_ROW[event.key] : undefined;
  const act = onRow !== undefined && row !== null ? () => void onRow(row) : ANYWHERE[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

export function listen(): void {
  addEventListener('keydown', press);
}
