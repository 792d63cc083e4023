import type { Report } from './finding.ts';

const HINT = 'PRIVATE KEY';
const MARK = /-----(BEGIN|END)[ A-Z0-9_-]{0,60}KEY(?: BLOCK)?-----/g;

/** The longest body, in characters, between BEGIN and END: a 16384-bit key with comments and escapes. */
const LONGEST_BODY = 20_000;
/** Fewer base64 characters than this are a placeholder. */
const LEAST_BODY = 40;
const BODY_RUN = /[A-Za-z0-9+/=_-]{12,}/g;
/** The share of a body that must lie in long base64 runs, else the two lines are only named near each other. */
const LEAST_SHARE = 0.5;
/** A line of a key whose END is missing. */
const BODY_LINE = /^[\s"'`+#*/|>,-]*[A-Za-z0-9+/=]{16,}(?:\\n)?[\s"'`+,;\\)]*$/;
const LONGEST_LINE = 200;

/** PEM, OpenSSH and PGP private keys, on many lines or with escaped ends of line on one. */
export function scanKeys(text: string, report: Report): void {
  if (!text.includes(HINT)) return;
  const marks = [...text.matchAll(MARK)];
  marks.forEach((mark, at) => {
    if (mark[1] !== 'BEGIN' || !mark[0].includes(HINT)) return;
    const bodyFrom = mark.index + mark[0].length;
    const next = marks[at + 1];
    const limit = Math.min(next?.index ?? text.length, bodyFrom + LONGEST_BODY);
    const isClosed = next?.[1] === 'END' && next.index === limit;
    if (isClosed && isBody(text.slice(bodyFrom, limit))) {
      report(mark.index, limit + next[0].length, 'private-key', 'private-key');
      return;
    }
    const to = openEnd(text, bodyFrom, limit);
    if (isBody(text.slice(bodyFrom, to))) report(mark.index, to, 'private-key', 'private-key');
  });
}

function isBody(body: string): boolean {
  let inRuns = 0;
  for (const [run] of body.matchAll(BODY_RUN)) {
    if (new Set(run).size > 4) inRuns += run.length;
  }
  const solid = body.replace(/\s+|\\[nrt]/g, '').length;
  return inRuns >= LEAST_BODY && inRuns >= solid * LEAST_SHARE;
}

/** Where the body lines stop. */
function openEnd(text: string, from: number, limit: number): number {
  const rest = text.slice(from, limit);
  const sameLine = /^(?:\\n|[A-Za-z0-9+/=\\])+/.exec(rest)?.[0].length ?? 0;
  if (sameLine >= LEAST_BODY) return from + sameLine;
  let to = from;
  let at = rest.indexOf('\n');
  while (at !== -1) {
    const next = rest.indexOf('\n', at + 1);
    const lineEnd = next === -1 ? rest.length : next;
    const line = rest.slice(at + 1, Math.min(lineEnd, at + 1 + LONGEST_LINE));
    if (!BODY_LINE.test(line) && !/^[A-Z][\w-]+: /.test(line) && line.trim() !== '') break;
    if (line.trim() !== '') to = from + lineEnd;
    at = next;
  }
  return to;
}
