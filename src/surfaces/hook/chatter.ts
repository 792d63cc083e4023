import { PHRASES, WORDS } from './chatter-words.ts';

/* Which prompts are no task: what is sent for them would only be in the way. When in doubt, a prompt is a task. */

/** More words than this say something, even if each of them is common. */
const MOST_WORDS = 14;
/** A message by a machine may be long; only its beginning is looked at. */
const LOOKED_AT = 600;

/** Whether a prompt asks for no context: greetings, answers, commands, messages that no user wrote. */
export function isChatter(prompt: string): boolean {
  const text = prompt.trim();
  return (
    text === '' || isCommand(text) || isByMachine(text) || isQuietOutput(text) || isSmallTalk(text)
  );
}

/** `/clear`, `/review 12`, `!ls`; a path such as `/src/a.ts` is none. */
const isCommand = (text: string): boolean =>
  /^\/[a-z][\w:.-]*(?:\s|$)/i.test(text) || /^!\s*\S/.test(text);

const SENDER =
  '(?:(?:sub-?)?agents?|teammates?|co-?workers?|bots?|assistants?|orchestrators?|planners?|reviewers?|workers?|sessions?|claude|codex|copilot)';
const JOB =
  '(?:background|async(?:hronous)?|scheduled|detached|monitored|long-running)[- ](?:\\w+[- ])?(?:task|job|command|process|shell|agent|run|build|server|bash|script)';
const ENDED =
  '(?:completed?|finished|exited|ended|failed|succeeded|stopped|started|timed out|killed|done|running|cancell?ed|idle)';

const MACHINES: readonly RegExp[] = [
  // Elements in which clients wrap what they say themselves: <task-notification>, <local-command-stdout>.
  /^<\/?(?:[a-z]+[-_])*(?:notification|reminder|message|command|stdout|stderr|stdin|output|result|event|context|instructions|aborted|hook|input|caveat|status|name|args)s?(?:[-_][a-z]+)*[\s>/]/i,
  /^\[(?:system|notification|monitor|background|automated|auto|cron|hook|heartbeat|event|request interrupted|scheduled|reminder|task|job|agent|subagent|bot|ci)\b[^\]]*\]/i,
  new RegExp(`^(?:the |your |a )?${JOB}\\b[^\\n?]{0,200}\\b${ENDED}\\b`, 'i'),
  new RegExp(
    `^(?:task|job|agent|subagent|monitor|process|shell|command|workflow|cron)\\b[^\\n?]{0,120}\\b(?:has |was |is |have |been )*${ENDED}\\b[^\\n?]{0,80}$`,
    'i',
  ),
  /\b(?:exit(?:ed)?(?: with)? (?:code|status)|exit_code)[: =]*0\b[^\n?]{0,80}$/i,
  new RegExp(
    `^(?:\\[?(?:message|report|reply|update|response|note|handoff|result|answer)s?\\]? (?:from|by|of) )(?:the |your |another |a )?[^\\n:]{0,40}\\b${SENDER}\\b`,
    'i',
  ),
  new RegExp(
    `^(?:another |the |a )?(?:[\\w-]+ )?${SENDER}\\b[^\\n:?]{0,40}\\b(?:sent|says|said|reports?|reported|replied|writes|wrote|messages?)\\b`,
    'i',
  ),
  /^(?:\[?from[: ]+@?[\w-]+\]?|@[\w-]+ ?(?:->|→|to) ?@?[\w-]+)[\]: ]/i,
  /^(?:caveat: the messages below|this session is being continued from a previous)/i,
];

const isByMachine = (text: string): boolean => {
  const beginning = text.slice(0, LOOKED_AT);
  return MACHINES.some((pattern) => pattern.test(beginning));
};

const TROUBLE =
  /error|fail(?!ed[: ]+0|ures?[: ]+0)|exception|traceback|panic|fatal|warn|cannot|can't|undefined|not found|denied|refused|unexpected|invalid|✗|✘|×|❌|assert|\?/i;
const OUTPUT_LINE =
  /^(?:[$>%#❯➜]\s|[✓✔√]|PASS\b|ok\b|=+|-{3,}|\[?\d{2,4}[-:/.]\d\d|\[?(?:INFO|DEBUG|TRACE|LOG|NOTICE)\b|[-dlrwx]{10}\s|total \d+$|(?:(?:added|removed|changed|audited|installed|ran|passed|found) \d|up to date\b|(?:tests?|test files|test suites|duration|time):?\s+[\d.]+)|[0-9a-f]{7,40}\s|(?: ?[MADRCU?!]{1,2}) \S+$|\d+ (?:passed|files?|packages?|tests?|insertions?)\b|\s*$)/i;

/** Pasted output in which nothing is wrong, and that nobody asks about. */
function isQuietOutput(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.length >= 2 && !TROUBLE.test(text) && lines.every((line) => OUTPUT_LINE.test(line));
}

/** Every word is one that says nothing about a project. */
function isSmallTalk(text: string): boolean {
  if (text.length > 160 || /[`/\\_{}<>=]|\w\.\w|\w\(/.test(text.replace(/\b[a-z]\/[a-z]\b/gi, '')))
    return false;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’ʼ`´]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'\s-]+/gu, ' ')
    .replace(/[-\s]+/g, ' ')
    .trim();
  if (plain === '' || PHRASES.has(plain) || PHRASES.has(plain.replaceAll(' ', ''))) return true;
  const words = plain.split(' ');
  return words.length <= MOST_WORDS && words.every(isSmallWord);
}

const isSmallWord = (word: string): boolean =>
  WORDS.has(word) ||
  PHRASES.has(word) ||
  WORDS.has(word.replace(/^'+|'+$/g, '')) ||
  isDrawnOut(word) ||
  /^(?:\d{1,2}|[a-e])$/.test(word);

/** `okkk`, `yesss`, `hahaha`, `hmmm`. */
const isDrawnOut = (word: string): boolean =>
  WORDS.has(word.replace(/(.)\1+$/u, '$1')) ||
  WORDS.has(word.replace(/(.)\1{2,}/gu, '$1')) ||
  /^(?:(?:ha|he|hi|ho|ja|xa|ха|хе|lo)+h?|h+m+|m+h+m*|a+h+|o+h+|u+h+|w+)$/u.test(word);
