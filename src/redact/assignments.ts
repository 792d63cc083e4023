import { remembered, rememberedText } from '../math/memo.ts';
import { isWordCode } from '../text/code/words.ts';
import { type Met, onceEach } from './again.ts';
import { valueApart } from './apart.ts';
import { isTelling, lookBeside } from './beside.ts';
import type { Hinted, Scan } from './finding.ts';
import { piecesOf } from './joined.ts';
import { credentialOf, isSecretValue, type Written } from './literals.ts';
import { isFieldName, kindOfKey, type NameKind, nameKindOf } from './names.ts';
import { parentOf } from './parents.ts';
import { isTalk, readSaid } from './prose.ts';
import { type NamePlace, valueAt } from './readers.ts';
import { strengthOf } from './strength.ts';
import type { Reading } from './strictness.ts';
import { readUnder } from './under.ts';
import { after, isQuote } from './written.ts';

/** Of every name that sounds secret one of these is a part; looked for in any case. */
export const NAME_PARTS: readonly string[] =
  'pass secr toke cred bear auth pswd conn logi pwd key dsn psk mnem pepp kennw wachtw contraseña contrase senha heslo haslo parola signin adgangskode salasana losenord lösenord Lösenord zugangscode geheimnis jelszó Jelszó şifre Şifre hasło Hasło пароль Пароль парола Парола лозинка Лозинка 密码 密碼 口令 パスワード 비밀번호 كلمة_المرور كلمة_السر كلمة_مرور رمز_عبور رمز_العبور סיסמ κωδικό Κωδικό συνθηματικό पासवर्ड পাসওয়ার্ড รหัสผ่าน mật_khẩu Mật_khẩu kata_sandi slaptaž Slaptaž parool lozinka zaporka geslo contrasenya pasahitz'
    .split(' ')
    // Words that a blank parts in a sentence.
    .flatMap((part) => (part.includes('_') ? [part, part.replace('_', ' ')] : [part]));
/** The same where only a whole word counts. */
export const NAME_WORDS: readonly string[] = ['pw', 'pin', 'pat', 'sign_in'];

const NAME_REACH = 80;
const BODY = /[A-Za-z0-9+/=_-]*/y;
const REST = /[^\r\n]*/y;
const isNameChar = (code: number): boolean =>
  isWordCode(code) || code === 45 || code === 46 || code === 36;

const isJoint = (code: number): boolean => code === 45 || code === 46;

interface Named extends NamePlace {
  readonly kind: Exclude<NameKind, 'none'>;
}

/** Reads the values under secret-sounding names (`key = value` in the spellings of languages, configurations and shells), name by name. */
export function nameReader(scan: Scan): (at: number, end: number) => void {
  const readName = onceEach(scan, nameExaminer(isTalk(scan)));
  const look = onceEach(scan, (inner, from, to) => ({
    ...{ from, to, isTelling: true },
    next: lookBeside(inner, from, to),
  }));
  let next = 0;
  // Where a statement was read as a whole, further names in it tell nothing new.
  let readTo = 0;
  return (at, end) => {
    if (at < next) return;
    const met = readName(at, end);
    next = met.next;
    if (met.from >= readTo && met.isTelling) readTo = look(met.from, met.to).next;
  };
}

/** What stands at a name, is said of it or lies under it. */
const nameExaminer =
  (talks: boolean) =>
  (scan: Scan, at: number, end: number): Met => {
    const named = nameAt(scan.text, at, end);
    if (!talks && isStatement(scan.text, named))
      return { from: named.from, to: named.to, isTelling: false, next: named.to };
    const { kind, tells } = promiseOf(named.name);
    const next = kind === 'none' ? named.to : examineName(scan, named, kind);
    readSaid(scan, at, talks);
    // Cheap questions first: of several secrets the name ends so.
    if ((named.name.charCodeAt(named.name.length - 1) | CASE) === SMALL_S) readUnder(scan, named);
    return { from: named.from, to: named.to, isTelling: tells, next };
  };

