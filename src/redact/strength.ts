import { rememberedText } from '../math/memo.ts';
import { CODE_TEXT, CONSTANT_NAME, isMarkup } from './literals.ts';
import { isFieldName, isPassphrase, namesField } from './names.ts';
import {
  isConstant,
  isDotted,
  isPlaceholder,
  isPlainWords,
  isScrambled,
  isStandIn,
  isUpperName,
  looksRandom,
  wordiness,
} from './values.ts';

/**
 * What a string looks like by itself: `made` by a machine, `mixed` of letters with digits or marks as people make passwords, a
 * `word` or several that could be a password and as well anything else, `none` of these.
 */
export type Strength = 'made' | 'mixed' | 'word' | 'none';

const SHORTEST = 4;
const RANDOM_LENGTH = 10;
/** Names of algorithms, hosts, versions, dates and numbered things hold digits too. */
const TECHNICAL =
  /^(?:[a-z]{1,4}[-_]?\d{1,4}|0x[\da-f]{1,8}|u?int\d+_t|[a-z]{1,3}\d[a-z]?(?:[-_][a-z]+)+|[a-z]+-\d[a-z]{1,3}|[a-z]{2,12}[-_]v?\d(?:[-_.]\w{1,8}){0,3}|(?:[a-z]{2,10}-)?(?:sha|shake|blake|md|aes|rsa|utf|hs|rs|es|tls|ssl|oauth|openid|base|http|ipv|pkcs|python|node|java|php|ruby|gnome|iso|latin|win|x|argon|bcrypt|ed|pbkdf|scrypt)[-_]?\d[\w.-]*|[a-z]{2,12}v\d{1,2}|[\w.-]+(?:\/[\w.-]+)*\/|[a-z]\w{0,11}(?:\.[a-z]\w{0,11}){2,}|\d[\d.:/-]*[a-z]{0,2}|\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[-+][\d:]+)?|v\d.*|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}|\d+-\p{L}+|[a-z]{2,8}\d{1,3}-(?:[a-z]+ed|based|like|only|safe|compatible)|[\w.-]+:[\w.-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:min|max|size|len|length|between|in|not_in|digits):.*|.*(?:example|test|user|host|node|server|key|name|scope|claim|audience|role|permission|authority|subject|issuer|case|item|value|field|line|step|level|page|part|text|group|type|version|option|choice|(?:^|[-_.]|user|key|client|app|tenant)(?:id|db))[-_]?\w?\d*|\d+(?:px|em|rem|ms|mb|kb|gb|bit|bits|days?|hours?|st|nd|rd|th))$/iu;
/** `tofu-62` is as likely somebody's as it is a name. */
const NUMBERED =
  /^(?!sha|aes|rsa|utf|tls|ssl|ecc|ipv|iso|rfc|cve|page|line|item|step|test|user|node|host|case|part|text|type)[a-z]{3,4}-\d{2,3}$/;
/** `OAuth2AccessToken`: three words or more, as types are called. */
const TYPE_NAME = /^(?:[A-Z]{1,2}[a-z]{2,}\d?){3,}$/;
const WORDY = 0.6;

const MOST_CHARACTERS = 300_000;
const LONGEST_KNOWN = 200;
const known = rememberedText(judge, MOST_CHARACTERS);

/** The same strings come again and again; what one looks like never changes. */
export const strengthOf = (value: string): Strength =>
  value.length > LONGEST_KNOWN ? judge(value.slice(0, LONGEST_KNOWN)) : known(value);

function judge(value: string): Strength {
  if (value.length < SHORTEST || isStandIn(value) || isConstant(value) || isPlaceholder(value))
    return 'none';
  if (/\s/.test(value)) return isPassphrase(value) ? 'word' : 'none';
  if (/^\d+$/.test(value)) return value.length < 14 ? 'word' : 'none';
  if (isFieldName(value) || isMarkup(value) || CONSTANT_NAME.test(value)) return 'none';
  if (isScrambled(value)) return 'made';
  if (isPlainWords(value)) return isPlainWord(value) ? 'word' : 'none';
  if (TYPE_NAME.test(value) && wordiness(value) > WORDY) return 'none';
  if (TECHNICAL.test(value) || isUpperName(value)) return NUMBERED.test(value) ? 'word' : 'none';
  if (looksRandom(value, RANDOM_LENGTH)) return 'made';
  if (CODE_TEXT.test(value) && !isDotted(value)) return 'none';
  if (namesField(value)) return 'none';
  return /\p{L}/u.test(value) ? 'mixed' : 'none';
}

const CAMEL = /^\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u;
function isPlainWord(value: string): boolean {
  if (namesField(value)) return false;
  return /^\p{L}+[!?]?$/u.test(value)
    ? !CAMEL.test(value)
    : /^\p{Ll}{3,}(?:[-_]\p{Ll}{3,}){1,3}$/u.test(value);
}
