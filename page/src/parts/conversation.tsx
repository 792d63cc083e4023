import { type Shown, selectedRow } from '../store.ts';
import { SAY } from '../strings.ts';
import { Line } from './lines.tsx';

const HEADING = /^#{1,4} /;
/** A conversation of thousands of turns is cut for looking at; its lines are all there. */
const MOST_TURNS = 400;

const shortTime = (iso: string): string =>
  iso.replace('T', ' ').replace(/(?::\d\d)?(?:\.\d+)?Z$/, '');

/** Who said what, one after the other. */
export function Conversation({
  file: { turns },
  lines,
}: {
  file: Shown;
  lines: readonly string[];
}) {
  const spans = selectedRow.value?.spans ?? [];
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const isPacked = (first: number, last: number): boolean =>
    spans.some(([from, to]) => from <= last && to >= first);
  return (
    <div class="conversation">
      <p class="hint">
        {turns.length > MOST_TURNS
          ? SAY.turnsShown(MOST_TURNS, turns.length)
          : SAY.turns(turns.length)}
      </p>
      {turns.slice(0, MOST_TURNS).map(({ speaker, time, span: [first, last] }) => (
        <article
          key={first}
          class={`turn ${speakers.indexOf(speaker) % 2 === 0 ? '' : 'other'} ${isPacked(first, last) ? 'packed' : ''}`}
        >
          <h3>
            <bdi>{speaker}</bdi> {time !== '' && <time>{shortTime(time)}</time>}
          </h3>
          {lines.slice(first - 1, last).map((line, i) =>
            i === 0 && HEADING.test(line) ? null : (
              <p key={`${first + i}`}>
                <Line text={line} language="" />
              </p>
            ),
          )}
        </article>
      ))}
    </div>
  );
}
