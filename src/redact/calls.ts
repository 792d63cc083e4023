import { late } from '../math/memo.ts';
import type { Scan } from './finding.ts';
import { isFieldName } from './names.ts';
import { isConstant, isPlaceholder, isPlainWords, isStandIn } from './values.ts';

/** The last string of several, or the only one of `db.auth`. */
const LAST = -1;
/** Calls and commands that take a secret without naming it, and which of their arguments it is (from 0). */
const CALLS: readonly (readonly [pattern: string, argument: number])[] = [
  [String.raw`jwt\.(?:sign|encode|verify|decode)|JWT\.(?:sign|encode|decode|require)`, 1],
  [String.raw`createHmac|hash_hmac|createCipheriv|createDecipheriv|HMAC\.hexdigest`, 1],
  [
    String.raw`hmac\.new|Fernet|HMACSHA\d{1,3}|Algorithm\.HMAC\d{1,3}|cookieParser|bcrypt\.(?:hash|hashpw|hashSync|compare|compareSync)|URLSafe\w{0,12}Serializer|TimestampSigner|SignedString|SymmetricSecurityKey|hmacShaKeyFor|ssh\.Password`,
    0,
  ],
  ['HTTP(?:Basic|Digest)Auth|HttpNtlmAuth|BasicAuth|SetBasicAuth|basic_auth|basicAuth', 1],
  [
    String.raw`NetworkCredential|UsernamePassword\w{0,30}|PasswordAuthentication|BasicAWSCredentials`,
    1,
  ],
  ['BasicSessionCredentials|StaticCredentials|NewStaticCredentials|PasswordCredential', 1],
  [
    'signIn|sign_in|connectWithPassword|WiFi\\.begin|(?:auth|creds|credentials)["\']? ?(?:=>|[=:]) ?',
    1,
  ],
  [
    'login|authenticate|logIn|logon|[.:>]auth|_bind|[.>]credentials|[cC]redentials?(?:[.]new|[.]basic)|[.>]set_password|addlogin',
    LAST,
  ],
  [
    'getConnection|mysqli_connect|new mysqli|new PDO|pg_connect|createConnectionPool|DBI->connect|PlainAuth|ClientSecretCredential',
    2,
  ],
  ['[.:>]connect(?=[(]["\'][^"\'\\n]{0,80}["\'], ?["\'][^"\'\\n]{0,40}["\'],)', 2],
  ['mysql_real_connect', 3],
  ['(?:generate|check|make|verify|hash|compare|encode|validate)_?[pP]assword(?:_hash|Hash)?', 0],
];
const HINT =
  /wifi|bind|logo|dbi|hmac|jwt|auth|cred|conn|logi|sign|mysq|pdo|fern|cook|pass|ciph|secu|bcry|safe/i;
/** All in one pass; the group that matched tells which. Lookbehinds would make it slow. */
const CALL = new RegExp(
  `(?:${CALLS.map(([pattern]) => `(${pattern})`).join('|')})[ \\t]{0,2}(?:[(\\[]|(?=["']))`,
  'g',
);
/** A method of something, or not: `login` alone is a page, a view or a test. */
const METHOD = /^(?:login|authenticate|sign_?[iI]n|log[Io]n|connectWith)/;

/** Longer argument lists are not read to their end. */
const LONGEST_CALL = 200;

/** Secrets that stand at a place of their own: `jwt.sign(payload, 'x')`, `getConnection(url, user, 'x')`. */
export function scanCalls({ text, report }: Scan): void {
  if (!HINT.test(text)) return;
  CALL.lastIndex = 0;
  for (let hit = CALL.exec(text); hit !== null; hit = CALL.exec(text)) {
    const before = text.charAt(hit.index - 1);
    if (
      METHOD.test(hit[0])
        ? !/[.>:_]/.test(before)
        : /[A-Za-z0-9]/.test(before) && !/^[\W_]/.test(hit[0])
    )
      continue;
    const row = hit.findIndex((part, at) => at > 0 && part !== undefined) - 1;
    const argument = CALLS[row]?.[1] ?? 0;
    const found = literalAt(text, hit.index + hit[0].length, argument);
    const name = hit[0].replace(/[^A-Za-z]+/g, '-');
    if (argument === LAST && found?.index === 0 && !/auth\W/.test(hit[0])) continue;
    if (found !== null && isLiteral(found.value, row === CALLS.length - 1 ? 0 : 1))
      report(found.from, found.from + found.value.length, 'argument', name);
  }
}

