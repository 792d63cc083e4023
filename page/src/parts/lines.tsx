import { highlight } from '../highlight.ts';
import { SAY } from '../strings.ts';

/** A line of a megabyte is not for reading; the copy has it whole. */
const LONGEST = 1500;

/** What scrolls must be reachable by the keyboard. */
export const FOCUSABLE = { tabIndex: 0 } as const;

/** One line of text in colours. `language` is empty for prose. */
export function Line({
  text,
  language,
  isComment = false,
}: {
  text: string;
  language: string;
  isComment?: boolean;
}) {
  const isLong = text.length > LONGEST;
  const shown = isLong ? text.slice(0, LONGEST) : text;
  const end = isLong ? <i class="long">{SAY.longLine(text.length)}</i> : null;
  if (isComment) {
    return (
      <code>
        <span class="comment">{shown}</span>
        {end}
      </code>
    );
  }
  return (
    <code>
      {highlight(shown, language).map(({ kind, text: piece }, i) =>
        kind === 'plain' ? (
          piece
        ) : (
          <span key={i} class={kind}>
            {piece}
          </span>
        ),
      )}
      {end}
    </code>
  );
}
