/* Line drawings on a grid of 16. */

const PATHS = {
  sun: 'M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM8 .8v1.5M8 13.7v1.5M.8 8h1.5M13.7 8h1.5M2.9 2.9 4 4M12 12l1.1 1.1M2.9 13.1 4 12M12 4l1.1-1.1',
  keys: 'M1.5 4.5h13v8h-13zM4 7h.5M7 7h.5M10 7h.5M12.5 7h.1M5 10h6',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  redo: 'm10.5 3 3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8H10',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  replay: 'M13.5 8A5.5 5.5 0 1 1 11.8 4M12 1.5V4.5H9',
  pin: 'M9.5 2 14 6.5l-2.5.8-3 3-.5 3-4.8-4.8 3-.5 3-3zM5.5 10.5 2 14',
  drop: 'm4 4 8 8M12 4l-8 8',
  add: 'M8 3v10M3 8h10',
  play: 'M5 3.5v9l7-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  grip: 'M6 4h.1M10 4h.1M6 8h.1M10 8h.1M6 12h.1M10 12h.1',
} as const;

export const Icon = ({ name }: { name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** Three stalks and a band. */
export const Mark = () => (
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path class="stalk" d="M16 29V9M11 28C11 20 9 13 5 8M21 28c0-8 2-15 6-20" />
    <path class="band" d="M9 21h14" />
  </svg>
);
