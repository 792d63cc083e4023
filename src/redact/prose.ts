import type { Report, Scan } from './finding.ts';
import { isFieldName, nameKindOf } from './names.ts';
import { isConstant, isPlaceholder, isStandIn } from './values.ts';

const SAID =
  /(?:pass(?:word|phrase|code)|pass(?=[ \t]{0,2}[:=])|passwd|pwd|secret(?: key)?|(?:api|access|auth|bearer|secret)[ -]?(?:key|token))(?:[ \t]+(?:for|of|on|to)(?:[ \t]+[\w.-]{1,30}){1,3})?[ \t]{0,2}(?:(?:'s|[ \t](?:is|was|are|to))\b(?:[ \t]+(?:now|currently|set to|still))?[ \t]{1,3}|[:=]\*{0,2}[ \t]{1,3}|[ \t]{1,2}(?=["'`*“]))(["'`*“”]{0,2})([^\s"'`*“”<>()]{3,80})\1/gi;
/** Words that tell how a password is, not which. */
const MANNER =
  /(?:ed|ing|able|ible|ory|ent|ant|ary|ful|less|ous|ive|ly|wn|en|al|ic|id|ong|ort|ak|fe)$|^(?:a|an|the|that|this|not|no|in|on|at|to|of|for|from|by|with|and|or|as|if|is|it|its|your|our|my|their|his|her|just|only|also|never|always|same|new|old|set|sent|kept|lost|done|here|there|too|very|more|less|used|unique|secure|equal|case|plain|blank|null|none|one|two|what|which|where|when|who|how|you|we|they|be|been|being|do|does|use|get|see|true|false|good|bad|okay|empty|random|base64|sha256|sha1|md5|utf-?8|oauth2?|[a-z]+-only|only|stale|fine|ours|yours|hers|theirs|mandatory|mine|key|word|string|visible|public|private|correct|wrong|must|should|can|may|will|has|have|at least)$/i;

/** “The admin password is x.”: in sentences, where the word ends one or looks like nothing else. */
export function scanProse({ text, reading, report }: Scan): void {
  if (!reading.holdsProse) return;
  if (reading.speaks) scanPairs(text, report);
  for (const match of text.matchAll(SAID)) {
    const raw = match[2] ?? '';
    const value = raw.replace(/[.,;:!?]+$/, '');
    const mark = match[1] ?? '';
    const from = match.index + match[0].length - mark.length - raw.length;
    const rest = text.slice(from + value.length, from + value.length + 4);
    const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
    const endsHere = /^["'`*”]{0,2}(?:[.,;:!?]{0,3}\s*$|[.,;:!?]{1,3}\s|[ \t]*\r?\n)/.test(rest);
    if (isStandIn(value) || isConstant(value) || isPlaceholder(value) || isFieldName(value))
      continue;
    if (/^[\W\d]|[/\\=|]|^\w+\.\w+|^[A-Z]+(?:_[A-Z]+)*$|\(/.test(value) && !isMixed) continue;
    if (/^[\w-]+(?:[./][\w-]+)+$|^v?\d[\d.]*\w{0,2}$|::/.test(value)) continue;
    const isClear = endsHere || mark !== '';
    const isSaid = reading.speaks && isClear && value.length > 4 && !MANNER.test(value);
    if (isMixed ? endsHere || mark !== '' : isSaid)
      report(from, from + value.length, 'said', 'password');
  }
}

const PAIR =
  /(?:log ?in|sign ?in|credentials?)(?:[ \t](?:with|as|are|is|using))?:?[ \t]+["'`]?[\w.@-]{2,40}[ \t]?[/:][ \t]?([^\s/"'`<>()]{5,60})(?=["'`]?[.,;]?(?:\s|$))/gi;

/** `log in with bob/x`, `credentials: bob / x` */
function scanPairs(text: string, report: Report): void {
  for (const match of text.matchAll(PAIR)) {
    const value = (match[1] ?? '').replace(/[.,;]+$/, '');
    const from = match.index + match[0].length - (match[1] ?? '').length;
    if (isStandIn(value) || isPlaceholder(value) || isFieldName(value) || MANNER.test(value))
      continue;
    if (/^[A-Z][a-z]+$/.test(value)) continue;
    report(from, from + value.length, 'said', 'password');
  }
}

const LONGEST_TABLE_LINE = 2000;
/** How a dump of PostgreSQL heads its rows. */
const COPY = /^COPY \S{1,120} \(([^()]{1,1500})\) FROM stdin;/;
const MOST_CELLS = 40;

/** The columns of a CSV file or of a table in Markdown whose heading names a secret. */
export function scanTables({ text, reading, report }: Scan): void {
  const isCsv = /^(?:csv|tsv|text)$/.test(reading.language);
  if (!isCsv && !text.includes('|') && !text.includes('FROM stdin')) return;
  if (!/passw|pwd|secret|token|key/i.test(text)) return;
  let at = 0;
  let heading: { readonly sign: string; readonly cells: Cells } | null = null;
  let lines = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    const to = end === -1 ? text.length : end;
    const line = to - at > LONGEST_TABLE_LINE ? '' : text.slice(at, to);
    const sign: string = heading?.sign ?? signOf(line, isCsv && lines === 0);
    const cells = sign === '' || !line.includes(sign) ? [] : line.split(sign);
    const copied = COPY.exec(line)?.[1];
    if (copied !== undefined) heading = { sign: '\t', cells: copied.split(',') };
    else if (cells.length < 2 || cells.length > MOST_CELLS) heading = null;
    else if (heading === null) heading = { sign, cells };
    else if (cells.length === heading.cells.length) reportRow(at, cells, heading.cells, report);
    at = to + 1;
    lines++;
  }
}

const signOf = (line: string, isFirstOfCsv: boolean): string => {
  if (/^\s*\|.*\|\s*$/.test(line)) return '|';
  return isFirstOfCsv ? (/[,;|\t]/.exec(line)?.[0] ?? '') : '';
};

type Cells = readonly string[];

function reportRow(base: number, cells: Cells, heading: Cells, report: Report): void {
  let at = base;
  cells.forEach((cell, index) => {
    const name = (heading[index] ?? '').trim().replace(/^["'*`]+|["'*`]+$/g, '');
    const value = cell.trim().replace(/^["'*`]+|["'*`]+$/g, '');
    const isNamed =
      /^[\w .-]{2,30}$/.test(name) && ['password', 'token'].includes(nameKindOf(name));
    const isValue = value.length > 2 && !/\s/.test(value) && !/^[-:]+$/.test(value);
    if (isNamed && isValue && !isStandIn(value) && !isConstant(value) && !isFieldName(value)) {
      const from = at + cell.indexOf(value);
      report(from, from + value.length, 'column', name);
    }
    at += cell.length + 1;
  });
}
