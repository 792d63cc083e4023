import { MARKER_OPEN } from './finding.ts';

/** Shannon entropy in bits per UTF-16 unit. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}

// A value that is filled in elsewhere: shell, Jinja, Helm, ERB, printf, Python, Ruby, MSBuild, reference schemes.
const TEMPLATE =
  /\$\{[\w.:?/\s'"@\-|=$[\](),]{0,200}\}|\$\{\{|\{\{[^{}\n]{0,200}\}\}|<%|%>|\{%|%\([\w.]+\)[sdr]|\$\([^()\n]{0,200}\)|#\{[^{}\n]{0,200}\}|\$\{\$|^(?:\$\w+){1,8}$|^\$\w+[:/@]|\{[A-Za-z_][\w.!:]*\}|\{\}|\{\d\}|^<[^<>\n]{1,80}>$|<[a-z][\w .-]*>|^%[\w.]+%$|^%\d$|^%[-+.\d]*[sdvqxr@]|@Microsoft\.KeyVault|^(?:op|vault|ref\+\w+|secret|secretref|secrets|ssm|awssm|gcpsm|keyvault|env|file|doppler|urn):|^ENC\[|^\(\(.*\)\)$|^\[\[?[\w .-]+\]\]?$|^__\w+__$|^@@?\w+@@?$|^@[A-Z][A-Z\d_]{2,}$|^arn:\w+:|^(?:process|import\.meta|Deno)\.env\b|^#\/|^\$__\w+\{|:\/\/[\w.-]{1,40}:(?:password|passwd|pass|pwd|pw|secret)@|^projects\/|^!(?:vault|Ref|Sub|GetAtt|ImportValue|reference|secret|env)/;
const MASK =
  /#{8}|example(?:key)?$|^[*xX.•·#_\-?]+$|^(?:[xX]{3,}|[*]{3,})|\.\.\.|…|^[\w-]{1,12}\.\.[\w-]{1,8}$|^0x[A-Z]{4,}$|\*{4,}|[xX]{6,}|redacted|placeholder|(?:^|[-_ ])(?:removed|hidden|masked|scrubbed|censored)$|changeme|change[-_ ]me|replace[-_ ]?me|[-_ ]here$|^(?:your|insert|enter|put|add|paste|replace)[-_ ]|(?:^|[-_ ])your[-_ ]/i;

/** A bare value up to its trailing comment; no expression with `\s+…$`, which is quadratic on blanks. */
export function uncommented(line: string): string {
  for (let at = line.indexOf('#'); at !== -1; at = line.indexOf('#', at + 1)) {
    const before = line.charAt(at - 1);
    if (at === 0 || before === ' ' || before === '\t') return line.slice(0, at).trimEnd();
  }
  return line.trimEnd();
}

/** Alphabets and keyboards, as tests and encoders hold them. */
const SEQUENCE = /abcdefghijkl|ABCDEFGHIJKLM|0123456789|(?:1234567890){2}|qwertyuiop/;

const MANY_TIMES = 16;
/** One character again and again. */
function repeatsOne(value: string): boolean {
  let run = 1;
  for (let i = 1; i < value.length && run < MANY_TIMES; i++)
    run = value.charCodeAt(i) === value.charCodeAt(i - 1) ? run + 1 : 1;
  return run >= MANY_TIMES;
}

/** What anybody may know: sums, ciphers, certificates and public keys that say what they are, names of advisories. */
const PUBLISHED =
  /^(?:[a-z\d]+-){0,4}(?:md5|sha\d{1,3})(?:-|[/:](?!\/))|^LS0tLS1CRUdJTiBDRVJU|^(?=[\w-]*(?:sha|aes)-?\d{1,3})[a-z\d]+(?:[-_][a-z\d]+){2,10}$|^[a-z\d/_-]{0,24}(?:(?:with|hmac-?|withhmac)sha-?\d{1,3}|nopadding|pkcs\dpadding)$|^z(?:6Mk|6LS|Dn)[1-9A-Za-z]{40,}$|^AAAA[BCE][23]|^ghsa(?:-[\da-z]{4}){3}$|^a\d{3}(?:cbc-hs\d{3}|gcm(?:kw)?|kw)$|^(?:private_key|client_secret)_(?:jwt|basic|post)$|^(?:sha-?\d{1,3}|desede|secp\d{3}[kr]\d|prime\d{3}v\d|x?(?:ed)?(?:25519|448)|p-?(?:256|384|521)k?)$|^S-1-\d+(?:-\d+)+$|\/\w+_request$/i;
