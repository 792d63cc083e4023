import { rememberedText } from '../math/memo.ts';
import { looksRandom } from './values.ts';

/** What a key's name promises: a word a person chose, a string a machine made, perhaps something, nothing. */
export type NameKind = 'password' | 'token' | 'weak' | 'none';

const NAME_LIMIT = 120;
const SHORTEST_MADE = 16;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** Whether a word begins with the capital letter at a place: `dbPassword`, `DBPassword`. */
const opensWord = (name: string, at: number): boolean => {
  const isAfterCapital = isCapital(name.charCodeAt(at - 1));
  return !isAfterCapital || isSmall(name.charCodeAt(at + 1));
};

/** `dbPassword`, `DB_PASSWORD`, `db.password` and `db-password` are all `db password`. By hand, since each pattern that replaces costs a microsecond. */
function wordsOf(name: string): string {
  const start = Math.max(0, name.length - NAME_LIMIT);
  const first = name.startsWith('data-', start) ? start + 5 : start;
  let words = '';
  let from = first;
  for (let at = first; at <= name.length; at++) {
    const code = name.charCodeAt(at);
    if (
      isSmall(code) ||
      isDigit(code) ||
      (isCapital(code) && (at === from || !opensWord(name, at)))
    )
      continue;
    if (at > from) words += words === '' ? name.slice(from, at) : ` ${name.slice(from, at)}`;
    from = isCapital(code) ? at : at + 1;
  }
  return words.toLowerCase();
}

// A last word that turns the name into a fact *about* a secret: its file, its length, its label.
const ABOUT = new Set(
  'id ids name names namespace url urls uri uris path paths file files filename dir directory type types kind length len size count limit max min expiry expires expire expiration expired in at ttl lifetime age timeout days policy policies rule rules field fields input label labels title hint help placeholder prompt text message messages msg error errors regex regexp pattern iss aud exp uid uids uuid challenge storage curve subsystem capability capabilities format version algorithm alg algo endpoint endpoints host port issuer audience scope scopes class classes validator validators validation form view template reset changed change required enabled disabled enable disable optional budget usage index idx pos position offset start end stream iterator iter list set map dict array provider factory manager service store backend backends handler generator builder parser lexer ref refs selector alias env var variable variables column table model schema strength score attempts retries period window prefix suffix separator delimiter charset encoding style color icon button link page route engine arn location mode method strategy status state flag option options config settings params args info metadata description doc docs documentation usages owner user username email login audiences fingerprint thumbprint checksum digest function func callback fn hook verifier checker hasher hashers rotation exists valid invalid missing present header headers param parameter parameters keyword keywords test tests case cases secs seconds minutes hours ms source sources action actions event events group groups role roles resource resources review request requests response bucket region mount volume plugin sub lookup generation annotations issuers encoder encoders tooltip tooltips behaviour behavior validity lifespan lifespans leeway time subject nonce prop props property properties middleware mgr domain domains attribute attributes changeset util utils advice matching mismatch modifier modifiers exchange warning converter adapter mapper resolver interceptor customizer repository registry context filter entrypoint accessor introspector supplier publisher listener operations wrapper helper support bean module realm identifier identifiers guid problem problems issue issues reason reasons outcome outcomes kinds levels short weak stale claim claims iterations rounds cost details encryption scheme schemes maps cmd command exception refresh binding'.split(
    ' ',
  ),
);

/** `token copied`, `password changed`: what happened to it; what was encrypted is still there. */
const HAPPENED = /(?<!crypt|hash|cod|shar|sign|se|fe)ed$/;

function isAbout(words: string): boolean {
  // `token_refresh_v2`, `CREDENTIAL_TYPE_1`
  const isNumbered = isDigit(words.charCodeAt(words.length - 1));
  const unnumbered = isNumbered ? words.replace(/ (?:v ?)?\d{1,2}$/, '') : words;
  const last = unnumbered.slice(unnumbered.lastIndexOf(' ') + 1);
  return ABOUT.has(last) || (last !== unnumbered && HAPPENED.test(last));
}

