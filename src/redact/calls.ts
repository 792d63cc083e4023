import { late } from '../math/memo.ts';
import { namesSecret } from './clause.ts';
import type { Hinted, Report, Scan } from './finding.ts';
import { isFieldName, isPassphrase } from './names.ts';
import { isConstant, isDotted, isPlaceholder, isPlainWords, isStandIn } from './values.ts';
import { after } from './written.ts';

/**
 * Calls that take a secret without naming it. First which of their arguments it is: its number from 0, `last` of several
 * strings, `alone` (the last, or the only one), `second` after a string, `address` after an
 * address, `third` after two strings; `doubtful` is a first one that may be a word for
 * something else. Then the callees: `*` stands for more word characters, `~` for an assignment, `+` for what clients are
 * called, a leading `*` for the end of a longer word, and a leading dot for any sign of a method.
 */
const TABLE = `
1 jwt.sign jwt.encode jwt.verify jwt.decode JWT.sign JWT.encode JWT.decode JWT.require
1 createHmac hmac.New hash_hmac pbkdf2_hmac JWT::encode JWT::decode wpdb Key::new createCipheriv createDecipheriv HMAC.hexdigest
0 hmac.new Fernet HMACSHA* Algorithm.HMAC* cookieParser URLSafe* TimestampSigner SignedString SymmetricSecurityKey
0 bcrypt.hash bcrypt.hashpw bcrypt.hashSync bcrypt.compare bcrypt.compareSync hmacShaKeyFor ssh.Password
0 AES.new DES.new DES3.new Blowfish.new aes.NewCipher new_from_slice pbkdf2 pbkdf2Sync scrypt scryptSync *Serializer NewCookieStore SecretKeySpec PBEKeySpec bot.run bot.login bot.start Bot.run Bot.login Bot.start
1 HTTPBasicAuth HTTPDigestAuth HttpNtlmAuth BasicAuth SetBasicAuth basic_auth basicAuth
1 NetworkCredential PasswordAuthentication pgp_sym_encrypt pgp_sym_decrypt BasicAWSCredentials
1 BasicSessionCredentials StaticCredentials NewStaticCredentials NewStaticV4 PasswordCredential
1 .signIn .sign_in .connectWithPassword WiFi.begin auth~ creds~ credentials~ AUTH~ CREDS~ CREDENTIALS~
last UsernamePassword* *Credentials *Credential _login username_pw_set .authenticate .basic _bind _bind_s simple_bind* ldap_bind Credentials Credential.new Credentials.new credentials.new
last userManager.CreateAsync UserManager.CreateAsync AddPasswordAsync PasswordSignInAsync Credentials.basic .credentials .set_password *AndPassword *WithPassword addlogin signWith Jedis*
0 *asswordEncoder.encode *Sheet.Protect *Sheet.Unprotect *Workbook.Protect *Workbook.Unprotect
second .createAccount *Password *AuthHandler algoliasearch login_user authenticate_user
third NewPlainClient
address createClient create_client
alone .auth client.login discord.login Updater
2 getConnection mysqli_connect mysql_connect pg_connect createConnectionPool DBI->connect PlainAuth ClientSecretCredential
2 mysqli PDO
third Minio database key_set_with_value .connect Sequelize SFTP Sftp FTP Ftp create_user create_superuser createUser
3 mysql_real_connect
alone Stripe+ TeleBot+ Twilio+ OpenAI+ Anthropic+ SendGrid+ Mailgun+ Telegraf+ Telegram+ Discord+ Postmark+ Plivo+ Vonage+ Nexmo+
alone Pusher+ Mailchimp+ Braintree+ Razorpay+ Plaid+ Airtable+ Mixpanel+ Octokit+ Mandrill+ SparkPost+ MessageBird+
alone 'stripe') "stripe") 'twilio') "twilio") 'mailgun-js') 'razorpay') 'nexmo')
doubtful check_password* make_password* verify_password* hash_password* compare_password* encode_password*
doubtful validate_password* generate_password* checkPassword* makePassword* verifyPassword* hashPassword* comparePassword*
`;
const BRACKET = '[ \\t]{0,2}(?:[(\\[]|(?=["\']))|[ \\t](?=[\\w.]{1,40}, ?["\'])';
const TAILS: Readonly<Record<string, RegExp>> = {
  '*': new RegExp(String.raw`\w{0,30}(?:${BRACKET})`, 'y'),
  '~': new RegExp(`["']? ?(?:=>|[=:]) ?(?:${BRACKET})`, 'y'),
  '+': new RegExp(
    `(?:Client|Bot|API|Api|SDK|(?:::\\w{1,20}){0,3}(?:::|\\.)(?:Client|new|Client\\.new))?(?:${BRACKET})`,
    'y',
  ),
};
const NO_TAIL = new RegExp(BRACKET, 'y');
const METHOD_SIGNS = ['.', ':', '>'];

