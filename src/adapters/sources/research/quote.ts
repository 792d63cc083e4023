/** Headings of a quoted text stand below the heading that quotes it. */
export const demoted = (text: string, levels: number): string =>
  text.replace(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, marks.length + levels)));
