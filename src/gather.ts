import { withChanges } from './gather/changes.ts';
import { choose } from './gather/choose.ts';
import type { Gathering, GatherRequest } from './gather/gathering.ts';
import { rank } from './gather/rank.ts';
import { understand } from './gather/understand.ts';
import type { Ports } from './ports/ports.ts';
import type { StateView } from './ports/store.ts';

/** From a task to candidates for a context: understand → retrieve → score → tier → choose. */
export async function gather(
  ports: Ports,
  view: StateView,
  request: GatherRequest,
): Promise<Gathering> {
  const understood = await understand(ports, view, request);
  const ranking = rank(view, understood);
  return withChanges(ports, view, choose(view, ranking, understood), understood);
}
