import type { Remark } from '../../../model/document.ts';
import { leadingSentences, paragraphs, sentences } from '../../../text/prose/sentences.ts';
import type { Section } from '../../../text/prose/structure.ts';

const CONCLUSION_HEADING =
  /^[^A-Za-z]{0,12}(?:in )?(?:(?:final|main|key|overall|executive|preliminary|our) )?(?:conclusions?|concluding remarks|findings|summary|recommendations?|tl;?dr|takeaways|results?|decisions?|verdict|outcomes?|bottom line|answer)\b(?:\s*(?:$|[:(&,–—-]|and\b|of\b|for\b|from\b|on\b).*)?$/i;
const CONCLUSION_SENTENCE =
  /^[^A-Za-z]{0,8}(?:in (?:conclusion|summary|short)\b|to (?:conclude|summari[sz]e|sum up)\b|we (?:recommend|conclude|suggest|should (?:use|adopt|choose|go with|avoid))\b|i (?:recommend|conclude|suggest)\b|(?:my|our) recommendation\b|therefore\b|thus,|hence,|overall,|the (?:result|conclusion|recommendation|verdict|upshot|takeaway|bottom line) (?:is|was)\b|bottom line\b|key takeaway|recommended (?:approach|option|choice)\b|it (?:follows|is recommended) that\b|this (?:means|shows|suggests|implies) that\b|(?:conclusions?|recommendations?|verdict|tl;?dr|decision|result|answer)\s*\*{0,2}\s*[:—–])/i;
const LONGEST_REMARK = 320;
/** Beyond this many, a text is all conclusion and its sections speak for themselves. */
const MOST_OF_A_SECTION = 10;
const MOST_REMARKS = 60;

/** What a text comes to: its concluding sections, and sentences that say they conclude. */
export function conclusions(lines: readonly string[], sections: readonly Section[]): Remark[] {
  const remarks: Remark[] = [];
  for (const section of sections) {
    const concluding = [section.title, ...section.within.slice(1)].some((title) =>
      CONCLUSION_HEADING.test(title),
    );
    const found = paragraphs(lines, section.bodyLine, section.lastLine);
    let taken = 0;
    for (const { line, text } of found) {
      if (remarks.length >= MOST_REMARKS) return remarks;
      const said = concluding && taken < MOST_OF_A_SECTION ? text : concludingPart(text);
      if (said === '') continue;
      taken++;
      remarks.push({ kind: 'conclusion', text: plain(said), line });
    }
  }
  return remarks;
}

/** The first sentence that concludes; what leads up to it is the reasoning. */
const concludingPart = (paragraph: string): string =>
  sentences(paragraph).find((sentence) => CONCLUSION_SENTENCE.test(sentence)) ?? '';

const plain = (text: string): string =>
  leadingSentences(text.replace(/\*\*|__(?=\w)|(?<=\w)__/g, ''), LONGEST_REMARK);