// Keys and tokens that are public or have nothing to do with secrecy.
const PUBLIC =
  /(?:^| )(?:public|pub|publishable|primary|foreign|natural|composite|sort|partition|hash|range|cache|csrf|xsrf|authenticity|verification|next|prev|page|pagination|continuation|continue|cursor|cancel|cancellation|sync|start|stop|unknown|eof|lexer|parser|keyword|comment|schema|sequence|bucket|hot|row|object|array|map|sorted|unique|index|idx|i18n|translation|locale|react|dict|json|data|meta|config|context|column|field|item|group|global|local|site|label|websocket|web socket|class|provider|injection) (?:key|keys|token|tokens)(?: |$)|(?:^| )(?:public|pub|publishable|site) api (?:key|token)s?(?: |$)|(?:^| )key (?:board|code|down|up|press|pressed|left|right|frame|frames|word|words|ring|stone|pair|mesh|store type|alias|vault|name|hash|size)|(?:^| )(?:public|pub)key|accessib|accessor|author(?:s|ed|ity)?(?: |$)|credentials? id|with credentials|forgot|issuer key hash|random access|tokeni[sz]|keyword|secret ?santa|secretary|secretsmanager|nopassw|passwordstore|passwordless|pass(?:word|phrase) (?:generator|polic(?:y|ies)|strength|requirements?) |fingerprint|pull ?secrets?(?: |$)|jsonwebtoken|^(?:event|label|title|msg|error|hint|placeholder|mandatory|required|btn|button|lbl|non|not|no|invalid|wrong|bad|fake|dummy|mock|bogus|mismatch\w*|existing|find|func) /;

const PASSWORD =
  /passw(?:or|d)|passphrase|passwort|passcode|(?:^| )(?:[a-z]*pwd?|pswd|pword|psw|psk)(?: |$|\d)|(?:^| )pass(?:$| ?\d| (?:dev|prod|test|stage|staging|live|local|new|old|key)(?: |$))|(?:^| )(?:db|my|root|admin|user|smtp|mysql|pg|redis|mail|ftp|ssh|require|store|key)pass(?: |$)|(?:^| )pre ?shared (?:key|secret)(?: |$)|(?:^| )masterauth(?: |$)|(?:^| )pass(?:in|out)(?: |$)|(?:^| )[a-z]*secret(?: key)?(?: |$|\d)|(?:^| )(?:mnemonic|pepper|passkey)$|(?:^| )(?:seed|recovery|backup) (?:phrase|words?|codes?)$|(?:^| )(?:admin|user|card|account|sim|door|alarm|device|login|unlock|security|master|access|bank) ?pin(?: code)?$|(?:^| )pin code$|kennwort|wachtwoord|contrase|motdepasse|mot de passe|^passe$|passord|adgangskode|salasana|losenord|zugangscode|geheimnis|(?:^| )key material$|(?:^| )(?:senha|heslo|haslo|parola|mdp)(?: |$)/;
const TOKEN =
  /secret(?:e|s)?(?: |$|\d)|(?:^| )secret|token(?: |$|\d)|(?:api|access|private|secret|sign|signing|signature|validation|encryption|decryption|encrypt|enc|aes|account|shared|master|service|auth|app|application|license|deploy|deployment|ssh|hmac|crypt[a-z]*|cipher|jwt|admin|root|integration|ingest|write|read|write|webhook|vault|server|client|consumer|subscription|session|seal|unseal|instrumentation|stripe|twilio|sendgrid|mailgun|openai|anthropic|algolia|mapbox|datadog|firebase|google|maps) ?keys?(?: |$|\d)|(?:^| )creds?(?: |$)|credentials?(?: |$)|(?:^| )bearer(?: |$)|authorization|(?:^| )api hash$|connection ?string|conn ?str|(?:^| )jwt(?: |$)|sas (?:url|token)|(?:^| )dsn$|(?:oauth|code) verifier$|oauth signature$|(?:^| )d?sonar login$|(?:^| )(?:git|github|gitlab|gh|gl|ado|azure|devops|bot|ci|deploy|npm|user|personal) pat$/;
