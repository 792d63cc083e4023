/* What a page shows or leads to without saying anything: badges, logos, lists of links. */

const PICTURE =
  /<!--[\s\S]{0,2000}?-->|<\/?[a-z][^<>]{0,500}>|\[?!\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])\]?(?:\([^)]{0,500}\)|\[[^\]]{0,100}\])?|^\.\. (?:image|figure|\|)[^\n]{0,500}|^\s+:(?:target|alt|width|height|align):[^\n]{0,500}/gim;
const LINK = /\[[^\]]{0,300}\]\([^)]{0,500}\)|`[^`<]{0,300}<[^>]{0,500}>`_+|https?:\/\/\S{1,500}/g;
const INTRODUCTION = /(?:^|\/)readme[^/]*$/i;
const HAS_WORD = /\p{L}{2}/u;

/** Whether a piece of a page is nothing but pictures; of an introduction, also nothing but links. */
export function isDecoration(text: string, path: string): boolean {
  const words = text.replace(PICTURE, ' ');
  if (!HAS_WORD.test(words)) return true;
  const beside = words.replace(LINK, ' ');
  return isIntroduction(path) && beside !== words && !HAS_WORD.test(beside);
}

/** Whether a page introduces a project: what it says first is what the project is. */
export const isIntroduction = (path: string): boolean => INTRODUCTION.test(path);
