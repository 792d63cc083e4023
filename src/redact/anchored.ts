import { late, remembered } from '../math/memo.ts';
import { onceEach } from './again.ts';
import { type AnchorEntry, anchorsOf } from './anchors.ts';
import { ESCAPED, NAME_PARTS, NAME_WORDS, nameReader } from './assignments.ts';
import { CALLS, CASES, type Call, examineCall, INSERTS } from './calls.ts';
import { COMMANDS, HERE_DOCUMENTS } from './commands.ts';
import { type Hinted, MARKED_NAME, MARKER_OPEN, type Scan } from './finding.ts';
import { KEYS } from './keys.ts';
import { KUBERNETES } from './kubernetes.ts';
import { MOCKS } from './mocks.ts';
import { BASIC, PLACE_HINTS, type Place, placeReader } from './places.ts';
import { PROSE } from './prose.ts';
import { TABLES } from './tables.ts';
import { after } from './written.ts';

const HINTED: readonly Hinted[] = [
  ...[
    ...KEYS,
    KUBERNETES,
    COMMANDS,
    HERE_DOCUMENTS,
    INSERTS,
    CASES,
    MOCKS,
    ...TABLES,
    ...PROSE,
    BASIC,
    ESCAPED,
  ],
];

const OF_NAMES = HINTED.filter(({ hints }) => hints.length === 0);

/**
 * What there is to do where a literal stands. Functions, and not a kind that a loop tells apart: V8 takes what the loop calls
 * into it, and would compile all of that anew whenever a text is the first to have a kind.
 */
type Meet = (session: Session, at: number, end: number) => void;

/** One text while it is read. */
interface Session {
  readonly scan: Scan;
  /** Rules whose words were met. */
  readonly due: Set<Hinted>;
  readonly places: () => ReturnType<typeof placeReader>;
  readonly readName: () => ReturnType<typeof nameReader>;
  readonly readCall: (call: Call) => (at: number, end: number) => unknown;
  /** Where the search goes on. */
  next: number;
}

const meetName: Meet = ({ readName }, at, end) => readName()(at, end);
const meetWord: Meet = ({ scan, readName }, at, end) => {
  if (!/\w/.test(scan.text.charAt(end))) readName()(at, end);
};
/** A marker holds a name and no value. */
const meetMarker: Meet = (session, _at, end) => {
  session.next = after(MARKED_NAME, session.scan.text, end);
};
const meetCall =
  (call: Call): Meet =>
  ({ readCall }, at, end) =>
    void readCall(call)(at, end);
const meetPlace =
  (place: Place): Meet =>
  ({ places }, at) =>
    places().met(place, at);
const meetHint =
  (rule: Hinted): Meet =>
  ({ due }) =>
    void due.add(rule);

const entries: readonly AnchorEntry<Meet>[] = [
  ...CALLS.map(([callee, call]) => [callee, meetCall(call)] as const),
  ...PLACE_HINTS.map(([hint, place]) => [hint, meetPlace(place)] as const),
  ...HINTED.flatMap((rule) =>
    rule.hints.map((hint) => [hint, meetHint(rule), rule.ignoresCase === true] as const),
  ),
  [MARKER_OPEN, meetMarker],
  ...NAME_PARTS.map((part) => [part, meetName, /^[a-z ]+$/.test(part)] as const),
  ...NAME_WORDS.flatMap((word) =>
    [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)].map(
      (spelling) => [spelling, meetWord] as const,
    ),
  ),
];
const find = anchorsOf(entries);
/** What to do at each of them, and how long it is. */
const meets = entries.map(([, meet]) => meet);
const lengths = entries.map(([literal]) => literal.length);

/** What names, calls and commands tell: all of them are looked for in one pass, since most texts have few. */
export function scanAnchored(scan: Scan): void {
  const hits = find(scan.text, scan.bytes);
  if (hits.length === 0) return;
  const session = sessionOf(scan);
  for (let i = 0; i < hits.length; i += 2) {
    const [number = 0, at = 0] = [hits[i], hits[i + 1]];
    if (at >= session.next) meets[number]?.(session, at, at + (lengths[number] ?? 0));
  }
  session.places().readAll();
  for (const rule of HINTED) if (session.due.has(rule)) rule.scan(scan);
}

function sessionOf(scan: Scan): Session {
  const due = new Set<Hinted>();
  const readName = late(() => {
    for (const rule of OF_NAMES) due.add(rule);
    return nameReader(scan);
  });
  const readCall = remembered((call: Call) =>
    onceEach(scan, (inner, at, end) => {
      examineCall(inner, call, at, end);
      return { from: at, to: end, isTelling: false, next: end };
    }),
  );
  return { scan, due, places: late(() => placeReader(scan)), readName, readCall, next: 0 };
}