const CASE = 0x20;
const SMALL_S = 115;
const MOST_CHARACTERS = 300_000;
/** What a name promises and whether its statement is worth reading, found together: this is asked of every name. */
const promiseOf = rememberedText((name: string) => {
  const kind = nameKindOf(name);
  return { kind, tells: isTelling(name, kind) };
}, MOST_CHARACTERS);

/** Python: `pass` alone on its line. */
const isStatement = (text: string, { name, from, to }: NamePlace): boolean =>
  name === 'pass' &&
  text.charAt(to) === '\n' &&
  /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, from - LONGEST_INDENT), from));
const LONGEST_INDENT = 40;

const ESCAPE = /\\(?:u00|x)[4-7]/g;
const ESCAPED_NAME = /(?:[\w.$-]|\\(?:u00|x)[2-7][0-9a-fA-F]){4,120}/y;

const MOST_KNOWN = 1000;
const unescaped = remembered(
  (written: string): string =>
    written.replace(/\\(?:u00|x)(..)/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
  MOST_KNOWN,
);

/** Names in which letters are written as escapes: `pass\\u0077ord`. */
export const ESCAPED: Hinted = {
  hints: ['\\u00', '\\x4', '\\x5', '\\x6', '\\x7'],
  scan: scanEscaped,
};

function scanEscaped(scan: Scan): void {
  const { text } = scan;
  const readName = onceEach(scan, examineEscaped);
  ESCAPE.lastIndex = 0;
  for (let hit = ESCAPE.exec(text); hit !== null; hit = ESCAPE.exec(text))
    ESCAPE.lastIndex = readName(hit.index, hit.index + hit[0].length).next;
}

function examineEscaped({ text, reading, report }: Scan, at: number, end: number): Met {
  let from = at;
  while (from > 0 && at - from < NAME_REACH && isNameChar(text.charCodeAt(from - 1))) from--;
  ESCAPED_NAME.lastIndex = from;
  const written = ESCAPED_NAME.exec(text)?.[0] ?? '';
  const to = from + written.length;
  const name = unescaped(written);
  const kind = nameKindOf(name);
  const found =
    kind === 'password' || kind === 'token'
      ? examine(text, { name, kind, from, to }, reading)
      : null;
  if (found !== null) report(found.from, found.to, 'secret', name);
  return { from, to, isTelling: false, next: Math.max(to, end) };
}

/** As often how somebody logs in as with what: only what no word looks like counts. */
const AUTH = /^[:$@-]{0,2}(?:\w{1,20}_)?_?auth$/i;

const METHOD =
  /scram|sha[-_]?\d|md5|oauth|saml|hmac|jwt|mtls|ntlm|kerberos|krb|oidc|basic|digest|bearer|token/i;
const isCredential = (value: string): boolean =>
  /^(?:mixed|made)$/.test(strengthOf(value)) && !METHOD.test(value);

/** Returns where the search goes on. */
function examineName(
  { text, reading, report }: Scan,
  named: NamePlace,
  own: Exclude<NameKind, 'none'>,
): number {
  const isAuth = own === 'weak' && AUTH.test(named.name);
  const kind = isAuth ? 'token' : kindAt(text, named, own);
  if (kind === 'none' || (kind === 'weak' && !opensList(text, named.to))) return named.to;
  const found = examine(text, { name: named.name, from: named.from, to: named.to, kind }, reading);
  if (found === null && kind !== 'weak')
    for (const { start, end } of piecesOf(text, named)) report(start, end, 'secret', named.name);
  if (found === null || (own === 'weak' && isFieldName(found.value))) return named.to;
  if (isAuth && !isCredential(found.value)) return named.to;
  // `{'apikey': apikey}`: the name again.
  if (kind !== 'password' && found.value === named.name) return named.to;
  // Bare words are read up to a limit; a secret goes to its end.
  const to = found.quoted ? found.to : after(found.isCut === true ? REST : BODY, text, found.to);
  report(found.from, to, kind === 'password' ? 'password' : 'secret', named.name);
  return Math.max(to, named.to);
}

function kindAt(text: string, { name, from, to }: NamePlace, own: NameKind): NameKind {
  if (own !== 'weak' || !/^key$/i.test(name)) return own;
  const isApart =
    text.charCodeAt(from - 1) === 32 &&
    /^[\s,.]?$/.test(text.charAt(to)) &&
    OPENS_KEY.test(text.slice(Math.max(0, from - 8), from));
  return isApart ? 'token' : kindOfKey(parentOf(text, from));
}
/** “the api key” */
const OPENS_KEY = /(?:\bapi|secret|access|private) $/i;

const OPENS_LIST = /\\?["']?\s{0,4}(?:[:=]\s{0,4}\[|:[ \t]{0,4}\r?\n[ \t]{0,40}-[ \t])/y;
/** Names that promise little are looked at by runs.ts, value by value; only a list of them is not. */
function opensList(text: string, at: number): boolean {
  OPENS_LIST.lastIndex = at;
  return OPENS_LIST.test(text);
}

function nameAt(text: string, start: number, end: number): NamePlace {
  let from = start;
  while (from > 0 && start - from < NAME_REACH && isNameChar(text.charCodeAt(from - 1))) from--;
  let to = end;
  while (to < text.length && to - end < NAME_REACH && isNameChar(text.charCodeAt(to))) to++;
  // A sentence's full stop, and the arrow of `$token->x`, do not belong to the name.
  while (to > end && isJoint(text.charCodeAt(to - 1))) to--;
  // In `"…\npassword=` the letter after the backslash is not part of the name.
  if (from > 0 && text.charAt(from - 1) === '\\' && /[nrt]/.test(text.charAt(from))) from++;
  return { name: text.slice(from, to), from, to };
}

/** What is called both holds both: `USERPWD, "ann:value"`. */
function passwordOf(written: Written | null, name: string): Written | null {
  if (written === null || !/user_?(?:pwd|pass(?:word)?)$/i.test(name)) return written;
  const lead = /^[\w.@-]{1,60}:(?=.)/.exec(written.value)?.[0].length ?? 0;
  return { ...written, from: written.from + lead, value: written.value.slice(lead) };
}

const ANSWER_REACH = 40;
/** `withErrors(['password' => '…'])`, `errors["password"] == "…"`; `case "password" -> "…"`, `match (x) { 'password' => '…'`. */
const ASKS_WHAT =
  /(?:[eE]rrors?|[eE]rrs|[mM]essages)\w{0,10}[([{.]{1,2}\s?["':]?$|\b(?:case|match|switch|when)\b[^"'`\n]{0,30}["']$/;
const SENTENCE = /(?:^|["'])(?:[\p{L}-]{1,20} ){2,}$/u;
const WORD = /^\p{L}[\p{L} _.:-]*$/u;
/** A word that a program answers where it is asked about a secret, or a label that ends on the name: `area/password`. */
function isAnswer(text: string, { name, from, to }: NamePlace, { value, by }: Written): boolean {
  // `"Revoked the token": "…"`: a sentence and its translation.
  const lead = text.slice(Math.max(0, from - ANSWER_REACH), from);
  if (SENTENCE.test(lead) && isQuote(text, to)) return /\s/.test(value);
  if (!WORD.test(value)) return value.toLowerCase().endsWith(`/${name.toLowerCase()}`);
  return by !== 'flag' && ASKS_WHAT.test(lead);
}

function examine(text: string, named: Named, reading: Reading): Written | null {
  const isSecret = (written: Written | null): written is Written =>
    written !== null &&
    isSecretValue(written, named.kind, named.name, reading, text) &&
    !isAnswer(text, named, written);
  const written = passwordOf(valueAt(text, named, reading), named.name);
  if (isSecret(written)) return credentialOf(written);
  const apart = valueApart(text, named);
  return isSecret(apart) ? apart : null;
}