const WEAK =
  /(?:^| )(?:[a-z]*key|auth|access|api|cred|creds|credential|credentials|tokens?|secrets?|salt|session|sid|webhook|cookie|pat|login|private|license|code|sas|pin|otp|seed|mnemonic|dsn)(?: |$|\d)/;

// Services whose name beside a random string is reason enough.
const VENDOR =
  /adafruit|adobe|airtable|algolia|alibaba|aliyun|amplitude|asana|atlassian|auth0|azure|beamer|bitbucket|bittrex|braintree|bugsnag|buildkite|circleci|clearbit|cloudflare|cloudinary|codecov|codeclimate|cohere|coinbase|confluence|confluent|contentful|coveralls|datadog|deepgram|digitalocean|discord|docker|doppler|droneci|dropbox|elastic|etsy|facebook|fastly|figma|finicity|finnhub|firebase|flickr|freshbooks|freshdesk|github|gitlab|gitter|gocardless|grafana|heroku|honeycomb|hubspot|infura|intercom|jenkins|jfrog|artifactory|bintray|jira|kraken|kucoin|launchdarkly|linear|linkedin|linked in|(?:^| )lob(?: |$)|looker|mailchimp|mailgun|mailjet|mandrill|mapbox|mattermost|meraki|message ?bird|mixpanel|netlify|new ?relic|nytimes|okta|openai|opsgenie|pagerduty|paypal|pinecone|plaid|plivo|posthog|private ?ai|pusher|quay|rapid ?api|razorpay|reddit|rollbar|salesforce|segment|sendbird|sendgrid|sendinblue|sentry|shippo|shopify|slack|snowflake|snyk|sonar|sourcegraph|spotify|splunk|square|squarespace|stripe|sumo|supabase|surge|telegr|travis|trello|twilio|twitch|twitter|typeform|vercel|vonage|weather|yandex|zapier|zendesk|zoom|contribsys/;

/** How languages call a password in letters outside of ASCII. */
const FOREIGN =
  /^(?:парол[ьа]|лозинка|密码|密碼|口令|パスワード|비밀번호|كلمة[_ ](?:ال)?(?:مرور|سر)|رمز[_ ](?:ال)?عبور|ה?סיסמ[האת]|κωδικό[ςσ]?(?:[_ ]πρόσβασης)?|συνθηματικό|पासवर्ड|পাসওয়ার্ড|รหัสผ่าน|mật[_ ]khẩu|kata[_ ]sandi|slaptažodis|parool|lozinka|zaporka|geslo|contrasenya|pasahitza|(?:.*[a-z])?(?:lösenord|hasło|şifre|jelszó)(?:et)?)$/i;

const MOST_CHARACTERS = 300_000;
/** The same names come again and again; what one means never changes. */
export const nameKindOf: (name: string) => NameKind = rememberedText(judgeName, MOST_CHARACTERS);

/** `UPLOAD_LIMIT_BYTES`: a size, a time or another property, whatever else the name says. */
export const namesProperty = (name: string): boolean => isAbout(wordsOf(name));

/** What is left of a value beside its digits and marks may be a letter, with which many a name ends. */
const SHORTEST_SPELT = 3;

/** `ab-1234-`: what names of flags and branches begin with. */
const TICKET = /^[a-z]{2,5}-\d{2,6}-/;
/** `STYLE_SIMPLE_UUID = "simple-uuid"`: a constant that is called by its value. */
export function spellsOut(name: string, value: string): boolean {
  // Numbers of tickets are joined to words or not.
  const lettered = (written: string): string[] =>
    wordsOf(written)
      .split(' ')
      .filter((word) => !/\d/.test(word));
  const [words, said] = [lettered(value.replace(TICKET, '')), lettered(name)];
  const isWithin = (some: string[], all: string[]): boolean =>
    some.length > 1 && some.every((word) => all.includes(word));
  // `MODE_FALLBACK = "fallback"`, `UseNewTokens = "pm-12-use-new-tokens"`
  const spelt = words.join('');
  const isLast = spelt.length >= SHORTEST_SPELT && said.length > 2 && said.join('').endsWith(spelt);
  return (
    isLast ||
    (spelt === said.join('') && !/\d/.test(value)) ||
    isWithin(words, said) ||
    (said.length > (/\d/.test(value) ? 2 : 1) && isWithin(said, words))
  );
}

