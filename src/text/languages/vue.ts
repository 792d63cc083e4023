import type { Language } from '../code/language.ts';
import { MARKUP } from '../code/marks.ts';
import { javascriptModules } from '../imports/javascript.ts';

/** A longer tag is none. */
const MAX_TAG = 500;

/** Where a tag ends whose attributes begin here; -1 if it does not. A quoted `>` ends none: `generic="T extends Item<U>"`. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length && at - from <= MAX_TAG; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

/** The insides of `<script …>` elements. */
function scriptElements(text: string): (readonly [number, number, boolean])[] {
  const found: (readonly [number, number, boolean])[] = [];
  const opening = /<script\b/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const attributes = opening.lastIndex;
    const end = tagEnd(text, attributes);
    if (end === -1) continue;
    const to = text.indexOf('</script', end);
    if (to === -1) break;
    found.push([end + 1, to, /\blang=["']tsx?["']/.test(text.slice(attributes, end))]);
    opening.lastIndex = to;
  }
  return found;
}

export const vue: Language = {
  extensions: 'vue',
  comments: MARKUP,
  strings: [],
  scripts: scriptElements,
  modules: javascriptModules,
};

export const svelte: Language = { ...vue, extensions: 'svelte' };

export const astro: Language = {
  ...vue,
  extensions: 'astro',
  // The part between `---` at the top.
  scripts: (text) => {
    const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
    return end === -1 ? [] : [[3, end, true]];
  },
};
