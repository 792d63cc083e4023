import { late, remembered } from '../math/memo.ts';
import { onceEach } from './again.ts';
import { type AnchorEntry, anchorsOf } from './anchors.ts';
import { ESCAPED, NAME_PARTS, NAME_WORDS, nameReader } from './assignments.ts';
import { CALLS, CASES, type Call, examineCall, INSERTS } from './calls.ts';
import { COMMANDS, HERE_DOCUMENTS } from './commands.ts';
import { type Hinted, MARKED_NAME, MARKER_OPEN, type Scan } from './finding.ts';
import { KEYS } from './keys.ts';
import { KUBERNETES } from './kubernetes.ts';
import { BASIC, PLACE_HINTS, type Place, placeReader } from './places.ts';
import { PROSE } from './prose.ts';
import { TABLES } from './tables.ts';
import { after } from './written.ts';

type Telling = Call | Place | Hinted | 'part' | 'word' | 'marker';

const HINTED: readonly Hinted[] = [
  ...[
    ...KEYS,
    KUBERNETES,
    COMMANDS,
    HERE_DOCUMENTS,
    INSERTS,
    CASES,
    ...TABLES,
    ...PROSE,
    BASIC,
    ESCAPED,
  ],
];

const OF_NAMES = HINTED.filter(({ hints }) => hints.length === 0);

const entries: readonly AnchorEntry<Telling>[] = [
  ...CALLS,
  ...PLACE_HINTS,
  ...HINTED.flatMap((rule) =>
    rule.hints.map((hint) => [hint, rule, rule.ignoresCase === true] as const),
  ),
  [MARKER_OPEN, 'marker'],
  ...NAME_PARTS.map((part) => [part, 'part', /^[a-z]+$/.test(part)] as const),
  ...NAME_WORDS.flatMap((word) =>
    [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)].map(
      (spelling) => [spelling, 'word'] as const,
    ),
  ),
];
const NO_ENTRY: AnchorEntry<Telling> = ['', 'word'];
const find = anchorsOf(entries);

/** What names, calls and commands tell: all of them are looked for in one pass, since most texts have few. */
export function scanAnchored(scan: Scan): void {
  const { text, bytes } = scan;
  const hits = find(text, bytes);
  if (hits.length === 0) return;
  const due = new Set<Hinted>();
  const places = late(() => placeReader(scan));
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
  let next = 0;
  for (let i = 0; i < hits.length; i += 2) {
    const [literal, of] = entries[hits[i] ?? 0] ?? NO_ENTRY;
    const at = hits[i + 1] ?? 0;
    const end = at + literal.length;
    if (at < next || (of === 'word' && /\w/.test(text.charAt(end)))) continue;
    // A marker holds a name and no value.
    if (of === 'marker') next = after(MARKED_NAME, text, end);
    else if (of === 'part' || of === 'word') readName()(at, end);
    else if ('scan' in of) due.add(of);
    else if ('pattern' in of) places().met(of, at);
    else readCall(of)(at, end);
  }
  places().readAll();
  for (const rule of HINTED) if (due.has(rule)) rule.scan(scan);
}
