import type { Count } from '../compress/item.ts';
import { withoutPictures } from '../text/prose/decoration.ts';

/** What says nothing of the project besides pictures and tags: what a page runs, styles or folds away, definitions of links. */
const ASIDE = /<(script|style|details)\b[\s\S]*?<\/\1>|^\[[^\]]+\]:.*$/gim;
const LINK = /\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const HEADING = /^#{1,6}\s|\n[=~-]{3,}\s*$/;
/** A paragraph with fewer words beside its links is a list of them. */
const LEAST_WORDS = 5;

const isLinkList = (paragraph: string): boolean =>
  (paragraph.match(LINK)?.length ?? 0) > 1 &&
  (paragraph.replace(LINK, ' ').match(/\p{L}{2,}/gu)?.length ?? 0) < LEAST_WORDS;

/** What a project says of itself at the head of its introduction: the title and the first paragraphs of words, as many as fit. */
export function descriptionOf(text: string, most: number, count: Count): string {
  const paragraphs = withoutPictures(text.replace(ASIDE, ''))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => /\p{L}/u.test(paragraph) && !isLinkList(paragraph));
  const kept: string[] = [];
  let hasWords = false;
  for (const paragraph of paragraphs) {
    const isHeading = HEADING.test(paragraph);
    // The first words stand under the title; what comes under the next heading is about something else.
    if (isHeading && hasWords) break;
    const next = [...kept, paragraph.replace(LINK, '$1')];
    if (count(`${next.join('\n\n')}\n`) > most) break;
    kept.push(paragraph.replace(LINK, '$1'));
    hasWords ||= !isHeading;
  }
  return hasWords ? `${kept.join('\n\n')}\n` : '';
}