/** A name that waits for its value, the beginning of a name, a tag of a field in Go, a path of names, a package below a host. */
const NAMING =
  /^(?:[a-z][a-z\d-]*\.)+[a-z]{2,6}(?:\/[a-z][a-z\d_.-]{0,30})+$|^[A-Za-z][A-Za-z_-]{1,20}[=_+-]$|^(?!token|pass|key|secret|pw|auth)[a-z_]+=[a-z_]+$|^[a-z_]+(?::[\w,.]+)?(?:\|[a-z_]+(?::[\w,.]+)?)+$|^(?:X|Sec|Content|Accept|Cache|User|Set|Access|Transfer|Last|If|Www|WWW|Proxy|Strict|Retry|Keep|Cross)(?:-[A-Z][A-Za-z\d]*)+$|^[A-Z][A-Z\d]{0,12}(?:_[A-Z\d]{1,12}){0,6}_(?:SECRET|TOKEN|KEY|PASSWORD|PASS|ID)$|^\w+=(?:true|false)$|^[\w.-]+:\d{2,5}(?:,\w+=(?:true|false|\d+))+$|^[a-z]+-v?\d{1,2}-$|^(?:\w-\w){1,4}$|^[a-z]\w*:"|\|$|^[A-Za-z]{2,}(?:\/[A-Za-z]{2,}\d?){2,}$/;
/** Scripts that write no blank between words, also as escapes. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]|\\u[3-9a-dA-D][\da-fA-F]{3}/gu;
const UNSPACED_SIGN = /[\u3001-\u3011\uff01-\uff0f\uff1a\uff1b\uff1f]/;
const SENTENCE_SHARE = 1 / 3;
/** What looks like one string is a sentence there; a word or two beside a password are none. */
function isUnspaced(value: string): boolean {
  const letters = value.match(UNSPACED) ?? [];
  if (letters.length < 2) return false;
  const whole = value.length - letters.reduce((sum, { length }) => sum + length - 1, 0);
  return UNSPACED_SIGN.test(value) || letters.length >= SENTENCE_SHARE * whole;
}

/** True for templates, references and masks: a value that is not here, whatever its name. */
export function isStandIn(value: string): boolean {
  return (
    value.includes(MARKER_OPEN) ||
    TEMPLATE.test(value) ||
    PUBLISHED.test(value) ||
    NAMING.test(value) ||
    isUnspaced(value) ||
    MASK.test(value) ||
    SEQUENCE.test(value) ||
    repeatsOne(value)
  );
}

