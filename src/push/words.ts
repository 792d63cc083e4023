import type { Gathering } from '../gather/gathering.ts';
import type { HeldPlace } from '../model/push.ts';
import { candidatesFor } from '../shortlist/candidates.ts';
import { symbolsOf } from '../shortlist/symbols.ts';
import { readPlace } from '../text/paths/place.ts';
import { shownPath } from '../text/paths/roots.ts';

export const FOREWORD =
  'Sheaf picked these pieces of the project for the request, the likeliest first:\n';
const ASK =
  'For more: sheaf "WHAT YOU LOOK FOR" --context-tokens 8k (pieces), sheaf shortlist "TASK" (a list), sheaf why PATH --task "TASK".\n';
const MORE_SHOWN = 12;
const UNCHANGED_SHOWN = 12;
const NAME_WIDTH = 60;

interface Around {
  readonly unchanged: readonly HeldPlace[];
  /** Places that need not be named again. */
  readonly shown: readonly string[];
  readonly gathering: Gathering;
  /** Whether there are pieces before. */
  readonly isNew: boolean;
}

/** The pieces, then what the conversation has already, what else there is, and how to ask for it; as much as there is room for. */
export function afterwords(
  body: string,
  { unchanged, shown, gathering, isNew }: Around,
  fits: (text: string) => boolean,
): string {
  const same = unchangedText(unchanged);
  const more = isNew ? moreLines(gathering, shown) : [];
  for (let count = more.length; count >= 0; count--) {
    const list = count === 0 ? [] : ['Also likely:\n', ...more.slice(0, count)];
    const text = [body, ...same, ...list, ...(isNew ? [ASK] : [])].join('');
    if (fits(text)) return text;
  }
  return [`${body}${same.join('')}`, body].find(fits) ?? '';
}

function unchangedText(held: readonly HeldPlace[]): string[] {
  if (held.length === 0) return [];
  const places = held.slice(0, UNCHANGED_SHOWN).map(({ place }) => shownPath(place));
  const rest = held.length > places.length ? ', …' : '';
  return [
    `Unchanged since Sheaf sent it earlier in this conversation: ${places.join(', ')}${rest}\n`,
  ];
}

/** Candidates that no shown lines overlap, best first. */
function moreLines(gathering: Gathering, shown: readonly string[]): string[] {
  const places = shown.map(readPlace).filter((place) => place !== null);
  return candidatesFor(gathering)
    .filter(
      ({ path, firstLine, lastLine }) =>
        !places.some(
          (place) =>
            place.path === path && place.firstLine <= lastLine && firstLine <= place.lastLine,
        ),
    )
    .slice(0, MORE_SHOWN)
    .map((candidate) => {
      const { path, firstLine, lastLine, probability } = candidate;
      const { symbol } = symbolsOf(candidate);
      const name = symbol === '' ? '' : ` ${symbol.slice(0, NAME_WIDTH)}`;
      return `${shownPath(path)}:${firstLine}-${lastLine}${name} ${Math.max(1, Math.round(100 * probability))}%\n`;
    });
}
