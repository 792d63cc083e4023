/** A fence that no line of the text can close: longer than any run of its sign inside; of backticks, unless they would be many. */
function fenceFor(text: string): string {
  const ticks = longestRun(text, /`{3,}/g);
  const tildes = longestRun(text, /~{3,}/g);
  return ticks > MANY && tildes < ticks ? '~'.repeat(tildes + 1) : '`'.repeat(ticks + 1);
}

const SHORTEST = 3;
/** Longer runs are no fences but an attempt to make ours cost a fortune. */
const MANY = 16;

function longestRun(text: string, runs: RegExp): number {
  let longest = SHORTEST - 1;
  for (const [run] of text.matchAll(runs)) longest = Math.max(longest, run.length);
  return longest;
}

const infoText = (language: string): string => language.replace(/[^\w+#.-]/g, '');

/** A text in a fence. The closing fence needs a line of its own, so a text without a final line break gets one. */
export function fenced(text: string, language: string): string {
  const fence = fenceFor(text);
  const end = needsBreak(text) ? '\n' : '';
  return `${fence}${infoText(language)}\n${text}${end}${fence}\n`;
}

/** True for a text whose end is not the end of a line. */
export const needsBreak = (text: string): boolean => text !== '' && !text.endsWith('\n');
