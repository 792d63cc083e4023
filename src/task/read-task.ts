import type { Ask, Sections, Task, TaskType } from '../model/task.ts';
import {
  isExceptionLine,
  isInsideTrace,
  opensTrace,
  readFrame,
  readLogFrame,
} from '../text/traces.ts';
import { withoutSmallWords } from './foreign.ts';
import { sectionsOf } from './sections.ts';
import { asksForOperations, typeOf } from './type.ts';

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
/** Where and by what something is done: the answer is code. */
const ASKS_FOR_CODE =
  /\b(?:in (?:the |our )?(?:code(?: ?base)?|source)|(?:which|what) (?:function|class|method|file|module|code|component|job|handler)s?|implement(?:ed|ation)|where (?:is|are|do|does|did) .{1,80}\b(?:done|handled|computed|calculated|defined|checked|validated|parsed|created|sent|written|set|called|happen)\b)/i;
/** To mention documentation is not to ask for it: programs that read or write some do so all the time. */
const ASKS_FOR_DOCS =
  /^docs?(?:\([^)\n]{0,60}\))?!?:|\b(?:fix|update|improve|add|write|extend|clarify|missing|outdated|wrong)\s+(?:\w+\s+){0,3}(?:docs?|documentation|readme|changelog|tutorials?)\b|\btypos?\b|\bdocument (?:the|how|that|what|why)\b/i;

/** `[Bug]: …`, `Feature request: …`: trackers sort by it. */
const KIND =
  /^\s*(?:\[(?:bug|doc|enh|feature|issue|mnt|question|rfc)[^\]\n]{0,30}\]:?|(?:bug|bug ?report|enh|enhancement|feature|feature ?request|issue|regression):)\s+(?=\S)/i;
/** "fix cors" seeks cors: every project has files that fix something else. */
const ORDER = /^\s*fix(?:e[sd]|ing)?\s+(?=\S)/i;
/** "how do plugins work" seeks plugins: all that a program does works somehow. */
const WORKING =
  /^(\W*how (?:do|does|did|is|are|can|could|should|would|will)\b.*\S)\s+work(?:s|ed|ing)?\b(?=\W*$)/i;

/** "explain the hooks page" seeks hooks: whatever is explained stands on some page. */
const MEDIUM =
  /^(\W*(?:explain|describe|show me|tell me|what|where|how|which|is there)\b.*\b(?!(?:an?|the|this|that|each|every|of|to|in|on|for|and|or|is|are|do|does|explain|describe|your|our|my|me|with|by|from|as)\b)[\w-]{2,60})\s+(?:documentation|docs?|pages?|sections?|guides?|recipes?|articles?|tutorials?|manuals?)(?=\W*$)/i;

/** Turns of phrase: what looks like a word of the task in them is none. */
const PHRASES =
  /\b(?:no longer|any ?more|any longer|at (?:least|most|all)|as (?:long|soon|well) as|how (?:many|much|long|often))\b/gi;

/** What a task says, read without knowing the project. Never throws. */
export function readTask(text: string, given?: TaskType): Task {
  const { sections, frames } = sectionsOf(text);
  const isTrace = frames.length > 0 && isBareTrace(text);
  const foreign = withoutSmallWords(sections.title);
  return {
    text,
    title: sections.title,
    sections: isTrace
      ? untitled(sections)
      : { ...sections, title: soughtIn(foreign ?? sections.title) },
    frames,
    isBareTrace: isTrace,
    isForeign: foreign !== null,
    paths: pathsIn(text),
    scopes: scopesIn(sections.title),
    messages: messagesIn(text, sections),
    ...typeOf(sections, frames.length > 0, given),
    ask: askOf(sections),
    asksForTests: ASKS_FOR_TESTS.test(sections.title),
    asksForDocs: ASKS_FOR_DOCS.test(sections.title),
    asksForCode: ASKS_FOR_CODE.test(sections.title),
    asksForOperations: asksForOperations(sections.title),
  };
}

const isOfTrace = (line: string): boolean =>
  readFrame(line) !== null ||
  readLogFrame(line) !== null ||
  isExceptionLine(line) ||
  isInsideTrace(line) ||
  opensTrace(line) ||
  // The code that some languages print below a frame.
  /^\s{4}/.test(line);

const isBareTrace = (text: string): boolean =>
  text.split('\n').every((line) => line.trim() === '' || isOfTrace(line));

/** The first line of a trace is no title: what was raised says little, its message more. */
const untitled = (sections: Sections): Sections => ({
  ...sections,
  title: /^[^:]{1,200}?: +(?=\S)/.test(sections.title)
    ? sections.title.replace(/^[^:]{1,200}?: +/, '')
    : '',
});

