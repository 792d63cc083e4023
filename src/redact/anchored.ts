import { remembered } from '../math/memo.ts';
import { onceEach } from './again.ts';
import { type AnchorEntry, anchorsOf } from './anchors.ts';
import { NAME_PARTS, NAME_WORDS, nameReader, scanEscaped } from './assignments.ts';
import { CALLS, type Call, examineCall } from './calls.ts';
import { MARKED_NAME, MARKER_OPEN, type Scan } from './finding.ts';
import { PLACE_HINTS, type Place, scanPlaces } from './places.ts';
import { after } from './written.ts';

type Telling = Call | Place | 'part' | 'word' | 'marker';

const entries: readonly AnchorEntry<Telling>[] = [
  ...CALLS,
  ...PLACE_HINTS,
  [MARKER_OPEN, 'marker'],
  ...NAME_PARTS.map((part) => [part, 'part', /^[a-z]+$/.test(part)] as const),
  ...NAME_WORDS.flatMap((word) =>
    [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)].map(
      (spelling) => [spelling, 'word'] as const,
    ),
  ),
];
const find = anchorsOf(entries);

/** What names, calls and commands tell: all of them are looked for in one pass, since most texts have few. */
export function scanAnchored(scan: Scan): void {
  const { text, bytes } = scan;
  const places = new Set<Place>();
  const readName = nameReader(scan);
  const readCall = remembered((call: Call) =>
    onceEach(scan, (inner, at, end) => {
      examineCall(inner, call, at, end);
      return { from: at, to: end, isTelling: false, next: end };
    }),
  );
  find(text, bytes, (of, at, end) => {
    // A marker holds a name and no value.
    if (of === 'marker') return after(MARKED_NAME, text, end);
    if (of === 'part' || (of === 'word' && !/\w/.test(text.charAt(end)))) readName(at, end);
    else if (of !== 'word')
      if ('pattern' in of) places.add(of);
      else readCall(of)(at, end);
    return undefined;
  });
  scanPlaces(scan, places);
  scanEscaped(scan);
}
