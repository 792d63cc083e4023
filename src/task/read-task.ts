import type { Sections, Task, TaskType } from '../model/task.ts';
import { isExceptionLine } from '../text/traces.ts';
import { askOf } from './ask.ts';
import { sectionsOf } from './sections.ts';
import { typeOf } from './type.ts';

const LONGEST_PATH = 400;
/**
 * Runs of characters that paths are made of, and in them words with a slash or a file ending; a leading `@` marks an explicit mention.
 * What is longer than any path is data. Names may be in any script, but where sentences have no spaces, paths end where it changes.
 */
const PATHS = ['\\w', '\\w\\p{L}\\p{M}'].map((letter) => ({
  run: new RegExp(`@?[${letter}.~\\\\/-]+`, 'gu'),
  path: new RegExp(
    `@?(?:[${letter}.~-]{1,100}[\\\\/]){0,40}[${letter}.-]{1,100}\\.[A-Za-z]\\w{0,9}\\b|@?(?:[${letter}.-]{1,100}/){1,40}[${letter}.-]{1,100}`,
    'gu',
  ),
}));
/** In straight, curly or back quotes. An apostrophe inside a word opens nothing. */
const QUOTED =
  /"([^"\n]{8,300})"|(?<!\w)'([^'\n]{8,300})'(?!\w)|“([^”\n]{8,300})”|`([^`\n]{8,300})`/g;
/** `Error: it broke`: no name of its own, but a message. */
const BARE_ERROR =
  /^[ \t]{0,40}(?:Uncaught )?(?:[\w$.]{1,100}\.)?(?:Error|Exception): [^\n]{4,400}/gim;
const MOST_MESSAGES = 200;
const ASKS_FOR_TESTS =
  /\b(?:add|write|fix|update|improve|extend|missing|failing|flaky|broken)\s+(?:\w+\s+){0,3}(?:unit |integration |regression )?tests?\b|\btest coverage\b|\btests? (?:for|fails?|failing)\b/i;
/** To mention documentation is not to ask for it: programs that read or write some do so all the time. */
const ASKS_FOR_DOCS =
  /^docs?(?:\([^)\n]{0,60}\))?!?:|\b(?:fix|update|improve|add|write|extend|clarify|missing|outdated|wrong)\s+(?:\w+\s+){0,3}(?:docs?|documentation|readme|changelog|tutorials?)\b|\btypos?\b|\bdocument (?:the|how|that|what|why)\b/i;

/** What a task says, read without knowing the project. Never throws. */
export function readTask(text: string, given?: TaskType): Task {
  const { sections, frames } = sectionsOf(text);
  return {
    text,
    sections,
    frames,
    paths: pathsIn(text),
    scopes: scopesIn(sections.title),
    messages: messagesIn(text, sections),
    ...typeOf(sections, frames.length > 0, given),
    ask: askOf(sections),
    asksForTests: ASKS_FOR_TESTS.test(sections.title),
    asksForDocs: ASKS_FOR_DOCS.test(sections.title),
  };
}

function pathsIn(text: string): string[] {
  const withoutHosts = text.replace(/\bhttps?:\/\/[^\s)>\]"']+/g, (url) =>
    url.replace(/^https?:\/\/[^/]*/, ' '),
  );
  const paths = new Set<string>();
  for (const { run: runs, path: like } of PATHS) {
    for (const [run] of withoutHosts.matchAll(runs)) {
      if (run.length > LONGEST_PATH || !/[./\\]/.test(run)) continue;
      for (const [path] of run.matchAll(like)) {
        paths.add(path.replace(/^@/, '').replaceAll('\\', '/'));
      }
    }
  }
  return [...paths];
}

/** `fix(router): …`, `[compiler] …`, `net/http, io: …`; kinds of changes and of trouble are no scopes. */
const SCOPE =
  /^(?:\w{1,20}\(([^()\n]{1,60})\)!?:|\[([^\]\n]{1,60})\]:?|([\w@.][\w@./-]{0,50}(?:, ?[\w@./-]{1,50}){0,3}):)\s/;
const NO_SCOPE =
  /^(?:fix|bug|bugfix|hotfix|feat|feature|docs?|chore|build|ci|tests?|refactor|perf|style|deps(?:-dev)?|release|types?|revert|wip|dx|misc|question|proposal|rfc|request|note|todo|security|regression|enhancement|\w*(?:error|exception|warning))$/i;

function scopesIn(title: string): string[] {
  const [, ...found] = SCOPE.exec(title) ?? [];
  const names = (found.find((part) => part !== undefined) ?? '').split(/[,\s]+/);
  return names.filter((name) => /\w{2}/.test(name) && !NO_SCOPE.test(name));
}

/** What the program said: exception lines, the title if it is one, and what stands in quotes. */
function messagesIn(text: string, { title, exception }: Sections): string[] {
  const bare = Array.from(text.matchAll(BARE_ERROR), ([line]) => line.trim());
  const raised = [...(isExceptionLine(title) ? [title] : []), ...exception.split('\n'), ...bare];
  const messages = new Set(raised.filter((line) => line !== '').slice(0, MOST_MESSAGES));
  for (const [, ...quoted] of text.matchAll(QUOTED)) {
    if (messages.size >= MOST_MESSAGES) break;
    const message = quoted.find((part) => part !== undefined)?.trim() ?? '';
    // One word in quotes is a name, not a message.
    if (/\s/.test(message)) messages.add(message);
  }
  return [...messages];
}
