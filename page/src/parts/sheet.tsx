import { useEffect, useRef } from 'preact/hooks';
import { sheet } from '../store.ts';
import { KEYS, SAY } from '../strings.ts';

/** What the keys do. */
export function Sheet() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = sheet.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={SAY.keys}
      onClose={() => {
        sheet.value = false;
      }}
    >
      <h2>{SAY.keys}</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        onClick={() => {
          sheet.value = false;
        }}
      >
        {SAY.close}
      </button>
    </dialog>
  );
}
