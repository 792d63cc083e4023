import { list, text } from '../config/given.ts';
import type { Engine } from '../engine.ts';
import type { CallOptions, SeenState } from '../model/call.ts';
import type { ContextPlan } from '../model/plan.ts';
import type { State } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import { type Calls, openCalls } from './calls.ts';
import { readCall } from './requests.ts';

/** What the methods of a workspace are made with: each reads what it is given, then works on an engine that ends with the call. */
export interface Methods extends Pick<Calls, 'ending' | 'end'> {
  call<T>(options: CallOptions, work: (engine: Engine) => Promise<T>): Promise<T>;
  /** A method without a request. */
  calling<T>(work: (engine: Engine) => Promise<T>): (given?: CallOptions) => Promise<T>;
  /** A method that reads its request and answers it on the state of the project as it is now. */
  asking<G, R extends CallOptions, T>(
    read: (given: G) => R,
    work: (engine: Engine, view: StateView, asked: R, indexMs: number) => Promise<T>,
  ): (given: G) => Promise<T>;
  /** The same for what is asked of some files. */
  askingOf<T>(
    work: (view: StateView, paths: readonly string[]) => Promise<T>,
  ): (paths: readonly string[], given?: CallOptions) => Promise<T>;
}

export function openMethods(opened: Engine): Methods {
  const { now, signal: outer } = opened.ports;
  const { run, ending, end } = openCalls(outer);
  const call: Methods['call'] = ({ signal }, work) =>
    run(signal, (until) => opened.healing(() => work(opened.until(until))));
  const asking: Methods['asking'] = (read, work) => async (given) => {
    const asked = read(given);
    const beganMs = now();
    return call(asked, async (engine) => {
      const view = await engine.view();
      asked.onState?.(seen(view.state, engine));
      try {
        return await work(engine, view, asked, now() - beganMs);
      } finally {
        view.close();
      }
    });
  };
  return {
    call,
    calling: (work) => async (given) => call(readCall(given), work),
    asking,
    askingOf: (work) => async (paths, given) =>
      asking(readCall, async (_, view) => work(view, list(text)(paths, 'paths')))(given),
    ending,
    end,
  };
}

/** The state that an answer was found on. */
export const seen = (
  state: Pick<State, 'root' | 'commit'> | Pick<ContextPlan, 'state_root' | 'commit'>,
  { share }: Engine,
): SeenState => ({
  stateRoot: 'root' in state ? state.root : state.state_root,
  commit: state.commit,
  ...(share === undefined ? {} : { share }),
});
