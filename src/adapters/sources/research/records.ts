import { type Fields, isRecord } from '../../../text/imports/loose-json.ts';
import { readHit, textField } from './hits.ts';

const TITLE_FIELDS =
  `task title prompt goal objective question assignment instruction instructions query
  description name`.split(/\s+/);
/** Fields that carry the work itself: a section each, however short. */
const SECTION_FIELD =
  /^(?:task|prompt|results?|outputs?|answer|finalanswer|findings|keyfindings|response|report|summary|conclusions?|recommendations?|verdict|decision|takeaways|keytakeaways|tldr|bottomline|notes|analysis)$/;
const SHORT_VALUE = 100;
const LONGEST_TITLE = 120;
const DEEPEST = 4;

/** Headings of a quoted text stand below the heading that quotes it. */
export const demoted = (text: string): string =>
  text.replace(/^(#{1,6})(?=\s)/gm, (marks) => '#'.repeat(Math.min(6, marks.length + 2)));

/** Agent outputs as Markdown: one top heading per record, one section per field that says something. */
export function renderRecords(values: readonly unknown[]): string {
  const records = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  return records
    .map((record) => (isRecord(record) ? renderRecord(record) : renderValue(record, 0)))
    .filter((text) => text !== '')
    .join('\n');
}

function renderRecord(record: Fields): string {
  const title = firstLine(textField(record, TITLE_FIELDS));
  const facts: string[] = [];
  const parts: string[] = [];
  for (const [key, value] of Object.entries(record)) {
    if (value === null || value === '') continue;
    const field = key.toLowerCase().replace(/[_-]/g, '');
    if (typeof value === 'string' && value.trim() === title) continue;
    if (!SECTION_FIELD.test(field) && isShort(value)) facts.push(`- ${key}: ${String(value)}`);
    else parts.push(`## ${heading(key)}\n\n${renderValue(value, 0)}\n`);
  }
  const lines = [
    title === '' ? '' : `# ${title}\n`,
    facts.length > 0 ? `${facts.join('\n')}\n` : '',
  ];
  return [...lines, ...parts].filter((part) => part !== '').join('\n');
}

function renderValue(value: unknown, depth: number): string {
  if (typeof value === 'string') return demoted(value.replace(/\r\n?/g, '\n').trim());
  if (Array.isArray(value)) {
    if (depth >= DEEPEST) return '…';
    return value.map((item) => bullet(renderItem(item, depth + 1))).join('\n');
  }
  if (isRecord(value)) {
    if (depth >= DEEPEST) return '…';
    return Object.entries(value)
      .map(([key, item]) => bullet(labelled(key, renderItem(item, depth + 1))))
      .join('\n');
  }
  return String(value);
}

/** A source named by an agent reads as one line. */
function renderItem(value: unknown, depth: number): string {
  const hit = isRecord(value) ? readHit(value) : null;
  if (!hit) return renderValue(value, depth);
  const text = hit.text.trim();
  return `${firstLine(hit.title)} <${hit.url}>${text === '' ? '' : `\n${text}`}`.trim();
}

const labelled = (key: string, text: string): string =>
  text.includes('\n') ? `${key}:\n${text}` : `${key}: ${text}`;

const bullet = (text: string): string => `- ${text.replace(/\n(?!\n|$)/g, '\n  ')}`;

const isShort = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= SHORT_VALUE && !value.includes('\n')
    : typeof value !== 'object';

/** `key_findings` and `keyFindings` as a person would write them. */
function heading(key: string): string {
  const words = key
    .slice(0, LONGEST_TITLE)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_\s-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  return line.replace(/^#+\s+/, '').slice(0, LONGEST_TITLE);
}