/** What looks like a path, each once. */
export function pathsIn(text: string): string[] {
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

/** `the auth module`, `in the \`challenge\` package`: a part of the project by its name. */
const NAMED_PART =
  /\b(?:the|our|in|of|inside) [`'"]?([\w@.][\w@./-]{1,50})[`'"]? (?:package|module|crate|folder|directory|library|subsystem|layer)\b/gi;

/** The title without words that say what to do or what kind of thing is meant: they are in every project. */
const soughtIn = (title: string): string =>
  title
    .replace(KIND, '')
    .replace(ORDER, '')
    .replace(WORKING, '$1')
    .replace(MEDIUM, '$1')
    .replace(PHRASES, ' ')
    .replace(NAMED_PART, (part) => part.slice(0, part.lastIndexOf(' ')));

function scopesIn(title: string): string[] {
  const [, ...found] = SCOPE.exec(title) ?? [];
  const names = (found.find((part) => part !== undefined) ?? '').split(/[,\s]+/);
  const parts = Array.from(title.matchAll(NAMED_PART), ([, name = '']) => name);
  return [...names, ...parts].filter((name) => /\w{2}/.test(name) && !NO_SCOPE.test(name));
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

/**
 * How questions begin. Fired on all of 148 questions, on none of 728 subjects of commits and on one of 880 titles of issues; a final
 * question mark and a bare "when" are left out because reports of bugs have them too.
 */
const QUESTION =
  /^\W*(?:explain|describe|how|what|why|where|which|who|when (?:did|does|do|was|were|is|are|will|should|must)|tell me|show me how|is (?:there|it|our)|are (?:there|our)|does(?!n| not)|do (?:we|i)|may (?:we|i)|should (?:we|i)|can (?!not\b)|(?:is|are|was|were|will|would|could|has|have|did) (?!not\b)(?:the|an?|our|this|that|these|those|all|any|some|one|it|we|they|\w+ \w+ (?:good|enough|worth|possible|allowed|safe|needed|required))\b|overview|guide|introduction|tutorial)\b/i;

/** `plug and charge, what does it cost`: the topic first, then the question. */
const ASKED_LAST =
  /[,:;–-]\s+(?:and )?(?:what|how|which|who|where|when) (?:do|does|did|is|are|was|were|much|many|long|often)\b/i;

/** What people do to programs, in any of its forms: whoever says one of these wants a change. */
const CHANGE =
  /\b(?:add|adjust|adopt|allow|apply|avoid|bring|bump|cache|call|capture|change|check|clarif(?:y|ies)|clean|clear|convert|copy|correct|cut|deduplicate|default|defer|define|delete|deprecate|derive|detect|disable|disallow|document|don't|do not|downgrade|drop|emit|enable|enforce|ensure|escape|exclude|expand|export|expose|extend|extract|filter|fix|follow|force|format|generate|handle|hide|ignore|implement|import|improve|include|increase|inherit|inline|introduce|keep|let|limit|load|log|make|mark|match|merge|migrate|modif(?:y|ies)|move|normali[sz]e|omit|optimi[sz]e|parse|pass|permit|preserve|prevent|print|prioriti[sz]e|provide|reduce|refactor|reject|release|remove|rename|render|reorder|replace|report|require|reset|resolve|respect|restore|return|reuse|revert|rework|rewrite|run|set|show|simplif(?:y|ies)|skip|sort|speed up|split|stop|store|strip|support|suppress|switch|test|throw|track|treat|trim|turn|tweak|unif(?:y|ies)|update|upgrade|use|validate|warn|wrap|write)(?:s|es|d|ed|ing|ning|ting|ping|ging)?\b/i;

/** What goes wrong with them: to name it is to want it gone. */
const SYMPTOM =
  /\b(?:bugs?|break(?:s|ing|age)?|broken|crash(?:es|ed|ing)?|errors?|exceptions?|fail(?:s|ed|ing|ures?)?|faults?|flaky|hang(?:s|ing)?|incorrect(?:ly)?|invalid|issues?|leak(?:s|ing)?|missing|mistakes?|panics?|problems?|race|regressions?|slow|stale|typos?|unable|unexpected(?:ly)?|warnings?|wrong(?:ly)?|cannot|can't|doesn't|does not|isn't|is not|not working|no longer|should(?:n't)?|must(?:n't)?)\b/i;

/** What a task wants: an answer, a change, or only something about a topic. */
function askOf({ title, ...rest }: Sections): Ask {
  if (QUESTION.test(title) || (ASKED_LAST.test(title) && !SYMPTOM.test(title))) return 'question';
  if (hasBody(rest)) return 'report';
  return CHANGE.test(title) || SYMPTOM.test(title) ? 'change' : 'topic';
}

/** Backticks inside the title are quoted once more; they are no body. */
const hasBody = ({ prose, code, frames, exception }: Omit<Sections, 'title'>): boolean =>
  [prose, code, frames, exception].some((text) => text.trim() !== '');
