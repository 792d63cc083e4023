/** Where the script of a component stands, with everything around it blanked so that lines and offsets stay. */
interface Script {
  readonly text: string;
  readonly language: string;
}

const COMPONENTS = new Set(['vue', 'svelte', 'astro']);
/** The grammars a component's script may need. */
export const SCRIPT_LANGUAGES: readonly string[] = ['typescript', 'javascript'];

export const isComponent = (language: string): boolean => COMPONENTS.has(language);

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Scripts of a component: `<script …>` elements, or the part between `---` of an Astro file. */
function scripts(text: string, language: string): (readonly [number, number, string])[] {
  if (language === 'astro') {
    const end = text.startsWith('---') ? text.indexOf('\n---', 3) : -1;
    return end === -1 ? [] : [[3, end, 'ts']];
  }
  const found: (readonly [number, number, string])[] = [];
  const opening = /<script\b([^>]{0,500})>/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const from = match.index + match[0].length;
    const to = text.indexOf('</script', from);
    if (to === -1) break;
    found.push([from, to, /\blang=["']tsx?["']/.test(match[1] ?? '') ? 'ts' : 'js']);
    opening.lastIndex = to;
  }
  return found;
}

export function embeddedScript(text: string, language: string): Script | null {
  if (!isComponent(language)) return null;
  const parts = scripts(text, language);
  let done = 0;
  let only = '';
  for (const [from, to] of parts) {
    only += blank(text.slice(done, from)) + text.slice(from, to);
    done = to;
  }
  only += blank(text.slice(done));
  return {
    text: only,
    language: parts.some(([, , kind]) => kind === 'ts') ? 'typescript' : 'javascript',
  };
}
