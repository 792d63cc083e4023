import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { setBudget } from '../actions.ts';
import { budget, inspection, isSizing, type Sizes, sizeAt, sizes, usedTokens } from '../store.ts';
import { grouped, percent, SAY } from '../strings.ts';
import { Icon } from './icons.tsx';

const HEIGHT = 44;
const WIDTH = 400;
const STEPS_PER_SECOND = 12;

type Step = Sizes['steps'][number];

const nearest = (steps: readonly Step[], tokens: number): number =>
  steps.reduce(
    (best, step, i) =>
      Math.abs(step.context_tokens - tokens) < Math.abs((steps[best]?.context_tokens ?? 0) - tokens)
        ? i
        : best,
    0,
  );

/** The chance that every file is inside, against the size: steps are even, because sizes grow by shares. */
function Curve({ steps, at }: { steps: readonly Step[]; at: number }) {
  const chances = steps.map(({ every_file: every }) => every ?? 0);
  const least = Math.min(...chances);
  const span = Math.max(0.02, Math.max(...chances) - least);
  const x = (i: number): number => (WIDTH * i) / Math.max(1, steps.length - 1);
  const y = (i: number): number => HEIGHT - 4 - ((HEIGHT - 8) * ((chances[i] ?? 0) - least)) / span;
  const line = chances.map((_, i) => `${x(i).toFixed(1)},${y(i).toFixed(1)}`).join(' ');
  return (
    <svg
      class="curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
      <polyline points={line} />
      <line x1={x(at)} x2={x(at)} y1="0" y2={HEIGHT} />
    </svg>
  );
}

/** What a size holds that the context does not, and the other way round. */
function Changes({ step, from }: { step: Step; from: Step }) {
  const paths = sizes.value?.paths ?? [];
  const of = ({ documents }: Step): ReadonlySet<number> => new Set(documents.map(([at]) => at));
  const [before, after] = [of(from), of(step)];
  const named = (own: Iterable<number>): string =>
    [...own]
      .map((at) => paths[at]?.split('/').at(-1))
      .slice(0, 3)
      .join(', ');
  const entering = [...after].filter((at) => !before.has(at));
  const leaving = [...before].filter((at) => !after.has(at));
  return (
    <p class="changes" aria-live="off">
      {entering.length > 0 && (
        <span class="enters">
          + {named(entering)}
          {entering.length > 3 ? ' …' : ''}
        </span>
      )}
      {leaving.length > 0 && (
        <span class="leaves">
          − {named(leaving)}
          {leaving.length > 3 ? ' …' : ''}
        </span>
      )}
      {entering.length + leaving.length === 0 && <span>{SAY.same}</span>}
    </p>
  );
}

/** Plays what a larger or smaller budget would hold. The server was asked once; this only draws. */
export function SizeSlider() {
  const isPlaying = useSignal(false);
  const frame = useRef(0);
  const steps = sizes.value?.steps ?? [];
  const now = nearest(steps, budget.value ?? usedTokens.value);
  const at = sizeAt.value ?? now;
  useEffect(() => {
    if (!isPlaying.value) return undefined;
    const began = performance.now() - (1000 * (at >= steps.length - 1 ? 0 : at)) / STEPS_PER_SECOND;
    const draw = (time: number): void => {
      const next = Math.floor(((time - began) / 1000) * STEPS_PER_SECOND);
      if (next >= steps.length) {
        isPlaying.value = false;
        return;
      }
      sizeAt.value = Math.max(0, next);
      frame.current = requestAnimationFrame(draw);
    };
    frame.current = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame.current);
  }, [isPlaying.value]);
  const step = steps[at];
  const from = steps[now];
  // At rest it says what the context is, not what the nearest of the sizes would be.
  const isMoving = sizeAt.value !== null;
  const size = isMoving ? step?.context_tokens : usedTokens.value;
  const every = isMoving ? step?.every_file : inspection.value?.expected?.every_file;
  if (step === undefined || from === undefined)
    return (
      <section class="sizes" aria-hidden="true">
        {isSizing.value && <p class="changes">{SAY.sizing}</p>}
      </section>
    );
  return (
    <section class="sizes" aria-label={SAY.size}>
      <button
        type="button"
        class="bare"
        aria-label={isPlaying.value ? SAY.pause : SAY.play}
        title={isPlaying.value ? SAY.pause : SAY.play}
        onClick={() => {
          isPlaying.value = !isPlaying.value;
        }}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <div class="track">
        <Curve steps={steps} at={at} />
        <input
          type="range"
          min={0}
          max={steps.length - 1}
          value={at}
          aria-label={SAY.size}
          aria-valuetext={`${SAY.tokens(step.context_tokens)}${step.every_file === null ? '' : `, ${SAY.every(step.every_file)}`}`}
          onInput={({ currentTarget }) => {
            isPlaying.value = false;
            sizeAt.value = Number(currentTarget.value);
          }}
          onChange={({ currentTarget }) => {
            const chosen = steps[Number(currentTarget.value)];
            if (chosen !== undefined) void setBudget(chosen.context_tokens);
          }}
        />
      </div>
      <p class="size">
        <strong>{grouped(size ?? 0)}</strong>
        {every != null && <span>{percent(every)}</span>}
      </p>
      {isMoving ? <Changes step={step} from={from} /> : <p class="changes">{SAY.sizeHint}</p>}
    </section>
  );
}
