import {
  isFieldName,
  isLoneToken,
  isPairOfWords,
  isPassphrase,
  type NameKind,
  namesField,
  spellsOut,
} from './names.ts';
import type { Reading } from './strictness.ts';
import {
  isConstant,
  isDotted,
  isPlaceholder,
  isPlainWords,
  isScrambled,
  isStandIn,
  looksRandom,
} from './values.ts';

/** A value as it is written after a name. */
export interface Written {
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly quoted: boolean;
  /** True for a line that was read in part: judged by its beginning, it goes to its end. */
  readonly isCut?: boolean;
  /** `tight`: no blank around the sign, in a shell, a text or a string; `flag`: what follows can only be a value. */
  readonly by: 'assign' | 'tight' | 'compare' | 'call' | 'flag' | 'spaced' | 'block' | 'list';
}

const AUTH_SCHEME =
  /^(?:(?:Bearer|Basic|Token|Digest|ApiKey|Api-Key|Key|JWT|Negotiate|Splunk|Bot|GenieKey|SSWS|apikey|token|bearer|basic)\s+|\{noop\})/;

/** Takes the scheme off `Bearer …`, so that only the credential goes. */
export function credentialOf(written: Written): Written {
  const scheme = AUTH_SCHEME.exec(written.value)?.[0].length ?? 0;
  if (scheme === 0) return written;
  return { ...written, from: written.from + scheme, value: written.value.slice(scheme) };
}

/** More of a value tells nothing new and would cost time. */
const JUDGED_LENGTH = 160;

