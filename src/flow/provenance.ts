import type { Provenance, Span } from '../model/evidence.ts';
import { percentEncoded } from '../text/utf8.ts';

const UNSAFE = /[^\w.~/+@=!$&'()*:^|-]/gu;
const FROM_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * A text as it may stand in a field of a comment: without `;`, spaces, line ends, `--` and `>`, so that it can neither
 * end the field nor the comment.
 */
const escapeField = (text: string): string => percentEncoded(text, UNSAFE);

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
/** In UTF-8 these bytes stand for nothing else. */
const HALVES = /%ED%([AB][0-9A-F])%([89AB][0-9A-F])/gi;
const byteOf = (hex: string): number => Number.parseInt(hex, 16);

/** The way back. A `%` that is no escape stands for itself: people write comments too. */
const unescapeField = (field: string): string =>
  field
    .replace(HALVES, (_, high: string, low: string) =>
      String.fromCharCode(0xd000 | ((byteOf(high) & 63) << 6) | (byteOf(low) & 63)),
    )
    .replace(ESCAPES, (run) => FROM_UTF8.decode(Uint8Array.from(run.slice(1).split('%'), byteOf)));

const FILE = 'file://';

/** The URI of a workspace path, or of a part below its flow. */
export const fileUri = (path: string): string => `${FILE}${path}`;

/** The workspace path a provenance names; null if it names something else, or there is none. */
export const sourcePath = (provenance: Pick<Provenance, 'uri'> | null): string | null =>
  provenance?.uri.startsWith(FILE) === true ? provenance.uri.slice(FILE.length) : null;

export const spanField = ({ unit, ranges }: Span): string =>
  `${unit}=${ranges.map(([first, last]) => `${first}:${last}`).join(',')}`;

/**
 * The comment at the head of evidence: `source_uri`, `cid`, `span`, `tags`, then what Sheaf adds. Whatever the values hold, it is one
 * comment on one line.
 */
export function writeProvenance({ uri, cid, span, tags, more }: Provenance): string {
  const fields: [string, string][] = [
    ['source_uri', escapeField(uri)],
    ['cid', escapeField(cid)],
  ];
  if (span !== null) fields.push(['span', spanField(span)]);
  if (tags.length > 0) fields.push(['tags', tags.map(escapeField).join(',')]);
  for (const [name, value] of Object.entries(more)) {
    fields.push([escapeField(name).replaceAll('=', '%3D'), escapeField(value)]);
  }
  return `<!-- ${fields.map(([name, value]) => `${name}=${value}`).join('; ')} -->`;
}

/** The comment read back, or null if the line is no such comment. */
export function readProvenance(line: string): Provenance | null {
  const text = line.trim();
  if (!text.startsWith('<!--') || !text.endsWith('-->')) return null;
  const fields = new Map<string, string>();
  for (const field of text.slice('<!--'.length, -'-->'.length).split(';')) {
    const equals = field.indexOf('=');
    if (equals !== -1) fields.set(field.slice(0, equals).trim(), field.slice(equals + 1).trim());
  }
  const uri = fields.get('source_uri');
  if (uri === undefined) return null;
  const known = ['source_uri', 'cid', 'span', 'tags'];
  const more = [...fields].filter(([name]) => !known.includes(name));
  const tags = (fields.get('tags') ?? '').split(',').filter((tag) => tag !== '');
  return {
    uri: unescapeField(uri),
    cid: unescapeField(fields.get('cid') ?? ''),
    span: readSpan(fields.get('span') ?? ''),
    tags: tags.map((tag) => unescapeField(tag.trim())),
    more: Object.fromEntries(
      more.map(([name, value]) => [unescapeField(name), unescapeField(value)]),
    ),
  };
}

const RANGE = /^(\d{1,15}):(\d{1,15})$/;

function readSpan(field: string): Span | null {
  const equals = field.indexOf('=');
  const unit = field.slice(0, equals);
  if (unit !== 'lines' && unit !== 'bytes') return null;
  const pieces = field.slice(equals + 1).split(',');
  const found = pieces.map((piece) => RANGE.exec(piece.trim()));
  if (!found.every((range) => range !== null)) return null;
  return { unit, ranges: found.map(([, first, last]) => [Number(first), Number(last)]) };
}

/** How likely gathered evidence is to be needed, as its comment says; null where it says nothing of it. */
export function relevanceIn(provenance: Pick<Provenance, 'more'> | null): number | null {
  const written = provenance?.more['relevance'] ?? '';
  return /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(written) ? Number(written) : null;
}

const BETWEEN_WORDS = ' ';

export const unfamiliarField = (words: readonly string[] = []): { unfamiliar?: string } =>
  words.length === 0 ? {} : { unfamiliar: words.join(BETWEEN_WORDS) };

export const unfamiliarIn = (provenance: Pick<Provenance, 'more'> | null): string[] =>
  (provenance?.more['unfamiliar'] ?? '').split(BETWEEN_WORDS).filter((word) => word !== '');