const OPENS = /^\s*(?:\[\]byte\(|Buffer\.from\(|Some\(|[bru@])?$/;
const CLOSES = /^\)?\s*[,)\]]/;
/** Without brackets, a call ends with its line. */
const ENDS = /^\s*(?:[,;\n]|$)/;

interface Literal {
  readonly from: number;
  readonly value: string;
  readonly index: number;
}

/** The string that is the whole of the n-th argument; null for anything else. */
function literalAt(text: string, from: number, argument: number): Literal | null {
  const near = text.slice(from, from + LONGEST_CALL);
  const isOpen = /[([]/.test(text.charAt(from - 1));
  let [depth, index, start] = [0, 0, 0];
  let last: Literal | null = null;
  for (let i = 0; i < near.length; i++) {
    const char = near.charAt(i);
    if (char === '"' || char === "'" || char === '`') {
      let end = i + 1;
      while (end < near.length && near.charAt(end) !== char && near.charAt(end) !== '\n')
        end += near.charAt(end) === '\\' ? 2 : 1;
      if (near.charAt(end) !== char) return null;
      const opens = depth <= 1 && OPENS.test(near.slice(start, i));
      const closes = isOpen ? CLOSES : ENDS;
      if (opens && closes.test(near.slice(end + 1, end + 40))) {
        const found = { from: from + i + 1, value: near.slice(i + 1, end), index };
        if (index === argument) return found;
        last = found;
      }
      i = end;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) ? --depth < 0 : !isOpen && '\n;'.includes(char)) break;
    else if (char === ',' && depth === 0) {
      if (++index > argument && argument !== LAST) return null;
      start = i + 1;
    }
  }
  return argument === LAST ? last : null;
}

const SHORTEST = 3;
function isLiteral(value: string, argument: number): boolean {
  if (value.length < SHORTEST || isStandIn(value) || isConstant(value) || isPlaceholder(value))
    return false;
  if (isFieldName(value) || /^[\w.-]+[./][\w./-]+$|\s|^[A-Z]+(?:_[A-Z]+)+$/.test(value))
    return false;
  // A first argument is as often the name of something.
  return argument > 0 || !isPlainWords(value) || /\d/.test(value);
}

const INSERT =
  /INSERT[ \t]+INTO[ \t]+([\w.`"[\]]{1,80})\s{0,4}(?:\(([^()\n]{1,600})\))?\s{0,8}VALUES\s{0,8}/gi;
const CREATE =
  /CREATE[ \t]+TABLE[ \t]+(?:IF NOT EXISTS[ \t]+)?([\w.`"[\]]{1,80})\s{0,4}\(([^;]{1,2000})/gi;
const TUPLE = /\s{0,8},?\s{0,8}\(/y;
const SECRET_COLUMN =
  /^[`"'\s[]*\w*(?:passw(?:or)?d|pwd|secret|token|api_?key|passphrase)[`"'\s\]]*$/i;

const columnsOf = (body: string): string[] =>
  (body.replace(/\([^()]*\)/g, '').split(')')[0] ?? '')
    .split(',')
    .map((column) => /^\s*(\S*)/.exec(column)?.[1] ?? '');

/** The columns of `INSERT`. */
export function scanSql({ text, report }: Scan): void {
  // An INSERT without columns goes by the order in which the table was created.
  const tables = late(() => {
    const made = [...text.matchAll(CREATE)];
    return new Map(made.map(([, table = '', body = '']) => [table, columnsOf(body)]));
  });
  for (const match of /insert/i.test(text) ? text.matchAll(INSERT) : []) {
    const columns = match[2]?.split(',') ?? tables().get(match[1] ?? '') ?? [];
    const secret = columns.flatMap((column, at) => (SECRET_COLUMN.test(column) ? [at] : []));
    if (secret.length === 0) continue;
    TUPLE.lastIndex = match.index + match[0].length;
    while (TUPLE.test(text)) {
      const from = TUPLE.lastIndex;
      for (const at of secret) {
        const found = literalAt(text, from, at);
        if (found !== null && isLiteral(found.value, 1)) {
          const name = (columns[at] ?? '').replace(/\W/g, '');
          report(found.from, found.from + found.value.length, 'sql-password', name);
        }
      }
      const close = text.slice(from, from + LONGEST_CALL).indexOf(')');
      if (close === -1) break;
      TUPLE.lastIndex = from + close + 1;
    }
  }
}
