import { type Met, onceEach } from './again.ts';
import type { Report, Scan } from './finding.ts';
import { needsNoSecret } from './literals.ts';
import { nameKindOf, namesField, namesProperty } from './names.ts';
import { isPlaceholder, isStandIn, uncommented } from './values.ts';

const VARIABLE =
  /([ \t]*(?:#[ \t]*)?(?:export[ \t]+|set[ \t]+)?)([A-Za-z_][\w.-]*)([ \t]*=[ \t]*|:[ \t]+)/y;

// Words that settings choose from; none can be a secret worth having.
const HARMLESS_WORDS =
  /^(?:true|false|yes|no|on|off|null|none|nil|undefined|default|auto|development|dev|production|prod|staging|stage|test|testing|local|localhost|ci|debug|info|warn|warning|error|fatal|trace|verbose|silent|critical|notice|enabled|disabled|always|never|json|text|pretty|plain|yaml|utf-?8|c\.utf-8|en_us\.utf-8|utc|gmt|http|https|tcp|udp|tls|ssl|smtp|grpc|ws|wss|redis|postgres|postgresql|mysql|mariadb|sqlite|sqlite3|mongodb|memory|file|files|database|db|sync|async|log|stack|single|daily|array|cookie|session|sessions|pgsql|mailhog|sendmail|reverb|pusher|ses|s3|gcs|azure|aws|gcp|minio|node|python|docker|web|api|app|worker|main|master|latest|stable|lax|strict|public|private|root|admin|bearer|basic|hs256|rs256|es256|en|de|fr|es|us|eu|(?:us|eu|ap|sa|ca|me|af)-[a-z]+-\d|0\.0\.0\.0|127\.0\.0\.1|::1?|host\.docker\.internal|\*)$/i;
const SMALL_NUMBER =
  /^-?\d{1,5}(?:\.\d{1,3}){0,3}(?:ms|s|m|h|d|k|kb|mb|gb|mi|gi|%|[ .](?:second|minute|hour|day|week|month|year)s?)?$/i;
const URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s@?#]*(?:#[a-z-]{0,60})?$/i;
/** What a thing is called: `shop`, `new-checkout`, `db-1.internal`; letters in any language, numbers only at the end of a part. */
const NAME = /^\.?\p{L}{1,24}\d{0,3}(?:[-_. ]\p{L}{0,24}\d{0,3}){0,8}$/u;
const VERSION = /^[v^~]?\d{1,4}(?:\.(?:\d{1,4}|x)){1,3}(?:[-+][a-z]{1,10}[.\d]{0,6})?$/i;
/** Words as a title has them: `Pacific Time (US & Canada)`. */
const TITLE = /^\p{Lu}\p{L}*(?:[ ,&/]{1,3}\(?\p{L}+[.)!?]?){1,12}$/u;
/** Paths, mail addresses, what is logged, hosts with a port, time zones and media types, dates, lists of names. */
const PLAIN =
  /^(?:[.~]{0,2}\/[\w.+@-]*(?:\/[\w.+@-]+)*\/?|[\w.-]{1,40}(?:\/[\w.-]{1,40}){0,6}\/|[\w.+-]{1,40}@(?:test|local(?:host)?|example|[\w-]+(?:\.[\w-]+)+)(?:, ?[\w.+-]{1,40}@[\w-]+(?:\.[\w-]+)+){0,20}|(?:[\w:.-]{1,60}=)?(?:trace|debug|info|warn|error|off)(?:,[\w:.-]{1,60}=(?:trace|debug|info|warn|error|off)){0,20}|(?!\S*(?:pass|pwd|secret|token|key))[a-z_]{1,30}=[a-z_]{1,30}(?:&[a-z_]{1,30}=[a-z_]{1,30}){0,10}|[\p{L}\d.-]{1,80}:\d{2,5}(?::\d{1,5})?|\/[\w./-]+(?: --?[a-z][\w-]*){1,6}|\p{L}[\p{L}_-]{1,30}(?:\/[\p{L}_+.-]{2,30}){1,2}|\d{4}-\d\d-\d\d(?:T[\d:.]{5,20}Z?)?|\p{Lu}\p{L}{1,30}(?:\\\p{Lu}\p{L}{1,30}){1,6}|\p{L}[\p{L}_.-]{0,30}\d{0,3}(?:, ?\p{L}[\p{L}_.-]{0,30}\d{0,3}){1,20})$/u;
const REFERENCE = /\$\{\w{1,60}\}/g;
const COMMIT = /^[0-9a-f]{7,40}$/;
/** Long, and not of words: `multi-factor-authentication`. */
const RANDOM_SEGMENT =
  /(?<![A-Za-z0-9_-])(?![a-z]{1,14}(?:[-_][a-z]{1,14})+(?![A-Za-z0-9_-]))[A-Za-z0-9_-]{20,}/;
const LONGEST_QUOTED_LINES = 400;
const LONGEST_REFERENCE = 2000;

/** `.env` files: each value goes unless it is known to be harmless, also in commented lines. */
export function scanEnv(scan: Scan): void {
  const { text, reading } = scan;
  if (reading.strictness !== 'deny') return;
  const read = onceEach(scan, readVariable);
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    at = read(at, end === -1 ? text.length : end).next;
  }
}

/** The variable of a line, whose value may end lines below. */
function readVariable({ text, report }: Scan, at: number, lineEnd: number): Met {
  const met = { from: at, to: lineEnd, isTelling: false, next: lineEnd + 1 };
  VARIABLE.lastIndex = at;
  const [whole, lead = '', name = '', sign = ''] = VARIABLE.exec(text) ?? [];
  if (whole === undefined) return met;
  const from = at + whole.length;
  const isCommented = lead.includes('#');
  const mark = text.charAt(from);
  const isQuoted = mark === '"' || mark === "'" || mark === '`';
  const close = isQuoted && !isCommented ? closing(text, from + 1, mark) : -1;
  if (close !== -1) {
    judge(text, from + 1, close, name, report);
    // Lines inside the quotes are not variables, nor is what follows on the last.
    const end = text.indexOf('\n', close);
    return { ...met, next: end === -1 ? text.length : end + 1 };
  }
  const value = uncommented(text.slice(from, lineEnd).replace(/\r$/, ''));
  // A sentence in a comment (`# note: …`) is not a setting.
  if (isCommented && (/\s/.test(value) || sign.startsWith(':'))) return met;
  const isClosed = isQuoted && value.length > 1 && value.endsWith(mark);
  judge(text, from + (isQuoted ? 1 : 0), from + value.length - (isClosed ? 1 : 0), name, report);
  return met;
}

function closing(text: string, from: number, mark: string): number {
  let lines = 0;
  for (let i = from; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && mark !== "'") i++;
    else if (char === mark) return i;
    else if (char === '\n' && ++lines > LONGEST_QUOTED_LINES) return -1;
  }
  return -1;
}

