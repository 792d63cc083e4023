import { languageNamed } from '../../../text/code/known.ts';

/** Where the script of a component stands, with everything around it blanked so that lines and offsets stay. */
interface Script {
  readonly text: string;
  readonly language: string;
}

/** What a component's script may be written in. */
export const SCRIPT_LANGUAGES: readonly string[] = ['typescript', 'javascript'];

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

export function embeddedScript(text: string, language: string): Script | null {
  const parts = languageNamed(language)?.scripts?.(text);
  if (parts === undefined) return null;
  let done = 0;
  let only = '';
  for (const [from, to] of parts) {
    only += blank(text.slice(done, from)) + text.slice(from, to);
    done = to;
  }
  only += blank(text.slice(done));
  return { text: only, language: parts.some(([, , ts]) => ts) ? 'typescript' : 'javascript' };
}
