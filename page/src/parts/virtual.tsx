import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface VirtualProps {
  readonly count: number;
  readonly rowHeight: number;
  /** What a list is a list of; lines of a text have none. */
  readonly label?: string;
  readonly class?: string;
  /** Puts a row where the eye should be; it is scrolled into view when it changes. */
  readonly at?: number | null;
  readonly row: (index: number) => ComponentChildren;
}

/** Rows beyond the edges, so that a fast scroll shows no gap. */
const OVER = 6;

/** A list of which only what can be seen is there, whatever scrolls it: itself, a column or the page. */
export function Virtual({ count, rowHeight, label, at = null, row, ...own }: VirtualProps) {
  const list = useRef<HTMLElement | null>(null);
  const attach = useRef((element: HTMLElement | null): void => {
    list.current = element;
  });
  const [[first, last], setRange] = useState<readonly [number, number]>([0, 60]);
  const measure = (): void => {
    const box = list.current?.getBoundingClientRect();
    if (box === undefined) return;
    const from = Math.max(0, Math.floor(-box.top / rowHeight) - OVER);
    const to = Math.min(count, Math.ceil((innerHeight - box.top) / rowHeight) + OVER);
    setRange((now) => (now[0] === from && now[1] === to ? now : [from, Math.max(from, to)]));
  };
  useEffect(() => {
    addEventListener('scroll', measure, { capture: true, passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure, { capture: true });
      removeEventListener('resize', measure);
    };
  });
  // After the frame, when asking where things are costs nothing: what was seen before is there meanwhile.
  useEffect(measure, [count, rowHeight]);
  useEffect(() => {
    const scroller = list.current?.closest('.scrolls');
    if (at !== null && scroller instanceof HTMLElement && list.current !== null) {
      scroller.scrollTop =
        list.current.offsetTop - scroller.offsetTop + at * rowHeight - rowHeight * 3;
    }
  }, [at]);
  const indexes = Array.from(
    { length: Math.max(0, Math.min(count, last) - first) },
    (_, i) => first + i,
  );
  const frame = {
    ref: attach.current,
    class: `virtual ${own.class ?? ''}`,
    style: { height: `${count * rowHeight}px` },
  };
  const placed = (index: number) => ({
    class: 'virtual-row',
    style: { top: `${index * rowHeight}px`, height: `${rowHeight}px` },
  });
  if (label === undefined) {
    return (
      <div {...frame}>
        {indexes.map((index) => (
          <div key={index} {...placed(index)}>
            {row(index)}
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul {...frame} aria-label={label}>
      {indexes.map((index) => (
        <li key={index} {...placed(index)} aria-setsize={count} aria-posinset={index + 1}>
          {row(index)}
        </li>
      ))}
    </ul>
  );
}

/** Whether the window is narrower than so many pixels. */
export function useNarrow(pixels: number): boolean {
  const query = `(max-width: ${pixels}px)`;
  const [isNarrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = (): void => setNarrow(list.matches);
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return isNarrow;
}

/** The width of an element as it is now. */
export function useWidth(): readonly [(element: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver | null>(null);
  const attach = (element: HTMLElement | null): void => {
    observer.current?.disconnect();
    if (element === null) return;
    observer.current = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.current.observe(element);
  };
  const stable = useRef(attach);
  return [stable.current, width];
}
