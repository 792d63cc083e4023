import type { StateView } from '../../ports/store.ts';

interface Shared {
  readonly name: string;
  readonly view: StateView;
  /** Requests that have it open, and we while it is the newest. */
  users: number;
}

/** Views that requests share. What one request read of a state is there for the next. */
export interface SharedViews {
  /** The view of a state, opened by `make` unless the last one has the same name. Closing it lets go of it. */
  open(name: string, make: () => StateView): StateView;
  /** Closes all that nobody uses; the others when they are let go. */
  close(): void;
}

/** Keeps the view of the newest state open: in a running process most requests ask the state that the one before asked. */
export function sharedViews(): SharedViews {
  let newest: Shared | null = null;
  const letGo = (shared: Shared): void => {
    shared.users -= 1;
    if (shared.users === 0) shared.view.close();
  };
  const retire = (): void => {
    if (newest !== null) letGo(newest);
    newest = null;
  };
  return {
    open: (name, make) => {
      if (newest?.name !== name) {
        const view = make();
        retire();
        newest = { name, view, users: 1 };
      }
      const shared = newest;
      shared.users += 1;
      let isOpen = true;
      const close = (): void => {
        if (isOpen) letGo(shared);
        isOpen = false;
      };
      // What the view computes when first asked must be computed in it, not in a copy.
      return Object.create(shared.view, { close: { value: close } }) as StateView;
    },
    close: retire,
  };
}
