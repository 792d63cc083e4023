import type { Report, Scan } from './finding.ts';
import { nameKindOf } from './names.ts';
import { isStandIn, uncommented } from './values.ts';

const VARIABLE =
  /^([ \t]*(?:#[ \t]*)?(?:export[ \t]+|set[ \t]+)?)([A-Za-z_][\w.-]*)([ \t]*=[ \t]*|:[ \t]+)/;
const COMMENTED = /^[ \t]*#/;

// Words that settings choose from; none can be a secret worth having.
const HARMLESS_WORDS =
  /^(?:true|false|yes|no|on|off|null|none|nil|undefined|default|auto|development|dev|production|prod|staging|stage|test|testing|local|localhost|ci|debug|info|warn|warning|error|fatal|trace|verbose|silent|critical|notice|enabled|disabled|always|never|json|text|pretty|plain|yaml|utf-?8|c\.utf-8|en_us\.utf-8|utc|gmt|http|https|tcp|udp|tls|ssl|smtp|grpc|ws|wss|redis|postgres|postgresql|mysql|mariadb|sqlite|sqlite3|mongodb|memory|file|files|database|db|sync|async|log|stack|single|daily|array|cookie|session|sessions|pgsql|mailhog|sendmail|reverb|pusher|ses|s3|gcs|azure|aws|gcp|minio|node|python|docker|web|api|app|worker|main|master|latest|stable|lax|strict|public|private|root|admin|bearer|basic|hs256|rs256|es256|en|de|fr|es|us|eu|(?:us|eu|ap|sa|ca|me|af)-[a-z]+-\d|0\.0\.0\.0|127\.0\.0\.1|::1?|host\.docker\.internal|\*)$/i;
const SMALL_NUMBER = /^-?\d{1,5}(?:\.\d{1,3}){0,3}(?:ms|s|m|h|d|k|kb|mb|gb|mi|gi|%)?$/i;
const URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s@?#]*$/i;
/** What a thing is called: `shop`, `new-checkout`, `db-1.internal`; letters in any language, numbers only at the end of a part. */
const NAME = /^\p{L}{1,24}\d{0,3}(?:[-_. ]\p{L}{0,24}\d{0,3}){0,8}$/u;
const VERSION = /^[v^~]?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+][a-z]{1,10}[.\d]{0,6})?$/i;
const RANDOM_SEGMENT = /[A-Za-z0-9_-]{20,}/;
const LONGEST_QUOTED_LINES = 400;
const LONGEST_REFERENCE = 2000;

/** `.env` files: each value goes unless it is known to be harmless, also in commented lines. */
export function scanEnv({ text, reading, report }: Scan): void {
  if (reading.strictness !== 'deny') return;
  const lines = text.split('\n');
  let at = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const match = VARIABLE.exec(line);
    const next = at + line.length + 1;
    if (match === null) {
      at = next;
      continue;
    }
    const name = match[2] ?? '';
    const from = at + match[0].length;
    const isCommented = COMMENTED.test(line);
    const mark = text.charAt(from);
    if ((mark === '"' || mark === "'" || mark === '`') && !isCommented) {
      const close = closing(text, from + 1, mark, LONGEST_QUOTED_LINES);
      if (close !== -1) {
        judge(text, from + 1, close, name, report);
        // Lines inside the quotes are not variables.
        for (at = next; at <= close; at += (lines[i]?.length ?? 0) + 1) i++;
        continue;
      }
    }
    const raw = line.slice(match[0].length).replace(/\r$/, '');
    const value = uncommented(raw);
    // A sentence in a comment (`# note: …`) is not a setting.
    const isSentence = isCommented && (/\s/.test(value.trim()) || (match[3] ?? '').startsWith(':'));
    if (!isSentence) {
      const lead = /^["'`]/.test(value) ? 1 : 0;
      const tail = lead === 1 && value.length > 1 && value.endsWith(value.charAt(0)) ? 1 : 0;
      judge(text, from + lead, from + value.length - tail, name, report);
    }
    at = next;
  }
}

function closing(text: string, from: number, mark: string, lineLimit: number): number {
  let lines = 0;
  for (let i = from; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\' && mark !== "'") i++;
    else if (char === mark) return i;
    else if (char === '\n' && ++lines > lineLimit) return -1;
  }
  return -1;
}

function judge(text: string, from: number, to: number, name: string, report: Report): void {
  if (to <= from) return;
  const value = text.slice(from, to);
  if (value.trim() === '' || isReferenceOnly(value)) return;
  const kind = nameKindOf(name);
  const soundsSecret = kind === 'password' || kind === 'token';
  if (soundsSecret && /^(?:change[-_ ]?me|replace[-_ ]?me|x{3,}|\*{3,})\b/i.test(value)) return;
  if (!soundsSecret || /^(?:true|false|null|none)$/i.test(value)) {
    if (HARMLESS_WORDS.test(value) || SMALL_NUMBER.test(value)) return;
    if (kind === 'none' && (NAME.test(value) || VERSION.test(value))) return;
    if (URL.test(value) && !RANDOM_SEGMENT.test(value.replace(/^[^:]*:\/\/[^/]*/, ''))) return;
  }
  report(from, to, 'env-value', name);
}

/** Only references to other variables and punctuation: nothing is here to hide. */
function isReferenceOnly(value: string): boolean {
  if (value.length > LONGEST_REFERENCE || !isStandIn(value)) return false;
  const rest = value
    .replace(
      /\$\{[^}\n]{0,200}\}|\$[A-Za-z_]\w*|\{\{[^}\n]{0,200}\}\}|<[^<>\n]{1,80}>|‹secret:[\w.-]*›/g,
      '',
    )
    .replace(
      /\b(?:https?|postgres(?:ql)?|mysql|redis|mongodb|amqp)\b|localhost|[\W_]|\d{1,5}/g,
      '',
    );
  return rest === '' || /^‹secret:[\w.-]*›$/.test(value) || /^[*xX.•]+$/.test(value);
}
