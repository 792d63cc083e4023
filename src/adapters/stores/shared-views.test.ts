import { describe, expect, it } from 'vitest';
import type { StateView } from '../../ports/store.ts';
import { sharedViews } from './shared-views.ts';

function fakeView(name: string, closed: string[]): StateView {
  const view = { state: { root: name }, close: () => closed.push(name) };
  return view as unknown as StateView;
}

describe('RT-4 views that requests share', () => {
  it('are opened once for a state, and closed when a newer one came and nobody reads them', () => {
    const closed: string[] = [];
    const made: string[] = [];
    const views = sharedViews();
    const open = (name: string): StateView =>
      views.open(name, () => {
        made.push(name);
        return fakeView(name, closed);
      });
    const [first, second] = [open('a'), open('a')];
    first.close();
    first.close();
    const third = open('b');
    expect(made).toEqual(['a', 'b']);
    expect(closed).toEqual([]);
    expect(second.state.root).toBe('a');
    second.close();
    expect(closed).toEqual(['a']);
    third.close();
    expect(closed).toEqual(['a']);
    views.close();
    expect(closed).toEqual(['a', 'b']);
  });
});
