import type { Hinted, Scan } from './finding.ts';
import { isPlaceholder, isStandIn } from './values.ts';

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

/** PEM, OpenSSH and PGP private keys, on many lines or with escaped ends of line on one; also PuTTY's and wrapped ones. */
export const KEYS: readonly Hinted[] = [
  { hints: [HINT], scan: scanPem },
  { hints: ['PuTTY-User-Key-File-'], scan: scanPutty },
  {
    hints: 'LS0tLS1CRUdJTi IBAAK AQEFAAS MHcCAQEE b3BlbnNzaC1rZXkt KoZIzj0'.split(' '),
    scan: scanWrapped,
  },
];

/** The key of a Rails application is all there is in its file. */
export function scanMasterKey({ text, report }: Scan): void {
  if (text.length < LONGEST_LINE && /^\s*[0-9a-f]{32}\s*$/.test(text) && !isStandIn(text.trim()))
    report(text.search(/\S/), text.trimEnd().length, 'rails-master-key', 'master-key');
}

function scanPem({ text, report }: Scan): void {
  const marks = [...text.matchAll(MARK)];
  marks.forEach((mark, at) => {
    if (!mark[0].includes(HINT)) return;
    const last = marks[at - 1];
    if (mark[1] === 'END') {
      // Its beginning is lost: the lines before it that look like a body.
      if (last?.[1] === 'BEGIN') return;
      const from = openStart(
        text,
        mark.index,
        Math.max(last?.index ?? 0, mark.index - LONGEST_BODY),
      );
      if (isBody(text.slice(from, mark.index)))
        report(from, mark.index + mark[0].length, 'private-key', 'private-key');
      return;
    }
    const bodyFrom = mark.index + mark[0].length;
    const next = marks[at + 1];
    const limit = Math.min(next?.index ?? text.length, bodyFrom + LONGEST_BODY);
    const isClosed = next?.[1] === 'END' && next.index === limit;
    const body = text.slice(bodyFrom, limit);
    if (isClosed && (isBody(body) || isLoneWord(body))) {
      report(mark.index, limit + next[0].length, 'private-key', 'private-key');
      return;
    }
    const to = openEnd(text, bodyFrom, limit);
    if (isBody(text.slice(bodyFrom, to))) report(mark.index, to, 'private-key', 'private-key');
  });
}

const PUTTY = /Private-Lines: \d{1,3}\r?$/gm;

/** The lines of base64 that follow each match. */
function scanPutty({ text, report }: Scan): void {
  for (const match of text.matchAll(PUTTY)) {
    const from = match.index + match[0].length;
    const to = openEnd(text, from, Math.min(text.length, from + LONGEST_BODY));
    if (to > from + 1) report(from + 1, to, 'private-key', 'private-key');
  }
}

/** Base64 of a PEM file, and the first bytes of keys whose BEGIN is missing. */
const WRAPPED =
  /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,6000}={0,2}|(?:MII[A-Za-z0-9+/]{3,6}IBAAK[BC]|MII[A-Za-z0-9+/]{3,6}IBADANBgkqhkiG9w0BAQEFAAS|MHcCAQEEI|MIGHAgEAMBMGByqGSM49|b3BlbnNzaC1rZXktdjEA)[A-Za-z0-9+/]{20,6000}={0,2}/g;

function scanWrapped({ text, report }: Scan): void {
  for (const match of text.matchAll(WRAPPED)) {
    const isPem = match[0].startsWith('LS0t');
    if (isPem && !atob(match[0].slice(0, 64)).includes('PRIVATE KEY')) continue;
    const end = match.index + match[0].length;
    const to = openEnd(text, end, Math.min(text.length, end + LONGEST_BODY));
    report(match.index, to, 'private-key', 'private-key');
  }
}

/** Where the body lines before a place begin. */
function openStart(text: string, to: number, limit: number): number {
  let from = to;
  while (from > limit) {
    const before = text.lastIndexOf('\n', from - 2) + 1;
    if (before < limit || from - before > LONGEST_LINE) break;
    if (!BODY_LINE.test(text.slice(before, from).trimEnd())) break;
    from = before;
  }
  return from;
}

function isBody(body: string): boolean {
  let inRuns = 0;
  for (const [run] of body.matchAll(BODY_RUN)) {
    if (new Set(run).size > 4) inRuns += run.length;
  }
  const solid = body.replace(/\s+|\\[nrt]/g, '').length;
  return inRuns >= LEAST_BODY && inRuns >= solid * LEAST_SHARE;
}

/** One word between the two lines, cut short or not; nobody writes a sentence there. */
function isLoneWord(body: string): boolean {
  const word = body.replace(/\\[nr]/g, ' ').trim();
  return /^[A-Za-z0-9+/=!-]{8,}$/.test(word) && !isStandIn(word) && !isPlaceholder(word);
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
