import type { StateView } from '../../ports/store.ts';

interface Shared {
  readonly name: string;
  readonly view: StateView;
  users: number;
  isOld: boolean;
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
  const closeIfDone = (shared: Shared): void => {
    if (shared.isOld && shared.users === 0) shared.view.close();
  };
  const retire = (): void => {
    if (newest === null) return;
    newest.isOld = true;
    closeIfDone(newest);
    newest = null;
  };
  return {
    open: (name, make) => {
      if (newest?.name !== name) {
        const view = make();
        retire();
        newest = { name, view, users: 0, isOld: false };
      }
      const shared = newest;
      shared.users += 1;
      let isOpen = true;
      const close = (): void => {
        if (!isOpen) return;
        isOpen = false;
        shared.users -= 1;
        closeIfDone(shared);
      };
      // What the view computes when first asked must be computed in it, not in a copy.
      return Object.create(shared.view, { close: { value: close } }) as StateView;
    },
    close: retire,
  };
}