function judge(text: string, from: number, to: number, name: string, report: Report): void {
  if (to > from && isSecret(name, text.slice(from, to))) report(from, to, 'env-value', name);
}

function isSecret(name: string, value: string): boolean {
  if (value.trim() === '' || isReferenceOnly(value)) return false;
  const kind = nameKindOf(name);
  const soundsSecret = (kind === 'password' || kind === 'token') && !needsNoSecret(name, value);
  if (isToFill(value)) return false;
  if (soundsSecret && !/^(?:true|false|null|none)$/i.test(value)) return true;
  if (/^\d{1,12}$/.test(value) && (namesProperty(name) || /_BYTES$|00$/i.test(name + value)))
    return false;
  if (/_(?:REGEXP?|PATTERN)$/i.test(name)) return false;
  if (COMMIT.test(value) && /commit|(?:^|_)(?:sha|rev|revision|ref)(?:_|$)/i.test(name))
    return false;
  if (HARMLESS_WORDS.test(value) || SMALL_NUMBER.test(value)) return false;
  if (kind === 'none' && (NAME.test(value) || TITLE.test(value) || VERSION.test(value)))
    return false;
  const said = value.replace(REFERENCE, 'x');
  if (kind === 'none' && PLAIN.test(said) && !RANDOM_SEGMENT.test(said)) return false;
  // Several addresses: each on its own.
  if (/^\w+:\/\/\S+(?: \w+:\/\/\S+)+$/.test(value))
    return value.split(' ').some((each) => isSecret(name, each));
  const url = withoutExample(value);
  return !URL.test(url) || RANDOM_SEGMENT.test(url.replace(/^[^:]*:\/\/[^/]*/, ''));
}

/** `postgres://user:password@localhost/shop` tells what belongs where. */
const withoutExample = (value: string): string =>
  value.replace(/(?<=:\/\/)[\w.-]{1,40}:([^\s@/]{1,40})@/, (whole, password: string) =>
    isPlaceholder(password) ? '' : whole,
  );

/** What templates ask to be replaced: `changeme`, `your-api-key-here`, `<the token>`. */
const isToFill = (value: string): boolean =>
  /^(?:change[-_ ]?me|replace[-_ ]?me|x{3,}|\*{3,})\b/i.test(value) ||
  (/^(?:your|insert|enter|paste|replace)[-_ ]/i.test(value) && namesField(value));

/** Only references to other variables and punctuation: nothing is here to hide. */
function isReferenceOnly(value: string): boolean {
  if (value.length > LONGEST_REFERENCE || !isStandIn(value)) return false;
  const rest = value
    .replace(
      /\$\{[^}\n]{0,200}\}|\$\([^()\n]{0,200}\)|\$[A-Za-z_]\w*|\{\{[^}\n]{0,200}\}\}|<[^<>\n]{1,80}>|‹secret:[\w.-]*›/g,
      '',
    )
    .replace(
      /\b(?:https?|postgres(?:ql)?|mysql|redis|mongodb|amqp)\b|localhost|[\W_]|\d{1,5}/g,
      '',
    );
  return rest === '' || /^‹secret:[\w.-]*›$/.test(value) || /^[*xX.•]+$/.test(value);
}