/** JSON in a string, as headers hold it: secret if something in it is. */
const OBJECT = /^[{[]\s?\\?["']/;
const RUN = /[A-Za-z0-9+/_-]{20,}/;
/** Lists under such names hold words of a language as often as secrets. */
const LIST_LENGTH = 16;

export function isSecretValue(
  written: Written,
  kind: Exclude<NameKind, 'none'>,
  name: string,
  reading: Reading,
  text: string,
): boolean {
  const { value: whole, quoted, by } = credentialOf(written);
  const value = whole.slice(0, JUDGED_LENGTH);
  if (!/[\p{L}\p{N}]/u.test(value) || isConstant(value.replace(/\.$/, ''))) return false;
  if (isStandIn(value)) return false;
  if (spellsOut(name, value)) return false;
  if (OPENS_CHALLENGE.test(value) || (!quoted && isExpression(value, text, written))) return false;
  if (needsNoSecret(name, value)) return false;
  if (quoted && isAmongTranslations(value, text, written, reading)) return false;
  if (by === 'list' && (kind !== 'password' || PLURAL.test(name)))
    return looksRandom(value, LIST_LENGTH);
  if (kind === 'weak') return looksRandom(value, 20);
  if (quoted && OBJECT.test(value)) return looksRandom(RUN.exec(value)?.[0] ?? '', LIST_LENGTH);
  if (reading.strictness !== 'code' && (quoted || reading.bareLiterals || by === 'block')) {
    return isConfigured(value, kind, name, written, reading, text);
  }
  if (!quoted && by !== 'tight' && by !== 'flag') return isBareSecret(value, kind, written);
  const isLone = isLoneToken(name) && !isQuery(text, written, name) && isOfGrammar(text, written);
  // What a call about a token is told is as often a sentence.
  if (quoted && isPassphrase(value))
    return by !== 'spaced' && !isLone && (by !== 'call' || kind === 'password');
  if (/\s/.test(value))
    return kind === 'password' && quoted && by === 'assign' && isPairOfWords(value);
  if (isNumbered(value) && kind === 'password' && quoted && by !== 'call') return true;
  if (isPlaceholder(value)) return false;
  if (isPin(value, kind, name, written) || isScrambled(value)) return true;
  // A comment of a program talks of a flag.
  if (by === 'flag' && !quoted && !reading.tightLiterals && isPlainWords(value)) return false;
  const isStrict = quoted ? by === 'call' || by === 'spaced' : false;
  if (isTokenLiteral(value, written)) return true;
  if (isStrict) return kind === 'password' && isPasswordLiteral(value, written);
  return isChosen(value, kind, name, written, isLone);
}

/** `Authorization: Digest username="ann"`: what follows has names of its own. */
const OPENS_CHALLENGE = /^(?:\w{1,12} )?(?:realm|username)=/;
const ACTION_REACH = 80;
/** A size or a time in round numbers; a word inside of `{{ }}`. */
function isExpression(value: string, text: string, { from }: Written): boolean {
  if (/^\d{1,8}00$/.test(value)) return true;
  const lead = text.slice(Math.max(0, from - ACTION_REACH), from);
  return lead.lastIndexOf('{{') > lead.lastIndexOf('}}');
}

const CONNECTION = /conn(?:ection)?_?str(?:ing)?$|dsn$/i;
const HOLDS_SECRET =
  /(?:pass|pwd|key|secret|token|sig|auth|cred)\w*[ \t]*=|:\/\/[^/\s@]*:[^/\s@]+@|:\/\/\w{16,}@|^[\w.]+\/[^\s/@]+@/i;

/** A connection that needs no password: `UseDevelopmentStorage=true`, `localhost:6379,ssl=false`. */
export const needsNoSecret = (name: string, value: string): boolean =>
  CONNECTION.test(name) && !HOLDS_SECRET.test(value);

/** Several of them are as often names. */
const PLURAL = /(?:words|wds|secrets|tokens|keys|creds|credentials)$/i;
const GRAMMAR_REACH = 1500;
const GRAMMAR =
  /lex(?:er|eme|ical)|\bpars(?:e|er|ing)\b|tokeni[sz]|\btokens\b|token_?(?:type|kind|stream|list)|keyword|syntax|grammar|ident|csrf|corpus|vocab|whitespace|expect|assert|\btest|\bdescribe/i;
const KIND_OF_TOKEN =
  /^(?:identifier|operator|keyword|comment|punctuat\w+|literal|newline|regexp?|access|refresh|session|csrf|header|query|cookie)$/i;

/** Whether a bare `token` may be a word of a language: it is not given a string, or the text around it reads or tests one. */
function isOfGrammar(text: string, { from, to, value, quoted, by }: Written): boolean {
  if (!quoted || (by !== 'assign' && by !== 'flag') || KIND_OF_TOKEN.test(value)) return true;
  return GRAMMAR.test(text.slice(Math.max(0, from - GRAMMAR_REACH), to + GRAMMAR_REACH));
}

/** `https://…?token=value` */
const isQuery = (text: string, { from, by }: Written, name: string): boolean =>
  by === 'tight' && /[?&]/.test(text.charAt(from - name.length - 2));

const SHORTEST_CHOSEN = 3;
const SHORTEST_MADE = 5;
/** Types, algorithms and numbered names, as lexers and their tests have them. */
const GRAMMAR_WORD =
  /^(?:[iuf]\d+|u?int\d+\w*|float\d+|utf-?\d+|sha-?\d+|base\d+|[a-z]?vec\d|mat\d|(?:[a-z]{1,5}|token|value|field|param|ident|name|string|number|item|node|word|text|tag|line|test\w*|some\w*|my\w*|new\w*|the\w*)[-_]?\d{1,3})$/i;
const CAMEL = /^[a-z]+(?:[A-Z][a-z]+)+$/;
/** A word under a name that can only name a secret: whatever it looks like, as long as it does not just say what it is for. */
function isChosen(
  value: string,
  kind: NameKind,
  name: string,
  { quoted, by }: Written,
  isLone: boolean,
): boolean {
  if (value.length < SHORTEST_CHOSEN || isPlaceholder(value) || isFieldName(value)) return false;
  const isText = CODE_TEXT.test(value) && !(isDotted(value) && !namesField(value));
  if (isText || isMarkup(value) || CONSTANT_NAME.test(value)) return false;
  if (!quoted && /^[$*@%]|[()[\]{}|]/.test(value)) return false;
  const isWord = /^\p{L}+$/u.test(value);
  if (kind === 'token') {
    const isMade =
      /[\d!#%^&]/.test(value) && /[A-Za-z]{2}/.test(value) && !GRAMMAR_WORD.test(value);
    if (value.length < (isMade ? SHORTEST_MADE : PASSWORD_LENGTH)) return false;
    const isSure = by === 'flag' || ((quoted || by === 'tight') && isMade);
    if (isLone && !isSure) return false;
  }
  if (NAMES_ENTRY.test(name) && isPlainWords(value)) return false;
  if (!isPlainWords(value) || /^(?:\S+!|[^ _.\-:/\\+]+\?)$/.test(value)) return true;
  // `SESSION_KEY = "mfa-setup-backup-codes"` names a place.
  if (/(?:session|state|storage|cache)_?key$/i.test(name) && value.split(/[-_]/).length > 2)
    return false;
  // Titles and identifiers of several words; those joined by hyphens may be a passphrase.
  if (PLURAL.test(name) && by !== 'flag' && /^\p{Ll}+$/u.test(value)) return false;
  if (isWord) return !CAMEL.test(value) || (quoted && !namesField(value));
  if (quoted && TITLED.test(value)) return !namesField(value);
  if (!PHRASE.test(value) && !(quoted && SHORT_WORDED.test(value))) return false;
  // `captain_password`: somebody's, where all words of `user_password` name a field.
  if (namesField(value)) return kind === 'password' && quoted && by === 'assign' && isOwned(value);
  return quoted || by === 'tight' || by === 'flag' || !value.includes('_');
}
/** `secretId`: as often under which name it is kept. */
const NAMES_ENTRY = /secret_?i[dD]$|secretID$/i;
/** What a field is called with digits behind it is what many people choose; one digit only numbers fields, `password123` is an example. */
const isNumbered = (value: string): boolean =>
  /^[a-z]{0,8}[-_]?(?:pass(?:word|wd|w)?|secret|pwd|pw|user|admin|test)[-_@]?\d{2,6}$/i.test(
    value,
  ) && !/^(?:pass(?:word|wd|w)?|secret|pwd|pw|user|admin|test)123$/i.test(value);

/** A number in quotes under such a name is no size. */
function isPin(value: string, kind: NameKind, name: string, { quoted, by }: Written): boolean {
  // `pass=1200 fail=3` counts.
  if ((by === 'tight' || by === 'flag') && kind === 'password' && !/^pass$/i.test(name))
    return /^\d{4,}$/.test(value);
  if (by === 'tight' && /^[A-Z]+(?:_[A-Z]+)*$/.test(name)) return /^(?!1234)\d{6,}$/.test(value);
  if (!quoted || by === 'call' || by === 'spaced') return false;
  return kind === 'password' ? /^\d{4,}$/.test(value) : /^(?!1234)\d{6,}$/.test(value);
}
const isOwned = (value: string): boolean =>
  /^[a-z]{3,}(?:_[a-z]+){0,3}_(?:pass(?:word|wd)?|pwd|secret)$/.test(value) &&
  !isPlaceholder(value);
/** `Tulip-Garden-Nine` */
const TITLED = /^\p{Lu}\p{Ll}{2,}(?:-\p{Lu}\p{Ll}{2,}){1,4}$/u;
/** Words in small letters; in quotes one of them may be short: `x-ray-vision`. */
const PHRASE = /^\p{Ll}{3,}(?:[-_]\p{Ll}{3,}){1,3}$/u;
const SHORT_WORDED = /^(?:\p{Ll}{1,2}(?:-\p{Ll}{3,}){2,3}|\p{Ll}{3,}-\p{Ll}{1,2}-\p{Ll}{3,})$/u;

const LOOKED_UP = /^(?:files|compat|db|systemd|sss|ldap|nis|winbind|cache|hesiod)\b/;
/** Small numbers and versions. */
const SMALL_NUMBER =
  /^(?:-?\d{1,3}(?:\.\d+)?(?:[\w%]|px|r?em|ms|pt|v[hw])?|[v^~<>=]{0,2}\d{1,4}(?:\.(?:\d{1,4}|[x*])){1,3}(?:-[a-z\d.]{1,16})?)$/;
/** A list of secrets in a file of settings is a list of their names. */
const NAMED_THINGS = /^\p{L}+(?:[-_.]\p{L}+)+$/u;
const NAMES_ONLY = /^[A-Z][A-Z\d]*(?:(?:[-_]|, ?)[A-Z\d]+)+$/;
/** What a container is asked for by a token. */
const CLASS_NAME = /^(?:[A-Z][a-z]{2,}){2,}$/;
/** What a grammar calls a token. */
const GRAMMAR_TOKEN = /^(?:[A-Z][A-Z_]*\d?|.{1,2})$/;

/** What the entry of a Secret is called: `key: tls.crt`. */
const FILE_NAME =
  /^[\w./-]{1,80}\.(?:crt|cer|pem|key|jks|p12|ya?ml|json|toml|conf|properties|txt|md|rst|html)$/;

/** Configuration holds literals: what is not plainly something else goes. */
function isConfigured(
  value: string,
  kind: NameKind,
  name: string,
  written: Written,
  reading: Reading,
  text: string,
): boolean {
  // Where names of users are looked up: `passwd: files systemd`.
  if (name === 'passwd' && LOOKED_UP.test(value)) return false;
  if (SMALL_NUMBER.test(value) || (reading.translates && (!/\d/.test(value) || /\s/.test(value))))
    return false;
  if (written.by === 'call' || written.by === 'compare') return isTokenLiteral(value, written);
  if (FILE_NAME.test(value) || (/^(?:my|your)/i.test(value) && isPlaceholder(value))) return false;
  // What stands where a secret is filled in: `SECRET`, `API-KEY`; a list of their names.
  if (/^[A-Z][A-Z_-]*$/.test(value) && isFieldName(value)) return false;
  if (PLURAL.test(name) && NAMES_ONLY.test(value)) return false;
  // An attribute that holds it: `password: userPassword`.
  if (CAMEL.test(value) && isFieldName(value)) return false;
  if (REFERENCE.test(value) || (written.quoted && COMMAND.test(value))) return false;
  if (isLoneToken(name) && (GRAMMAR_TOKEN.test(value) || CLASS_NAME.test(value))) return false;
  const isNamed = written.by === 'block' || (written.by === 'spaced' && PLURAL.test(name));
  if (isNamed && /s$/.test(name) && (NAMED_THINGS.test(value) || isFieldName(value))) return false;
  // Operators and charts name the key of a Secret like this; the value is a name.
  const namesKey = name === 'secretKey' || /(?:[pP]assword|[tT]oken)_?[kK]ey$/.test(name);
  if (namesKey && isPlainWords(value) && reading.language !== 'json') return false;
  if (/[a-z]From(?:Secret|Vault)$|secret_?[iI]d$/.test(name) && isPlainWords(value)) return false;
  if (reading.holdsProse) {
    if (value.replace(/=+$/, '').toLowerCase() === name.toLowerCase()) return false;
    if (/\s/.test(value) && (kind === 'token' || isSentence(unescaped(value))))
      return isPassphrase(value);
    const isLabelled = /^[A-Z_]+$/.test(name) ? OTHER_SCRIPT : LABEL_WORD;
    if (isLabelled.test(value) && isPlainWords(value))
      return !isFieldName(value) && !isPlaceholder(value) && !isAmongLabels(text, written);
  }
  return true;
}

/** A word as translations put it under any key; under one in capitals only what no password is written in. */
const LABEL_WORD = /^[^ -~]|^\p{Lu}\p{Ll}+$|^\p{Lu}{2,4}-\p{Lu}\p{Ll}+$/u;
const OTHER_SCRIPT = /^(?!\p{Script=Latin})\p{L}/u;
const NEIGHBOURS = 300;
const PAIR = /^[^:=\n]{1,80}[:=]>?[ \t]*["']?([^"'\n]+?)["']?,?[ \t]*$/gm;
const LABEL = /^(?:[^ -~]|\p{Lu}\p{Ll}+$|\p{L}+[,.]? .*\p{L})/u;

/** Whether the settings around a value are labels too, as in translations. */
function isAmongLabels(text: string, written: Written): boolean {
  const others = settingsAround(text, written);
  return (others.length > 0 ? others : besideOf(text, written)).some(isLabel);
}

const INLINE = /["'][\w.-]{1,60}["']\s?:\s?["']([^"'\n]+)["']/g;
/** What stands under other names of the same line. */
function besideOf(text: string, { from, to }: Written): string[] {
  // Of a slice: a line may be as long as the text.
  const lead = text.slice(Math.max(0, from - NEIGHBOURS), from);
  const line = lead.slice(lead.lastIndexOf('\n') + 1) + text.slice(from, to + NEIGHBOURS);
  return [...line.matchAll(INLINE)]
    .map(([, value = '']) => value)
    .filter((value) => value !== text.slice(from, to));
}

const isLabel = (value: string): boolean => LABEL.test(value) && !isConstant(value);

/** What stands under other names nearby. */
function settingsAround(text: string, { from, to }: Written): string[] {
  const base = Math.max(0, from - NEIGHBOURS);
  return [...text.slice(base, to + NEIGHBOURS).matchAll(PAIR)]
    .filter(({ index, 0: line }) => base + index > to || base + index + line.length < from)
    .map(([, value = '']) => value);
}

const LEAST_TRANSLATED = 3;
const RETURNS_LIST = /^(?:<\?php\b[\s\S]*?\n)?return\s*(?:\[|array\()/;
const OPENING = 1500;
/** A program that returns a list of labels, as PHP has translations: words beside other sentences. */
function isAmongTranslations(
  value: string,
  text: string,
  written: Written,
  reading: Reading,
): boolean {
  if (reading.strictness !== 'code' || reading.speaks || !/^\p{L}[^\d]*$/u.test(value))
    return false;
  if (!/^\p{Lu}|[^ -~]| /u.test(value) || !RETURNS_LIST.test(text.slice(0, OPENING))) return false;
  return (
    settingsAround(text, written).filter((each) => / /.test(each) && isLabel(each)).length >=
    LEAST_TRANSLATED
  );
}

/** Objects, lists, expressions and paths of tools: not a literal. */
const REFERENCE =
  /^(?:[[{(]|(?:var|local|data|module|each|self|path|env|secrets|vars|github|inputs|outputs|parameters|variables)\.[\w.[\]-]+$|[\w.-]+:\/[\w./-]+$|[a-z_]+(?:\.[a-z_]+)*:(?:main|cli|run|app)$|[a-z_]+(?:\.[a-z_]+)+:[a-z_]+$|\/run\/secrets\/|\/[a-z][a-z\d._-]*(?:\/[a-z\d._-]+)+$|\/etc\/|\.\/|~\/|\.\.\/|https?:\/\/[^\s@?]*$|&?\w+\()/;

/** A program and its arguments, as scripts are written. */
const COMMAND = /^[\w./-]+ (?:.* )?(?:--?[a-z][\w-]*|[\w-]*[./][\w./-]+)(?: |=|$)/;

/** Properties write letters outside of Latin-1 by number. */
const unescaped = (value: string): string => value.replace(/\\u[\da-fA-F]{4}/g, 'é');

/** Words that begin like a sentence, end like one or are of no ASCII letters; a passphrase is lower case. */
const isSentence = (value: string): boolean =>
  /^[\p{L}\p{M}\p{N}\s.,:;!?'’"()/-]+$/u.test(value) &&
  (/^\p{Lu}|[.:!?]$/u.test(value) || /[^\s!-~]/.test(value));

// Things that stand in quotes under such names in code and are no secrets: URLs, paths, selectors, markup, formats.
export const CODE_TEXT: RegExp =
  /:\/\/|^[./#~@]|\[\w+[~^$*|]?=|^\w+\/[\w.+-]+$|^\\|[<>{}]|^\s|\s$|%[sdr(]|\\[dwsDWS.]|^[\w-]+(?:\.[\w-]+)+$|^\^|\$$|^--?\w|^[\w:.]+\(.*\)$|^\d{1,13}(?:\.\d+)*$|^\[|^sha\d+$|^utf-?\d+$|\.(?:py|js|ts|go|java|json|ya?ml|txt|pem|key|crt|html?|xml|toml|env|conf|cfg|ini|md|rst|mp[34]|png|jpe?g|gif|svg|css|log|csv|zip)$/i;
const HEAVY_SYMBOLS = /[^A-Za-z0-9\s_.\-/:]/g;

const PASSWORD_LENGTH = 6;
const TOKEN_LENGTH = 8;
/** That many symbols of a password's kind make a word of any look a secret. */
const isExample = (value: string): boolean => isPlaceholder(value) || CONSTANT_NAME.test(value);

const MANY_SYMBOLS = 3;
const RANDOM_LENGTH = 10;
export const CONSTANT_NAME: RegExp = /^(?:[A-Z]{1,8}|[A-Z]+(?:_[A-Z]+)+\d?)$/;
const PADDED_BASE64 = /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/]{7,}={1,2}$/;

function isPasswordLiteral(value: string, written: Written): boolean {
  if (value.length < PASSWORD_LENGTH || isPlainWords(value)) return false;
  const symbols = (value.match(HEAVY_SYMBOLS) ?? []).length;
  if (/\s/.test(value) || isExample(value)) return false;
  if (symbols >= MANY_SYMBOLS && !isMarkup(value)) return true;
  if (CODE_TEXT.test(value)) return false;
  if (written.by === 'call' || written.by === 'spaced')
    return value.length >= TOKEN_LENGTH && /\d/.test(value) && isMixed(value);
  return /\d/.test(value) ? value.length >= TOKEN_LENGTH || symbols > 0 : symbols > 0;
}

function isTokenLiteral(value: string, written: Written): boolean {
  if (value.length < TOKEN_LENGTH || /\s/.test(value)) return false;
  if (isPlainWords(value) || isExample(value)) return false;
  if (PADDED_BASE64.test(value)) return true;
  const symbols = (value.match(HEAVY_SYMBOLS) ?? []).length;
  if (symbols >= MANY_SYMBOLS && !isMarkup(value) && written.by !== 'call') return true;
  if (symbols >= MANY_SYMBOLS * 2 && !isMarkup(value)) return true;
  if (CODE_TEXT.test(value) && !/^[\w-]{8,}(?:\.[\w-]{8,})+$/.test(value)) return false;
  if (LONG_NUMBER.test(value) || LONG_MIX.test(value)) return written.by !== 'spaced';
  return looksRandom(value, RANDOM_LENGTH) || (/\d/.test(value) && symbols > 0 && isMixed(value));
}

/** Regular expressions, HTML, format strings and lists hold many symbols too. */
export function isMarkup(value: string): boolean {
  return (
    /<\/?\w+|\(\?|\\[dwsbDWSB]|\{[\w.:!]*\}|%[sdvqx(]|\]\*|\]\+|\.\*|&\w+;|=["']|\|\||&&|\(\)|^[^\w\p{L}]|,.*,|;.*;/u.test(
      value,
    ) && !/[$#].*[^\w\s].*[$#>]/.test(value)
  );
}

const LONG_PIN = /^\d{6,13}$/;
/** Account numbers and numeric tokens; shorter ones are sizes and times. */
const LONG_NUMBER = /^\d{14,}$/;

/** Long, of all three classes and without anything that joins words. */
const LONG_MIX = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/=]{32,}$/;

const isMixed = (value: string): boolean => /[A-Za-z]/.test(value) && /[A-Z\W_]/.test(value);

/** Without quotes, code is an expression: only what no identifier looks like counts. */
function isBareSecret(value: string, kind: NameKind, written: Written): boolean {
  if (written.by === 'call' || written.by === 'compare') return false;
  if (/^(?:self|this|process|os|settings|config|request|req|env|ctx|cls)\b/.test(value))
    return false;
  if (/^[A-Za-z_]\w*$/.test(value) && namesField(value)) return false;
  if (written.by === 'flag') {
    if (value.length < TOKEN_LENGTH || isPlainWords(value) || CODE_TEXT.test(value)) return false;
    return /\d|[!#^&*@]/.test(value);
  }
  if (LONG_MIX.test(value) || LONG_NUMBER.test(value) || PADDED_BASE64.test(value)) return true;
  if (looksRandom(value, RANDOM_LENGTH)) return true;
  if (kind === 'password' && LONG_PIN.test(value)) return written.by === 'assign';
  if (kind !== 'password' || value.length < TOKEN_LENGTH || CODE_TEXT.test(value)) return false;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && /[!@#^&*]/.test(value);
}
