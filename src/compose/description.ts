import type { Count } from '../compress/item.ts';
import { withoutPictures } from '../text/prose/decoration.ts';

/** What says nothing of the project besides pictures and tags: what a page runs, styles, folds away or lays out in columns, definitions of links. */
const ASIDE = /<(script|style|details|table)\b[\s\S]*?<\/\1>|^\[[^\]]+\]:.*$/gim;
const TAGGED_HEADING = /<h([1-6])\b[^>]{0,300}>([\s\S]{0,1000}?)<\/h\1>/gi;
/** The text of a link says something; where it leads does not. */
const LINK = /\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const TAGGED_LINK = /<a\b[\s\S]*?<\/a>/gi;
/** As HTML writes what is not to be broken. */
const BLANKS = /&(?:nbsp|ensp|emsp|thinsp|#160|#xa0);/gi;
const HEADING = /^#{1,6}\s|\n[=~-]{3,}\s*$/;
/** What a reader should know before anything else is not what the project is. */
const NOTICE = /^>\s*(?:\[!|\W*(?:note|warning|important|tip|caution)\b)/i;
/** A paragraph with fewer words beside its links is a list of them, a slogan or a button. */
const LEAST_WORDS = 5;

type Kind = 'heading' | 'sentence' | 'links' | 'other';

interface Paragraph {
  readonly text: string;
  readonly kind: Kind;
}

const wordsIn = (text: string): number => text.match(/\p{L}{2,}/gu)?.length ?? 0;

/** A paragraph as it is read, and what it is. */
function read(written: string): Paragraph {
  const shown = withoutPictures(written);
  const text = shown.replace(LINK, '$1').replace(BLANKS, ' ').trim();
  return { text, kind: kindOf(text, written, shown) };
}

function kindOf(text: string, written: string, shown: string): Kind {
  if (HEADING.test(text)) return 'heading';
  const beside = wordsIn(withoutPictures(written.replace(TAGGED_LINK, ' ')).replace(LINK, ' '));
  if (beside >= LEAST_WORDS) return NOTICE.test(text) ? 'other' : 'sentence';
  return (shown.match(LINK)?.length ?? 0) > 1 ? 'links' : 'other';
}

/**
 * What a project says of itself at the head of its introduction: its title, and its first sentences with what follows them up to the next
 * heading, as much as fits. Before them stand sponsors, buttons and notices. A project that says no sentence there has its first words.
 */
export function descriptionOf(text: string, most: number, count: Count): string {
  const paragraphs = text
    .replace(ASIDE, '')
    .replace(TAGGED_HEADING, (_, _level: string, title: string) => `\n\n# ${oneLine(title)}\n\n`)
    .replace(/^#{1,6}\s.*$/gm, '\n$&\n')
    .split(/\n\s*\n/)
    .map(read)
    .filter((own) => /\p{L}/u.test(own.text) && own.kind !== 'links');
  const first = paragraphs.findIndex(({ kind }) => kind === 'sentence');
  const title = paragraphs.findIndex(({ kind }) => kind === 'heading');
  const from = first >= 0 ? first : title + 1;
  const kept = title >= 0 && title < from ? [paragraphs[title]?.text ?? ''] : [];
  let hasWords = false;
  for (const { text: own, kind } of paragraphs.slice(from)) {
    // What comes under the next heading is about something else.
    if (kind === 'heading' || count(`${[...kept, own].join('\n\n')}\n`) > most) break;
    kept.push(own);
    hasWords = true;
  }
  return hasWords ? `${kept.join('\n\n')}\n` : '';
}

const oneLine = (title: string): string => withoutPictures(title).replace(/\s+/g, ' ').trim();
