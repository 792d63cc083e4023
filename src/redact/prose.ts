import { isWordCode } from '../text/code/words.ts';
import type { Hinted, Report, Scan } from './finding.ts';
import { isFieldName, isPassphrase, namesField } from './names.ts';
import { strengthOf } from './strength.ts';
import {
  isConstant,
  isDotted,
  isFingerprint,
  isPlaceholder,
  isStandIn,
  looksRandom,
} from './values.ts';

/** Beginnings of one length come first: alternatives of one length are found faster. */
const SAID =
  /(?=pass|toke|secr|auth|bear|acce|api.|pwd.|pw..)(?:pass(?:word|wort|phrase|code)|pass(?=[ \t]{0,2}[:=])|passwd|pwd?|token|secret(?: key)?|(?:api|access|auth|bearer|secret)[ -]?(?:key|token))(?:[ \t]\([^()\n]{1,30}\))?(?:[ \t]+(?:for|of|on|to|between|in)(?:[ \t]+[\w.-]{1,30}){1,4})?[ \t]{0,2}(?:(?:'s|[ \t](?:is|was|are|to|from|(?:will|would|should|must) be|(?:has[ \t]been|is|was|got)[ \t](?:now[ \t])?(?:changed|set|reset|updated|rotated)[ \t]to))\b:?(?:[ \t]+(?:now|currently|set to|still))?[ \t]{1,3}|[ \t](?:[-–—→]|[-=]>)[ \t]{1,3}|[ \t]\((?:currently|was|still|now|formerly):?[ \t]{1,3}|(?:::?|=)\*{0,2}[ \t]{1,3}|(?<!\b(?:the|an?|your|my|our|its|each|this|that))[ \t]{1,2}(?:\((?=["'`*“„«‹「]))?(?=["'`*“„«‹「]))(?:<(?:code|b|strong|kbd|em|i|tt|span)>)?(["'`*]{0,2}|[“”„«»‹›「『‚‘]\s?)([^\s"'`*“”„«»‹›「」『』‚‘’<>()]{3,80})(?:\1|\s?[“”«»‹›」』‘’])/iy;
/** How other languages call it, and what joins it with its value: a sign, or a verb before a quotation mark. */
const SAID_ABROAD =
  /(?:(?<=\bla )password|pass(?:ord|wort)(?:et)?(?!\w)|kennwort|wachtwoord|contraseña|senha|passe|heslo|parola|hasło|şifre(?:si)?|jelszó|lösenord(?:et)?|adgangskoden?|salasana|парол[ья]|парола|лозинка|密[码碼]|口令|パスワード|비밀번호|كلمة (?:ال)?(?:مرور|سر)|رمز (?:ال)?عبور|סיסמ[האת]|κωδικό[ςυ]|συνθηματικό|पासवर्ड|পাসওয়ার্ড|รหัสผ่าน|mật khẩu|kata sandi|slaptažodis|parool|lozinka|zaporka|geslo|contrasenya|pasahitza)(?:[ \t]+[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Cyrillic}]{1,20}){0,4}?(?:[ \t]+(?:für|pour|par|para|voor|for|für|till?|del?|do|da|di|du|na|van|от|для|к)(?:[ \t]+[\p{L}\p{N}.-]{1,30}){1,4})?(?:(?:[ \t](?:ist|lautet|est|es|je|é|è))?[ \t]{0,2}[:：=]\*{0,2}[ \t]{0,3}|[ \t]{0,2}(?:(?:ist|lautet|war|est|es|é|è|is|är|er|je|jest|to|on|var|είναι|היא|הוא|هي|هو|[-—–]|是|は|为|為|은|는)[ \t]{0,3}|\([ \t]?|(?<loose>))(?=["'`*“”„«»‹›「『‚‘]))(["'`*]{0,2}|[“”„«»‹›「『‚‘]\s?)([^\s"'`*“”„«»‹›「」『』‚‘’<>()]{3,80})(?:\1|\s?[“”«»‹›」』‘’])/iuy;
/** Words that tell how a password is, not which. */
const MANNER =
  /(?:ed|ing|able|ible|ory|ent|ant|ary|ful|less|ous|ive|ly)$|^(?:un)?(?:known|shown|own|hidden|broken|stolen|forgotten|written|given|taken|chosen|open|optional|equal|final|identical|local|global|internal|external|normal|special|manual|usual|initial|essential|confidential|individual|real|total|conditional|additional|critical|static|dynamic|public|automatic|basic|generic|specific|(?:alpha)?numeric|alphabetic|(?:a)?symmetric|valid|invalid|wrong|strong|long|short|weak|safe)$|^(?:a|an|the|complete|that|this|not|no|in|on|at|to|of|for|from|by|with|and|or|as|if|is|it|its|your|our|my|their|his|her|just|only|also|never|always|same|new|old|set|std(?:in|out|err)|sent|kept|lost|done|here|there|too|very|more|less|used|again|please|anymore|unique|secure|equal|case|plain|blank|null|none|one|two|what|which|where|when|who|how|you|we|they|be|been|being|do|does|use|get|see|true|false|good|bad|okay|empty|random|base64|sha256|sha1|md5|utf-?8|oauth2?|[a-z]+-only|non-[a-z]+|only|stale|fine|ours|yours|hers|theirs|mandatory|mine|key|word|string|visible|public|private|correct|wrong|must|should|can|may|will|has|have|at least)$/i;

/** Names of algorithms, formats and lengths: letters and digits, but nobody's. */
const TECHNICAL =
  /^(?:(?:sha|md|aes|rsa|utf|oauth|base|http|ipv|x|pkcs|p|argon|ed|es|rs|hs|ps|v|tls|ssl|ntlm|crc|uuid|id|step|part|level|line|issue|pr|bcrypt)v?[-_]?\d[\w.-]{0,16}|\d+[-_]?(?:chars?|bytes?|bits?|characters?|digits?|letters?|days?|hours?|minutes?|min|sec|seconds?|times?|factor|way|fold|d?v[hw]|px|r?em|fr|h|s|m|k|kb|ms|st|nd|rd|th|x|fa|d)|0x[\da-f]+)$/i;
/** Who talks like this of a token has it at hand. */
const AT_HAND =
  /\b(?:my|our|(?:here(?:['’]s| is|:)|this is)[ \t]+(?:the|my|your|a))[ \t]+(?:[\w-]{1,20}[ \t]+){0,2}$/i;
const RANDOM_LENGTH = 12;

/** Whether most of a text are sentences. */
const speaksIn = ({ reading }: Scan): boolean => reading.speaks || reading.language === 'text';

/** Pairs and answers, which are told by more than a name. */
export const PROSE: readonly Hinted[] = [
  {
    hints: [
      'zugangsdaten',
      'identifiants',
      'login',
      'log in',
      'signin',
      'sign in',
      'cred',
      'account',
      'chpasswd',
    ],
    ignoresCase: true,
    scan: (scan) => {
      if (scan.reading.strictness !== 'code' || speaksIn(scan)) scanPairs(scan.text, scan.report);
    },
  },
  {
    hints: [],
    scan: (scan) => {
      const { text, reading, report } = scan;
      if (reading.holdsProse && isTalk(scan) && GIVES_AWAY.test(text))
        for (const pattern of [GIVEN, USED_AS]) reportNamed(text.matchAll(pattern), report);
    },
  },
];

/** Where people talk: in documents, in logs, in messages that lie about as JSON. */
export const isTalk = (scan: Scan): boolean => {
  const { text, reading } = scan;
  return (
    speaksIn(scan) ||
    reading.language === 'log' ||
    (/^jsonl?$/.test(reading.language) && MESSAGES.test(text))
  );
};

const MESSAGES = /"content"|"type": ?"message"|"ts": ?"\d/;

const OPENS_NAME = /(?:api|access|auth|bearer|secret)[ -]?$/i;
const OPENS_REACH = 8;

/** “The admin password is x.”: what a sentence says of the name at a place. */
export function readSaid(scan: Scan, at: number, talks: boolean): void {
  const { text, reading, report } = scan;
  if (!reading.holdsProse || !(talks || goesOn(text, at))) return;
  const from = at - openedBefore(text, at);
  readTold(scan, from, speaksIn(scan) || (talks && reading.language !== 'log'));
  readWeaklyNamed(scan, at);
  if (!talks) return;
  const phrased = matchAt(PHRASED, text, from);
  const phrase = phrased?.[2] ?? '';
  if (phrased !== null && isPassphrase(phrase)) {
    const start = from + phrased[0].length - 1 - phrase.length;
    report(start, start + phrase.length, 'said', 'password');
  }
  for (const pattern of [NAMED, ANSWERED, MEANT]) {
    const match = /\w/.test(text.charAt(from - 1)) ? null : matchAt(pattern, text, from);
    if (match === null) continue;
    // Who leaves the sign out asks in words.
    if (pattern === ANSWERED && !match[0].includes('?') && !asksInWords(text, from)) continue;
    reportNamed([match], report, pattern !== NAMED);
    if (pattern === ANSWERED && asksWhich(text, from)) reportAnswer(match, report);
  }
}

/** How many characters before a place open the name. Asked of the last one first, since few names are opened so. */
function openedBefore(text: string, at: number): number {
  if (!' -ishrt'.includes(text.charAt(at - 1).toLowerCase())) return 0;
  const lead = text.slice(Math.max(0, at - OPENS_REACH), at);
  return OPENS_NAME.exec(lead)?.[0].length ?? 0;
}

/** The first two characters at a place, of letters without their case. */
const pairAt = (text: string, at: number): number =>
  ((text.charCodeAt(at) | CASE) << 8) | (text.charCodeAt(at + 1) | CASE);
const CASE = 0x20;
const pairsOf = (beginnings: string): ReadonlySet<number> =>
  new Set(beginnings.split(' ').map((beginning) => pairAt(beginning, 0)));

const LONGEST_NAME = 80;
/** Whether a sentence may go on after the word at a place; in a program, few words are followed so. */
function goesOn(text: string, at: number): boolean {
  const last = at + LONGEST_NAME;
  let end = at;
  while (end < last && (isWordCode(text.charCodeAt(end)) || text.charCodeAt(end) > 127)) end++;
  return " \t:='-".includes(text.charAt(end));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readTold({ text, report }: Scan, at: number, speaks: boolean): void {
  const begins = pairAt(text, at);
  const match =
    (OPENS_SAID.has(begins) ? matchAt(SAID, text, at) : null) ??
    (OPENS_ABROAD.has(begins) ? matchAt(SAID_ABROAD, text, at) : null);
  if (match === null) return;
  const isLoose = match.groups?.['loose'] !== undefined;
  const [mark = '', raw = ''] = match.slice(-2);
  const value = raw.replace(/[.,;:!?}\]]+$/, '');
  const from = match.index + match[0].lastIndexOf(raw);
  const rest = text.slice(from + value.length, from + value.length + 6);
  const endsHere =
    /^["'`*”“»«」』]{0,2}(?:[)}\]。、]|<\/|[ \t]--|[ \t]\(|[ \t](?:and|but)\b|[.,;:!?]{0,3}\s*$|[.,;:!?]{1,3}\s|[ \t]*\r?\n)/.test(
      rest,
    );
  const isPin = !/^(?:token|secret|api)/i.test(match[0]) && /^\d{5,}$/.test(value);
  if (!isPin && !isWord(value)) return;
  if (!isPin && !isDotted(value) && /^[\w-]+(?:[./][\w-]+)+$|^v?\d[\d.]*\w{0,2}$|::/.test(value))
    return;
  // A file: `{{ secret "/config/jwks/rsa.2048.pem" }}`.
  if (/^\.{0,2}\/(?:[a-z][\w.-]*\/){1,8}[\w.-]+\.[a-z]{2,4}$/.test(value)) return;
  // `**password:** Internals and fields`: what was done in a release.
  if (/^\p{Lu}\p{Ll}+$/u.test(value) && /^[ \t](?:and|but)\b/.test(rest)) return;
  if ((IDENTIFIER.test(value) && namesField(value)) || OTHER_SCRIPT.test(value)) return;
  if (text.charAt(from + value.length) === '(') return;
  const isClear = endsHere || mark !== '';
  const isToken = /^token/i.test(match[0]);
  const isMarked =
    (speaks && /[`*]/.test(mark) && isMixed(value)) || /\((?:currently|still|now)/i.test(match[0]);
  if (isToken && !isMarked && !AT_HAND.test(text.slice(Math.max(0, match.index - 60), match.index)))
    return;
  const isGiven = !/\sto\s+["'`*“]{0,2}\S+$/i.test(match[0]) || isChange(text, match.index);
  const isSaid =
    isClear && value.length > 4 && !MANNER.test(value) && !/\sfrom\s/i.test(match[0]) && isGiven;
  const isTold = isMixed(value)
    ? isClear || speaks
    : isSaid &&
      !isLoose &&
      (speaks || (/[:=]|\s(?:is|was)\s/i.test(match[0]) && isRemark(text, match.index)));
  if (isTold || looksRandom(value, RANDOM_LENGTH) || strengthOf(value) === 'made')
    report(from, from + value.length, 'said', 'password');
}

/** In these scripts a word of the language follows the name as often; nobody types them into a field. */
const OTHER_SCRIPT =
  /^[\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}\p{Script=Thai}\p{M}]+$/u;

/** With what SAID begins: cheaper than to begin it. */
const OPENS_SAID = pairsOf('pa to se au be ac ap pw');
const OPENS_ABROAD = pairsOf(
  'pa ke wa co se he ha şi Şi je lö ad sa па ло 密码 密碼 口令 パス 비밀 كل رم סי κω συ पा পা รห mậ ka sl lo za ge',
);

/** “Set the admin password to x”: without such a verb, what follows is what is done with it. */
const isChange = (text: string, at: number): boolean =>
  /\b(?:chang|set|reset|updat|rotat|switch|renam|defaults?)\w*\b[^.!?\n]{0,40}$/i.test(
    text.slice(Math.max(0, at - 60), at),
  );

/** A comment of a program is a sentence too; what stands before it on its line may be code. */
function isRemark(text: string, at: number): boolean {
  const lead = text.slice(Math.max(0, at - REMARK_REACH), at);
  return /(?:^|[\s;{}])(?:\/\/|#|(?:<!)?--|\/\*|;;|%)[^"'`\n]*$/.test(
    lead.slice(lead.lastIndexOf('\n') + 1),
  );
}
const REMARK_REACH = 120;

/** `hashedPassword`, `oauth2_access_token`: what a program calls it. */
const IDENTIFIER = /^[a-z\d]+(?:[A-Z][a-z\d]*|_[a-z\d]+)+$|^[a-z]+(?:-[a-z]+)+$/;
const isMixed = (value: string): boolean =>
  /\d/.test(value) && /[A-Za-z]/.test(value) && !TECHNICAL.test(value);

/** Something that may be a password at all. */
function isWord(value: string): boolean {
  if (/^[&*[({<]|[[\]]|^[\w.+-]+@[\w-]+\./.test(value)) return false;
  if (isStandIn(value) || isConstant(value) || isPlaceholder(value) || isFieldName(value))
    return false;
  return (
    isMixed(value) || !/^[^\p{L}\p{M}_]|[/\\=|]|^\w+\.\w+|^[A-Z]+(?:_[A-Z]+)*$|\(/u.test(value)
  );
}

/** `use the token x`, `with password x`, `pw x`: without a sign, only what no word looks like; after `pw`, anything. */
const NAMED =
  /(?:pass(?:word|phrase|code)|token|secret|api[ -]key|(pwd?))[ \t]+[[(]?([^\s"'`*<>()[\],;:=|/\\]{5,80})(?=[\s.,;)\]"\\]|$)/iy;
/** A question, and in the next line a word for an answer. */
const ANSWERED =
  /(?:pass(?:word|phrase|code)|token|api key|secret|\b(?:pin|pwd?|pass|creds))\b[^\n?]{0,40}(?:\?|(?=\r?\n))[ \t*_]{0,4}(?:\r?\n\s{0,8}|[ \t][—–-][ \t]|"[^{}"]{0,4}\},\s{0,40}\{[^{}\n]{0,80}?"(?:content|text|message)":\s?(?=")|[ \t](?=\[|[\w.-]{1,24}:))(?:\[[^\]\n]{1,24}\][ \t])?(?:[*_]{0,2}(?!A:)[\w .-]{1,24}[*_]{0,2}:[*_]{0,2}[ \t]+)?(?:(?:yes|yeah|yep|sure|ok(?:ay)?|oh|hi|hey|ah|np)\b[,!.]?[ \t]+){0,2}(?:i (?:think|guess|believe)[ \t]+)?(?:(A:|sure:|here(?: you go| it is)?:|it(?:['’]s| is)(?: still| now)?:?|that(?:['’]s| is)|try|use|should be)[ \t]+)?["'`*]{0,2}([^\s"'`*]{4,80})["'`*]{0,2}(?:,?[ \t](?:i think|i guess|still works|works|now|btw|again|iirc|afaik|probably|for now|maybe))?[ \t]*(?=\r?\n|$|\}|,[ \t]|[ \t]\(|[ \t](?:but|and|don['’]?t)\b)/iy;
/** “the password changed, it's x now”, “the old pw is gone, the new one is x”: said of what was named before. */
const MEANT =
  /(?:pass(?:word|phrase|code)|\b(?:pin|pwd?))\b[^\n.?!]{0,40}\b(?:chang|gone|reset|rotat|updat|expir|new)\w{0,4}\b[^\n.?!\w]{0,3}[^\n.?!]{0,16}?\b(it['’]?s|it is|(?:the[ \t])?new one(?:['’]s| is)|(?:the[ \t])?new one:)[ \t]+(?:now[ \t]+)?["'`*]{0,2}([^\s"'`*]{4,80})/iy;

/** `key: x`, `pin for the door is x`: names of other things too, so only what no word looks like. */
const WEAKLY_NAMED =
  /(?:keys?|pin|login|creds?|auth)\b(?:[ \t]+(?:for|of|to)(?:[ \t]+[\w.-]{1,30}){1,3})?(?:[ \t]\([^()\n]{1,30}\))?(?:[ \t]?[:=]|[ \t]is(?:[ \t](?:still|now|currently))?:?|[ \t](?:is|was|has been|got)[ \t](?:now[ \t])?(?:changed|(?:re)?set|updated)[ \t]to)[ \t]{1,3}["'`*_]{0,2}([^\s"'`*<>()[\]{},;]{5,80})/iy;

/** `password: "three old barns"` */
const PHRASED =
  /(?:[pP]ass(?:word|phrase|code)|[aA][pP][iI] key|[tT]oken|[sS]ecret)(?:[ \t]+(?:for|of|to|on|in)(?:[ \t]+[\w.-]{1,30}){1,4}?)?(?:[ \t](?:is|was)(?:[ \t](?:now|still|currently))?|[ \t]\((?:was|currently|now)|[ \t]?[:=])?[ \t]{1,3}(["'`“]|\*\*)([^\s"'`“”*][^"'`“”*\n]{8,80})["'`”*]/y;

/** `use x, that's the root password` */
const GIVEN =
  /\b(use|try|enter|type|it['’]s)[ \t]+([^\s"'`*<>()[\]:=|/\\]{4,80}?),?[ \t]+(?:that['’]?s|it['’]?s|that is|it is|which is|is)[ \t]+(?:the|my|our|your)[ \t]+(?:[\w-]{1,20}[ \t]+){0,3}(?:pass(?:word|phrase|code)|token|secret|api key)\b/gi;

/** `it now uses x as its password` */
const USED_AS =
  /\b(?:uses?|using|with|set|got|has)[ \t]+()["'`*]{0,2}([^\s"'`*<>()[\]:=|/\\]{4,80})["'`*]{0,2}[ \t]+as[ \t]+(?:its|the|my|our|your|a|their)[ \t]+(?:[\w-]{1,20}[ \t]+){0,2}(?:pass(?:word|phrase|code)|token|secret|api key|pin)\b(?![ \t-]\w)/gi;

const GIVES_AWAY =
  /(?:that|it)(?:['’]s| is) (?:the|my|our|your) | as (?:its|the|my|our|your|a|their) (?:[\w-]+ ){0,2}(?:pass|tok|sec|api|pin)/;

/** A number is no word of a sentence where it is all that somebody answers. */
const PIN = /^\d{4,12}$/;

function reportNamed(matches: Iterable<RegExpMatchArray>, report: Report, isAnswer = false): void {
  for (const match of matches) {
    const value = (match[2] ?? '').replace(/[.,;:!?]+$/, '');
    const isTold = match[1] !== undefined && !MANNER.test(value);
    const isPin = isAnswer && PIN.test(value);
    if (!isPin && (!isWord(value) || !(isMixed(value) || isTold))) continue;
    if (/^[\w-]+(?:[._/][\w-]+)+$|^[0-9a-f]{7,10}$/.test(value)) continue;
    const from = (match.index ?? 0) + match[0].lastIndexOf(value);
    report(from, from + value.length, 'said', 'password');
  }
}

const asksInWords = (text: string, at: number): boolean =>
  /\b(?:what['’]?s?|which)\b[^\n]{0,40}$/i.test(text.slice(Math.max(0, at - 60), at));

/** “what's the password?”, or that alone: “root pw?” */
const asksWhich = (text: string, at: number): boolean =>
  asksInWords(text, at) ||
  /(?:^|[\n\]>:])[ \t]?(?:the[ \t])?(?:[\w-]{1,16}[ \t]){0,2}$/i.test(
    text.slice(Math.max(0, at - 60), at),
  );

/** What people answer when they don't tell. */
const EVASIVE =
  /^(?:yes|yeah|yep|nope?|sure|okay|thanks?|thx|dunno|idk|sorry|hmm+|nothing|nobody|unknown|check|asking|maybe|later|none|same|what|which|where|good|great|done|haha|lol|please|wait|hello|pinging|sent|dm(?:ed)?|see|ask|look|try)$/i;
const SHORTEST_ANSWER = 6;
/** A single word is the answer to “what's the password?”. */
function reportAnswer(match: RegExpMatchArray, report: Report): void {
  const value = (match[2] ?? '').replace(/[.,;:!?]+$/, '');
  const isOne = /^\p{L}?\p{Ll}+$/u.test(value) || strengthOf(value) === 'made';
  if (value.length < SHORTEST_ANSWER || !isOne || !isWord(value)) return;
  if (EVASIVE.test(value) || MANNER.test(value)) return;
  if (/^\p{Lu}/u.test(value) && !ASKS_IT.test(match[0])) return;
  const from = (match.index ?? 0) + match[0].lastIndexOf(value);
  report(from, from + value.length, 'said', 'password');
}

const OPENS_WEAK = pairsOf('ke pi lo cr au');
/** Not “which password manager?”, nor “what's the password for?”. */
const ASKS_IT =
  /^(?:pass\w*|pwd?|pin|creds)(?:[ \t](?:for|of|on|to|in|at)[ \t][^?\n]{2,40}|[ \t]again)?[ \t]*\?/i;

function readWeaklyNamed(scan: Scan, at: number): void {
  const { text, report } = scan;
  if (!OPENS_WEAK.has(pairAt(text, at)) || isWordCode(text.charCodeAt(at - 1))) return;
  // Anybody may know it: `Sec-WebSocket-Key: …`.
  if (/websocket-$/i.test(text.slice(Math.max(0, at - OPENS_REACH * 2), at))) return;
  const match = matchAt(WEAKLY_NAMED, text, at);
  if (match === null) return;
  const value = (match[1] ?? '').replace(/[_.:!?]+$/, '');
  const isPlace = /[/\\:|$]/.test(value);
  const isPin = /^pin/i.test(match[0]) && PIN.test(value);
  if (isPlace || !(isPin || /^(?:mixed|made)$/.test(strengthOf(value)))) return;
  if (!speaksIn(scan) && !isRemark(text, match.index)) return;
  const from = match.index + match[0].lastIndexOf(value);
  if (isFingerprint(value, text.slice(Math.max(0, from - REMARK_REACH), from))) return;
  report(from, from + value.length, 'said', 'key');
}

const PAIR =
  /\b(?:(?:log ?in|sign ?in|cred(?:ential)?s?|zugangsdaten|identifiants)(?:[ \t](?:with|as|are|is|using|attempt)|,[^\n:/"'`]{1,50})?(?:[ \t]?[:=][ \t]{0,4}|[ \t]{1,4})|account[:=][ \t]{0,4}|chpasswd:\s{1,8}list: ?\|\s{1,12})["'`*]{0,2}[\w.@-]{2,40}["'`*]{0,2}[ \t]?[/:][ \t]?(?:["'`*]{1,2}([^"'`*\n]{4,80})(?=["'`*])|["'`*]{0,2}([^\s/"'`*<>(){}[\],;]{5,60})(?=["'`*]{0,2}[.,;]?(?:\s|$)))/gi;

/** `credential store/helper`, `credentials v1.2/go.mod`: nothing says that a pair follows. */
const isLoosePair = (match: string): boolean =>
  !/^(?:account|chpasswd)|[:=]|\s(?:with|as|are|is|using|attempt)\s/i.test(
    match.slice(0, PAIR_LEAD),
  );
const PAIR_LEAD = 20;

/** `log in with bob/x`, `credentials: bob / x` */
function scanPairs(text: string, report: Report): void {
  for (const match of text.matchAll(PAIR)) {
    const written = match[1] ?? match[2] ?? '';
    const value = written.replace(/[.,;]+$/, '');
    const from = match.index + match[0].length - written.length;
    if (/\s/.test(value) && !isPassphrase(value)) continue;
    if (isStandIn(value) || isPlaceholder(value) || isFieldName(value) || MANNER.test(value))
      continue;
    const isPin = match[1] !== undefined && /^\d{5,}$/.test(value);
    if (!isPin && /^[A-Z][a-z]+$|^[\d.:]+$|^\W|=/.test(value)) continue;
    if (isLoosePair(match[0]) && (!isMixed(value) || /\sv?\d[\d.]*\//.test(match[0]))) continue;
    // An account of another kind: `account: billing / invoices`.
    if (/^account/i.test(match[0]) && !match[0].includes('@') && !isMixed(value)) continue;
    report(from, from + value.length, 'said', 'password');
  }
}
