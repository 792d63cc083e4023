/** Some lines of a file, both ends included. */
export interface Place {
  readonly path: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** `src/session.ts:10-42`, as plans keep it. */
export const placeText = ({ path, firstLine, lastLine }: Place): string =>
  `${path}:${firstLine}-${lastLine}`;

/** Null for a text that names no lines. */
export function readPlace(text: string): Place | null {
  const [, path = '', firstLine, lastLine] = /^(.+):(\d+)-(\d+)$/s.exec(text) ?? [];
  if (path === '') return null;
  return { path, firstLine: Number(firstLine), lastLine: Number(lastLine) };
}

type Lines = Pick<Place, 'firstLine' | 'lastLine'>;

/** Whether lines of a file lie inside one of the places, all of them. */
export function insideAny(
  texts: readonly string[],
): (path: string, lines: Lines | number) => boolean {
  if (texts.length === 0) return () => false;
  const places = texts.map(readPlace).filter((place) => place !== null);
  return (path, lines) => {
    const [first, last] =
      typeof lines === 'number' ? [lines, lines] : [lines.firstLine, lines.lastLine];
    return places.some(
      (place) => place.path === path && place.firstLine <= first && last <= place.lastLine,
    );
  };
}
