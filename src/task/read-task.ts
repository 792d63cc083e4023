import type { Task, TaskType } from '../model/task.ts';
import { sectionsOf } from './sections.ts';
import { typeOf } from './type.ts';

/** A word with a slash or a file ending. A leading `@` marks an explicit mention. */
const PATH_LIKE =
  /@?(?:[\w.~-]{1,100}[\\/]){0,40}[\w.-]{1,100}\.[A-Za-z]\w{0,9}\b|@?(?:[\w.-]{1,100}\/){1,40}[\w.-]{1,100}/g;
const QUOTED = /"([^"\n]{8,200})"|'([^'\n]{8,200})'/g;
const ASKS_FOR_TESTS =
  /\b(?:add|write|fix|update|improve|extend|missing|failing|flaky|broken)\s+(?:\w+\s+){0,3}(?:unit |integration |regression )?tests?\b|\btest coverage\b|\btests? (?:for|fails?|failing)\b/i;
const ASKS_FOR_DOCS = /\b(?:docs?|documentation|readme|changelog|docstrings?|tutorials?|typos?)\b/i;

/** What a task says, read without knowing the project. Never throws. */
export function readTask(text: string, given?: TaskType): Task {
  const { sections, frames } = sectionsOf(text);
  const { type, confidence, words } = typeOf(sections, frames.length > 0, given);
  const mentionable = text.replace(/\bhttps?:\/\/[^\s)>\]"']+/g, (url) =>
    url.replace(/^https?:\/\/[^/]*/, ' '),
  );
  const paths = [...mentionable.matchAll(PATH_LIKE)].map(([path]) =>
    path.replace(/^@/, '').replaceAll('\\', '/'),
  );
  const messages = [...text.matchAll(QUOTED)].map((match) => match[1] ?? match[2] ?? '');
  return {
    text,
    sections,
    frames,
    paths: [...new Set(paths)],
    messages: [
      ...new Set([...sections.exception.split('\n').filter((line) => line !== ''), ...messages]),
    ],
    type,
    typeConfidence: confidence,
    typeWords: words,
    asksForTests: ASKS_FOR_TESTS.test(sections.title),
    asksForDocs: ASKS_FOR_DOCS.test(sections.title),
  };
}