const CONSTANT =
  /^(?:|true|false|yes|no|on|off|null|nil|none|undefined|nan|void|never|any|unknown|object|function|symbol|string|str|bytes|bool|boolean|int|integer|number|float|default|optional|required|enabled|disabled|read|write|inherit|auto|always|on_create|include|omit|hashed|encrypted|strict|ignore|replace|\w+replace|surrogateescape|same-origin|bearer|basic|digest|dpop|negotiate|empty|self|this|todo|warn|warning|error|expired|revoked|refreshed|seconds|minutes|hours|days|missing|accepted|rejected|denied|n\/a|tbd|~|-|\{|\[|\(|\||>|[|>][-+]|&\w+|\*\w+)$/i;

/** What a program answers: `too_short`, `verification_failed`. */
const OUTCOME =
  /^(?:(?:too|not|needs|must|missing|invalid|unknown|unsupported|expired|failed)(?:[_-][a-z]+){1,4}|(?:[a-z]+[_-]){1,4}(?:failed|failure|error|invalid|expired|required|missing|mismatch|denied|exceeded|unsupported|revoked|forbidden|unavailable))$/;

/** True for words that a language or a schema gives meaning to. */
export function isConstant(value: string): boolean {
  return CONSTANT.test(value) || OUTCOME.test(value);
}

/** What examples and tests put where a password belongs: nobody would guess anything else. */
const PLACEHOLDER =
  /^(?:[a-z]|dev|(?:(?:some|any|my|your|long|very)[-_ ]){0,2}random[-_ ]?(?:string|value|text|bytes|key|secret|token|password)|(?:my|your|the|no|test)?[-_ ]?(?:passwd|pwd|pw)[-_]?\d{0,3}|test(?:client|user|account|case|data)\d{0,3}|(?:my|your|the|some|no|not|any|new|old|current|next|unknown|usable|unusable|test|user|fake|dummy|sample|example|wrong|bad|invalid|right|good|valid|other|another|default|admin)?[-_ ]?(?:pass(?:word|phrase|code)?|secret|token|key|value|test(?:ing|er)?|foo|bar|baz|qux|foobar|example|sample|dummy|fake|mock|demo|none|empty|blank|invalid|valid|wrong|incorrect|correct|bad|good|hidden|masked|removed|unset|unused|ignored|disabled|username|user|name|email|login|guest|anonymous|salt|another|other|previous|anything|something|whatever|lorem|ipsum|hash|abc|xyz)[-_]?\d{0,3}|required(?:\|.*)?|optional|string|text|varchar|bcrypt|argon2(?:id?|d)?|pbkdf2|scrypt|yescrypt|plain(?:text)?|raw|scram|md5|trust|peer|ldap|bearer|basic|digest|oauth2?)$/i;

/** How other languages call the field, and what they say of it. */
const TRANSLATED =
  /^(?:erforderlich|obligatorisch|notwendig|falsch|ungültig|aktuell(?:es)?|standard|obligatoire|requis|incorrect|actuel|ma[iî]tre|obligatori[ao]|requerid[ao]|incorrect[ao]|actual|richiest[ao]|attuale|vereist|verplicht|wymagane|nieprawidłowe|obrigatóri[ao]|atual|passwort|kennwort|geheimnis|geheimwort|mot ?de ?passe|jeton|secreto?|contrase(?:ñ|n)a|clave|senha|palavra-passe|parola|parola ?d'ordine|segreto|gettone|wachtwoord|geheim|lösenord|hemlighet|passord|adgangskode|salasana|hasło|heslo|jelszó|şifre|пароль|токен|секрет|密码|密碼|口令|令牌|パスワード|トークン|비밀번호|토큰)$/i;

export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER.test(value) || TRANSLATED.test(value);

// Words in any case, joined by single separators: a phrase, a path, a dotted name, a slug.
const WORDS = /^_{0,2}\p{L}[\p{L}\p{M}]*(?:[ _.\-:/\\+]\p{L}[\p{L}\p{M}]*)*[.:!?]?$/u;

export function isPlainWords(value: string): boolean {
  return WORDS.test(value);
}

/** Words joined by a dot with a number at the end are no chain of names, nor a file or a host. */
export const isDotted = (value: string): boolean => /^\p{L}{3,}\.\p{L}{3,}\d{1,4}$/u.test(value);

const FRAGMENT = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z0-9]+/g;
const WORDY_LENGTH = 4;
const LONGEST_CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5,}/i;

/** The share of characters that lie in something pronounceable of four letters or more. */
export function wordiness(value: string): number {
  let wordy = 0;
  for (const [fragment] of value.matchAll(FRAGMENT)) {
    const isWord =
      fragment.length >= WORDY_LENGTH &&
      /^[A-Za-z]/.test(fragment) &&
      /[aeiouy]/i.test(fragment) &&
      new Set(fragment).size > 2 &&
      !LONGEST_CONSONANTS.test(fragment);
    if (isWord) wordy += fragment.length;
  }
  return wordy / value.length;
}

/** `CVE-2024-1`, `MAX_2`, `ERR_NON_2XX_RESPONSE`; a made string of capitals is longer and has no such joints. */
export const isUpperName = (value: string): boolean =>
  value.length < 20
    ? /^[A-Z][A-Z\d]*(?:[_-][A-Z\d]+)*$/.test(value)
    : /^[A-Z][A-Z\d]{0,9}(?:_[A-Z\d]{1,10}){2,}$/.test(value);

/** `ab-1234-otp-6-digits`: words and numbers of unequal length, as branches and flags are called. */
const SLUG = /^(?:[a-z]+|\d{1,6})(?:-(?:[a-z]+|\d{1,6})){3,}$/;
const isSlug = (value: string): boolean => {
  const parts = SLUG.test(value) ? value.split('-') : [];
  return parts.some((part) => part.length !== parts[0]?.length) && wordiness(value) > LEAST_WORDY;
};
const LEAST_WORDY = 0.25;

const HEX = /^[0-9a-fA-F]+$/;
const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
const RANDOM_SET = /^[\w.=+/~:%|@$!^*&#-]+$/;

/** That many changes between letters and digits without a separator: no one writes words like that. */
const MANY_TURNS = 5;

function turns(value: string): number {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return 0;
  return (value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length;
}

const HEX_ENTROPY = 2.7;
const MIXED_ENTROPY = 3.1;
const WORDY_LIMIT = 0.55;
/** Letters without a digit must be this long and nearly unpronounceable. */
const LETTERS_ONLY_LENGTH = 24;
/** Looking at more than this tells nothing new and would cost time on huge values. */
const JUDGED_LENGTH = 200;

/** True if a machine is likelier to have made this string than a person. */
export function looksRandom(value: string, minLength: number): boolean {
  if (value.length < minLength || !RANDOM_SET.test(value)) return false;
  const head = value.slice(0, JUDGED_LENGTH);
  const hasDigit = /\d/.test(head);
  if (HEX.test(head)) return hasDigit && /[a-f]/i.test(head) && entropyOf(head) >= HEX_ENTROPY;
  if (UUID.test(head)) return true;
  const hasManyTurns = turns(head) >= MANY_TURNS;
  if (!/[A-Za-z]/.test(head)) return false;
  if (entropyOf(head) < (hasManyTurns ? HEX_ENTROPY : MIXED_ENTROPY)) return false;
  if (/^[./~]|:\/\/|^(?:[\w-]+\.)+[a-z]{2,6}(?:[:/]|$)/.test(head)) return false;
  if (/^\w+(?:\.[A-Za-z_]\w*)+$/.test(head) && wordiness(head) > WORDY_LIMIT / 2) return false;
  if (/\d+\.\d+\.\d|SNAPSHOT/.test(head)) return false;
  if (SEQUENCE.test(head) || (head.includes('_') && isUpperName(head)) || isSlug(head))
    return false;
  if (hasManyTurns) return true;
  if (!hasDigit && value.length < LETTERS_ONLY_LENGTH) return false;
  return wordiness(head) < (hasDigit ? WORDY_LIMIT : WORDY_LIMIT / 2);
}

/** “our GPG key: 13BB…”: anybody may know by which sum a key is found. */
export const isFingerprint = (value: string, lead: string): boolean =>
  /^[0-9A-F]{40}$/.test(value) && /\b(?:gpg|pgp)\b[^\n]{0,40}$/i.test(lead);

export const isUuid = (value: string): boolean => UUID.test(value);

const SHORTEST_SCRAMBLED = 14;
const LEAST_TURNS = 4;
const MOST_WORDY = 0.4;
/** Letters only, large and small through each other, that nobody can pronounce. */
export function isScrambled(value: string): boolean {
  if (value.length < SHORTEST_SCRAMBLED || !/^[A-Za-z]+$/.test(value)) return false;
  const turns = (value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g) ?? []).length;
  return turns >= LEAST_TURNS && wordiness(value) < MOST_WORDY;
}
