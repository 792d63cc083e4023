import { type Fields, isRecord } from '../../../text/imports/loose-json.ts';

/** A result of a saved search, or a fetched page. */
export interface Hit {
  readonly title: string;
  readonly url: string;
  readonly date: string;
  readonly text: string;
}

export interface SavedSearch {
  query: string;
  answer: string;
  readonly hits: Hit[];
}

const URL_FIELDS = ['url', 'link', 'href', 'uri', 'sourceurl', 'pageurl', 'source', 'id'];
const TITLE_FIELDS = ['title', 'name', 'heading', 'headline', 'pagetitle'];
const SHORT_FIELDS = ['excerpt', 'snippet', 'summary', 'description', 'abstract'];
const MORE_FIELDS = ['highlights', 'extrasnippets', 'snippets', 'passages'];
const LONG_FIELDS = ['content', 'text', 'body', 'rawcontent', 'markdown', 'pagecontent'];
const DATE_FIELDS = ['date', 'publisheddate', 'published', 'publishedat', 'pageage', 'age'];
const QUERY_FIELDS = ['query', 'q', 'searchquery', 'searchterm', 'originalquery', 'question'];
const ANSWER_FIELDS = ['answer', 'directanswer', 'finalanswer'];
/** Real answers nest four or five deep; what is deeper is no search. */
const DEEPEST = 12;

/** The first of some fields that holds text, in any spelling: `page_age`, `pageAge`, `PageAge`. */
export function textField(object: Fields, names: readonly string[]): string {
  const byName = new Map<string, unknown>();
  for (const [key, value] of Object.entries(object)) {
    const name = key.toLowerCase().replace(/[_-]/g, '');
    if (!byName.has(name)) byName.set(name, value);
  }
  for (const name of names) {
    const value = byName.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (
      Array.isArray(value) &&
      value.length > 0 &&
      value.every((item) => typeof item === 'string')
    ) {
      return value.join('\n\n');
    }
  }
  return '';
}

/** The searches in a JSON value, whatever envelope they came in, in order. */
export function findSearches(values: readonly unknown[]): SavedSearch[] {
  const searches: SavedSearch[] = [];
  const begin = (query: string): SavedSearch => {
    const search = { query, answer: '', hits: [] };
    searches.push(search);
    return search;
  };
  const current = (): SavedSearch => searches.at(-1) ?? begin('');
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
    } else if (isRecord(value)) {
      const hit = readHit(value);
      if (hit) {
        current().hits.push(hit);
        return;
      }
      const query = textField(value, QUERY_FIELDS);
      if (query !== '' && query !== searches.at(-1)?.query) begin(query);
      const answer = textField(value, ANSWER_FIELDS);
      if (answer !== '') current().answer ||= answer;
      for (const item of Object.values(value)) visit(item, depth + 1);
    }
  };
  for (const value of values) visit(value, 0);
  return searches.filter(({ hits, answer }) => hits.length > 0 || answer !== '');
}

export function readHit(object: Fields): Hit | null {
  const url = textField(object, URL_FIELDS).trim();
  if (!/^(?:https?|ftp|file):\/\/\S/i.test(url)) return null;
  if (Object.values(object).some(holdsHits)) return null;
  const title = textField(object, TITLE_FIELDS);
  let text = textField(object, LONG_FIELDS);
  // A snippet often repeats the beginning of the content.
  for (const fields of [MORE_FIELDS, SHORT_FIELDS]) {
    const short = textField(object, fields).trim();
    if (!text.includes(short)) text = `${short}\n\n${text}`;
  }
  if (title === '' && text === '') return null;
  return { title, url, date: textField(object, DATE_FIELDS), text: text.trim() };
}

/** An envelope may have an address of its own (the request's). */
const holdsHits = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some((item) => isRecord(item) && ('url' in item || 'link' in item) && 'title' in item);