export interface Call {
  readonly argument: string;
  /** True if it may end a longer word. */
  readonly isEnd: boolean;
  /** True if it is given a user and a password, and nothing else. */
  readonly isPair: boolean;
  readonly tail: RegExp;
}
/** Callees and what is known of each. */
export const CALLS: readonly (readonly [callee: string, call: Call])[] = TABLE.split('\n').flatMap(
  (line) => {
    const [argument = '', ...callees] = line.split(' ');
    return callees.flatMap((callee) => {
      const tail = TAILS[callee.slice(-1)];
      const bare = tail === undefined ? callee : callee.slice(0, -1);
      const isEnd = bare.startsWith('*') || bare.startsWith('_');
      const call = { argument, isEnd, isPair: callee.endsWith('~'), tail: tail ?? NO_TAIL };
      const word = bare.replace(/^\*/, '');
      const signs = word.startsWith('.') ? METHOD_SIGNS : [word.slice(0, 1)];
      return signs.map((sign) => [sign + word.slice(1), call] as const);
    });
  },
);

/** Longer argument lists are not read to their end. */
const LONGEST_CALL = 200;
/** A user, or a place and a user. */
const ONE_STRING = /\s{0,20}["'][^"'\n]{0,80}["'],/y;
const ADDRESS = /\s{0,20}["']\w{2,12}:\/\/[^"'\n]{0,80}["'],/y;
const TWO_STRINGS =
  /\s{0,20}["'][^"'\n]{0,80}["'],\s{0,20}(?:\d{2,5},\s{0,20})?["'][^"'\n]{0,60}["'],/y;
const PORT = /^\s*["'][^"'\n]{0,80}["'],\s{0,20}\d{2,5},/;

