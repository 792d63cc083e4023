import { SheafError } from '../../model/errors.ts';
import type { ContextPlan } from '../../model/plan.ts';
import type { Shortlist, ShortlistCandidate } from '../../model/shortlist.ts';
import { type Answer, type Caller, dataOf } from '../doors/answer.ts';
import type { Given } from '../doors/read.ts';
import { listed, taskIn, USUAL_TOKENS } from './tools.ts';

/* A context, then what the reader picks from the rest: the second answer holds only what the first did not. */

export type Ask = (name: string, given: Given, caller: Caller) => Promise<Answer>;

/** A candidate that is not in the context yet. */
export interface Further extends ShortlistCandidate {
  readonly path: string;
}

/** What programs get of a list. */
type Listed = Pick<Shortlist, 'id' | 'files'>;

export interface ContextAnswer {
  readonly answer: Answer;
  readonly further: readonly Further[];
}

/** As many as a reader looks at. */
const MOST_FURTHER = 10;
const NUMBERS = /^\d{1,4}(?:-\d{1,4})?$/;

export async function askContext(
  { detail: _, tokens, pick, drop, plan: handle, ...given }: Given,
  caller: Caller,
  ask: Ask,
  planOf: (handle: string) => string | null,
): Promise<ContextAnswer> {
  const before = handle === undefined ? null : planBehind(String(handle), planOf);
  const task = taskIn(given['task'] ?? before?.task.text);
  if (task === undefined) {
    throw new SheafError('usage', 'context needs task', 'say in words what is to be done');
  }
  const asked = { ...given, task };
  const context_tokens = tokens ?? before?.options['context_tokens'] ?? USUAL_TOKENS;
  const [picked, dropped] = [listed(pick).map(String), listed(drop).map(String)];
  // A path says as well as a number what is wanted.
  const pin = picked.filter((word) => !NUMBERS.test(word));
  const chosen = { pick: picked.filter((word) => NUMBERS.test(word)), drop: dropped };
  const hasNumbers = chosen.pick.length + chosen.drop.length > 0;
  const list = hasNumbers && before !== null ? await listFor(before, asked, caller, ask) : null;
  const answer = await ask(
    'assemble',
    {
      ...asked,
      context_tokens,
      ...(pin.length > 0 && { pin }),
      ...(hasNumbers && chosen),
      ...(list !== null && { shortlist: list.id }),
      ...(before !== null && { after: handle }),
    },
    caller,
  );
  if (answer.state?.partial !== undefined) return { answer, further: [] };
  const rest = await ask('shortlist', asked, caller);
  // Numbers of another state would mean something else.
  const isSame = rest.state?.state_root === answer.state?.state_root;
  const now = answer.plan === null ? null : planBehind(answer.plan, planOf);
  const held = [now, before].flatMap((plan) => plan?.parts ?? []);
  return { answer, further: isSame ? furtherIn(dataOf(rest) as Listed, held) : [] };
}

function planBehind(handle: string, planOf: (handle: string) => string | null): ContextPlan {
  const text = planOf(handle);
  if (text !== null) return JSON.parse(text) as ContextPlan;
  const said = JSON.stringify(handle.slice(0, 80));
  throw new SheafError(
    'not-found',
    `there is no plan ${said}`,
    'leave it out to begin with a new one',
  );
}

/** The list that the numbers of a plan's reader are from; files that changed since make them mean something else. */
async function listFor(
  before: ContextPlan,
  asked: Given,
  caller: Caller,
  ask: Ask,
): Promise<Listed> {
  const answer = await ask('shortlist', asked, caller);
  const { state, text } = answer;
  if (state?.state_root === before.state_root) return dataOf(answer) as Listed;
  const sentence = 'the files have changed since that plan, so its numbers mean nothing now';
  throw new SheafError('differs', sentence, `choose from the new list:\n${text}`);
}

/** Candidates of which some lines are not there yet, best first. */
function furtherIn({ files }: Listed, held: ContextPlan['parts']): Further[] {
  const isHeld = (path: string, [first, last]: readonly [number, number]): boolean =>
    held.some(
      (part) =>
        part.path === path &&
        part.spans?.some(([from, to]) => from <= first && last <= to) === true,
    );
  return files
    .flatMap(({ path, candidates }) => candidates.map((each) => ({ path, ...each })))
    .filter(({ path, lines }) => !isHeld(path, lines))
    .sort((a, b) => a.number - b.number)
    .slice(0, MOST_FURTHER);
}
