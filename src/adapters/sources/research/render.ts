import { parseJson } from '../../../text/imports/loose-json.ts';
import { htmlToText } from '../../../text/prose/html.ts';
import { readableJson } from '../documentation/pretty-json.ts';
import { findSearches, type Hit, type SavedSearch } from './hits.ts';
import { demoted, renderRecords } from './records.ts';

const LONGEST_TITLE = 200;
const LONGEST_URL = 2000;

/** A fetched page as Markdown, its address below its title. */
export function renderPage(html: string): string {
  const { title, url, text } = htmlToText(html);
  const titled = title === '' || /^# /m.test(text) ? text : `# ${title}\n\n${text}`;
  if (url === '') return titled;
  const source = `Source: <${url}>`;
  if (!titled.startsWith('# ')) return `${source}\n\n${titled}`;
  const end = titled.indexOf('\n');
  return `${titled.slice(0, end)}\n\n${source}${titled.slice(end)}`;
}

/** Saved searches and agent outputs as Markdown; what is neither stays JSON. */
export function renderJson(raw: string, kind: string): string {
  const records = parseRecords(raw);
  if (records === null) return raw;
  if (kind === 'search') {
    const searches = findSearches(records);
    if (searches.length > 0) return searches.map(renderSearch).join('\n');
  }
  return kind === 'note' ? readableJson(raw) : renderRecords(records) || readableJson(raw);
}

const MOST_BROKEN_LINES = 100;

/** The values of a JSON file or of JSON lines; null if it is neither. Lines that don't parse are left out. */
function parseRecords(raw: string): readonly unknown[] | null {
  const whole = parseJson(raw.replace(/^\ufeff/, ''));
  if (whole !== undefined) return [whole];
  const values: unknown[] = [];
  let broken = 0;
  for (const line of raw.split('\n')) {
    const first = line.trimStart().charAt(0);
    if (first === '') continue;
    // A failed parse is slow: only what begins like a record is tried, and not for ever.
    const value = first === '{' || first === '[' ? parseJson(line.trim()) : undefined;
    if (value === undefined) broken++;
    else values.push(value);
    if (broken > values.length + MOST_BROKEN_LINES) return null;
  }
  return values.length > broken ? values : null;
}

function renderSearch(search: SavedSearch): string {
  const query = oneLine(search.query, LONGEST_TITLE);
  const parts = [query === '' ? '# Search results\n' : `# Search: ${query}\n`];
  if (search.answer !== '') parts.push(`Answer: ${demoted(readable(search.answer))}\n`);
  for (const hit of search.hits) parts.push(renderHit(hit));
  return parts.join('\n');
}

function renderHit({ title, url, date, text }: Hit): string {
  const address = url.replace(/[\s<>]+/g, '').slice(0, LONGEST_URL);
  const name = oneLine(readable(title), LONGEST_TITLE) || address;
  const head = `## ${name}\n<${address}>\n${date === '' ? '' : `${oneLine(date, 60)}\n`}`;
  const body = demoted(readable(text));
  return body === '' ? head : `${head}\n${body}\n`;
}

/** Excerpts come with marks of the search engine (`<strong>`) or as whole pages. */
function readable(text: string): string {
  const marked = /<\/?[a-z][a-z0-9]*(?:\s[^<>]{0,400})?>|&(?:[a-z]{2,8}|#\d{1,5});/i.test(text);
  return (marked ? htmlToText(text).text : text).replace(/\r\n?/g, '\n').trim();
}

const oneLine = (text: string, limit: number): string =>
  text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, limit);
