import { rememberedOf } from '../math/memo.ts';
import type { Facts } from '../model/document.ts';
import type { StateView } from '../ports/store.ts';
import { withoutPictures } from '../text/prose/decoration.ts';

const FRONT_MATTER = /^---\n[\s\S]{0,4000}?\n---\n/;
const HEADING = /^(?:#{1,6}\s.*|[=-]{3,})$/gm;
const LINK = /\[[^\]]{1,300}\]\([^)]{1,500}\)|`[^`<]{1,300}<[^>]{1,500}>`_*/g;
const WORD = /\p{L}{2,}/gu;

/** A page that has no more to say than this, and leads to one or two others, only says where it went. */
const FEW_WORDS = 12;
const FEW_LINKS = 2;
const LONGEST = 2000;
/** What such a page keeps of its score: it is called like the page that is meant. */
const MOVED = 0.3;

const hasMoved = rememberedOf(({ text }: Facts): boolean => {
  if (text.length > LONGEST) return false;
  const said = withoutPictures(text.replace(FRONT_MATTER, '')).replace(HEADING, ' ');
  const links = said.match(LINK)?.length ?? 0;
  if (links === 0 || links > FEW_LINKS) return false;
  return (said.replace(LINK, ' ').match(WORD)?.length ?? 0) <= FEW_WORDS;
});

/** What pages that only say where they went keep of their scores, by number of the file. */
export function movedShares(view: StateView, pages: readonly number[]): Map<number, number> {
  const isMoved = (page: number): boolean => {
    const { content = 0 } = view.state.files[page] ?? {};
    return content !== 0 && hasMoved(view.facts(content));
  };
  return new Map(pages.filter(isMoved).map((page) => [page, MOVED]));
}