/** Secrets that stand at a place of their own: `jwt.sign(payload, 'x')`, `getConnection(url, user, 'x')`, `new Stripe('x')`. */
export function examineCall(
  { text, report }: Scan,
  { argument, isEnd, isPair, tail }: Call,
  at: number,
  end: number,
): void {
  // A part of a longer word is another word.
  if (!isEnd && /\w/.test(text.charAt(at)) && /[A-Za-z0-9]/.test(text.charAt(at - 1))) return;
  const from = after(tail, text, end);
  if (from === end && !/["']/.test(text.charAt(end))) return;
  if (isPair && literalsOf(text, from).length > 2) return;
  if (argument === 'second' && after(ONE_STRING, text, from) === from) return;
  if (argument === 'address' && after(ADDRESS, text, from) === from) return;
  if (argument === 'third' && after(TWO_STRINGS, text, from) === from) return;
  const place = PLACE_OF[argument] ?? Number(argument);
  const isShifted = argument === 'third' && PORT.test(text.slice(from, from + LONGEST_CALL));
  const found = literalAt(text, from, isShifted ? place + 1 : place);
  if (found === null || (argument === 'last' && !isLast(text, at, found))) return;
  if (isLiteral(found.value, argument !== 'doubtful')) {
    const name = text.slice(at, end).replace(/[^A-Za-z]+/g, '-');
    report(found.from, found.from + found.value.length, 'argument', name);
  }
}
/** How many arguments such a call has at most, and what is done with a secret by its name only. */
const MOST_ARGUMENTS = 5;
const BY_NAME =
  /(?:clear|delete|remove|forget|revoke|get|load|find|lookup|fetch|read|has|list|check|assert|verifiable)_?$/i;
const LONGEST_VERB = 10;
const isLast = (text: string, at: number, { index }: Literal): boolean =>
  index > 0 &&
  index < MOST_ARGUMENTS &&
  !BY_NAME.test(text.slice(Math.max(0, at - LONGEST_VERB), at));

const LAST = -1;
const PLACE_OF: Readonly<Record<string, number>> = {
  last: LAST,
  alone: LAST,
  second: 1,
  address: 1,
  third: 2,
  doubtful: 0,
};

/** What turns a string into bytes or letters, before and after it. */
const OPENS =
  /^\s*(?:(?:\[\]byte|[\w.]{0,40}(?:Buffer|String|Encod\w{1,6}|UTF-?8|Bytes)[\w.()]{0,30}|Some|bytes|[A-Z]\w{0,20}::(?:new|from))\()?[bru@]?$/;
const CLOSES =
  /^(?:\.(?:getBytes|toCharArray|encode|to_string|to_owned|into|as_bytes|as_ref|b)\(["'\w.-]{0,40}\))?\)?\s*[,)\]]/;
/** Without brackets, a call ends with its line. */
const ENDS = /^\s*(?:[,;\n]|$)/;

interface Literal {
  readonly from: number;
  readonly value: string;
  readonly index: number;
}

/** The string that is the whole of the n-th argument; null for anything else. */
function literalAt(text: string, from: number, argument: number): Literal | null {
  const found = literalsOf(text, from);
  return (argument === LAST ? found.at(-1) : found.find(({ index }) => index === argument)) ?? null;
}

const QUOTE = /["'`]/;
/** Perl: `q{value}`. */
const PERL = /^(qq?[{([])([^{}()[\]\n]*)[})\]]/;
/** Strings that are the whole of an argument, from the first to one that can't be read. */
function literalsOf(text: string, from: number): readonly Literal[] {
  const near = text.slice(from, from + LONGEST_CALL);
  if (!QUOTE.test(near)) return [];
  const isOpen = /[([]/.test(text.charAt(from - 1));
  let [depth, index, start] = [0, 0, 0];
  const literals: Literal[] = [];
  for (let i = 0; i < near.length; i++) {
    const char = near.charAt(i);
    if (char === '"' || char === "'" || char === '`') {
      let end = i + 1;
      while (end < near.length && near.charAt(end) !== char && near.charAt(end) !== '\n')
        end += near.charAt(end) === '\\' ? 2 : 1;
      if (near.charAt(end) !== char) return literals;
      const opens = depth <= 1 && OPENS.test(near.slice(start, i));
      const closes = isOpen ? CLOSES : ENDS;
      if (opens && closes.test(near.slice(end + 1, end + 40))) {
        literals.push({ from: from + i + 1, value: near.slice(i + 1, end), index });
      }
      i = end;
    } else if (char === 'q' && PERL.test(near.slice(i)) && near.slice(start, i).trim() === '') {
      const [whole = '', lead = '', value = ''] = PERL.exec(near.slice(i)) ?? [];
      literals.push({ from: from + i + lead.length, value, index });
      i += whole.length - 1;
    } else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) ? --depth < 0 : !isOpen && '\n;'.includes(char)) break;
    else if (char === ',' && depth === 0) {
      index++;
      start = i + 1;
    }
  }
  return literals;
}

const SHORTEST = 3;
const ADDRESS_OF_SOMEBODY = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/;
function isLiteral(value: string, isSure = true): boolean {
  if (value.length < SHORTEST || isStandIn(value) || isConstant(value) || isPlaceholder(value))
    return false;
  if (ADDRESS_OF_SOMEBODY.test(value)) return false;
  if (isPassphrase(value)) return isSure;
  if (isDotted(value)) return isSure;
  if (
    isFieldName(value) ||
    /^[\w.-]+[./][\w./-]+$|\s|^[A-Z]+(?:_[A-Z]+)+$|^[A-Z]{2,5}$/.test(value)
  )
    return false;
  // A first argument is as often the name of something.
  return isSure || !isPlainWords(value) || /\d/.test(value);
}

const INSERT =
  /INSERT[ \t]+INTO[ \t]+([\w.`"[\]]{1,80})\s{0,4}(?:\(([^()\n]{1,600})\))?\s{0,8}VALUES\s{0,8}/gi;
const CREATE =
  /CREATE[ \t]+TABLE[ \t]+(?:IF NOT EXISTS[ \t]+)?([\w.`"[\]]{1,80})\s{0,4}\(([^;]{1,2000})/gi;
const TUPLE = /\s{0,8},?\s{0,8}\(/y;
const SECRET_COLUMN =
  /^[`"'\s[]*\w*(?:passw(?:or)?d|pwd|secret|token|api_?key|passphrase|(?<![a-z])pass)(?:_(?:plain|clear|raw|text|plaintext|cleartext|value))?[`"'\s\]]*$/i;

const columnsOf = (body: string): string[] =>
  (body.replace(/\([^()]*\)/g, '').split(')')[0] ?? '')
    .split(',')
    .map((column) => /^\s*(\S*)/.exec(column)?.[1] ?? '');

/** The columns of `INSERT`. */
export const INSERTS: Hinted = {
  hints: ['insert into', 'insert  into'],
  ignoresCase: true,
  scan: scanInserts,
};

function scanInserts({ text, report }: Scan): void {
  // An INSERT without columns goes by the order in which the table was created.
  const tables = late(() => {
    const made = [...text.matchAll(CREATE)];
    return new Map(made.map(([, table = '', body = '']) => [table, columnsOf(body)]));
  });
  for (const match of text.matchAll(INSERT)) {
    const columns = match[2]?.split(',') ?? tables().get(match[1] ?? '') ?? [];
    const rows = match.index + match[0].length;
    reportRows(text, rows, columns, report);
    reportOptions(text, rows, report);
  }
}

/** Rows of settings: `VALUES (412, 'mail_api_key', 'value', 'yes')`. */
function reportOptions(text: string, start: number, report: Report): void {
  for (const from of tuplesAt(text, start)) {
    const literals = literalsOf(text, from);
    literals.forEach(({ value: name, index }, i) => {
      const next = literals[i + 1];
      if (next?.index !== index + 1 || !OPTION.test(name) || !namesSecret(name)) return;
      if (isLiteral(next.value))
        report(next.from, next.from + next.value.length, 'sql-password', name);
    });
  }
}
const OPTION = /^[\w.-]{4,60}$/;

const CASE =
  /parametrize\(\s{0,20}[[("']{1,2}([\w"', ]{3,200}?)[\])"']{1,2},\s{0,20}[[(](?=\s{0,20}\()/g;

/** Of cases of tests: `parametrize("user,password", [`, `parametrize(("user", "password"), [`. */
export const CASES: Hinted = {
  hints: ['parametrize('],
  scan: ({ text, report }) => {
    for (const match of text.matchAll(CASE))
      reportRows(text, match.index + match[0].length, (match[1] ?? '').split(','), report);
  },
};

/** Tuples whose places have names. */
function reportRows(text: string, start: number, columns: readonly string[], report: Report): void {
  const secret = columns.flatMap((column, at) => (SECRET_COLUMN.test(column) ? [at] : []));
  if (secret.length === 0) return;
  for (const from of tuplesAt(text, start))
    for (const at of secret) {
      const found = literalAt(text, from, at);
      if (found !== null && isLiteral(found.value)) {
        const name = (columns[at] ?? '').replace(/\W/g, '');
        report(found.from, found.from + found.value.length, 'sql-password', name);
      }
    }
}

/** Where each of the tuples that follow each other begins. */
function* tuplesAt(text: string, start: number): Generator<number> {
  let from = after(TUPLE, text, start);
  for (let last = start; from > last; ) {
    yield from;
    const close = text.slice(from, from + LONGEST_CALL).indexOf(')');
    if (close === -1) return;
    last = from + close + 1;
    from = after(TUPLE, text, last);
  }
}
