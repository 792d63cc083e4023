import { isMinutes, readMarkdown } from './markdown.ts';
import { speakerOf } from './messages.ts';
import { listsPeople, tellsOfTalk } from './minutes.ts';
import { pageRecords } from './page-records.ts';
import { isAmongTalks, isOfMeeting, isReadByPrograms } from './places.ts';
import { isConsulted, isPasted, isTerminal, readPlain } from './plain.ts';
import { isRecordedTalk, isTalkInRecords, isTalkInTable } from './records.ts';
import { isLabel, isPersonRole, speakerKind } from './speakers.ts';
import { NOTE, type Section } from './turn.ts';
import { yamlRecords } from './yaml-records.ts';

export type JsonKind = 'chatgpt' | 'claude-code' | 'codex' | 'slack';
export type Kind = JsonKind | 'messages' | 'markdown' | 'plain' | 'minutes';

const IS_JSON = /^[\s\ufeff]*(?:\{|\[\s*(?:[{\]]|$))/;
export const isJson = (head: string): boolean => IS_JSON.test(head);

/** Keys that only one program writes together; a file lies anywhere, so one key alone proves nothing. */
const SIGNS: Readonly<Record<JsonKind | 'messages', readonly RegExp[]>> = {
  'claude-code': [
    /"type"\s*:\s*"(?:user|assistant|summary|system|file-history-snapshot|queue-operation|attachment)"/,
    /"(?:parentUuid|leafUuid|isSidechain|sessionId|messageId|parent_tool_use_id)"\s*:|"subtype"\s*:\s*"init"/,
    /"(?:message|summary|snapshot|operation|attachment|tools)"\s*:/,
  ],
  codex: [
    /^\s*\{"timestamp"\s*:\s*"[^"]{1,40}"\s*,\s*"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|compacted)"|"type"\s*:\s*"(?:thread\.started|session_meta)"|^\s*\{"id"\s*:\s*"[^"]{1,80}"\s*,\s*"timestamp"\s*:\s*"[^"]{1,40}"\s*,\s*"(?:instructions|git)"|^\s*\{\s*"session"\s*:\s*\{[^{}]{0,2000}\}\s*,\s*"items"\s*:\s*\[|^\s*\{"session_id"\s*:\s*"[^"]{1,80}"\s*,\s*"ts"\s*:\s*\d{9,13}\s*,\s*"text"\s*:\s*"/,
  ],
  chatgpt: [
    /"mapping"\s*:\s*\{/,
    /"(?:current_node|create_time|update_time|conversation_id)"\s*:/,
    /"(?:message|children|parent|author)"\s*:/,
  ],
  slack: [
    /"ts"\s*:\s*"\d{9,11}\.\d{1,9}"/,
    /"(?:type|subtype)"\s*:\s*"(?:message|bot_message|channel_join|thread_broadcast)"/,
    /"(?:user|text|bot_id|client_msg_id)"\s*:/,
  ],
  // What has a title is somebody's talk; lists of messages without one train or test models.
  messages: [
    /"chat_messages"\s*:\s*\[|^\s*\{\s*"title"\s*:\s*"[^"]{0,300}"[\s\S]{0,600}"messages"\s*:\s*\[|^\s*\{\s*"metadata"\s*:\s*\{[\s\S]{0,40}"title"\s*:[\s\S]{0,900}"messages"\s*:\s*\[/,
    /"sender"\s*:\s*"(?:human|assistant)"|"role"\s*:\s*"(?:user|assistant|Prompt|Response)"/,
  ],
};

/** Files whose ending says that they hold what it says. */
const MARKDOWN = /\.(?:md|markdown|mdx|txt)$|(?:^|\/)[^./]+$/i;
const DATA = /\.(?:jsonl?|ndjson|txt|log|bak|export)$|(?:^|\/)[^./]+$/i;
/** Worth a closer look: a line that may name a speaker. */
const MAY_SPEAK =
  /^(?:#{1,6} |_?\*\*|> ?).{0,20}\b(?:user|you|human|prompt|me)\b|^# aider chat started at |^(?:#{1,6} |\*\*|\[)[^\n]{0,60}\d\d:\d\d|(?:^\*\*[^*\n:]{1,40}(?::\*\*|\*\*:) \S.{0,2000}\n+){2}/im;

/** What a file is by its beginning, wherever it lies; null for what is no transcript beyond doubt. */
export function recognise(path: string, head: string): Kind | null {
  if (isJson(head)) {
    if (!DATA.test(path)) return null;
    const kinds = Object.keys(SIGNS) as (keyof typeof SIGNS)[];
    const known = kinds.find((kind) => SIGNS[kind].every((sign) => sign.test(head)));
    return known ?? (isTalkInJson(path, head) ? jsonKindOf(head) : null);
  }
  if (PAGE.test(path)) {
    if (EXPORTED_PAGE.test(head)) return 'chatgpt';
    return isTalkInPage(path, head) ? 'messages' : null;
  }
  if (/\.ya?ml$/i.test(path)) return isTalkInYaml(path, head) ? 'messages' : null;
  if (/\.(?:csv|tsv)$/i.test(path)) {
    return isAmongTalks(path) && isTalkInTable(head) ? 'messages' : null;
  }
  if (/\.log$/i.test(path)) {
    if (isTerminal(head)) return 'plain';
    return isAmongTalks(path) && kindAmongTalks(path, head) === 'plain' ? 'plain' : null;
  }
  if (/\.(?:eml|mbox)$/i.test(path)) {
    return !isReadByPrograms(path) && tellsOfTalk(path, head) ? 'minutes' : null;
  }
  if (!MARKDOWN.test(path)) return null;
  if (isTerminal(head) || isPasted(head) || isConsulted(head) || isSaidToPage(head)) return 'plain';
  if (MAY_SPEAK.test(head) && isTalk(head)) return 'markdown';
  return isAmongTalks(path) || (isOfMeeting(path) && !isReadByPrograms(path))
    ? kindAmongTalks(path, head)
    : null;
}

/** A page with the sides of a talk on it is one; one with names may be comments, unless it lies among talks. */
function isTalkInPage(path: string, head: string): boolean {
  const said = pageRecords(head);
  const hasSides = showsSides(said.map(({ role }) => role));
  return hasSides ? !isReadByPrograms(path) : isAmongTalks(path) && isTalkInRecords(said);
}

/** Lists of messages without a title train or test models, and those with places to fill in are templates. */
function isTalkInYaml(path: string, head: string): boolean {
  if (!/^\s*- [\w-]+\s*:/m.test(head) || /\{\{|\$\{/.test(head)) return false;
  const said = yamlRecords(head);
  if (isAmongTalks(path)) return isTalkInRecords(said);
  return /^title\s*:\s*\S/m.test(head) && showsSides(said.map(speakerOf)) && isTalkInRecords(said);
}

/** A person speaks, an assistant answers, and one of them comes back. */
const showsSides = (speakers: readonly string[]): boolean =>
  speakers.length >= LEAST_SAID &&
  speakers.some(isPersonRole) &&
  speakers.some((name) => speakerKind(name) === 'assistant');

const isTalkInJson = (path: string, head: string): boolean =>
  isAmongTalks(path)
    ? isRecordedTalk(head, false)
    : !isReadByPrograms(path) && isRecordedTalk(head, true);

/** Turns by name, or what else is told point by point. */
function kindAmongTalks(path: string, head: string): Kind | null {
  const speakersIn = (sections: readonly Section[]): readonly string[] =>
    sections
      .flatMap(({ turns }) => turns.map(({ speaker }) => speaker))
      .filter((name) => name !== NOTE);
  const isDialogue = (speakers: readonly string[]): boolean =>
    new Set(speakers).size > 1 && speakers.length >= LEAST_SAID;
  if (isDialogue(speakersIn(readMarkdown(head)))) return 'markdown';
  // What minutes are headed by looks like a speaker.
  if (!listsPeople(head) && isDialogue(speakersIn(readPlain(head)))) return 'plain';
  return tellsOfTalk(path, head) ? 'minutes' : null;
}

const LEAST_SAID = 3;

/** What gives a format away; the first that fits counts. */
const IN_JSON: Readonly<Record<JsonKind, RegExp>> = {
  chatgpt: /"mapping"\s*:\s*\{|"current_node"\s*:/,
  'claude-code':
    /"(?:parentUuid|leafUuid|isSidechain)"\s*:|"type"\s*:\s*"(?:user|assistant)"[^{}]{0,300}"message"\s*:\s*\{|"type"\s*:\s*"summary"\s*,\s*"summary"/,
  codex:
    /"type"\s*:\s*"(?:session_meta|response_item|event_msg|turn_context|thread\.started|item\.completed|input_text|output_text|function_call)"|"record_type"\s*:|^\s*\{"id":"[^"]{1,80}","timestamp":"[^"]{1,40}"/,
  slack: /"ts"\s*:\s*"\d{9,11}\.\d{1,9}"|"client_msg_id"\s*:/,
};

/** How a file of JSON is read that is known to be talk. */
export function jsonKindOf(head: string): Kind {
  const kinds = Object.keys(IN_JSON) as JsonKind[];
  return kinds.find((kind) => IN_JSON[kind].test(head)) ?? 'messages';
}

/** The page that comes with an export has all of it inside. */
const PAGE = /\.html?$/i;
const EXPORTED_PAGE = /<title>ChatGPT Data Export<\/title>|^\s*var jsonData = \[/m;

/** As copied from the page of a chat. */
const YOU_SAID = /^You said:?[ \t]*$/m;
const IT_SAID = /^(?:ChatGPT|Claude|Copilot|Gemini) said:?[ \t]*$/m;
const isSaidToPage = (head: string): boolean => YOU_SAID.test(head) && IT_SAID.test(head);

/** Fewer turns than this may be the headings of a page. */
const LEAST_TURNS = 4;

/**
 * A page may have headings such as User and Agent. A talk begins with a person, an assistant by one of its own names answers, or the same
 * speakers come back, each time with the time.
 */
function isTalk(head: string): boolean {
  if (/^# aider chat started at /m.test(head)) return true;
  const turns = readMarkdown(head)
    .flatMap((section) => section.turns)
    .filter(({ speaker }) => speaker !== 'note');
  const speakers = turns.map(({ speaker }) => speaker);
  const [first = ''] = speakers;
  const hasAnswer = speakers.some((name) => speakerKind(name) === 'assistant');
  if (isPersonRole(first) && hasAnswer) {
    return ANSWERS.test(head) || speakers.length > new Set(speakers).size;
  }
  const count = (name: string): number => speakers.filter((other) => other === name).length;
  if (isPersonRole(first) && speakers.length >= LEAST_TURNS) {
    return new Set(speakers).size > 1 && speakers.every((name) => count(name) > 1);
  }
  const timed = turns.filter(({ time, speaker }) => time !== '' && !isLabel(speaker));
  const isDialogue = new Set(speakers).size > 1 && new Set(speakers).size < speakers.length;
  // Minutes in which everything is said by somebody.
  if (isDialogue && isMinutes(head)) return true;
  return timed.length === turns.length && turns.length >= LEAST_SAID && isDialogue;
}

/** Names that no page gives to a section by chance. */
const ANSWERS =
  /^(?:#{1,6} |_?\*\*).{0,20}\b(?:assistant|response|claude|chatgpt|codex|copilot|cursor|gemini|aider)\b/im;

/** Lists that come with an export and hold no messages. */
const LISTS = [
  /"(?:team_id|is_bot|is_app_user|enterprise_user)"\s*:/,
  /"profile"\s*:\s*\{/,
] as const;

/** The people of a Slack workspace, its channels and its settings are no talk, wherever they lie. */
export const isNoTalk = (path: string, head: string): boolean =>
  /(?:^|\/)(?:channels|groups|dms|mpims|integration_logs|canvases)\.json$/.test(path) ||
  (isJson(head) && LISTS.every((sign) => sign.test(head)) && !/"ts"\s*:\s*"/.test(head));
