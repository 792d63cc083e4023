import { moveTo } from './actions.ts';
import { rows } from './store.ts';

/* Drags evidence to another rank. Rows say by `data-row` which they are; one pair of listeners serves them all. */

let dragged: string | null = null;

const keyAt = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)
    : null;

const rowOf = (key: string | null) =>
  rows.value.find((row) => row.key === key && row.isEvidence) ?? null;

export function listenToDrags(): void {
  addEventListener('dragstart', ({ target, dataTransfer }) => {
    dragged = keyAt(target);
    const row = rowOf(dragged);
    if (row !== null) dataTransfer?.setData('text/plain', row.path);
  });
  addEventListener('dragover', (event) => {
    if (dragged !== null && rowOf(keyAt(event.target)) !== null) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const [row, target] = [rowOf(dragged), rowOf(keyAt(event.target))];
    dragged = null;
    if (row === null || target === null || row.key === target.key) return;
    event.preventDefault();
    void moveTo(row, target);
  });
  addEventListener('dragend', () => {
    dragged = null;
  });
}
