import { isArray, isObject, type Json, type JsonObject, textField } from './json.ts';

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

/** The searches in a JSON value, whatever envelope they came in, in order. */
export function findSearches(values: readonly Json[]): SavedSearch[] {
  const searches: SavedSearch[] = [];
  const begin = (query: string): SavedSearch => {
    const search = { query, answer: '', hits: [] };
    searches.push(search);
    return search;
  };
  const current = (): SavedSearch => searches.at(-1) ?? begin('');
  const visit = (value: Json, depth: number): void => {
    if (depth > DEEPEST) return;
    if (isArray(value)) {
      for (const item of value) visit(item, depth + 1);
    } else if (isObject(value)) {
      const hit = readHit(value);
      if (hit) {
        current().hits.push(hit);
        return;
      }
      const query = textField(value, QUERY_FIELDS);
      if (query !== '' && query !== searches.at(-1)?.query) begin(query);
      const answer = textField(value, ANSWER_FIELDS);
      if (answer !== '') current().answer ||= answer;
      for (const item of Object.values(value)) {
        if (typeof item === 'object' && item !== null) visit(item, depth + 1);
      }
    }
  };
  for (const value of values) visit(value, 0);
  return searches.filter(({ hits, answer }) => hits.length > 0 || answer !== '');
}

export function readHit(object: JsonObject): Hit | null {
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
const holdsHits = (value: Json): boolean =>
  isArray(value) &&
  value.some((item) => isObject(item) && ('url' in item || 'link' in item) && 'title' in item);