const CARRIES = /^(?:value|val|text|data|default|content|string|raw|current|prod\w*|dev\w*|main)$/;
/** `credentialOptions.mediation`: a part of what is only about a secret, unless it names one itself. */
function isOfProperty(name: string): boolean {
  const at = name.lastIndexOf('.');
  const last = wordsOf(name.slice(at + 1));
  if (CARRIES.test(last)) return false;
  return at > 0 && isAbout(wordsOf(name.slice(0, at))) && !PASSWORD.test(last) && !TOKEN.test(last);
}

/** `wpa2-pre-shared-key`: words. */
const SEPARATED = /^[a-z]+\d?(?:[-_.][a-z]+){2,}$/;

function judgeName(name: string): NameKind {
  const words = wordsOf(name);
  if (FOREIGN.test(name)) return 'password';
  if (words === '') return 'none';
  // `uipw` inside of a made string is no word.
  if (/\d/.test(name) && !SEPARATED.test(name) && looksRandom(name, SHORTEST_MADE)) return 'none';
  if (PUBLIC.test(words)) return 'none';
  if (/passw\w+ (?:confirm|confirmation|repeat|again|verify)$/.test(words)) return 'password';
  // `sas url`, `secret id` (Vault's AppRole) and `sonar.login` name the secret itself.
  const isItself =
    /sas url$|secret id$|(?:^| )service account json$|(?:oauth|code) verifier$|(?:^| )d?sonar login$/.test(
      words,
    );
  if (!isItself && (isAbout(words) || isOfProperty(name))) return 'none';
  if (PASSWORD.test(words)) return 'password';
  if (TOKEN.test(words)) return 'token';
  return WEAK.test(words) || VENDOR.test(words) ? 'weak' : 'none';
}

/** What a `key` belongs to when it is no key of a map. */
const HOLDER =
  /jwt|crypt|cipher|hmac|signing|secret(?!s)|token|auth|credential|(?:^| )(?:api|stripe|twilio|sendgrid|mailgun|openai|anthropic|pusher|algolia|mapbox|datadog|sentry|postmark|mailchimp)(?: |$)/;

/** What a `key` promises that stands under a name: `jwt: {key: …}` is a `jwt key`. */
export const kindOfKey: (parent: string) => NameKind = rememberedText(
  (parent: string): NameKind => {
    const words = wordsOf(parent);
    const isLogin = /(?:^| )log ?in$/.test(words);
    const isHeld =
      (isLogin || (HOLDER.test(words) && !isAbout(words))) &&
      nameKindOf(`${parent} key`) !== 'none';
    return isHeld ? 'token' : 'weak';
  },
  MOST_CHARACTERS,
);

/** Words that values about secrets are made of: `new-password`, `apiToken`, `X-Auth-Token` name a field. */
const FIELD_WORDS = new Set(
  'a access account admin api app application auth authentication authorization authorizations basic bearer client code confirm confirmation cookie cred credential credentials csrf current data db default field form forgot header id input jwt key keys login my name new oauth old pass passkey passphrase passwd password passwords private public pw pwd refresh repeat reset secret secrets service session sign signing store test the this token tokens type user username value verifier verify x your'.split(
    ' ',
  ),
);

/** True for a value that only says what it stands for. */
export const isFieldName = (value: string): boolean =>
  wordsOf(value)
    .split(' ')
    .every((word) => FIELD_WORDS.has(word.replace(/\d{1,2}$/, '')));

/** True for a value that says among others what it stands for: `reset-password`, `db-credentials`. */
export const namesField = (value: string): boolean =>
  wordsOf(value)
    .split(' ')
    .some((word) => word.length > 1 && FIELD_WORDS.has(word));

