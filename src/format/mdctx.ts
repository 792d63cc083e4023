/** A document as it stands in a context: its path, the hash of its text, and the chosen stretches of lines. */
export interface FormattedPart {
  readonly path: string;
  readonly cid: string;
  readonly language: string;
  /** Whole file if one stretch covers it. */
  readonly stretches: readonly Stretch[];
  readonly lines: number;
}

export interface Stretch {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

export interface Context {
  readonly flowId: string;
  readonly request: string;
  readonly parts: readonly FormattedPart[];
}

/** A comment can't contain its own end, nor our separators. */
const inComment = (text: string): string =>
  encodeURI(text).replaceAll('--', '-%2D').replaceAll(';', '%3B').replaceAll('>', '%3E');

/** A fence longer than any run of backticks inside, so that no content can close it. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** Headings show names, not control characters or line breaks. */
const inHeading = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cf}|[\u2028\u2029]/gu, '\ufffd');

export function elision(first: number, last: number): string {
  return first === last ? `… line ${first} left out …` : `… lines ${first}–${last} left out …`;
}

/** One document as S0's evidence section: heading, provenance, content. */
export function mdctxPart(part: FormattedPart): string {
  const spans = part.stretches
    .map(({ firstLine, lastLine }) => `${firstLine}:${lastLine}`)
    .join(',');
  const body: string[] = [];
  let next = 1;
  for (const { firstLine, lastLine, text } of part.stretches) {
    if (firstLine > next) body.push(`${elision(next, firstLine - 1)}\n`);
    body.push(text.endsWith('\n') ? text : `${text}\n`);
    next = lastLine + 1;
  }
  if (next <= part.lines) body.push(`${elision(next, part.lines)}\n`);
  const content = body.join('');
  const fence = fenceFor(content);
  return [
    `## Evidence: ${inHeading(part.path)}\n`,
    `<!-- source_uri=file://${inComment(part.path)}; cid=${part.cid}; span=lines=${spans} -->\n\n`,
    `${fence}${part.language}\n${content}${fence}\n`,
  ].join('');
}

export function mdctxHead({ flowId, request }: Omit<Context, 'parts'>): string {
  return `<!-- mdctx:version=1.0; flow_id=${inComment(flowId)}; assembly=lexical -->\n\n# User Request\n\n${request.trimEnd()}\n`;
}

export function mdctx(context: Context): string {
  return [mdctxHead(context), ...context.parts.map(mdctxPart)].join('\n');
}
