/* What a page shows or leads to without saying anything: badges, logos, lists of links. */

const PICTURE =
  /<!--[\s\S]{0,2000}?-->|<\/?(?!https?:|mailto:)[a-z][^<>]{0,500}>|\[?!\[[^\]]{0,200}\](?:\([^)]{0,500}\)|\[[^\]]{0,100}\])?\]?(?:\([^)]{0,500}\)|\[[^\]]{0,100}\])?|(?<![\w:])image::?[^\s[]{1,500}\[[^\]]{0,200}\]|^\.\. (?:image|figure|\|)[^\n]{0,500}|^\s+:(?:target|alt|width|height|align):[^\n]{0,500}/gim;
const LINK =
  /(?:link:|https?:\/\/)[^\s[]{1,500}\[[^\]]{0,300}\]|\[[^\]]{0,300}\]\([^)]{0,500}\)|`[^`<]{0,300}<[^>]{0,500}>`_+|https?:\/\/\S{1,500}/g;
const INTRODUCTION = /(?:^|\/)readme[^/]*$/i;
const HAS_WORD = /\p{L}{2}/u;

/** Whether a piece of a page is nothing but pictures; of an introduction, also nothing but links. */
export function isDecoration(text: string, path: string): boolean {
  return !HAS_WORD.test(withoutPictures(text)) || (isIntroduction(path) && isLinkList(text));
}

/** A text without tags, comments, pictures and badges. */
export const withoutPictures = (text: string): string => text.replace(PICTURE, ' ');

/** Whether a text has links, and no word beside them. */
export function isLinkList(text: string): boolean {
  const words = withoutPictures(text);
  const beside = words.replace(LINK, ' ');
  return beside !== words && !HAS_WORD.test(beside);
}

/** Whether a text has pictures, and no word beside them. */
export const isPictures = (text: string): boolean =>
  /\S/.test(text) && !HAS_WORD.test(withoutPictures(text)) && withoutPictures(text) !== text;

/** Whether a page introduces a project: what it says first is what the project is. */
export const isIntroduction = (path: string): boolean => INTRODUCTION.test(path);
