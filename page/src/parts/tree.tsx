import { open } from '../actions.ts';
import { rows, selected, sizeAt, sizes } from '../store.ts';
import { percent, SAY } from '../strings.ts';
import { treemap } from '../treemap.ts';
import { useNarrow, useWidth } from './virtual.tsx';

interface Leaf {
  readonly key: string;
  readonly path: string;
  readonly source: string;
  readonly tokens: number;
  readonly relevance: number;
  /** Stands for several. */
  readonly isMany?: boolean;
}

/** The documents of the context, or of the size that the slider points at. */
function leaves(): readonly Leaf[] {
  const step = sizes.value?.steps[sizeAt.value ?? -1];
  if (step === undefined) {
    // What is always there was not chosen by its probability.
    return rows.value
      .filter(({ isOn }) => isOn)
      .map((row) => (row.isEvidence ? row : { ...row, relevance: 0 }));
  }
  const known = new Map(rows.value.map((row) => [row.path, row]));
  return step.documents.map(([at, tokens]) => {
    const path = sizes.value?.paths[at] ?? '';
    const { source = 'code', relevance = 0 } = known.get(path) ?? {};
    return { key: path, path, source, tokens, relevance };
  });
}

/** More rectangles would be too small to point at; the smallest are one. */
const MOST_LEAVES = 120;

function fewer(all: readonly Leaf[]): readonly Leaf[] {
  if (all.length <= MOST_LEAVES) return all;
  const sorted = [...all].sort((a, b) => b.tokens - a.tokens);
  const small = sorted.splice(MOST_LEAVES - 1);
  const tokens = small.reduce((sum, leaf) => sum + leaf.tokens, 0);
  const path = SAY.more(small.length);
  return [...sorted, { key: path, path, source: 'task', tokens, relevance: 0, isMany: true }];
}

const HEIGHT = 220;
const NARROW_HEIGHT = 180;
/** Below this a rectangle has no room for words. */
const LEAST = { width: 62, height: 24 } as const;
const nameOf = (path: string): string => path.split('/').at(-1) ?? path;
/** Most probabilities are small; their root tells them apart. */
const heat = (relevance: number): string => Math.sqrt(Math.min(1, relevance)).toFixed(3);

export function Tree() {
  const [attach, width] = useWidth();
  const height = useNarrow(640) ? NARROW_HEIGHT : HEIGHT;
  const boxes = treemap(fewer(leaves()), ({ tokens }) => tokens, width, height);
  return (
    <section class="tree" aria-label={SAY.treemap} ref={attach} style={{ height: `${height}px` }}>
      {boxes.map(({ item, x, y, ...box }) => (
        <button
          type="button"
          key={item.key}
          class={`leaf of-${item.source}`}
          disabled={item.isMany === true}
          aria-pressed={selected.value === item.key}
          aria-label={`${nameOf(item.path)} ${SAY.tokens(item.tokens)}, ${item.path}, ${percent(item.relevance)}`}
          title={`${item.path}\n${SAY.tokens(item.tokens)} · ${percent(item.relevance)}`}
          style={{
            left: `${x}px`,
            top: `${y}px`,
            width: `${Math.max(0, box.width - 2)}px`,
            height: `${Math.max(0, box.height - 2)}px`,
            '--heat': heat(item.relevance),
          }}
          onClick={() => void open(item)}
        >
          {box.width >= LEAST.width && box.height >= LEAST.height && (
            <span>
              {nameOf(item.path)}{' '}
              {box.height >= 2 * LEAST.height && <small>{SAY.tokens(item.tokens)}</small>}
            </span>
          )}
        </button>
      ))}
    </section>
  );
}
