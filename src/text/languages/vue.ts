import type { Language } from '../code/language.ts';
import { MARKUP } from '../code/marks.ts';
import { javascriptModules } from '../imports/javascript.ts';

/** The insides of `<script …>` elements. */
function scriptElements(text: string): (readonly [number, number, boolean])[] {
  const found: (readonly [number, number, boolean])[] = [];
  const opening = /<script\b([^>]{0,500})>/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const from = match.index + match[0].length;
    const to = text.indexOf('</script', from);
    if (to === -1) break;
    found.push([from, to, /\blang=["']tsx?["']/.test(match[1] ?? '')]);
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