/** A token of a program or of a text is as often a word as a secret; `apiToken` and `AUTH_KEY` are not. */
export const isLoneToken: (name: string) => boolean = rememberedText(
  (name: string): boolean =>
    PLACED_TOKEN.test(wordsOf(name)) ||
    (!/^[A-Z_-]+$|^data-/.test(name) &&
      /^(?:[a-z]+ ){0,2}tokens?\d?(?: (?:lower|upper|raw))?(?: (?:value|text|string|val|content|raw))?$/.test(
        wordsOf(name),
      ) &&
      !/(?:api|auth|access|refresh|bearer|secret|session|bot|user|admin|deploy|service|oauth|jwt|id|with|set)/.test(
        wordsOf(name),
      )),
  MOST_CHARACTERS,
);

/** One of those that a text is cut into. */
const PLACED_TOKEN =
  /(?:^| )(?:first|last|next|prev|previous|peeked|left|right|opening|closing|start|end) token$/;

/** True where the name holds a service whose credentials come in a known length. */
export function namesVendor(name: string): boolean {
  return VENDOR.test(wordsOf(name));
}

/** Words that only a sentence needs. */
const GRAMMAR =
  /^(?:is|are|was|were|be|been|must|should|shall|will|would|can|cannot|could|may|might|has|have|had|does|do|did|not|if|when|then|else|than|please|your|this|that|these|its|required|optional|invalid|valid|incorrect|wrong|missing|expired|failed)$/i;
/** Words that join others, in a sentence as well as in a passphrase. */
const JOINING = /^(?:no|the|an?|of|for|with|without|by|from|at|as|and|or|to|in|on|over|my)$/i;
/** Words of which sentences about a field are full. */
const ABOUT_FIELDS =
  /^(?:enter|type|choose|select|use|uses|used|using|empty|fail|fails|error|match|matches|least|most|minimum|maximum|characters?|chars|digits|letters?|numbers?|short|long|weak|strong|show|hide|forgot|forgotten|change|changed|update|updated|create|created|send|sent|get|gets|set|sets|return|returns|check|checks|add|remove|delete|generate|validate|provide|provided|given|supplied|stored|store|read|file|string|value|label|option|argument|parameter|config|setting|settings|example|default|some|any|here|see|sign|log|logged|users?|names?|email|accounts?|keys?|codes?|sessions?|cookies?|admin|id|form|header|input|fields?|data|new|old|current)$/i;
const NAMES_SECRET =
  /^(?:pass(?:w\w*|phrases?|codes?)?|pwd?|secrets?|tokens?|cred\w*|auth\w*|log(?:in|on)s?|api)$/i;
/** Of Latin letters: in other scripts it is as good as always a label. */
const PHRASE = /^[\p{Script=Latin}\p{N}]{1,14}(?: [\p{Script=Latin}\p{N}]{1,14}){2,8}$/u;

/** Several words that say nothing about a field: "eleven grey geese". What begins like a sentence or a title is one. */
export function isPassphrase(value: string): boolean {
  if (!PHRASE.test(value) || /^\p{Lu}(?:\p{L}* \p{Ll}|\P{N}*$)/u.test(value)) return false;
  const words = value.split(' ');
  if (words.some((word) => GRAMMAR.test(word) || NAMES_SECRET.test(word))) return false;
  const about = words.filter((word) => ABOUT_FIELDS.test(word)).length;
  const joining = words.filter((word) => JOINING.test(word)).length;
  // Nothing speaks of a field: “the fox under the stairs”.
  if (about === 0 && words.length - joining > 1) return words.filter(isLettered).length > 1;
  const said = about + joining;
  // One such word among four may be chance, with one that joins.
  return 2 * said < words.length || (2 * said === words.length && 4 * about <= words.length);
}

/** “1 to 255” is no phrase. */
const isLettered = (word: string): boolean => /\p{L}{2}/u.test(word) && !JOINING.test(word);

/** Two words in small letters, of which neither belongs to a sentence about a field: "open sesame". */
export function isPairOfWords(value: string): boolean {
  if (!/^[a-z]{3,14} [a-z]{3,14}$/.test(value)) return false;
  return !value
    .split(' ')
    .some((word) =>
      [GRAMMAR, JOINING, ABOUT_FIELDS, NAMES_SECRET].some((pattern) => pattern.test(word)),
    );
}
