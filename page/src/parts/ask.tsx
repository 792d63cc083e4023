import { useRef } from 'preact/hooks';
import { assemble, openFlow, setBudget, type } from '../actions.ts';
import { budget, flow, flows, inspection, task } from '../store.ts';
import { SAY } from '../strings.ts';

const BUDGETS = [4000, 8000, 16_000, 32_000, 64_000, 128_000, 200_000] as const;

/** How many tokens there are; none leaves the size to what is worth it. */
function Budget() {
  const now = budget.value;
  const isOther = now !== null && !BUDGETS.some((size) => size === now);
  return (
    <label class="budget">
      <span>{SAY.budget}</span>
      <select
        value={now ?? ''}
        onChange={({ currentTarget }) =>
          void setBudget(currentTarget.value === '' ? null : Number(currentTarget.value))
        }
      >
        <option value="">{SAY.budgetAuto}</option>
        {isOther && <option value={now}>{SAY.tokens(now)}</option>}
        {BUDGETS.map((size) => (
          <option key={size} value={size}>
            {SAY.tokens(size)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The task and how much room there is for it. */
export function Ask() {
  const text = useRef<HTMLTextAreaElement>(null);
  const current = flows.value.current;
  return (
    <section class="ask" aria-label={SAY.task}>
      <label class="task" for="task">
        <span class="unseen">{SAY.task}</span>
        <textarea
          id="task"
          ref={text}
          rows={1}
          placeholder={SAY.taskHint}
          value={task.value}
          autofocus
          spellcheck={false}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </label>
      <Budget />
      <button
        type="button"
        class="main"
        title={SAY.askTitle}
        disabled={inspection.value === null}
        onClick={() => void assemble()}
      >
        {SAY.ask}
      </button>
      {current !== null && flow.value === null && task.value === '' && (
        <button type="button" class="continue" onClick={() => void openFlow(current)}>
          {SAY.openFlow(current)}
        </button>
      )}
    </section>
  );
}
