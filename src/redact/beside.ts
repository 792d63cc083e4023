import { rememberedText } from '../math/memo.ts';
import {
  type Clause,
  clauseOf,
  type Group,
  goalOf,
  type Literal,
  lastName,
  namesSecret,
  typedOf,
  WIDGET,
} from './clause.ts';
import type { Finding, Scan } from './finding.ts';
import { needsNoSecret } from './literals.ts';
import { readMention } from './mentions.ts';
import { isLoneToken, type NameKind, nameKindOf, spellsOut } from './names.ts';
import { type Strength, strengthOf } from './strength.ts';
import { COLLECTIVE, NEUTRAL, PEOPLE } from './under.ts';
import { isUuid } from './values.ts';

/** How far a statement is read before and after a name. */
const REACH_BEFORE = 200;
const REACH_AFTER = 300;

/**
 * The strings of a statement that speaks of a secret, where none was found by the ways in which a value is given to a name. What each is for
 * is told by what stands around it in any language: the name it is given, the call it is an argument of, what the other arguments
 * say. Returns how far was looked.
 */
export function lookBeside(scan: Scan, from: number, to: number): number {
  const { text, reading, report } = scan;
  const isSecret = isSecretName(text.slice(from, to));
  if (isSecret) {
    readMention(scan, from, to);
    lookBelow(scan, from, to);
  }
  // Of a slice: a line may be as long as the text.
  const base = Math.max(0, from - REACH_BEFORE);
  const lead = text.slice(base, from);
  const line = lead.lastIndexOf('\n') + 1;
  const start = base + line - annotationBefore(lead.slice(0, line));
  const end = endOf(text, to);
  // A sentence about a login may mention a password yet.
  if (!isQuoting(text, start, end)) return isSecret ? end : to;
  for (const found of secretsOf(text.slice(start, end))) {
    // “create a secret with `edit`”: a sentence shows like this what something is called.
    const lead = text.slice(Math.max(0, start + found.start - LONGEST_GIVEN), start + found.start);
    const isNamed =
      reading.speaks &&
      found.isWord === true &&
      lead.endsWith('`') &&
      !found.name.endsWith(GIVEN_TO.exec(lead)?.[1] ?? lead);
    if (!isNamed) report(start + found.start, start + found.end, 'statement', found.name);
  }
  return end;
}

/** `// the password of the archive⏎x = "…"`: a line that is only a remark speaks of the string in the next. */
function lookBelow({ text, report }: Scan, from: number, to: number): void {
  // Cheap questions first.
  if (!/\s/.test(text.charAt(to))) return;
  const lead = text.slice(Math.max(0, from - LONGEST_REMARK), from);
  if (!OPENS_REMARK.test(lead)) return;
  const [said, , value = ''] = BELOW.exec(text.slice(to, to + 2 * LONGEST_REMARK)) ?? [];
  if (said === undefined || !/^(?:made|mixed)$/.test(strengthOf(value))) return;
  const start = to + said.length - value.length;
  report(start, start + value.length, 'statement', lastName(text.slice(from, to)));
}
const LONGEST_REMARK = 80;
const OPENS_REMARK =
  /(?:^|\n)[ \t]*(?:\/\/|#|--|;;?|%|\/\*)[ \t]*(?:(?:the|an?|our|my|[a-z]{2,10})[ \t]){0,3}$/i;
const BELOW =
  /^(?:[ \t]+(?:for|of|on|to|in|from)\b[^\n"'`=]{1,40})?[ \t]*(?:\*\/)?\r?\n[ \t]*(?:(?:const|let|var|val|my|local|def|static|final|private|public|char|string|auto)[ \t]){0,4}\*?[$@]?[A-Za-z_]\w{0,15}[ \t]*:?=[ \t]*(["'])([^"'\n]{4,100})(?=\1[;,]?[ \t]*(?:\r?\n|$))/i;

/** What stands above a declaration and belongs to it: `[Case("ann", "…")]`, `@Csv("…")`, `#[case("…")]`. */
const ANNOTATION = /(?<=^|\n)[ \t]*(?:@|#?\[)\w[^\n]*[\])][ \t]*\r?\n$/;

/** Its length; few lines end as one does. */
const annotationBefore = (lines: string): number =>
  /[\])]$/.test(lines.slice(-LONGEST_END).trimEnd())
    ? (ANNOTATION.exec(lines)?.[0].length ?? 0)
    : 0;
const LONGEST_END = 8;

/** Generated texts say the same over and over, and a text in which something was found is read again. */
const REMEMBERED_CHARACTERS = 200_000;

/** “`SECRET_KEY` to `…`”: the name right before. */
const GIVEN_TO = /([\w-]+)["'`*]{0,2} (?:to|is|be|as|=|:) `$/;
const LONGEST_GIVEN = 60;

/** What a statement means as a secret, and whether it is a plain word. */
interface Meant extends Omit<Finding, 'rule'> {
  readonly isWord?: boolean;
}

/** The secrets of one statement, by their places in it. */
const secretsOf = rememberedText((statement: string): readonly Meant[] => {
  if (!holdsCandidate(statement)) return [];
  const clause = clauseOf(statement);
  const found: Meant[] = [];
  for (const literal of clause.literals) {
    found.push(...pairIn(literal));
    const name = literal.isName ? '' : purposeOf(literal, clause);
    if (needsNoSecret(name, literal.value)) continue;
    // What is called by itself is a name.
    if (name !== '' && name !== literal.value && !spellsOut(name, literal.value))
      found.push({
        ...{ start: literal.from, end: literal.to, name },
        isWord: strengthOf(literal.value) === 'word',
      });
  }
  return found;
}, REMEMBERED_CHARACTERS);

const STRING = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g;

/** Few statements hold a string that may be a secret; only those are read. */
function holdsCandidate(stretch: string): boolean {
  STRING.lastIndex = 0;
  for (let match = STRING.exec(stretch); match !== null; match = STRING.exec(stretch)) {
    const value = typedOf(match[1] ?? match[2] ?? match[3] ?? '');
    if (JOINED.test(value) || strengthOf(value) !== 'none') return true;
  }
  return false;
}

/** Whether there is a string at all. */
function isQuoting(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to && !isMark(text.charCodeAt(at))) at++;
  return at < to;
}
const isMark = (code: number): boolean => code === 34 || code === 39 || code === 96;

/** The end of the line, or of the lines over which a bracket is open. */
function endOf(text: string, from: number): number {
  const last = Math.min(text.length, from + REACH_AFTER);
  for (let at = from, lines = 1; at < last; at++) {
    if (text.charCodeAt(at) !== 10) continue;
    if (lines++ === MOST_LINES || !/[([{,=]\s*$/.test(text.slice(Math.max(from, at - 12), at)))
      return at;
  }
  return last;
}
const MOST_LINES = 4;

/** Whether a statement with this name in it is worth reading; one that promises little tells nothing of the others. */
export const isTelling = (name: string, kind: NameKind): boolean =>
  kind === 'password' || kind === 'token' || namesSeveral(name);
const MOST_CHARACTERS = 200_000;
/** The same names come again and again. */
const namesSeveral = rememberedText(
  (name: string): boolean => LOGIN.test(name) || COLLECTIVE.test(name) || WIDGET.test(name),
  MOST_CHARACTERS,
);

/** A lone `token` may be one of a grammar. */
const isSecretName = (name: string): boolean => namesSecret(name) && !isLoneToken(name);

/** What is said of a wrong secret: `errors.add(:password, "…")`, `rejectValue("password", "…")`. */
const TELLS_ERRORS =
  /\b(?:errors?|errs|problems|violations|issues)(?:\[|\.(?:add|get|first|push|append)|\()|(?:[a-np-z]E|[a-mo-z]oE|_e)rrors?\w{0,10}[([]|Model_?Error\(|\.Errors\[|[(](?:errors|problems|issues|violations),|reject(?:Value|IfEmpty)|FieldError\(/;

/** The secret that a string is, by name; empty if it is none. */
function purposeOf(literal: Literal, clause: Clause): string {
  const strength = strengthOf(literal.value);
  if (strength === 'none') return '';
  if (strength === 'word' && TELLS_ERRORS.test(clause.stretch))
    return pairOf(literal, strength, clause);
  const goal = goalOf(clause, literal);
  if (isSecretName(goal)) return goal;
  const isCarried = literal.own === '' || CARRIER.test(literal.own);
  if (!isCarried) return namedOf(literal, strength) || collectorOf(literal, strength);
  return (
    besideOf(literal, strength) ||
    chainOf(literal, strength) ||
    givenTo(literal, strength) ||
    pairOf(literal, strength, clause) ||
    collectorOf(literal, strength) ||
    alignedWith(literal, clause) ||
    declaredOf(literal, clause) ||
    askedOf(literal) ||
    remarked(literal, strength, clause)
  );
}

/** `settings["db"]["password"]["main"] = "…"`, `password = pack "…"`: the path it is put at, the name before a call without brackets. */
function namedOf({ own, lead, isPath, isCompared }: Literal, strength: Strength): string {
  const name = lastName(own);
  // `auth = "ann" + ":" + "…"`
  if (lead === '+' && strength !== 'word' && LOGIN.test(name)) return name;
  if (!isSecretName(name)) return '';
  if (strength !== 'word') return name;
  return !isCompared && (lead === '' ? isPath : CHOSEN.test(lead) || CONVERTER.test(lead))
    ? name
    : '';
}

/** `password = isTest ? "…" : read()`, `val password = if (isTest) read() else "…"` */
const CHOSEN = /^(?:\?|else)$/;

/** Names that say nothing of what a value is for. */
const CARRIER =
  /^(?:value|val|default(?:s|_?value)?|with|to|text|content|string|str|data|v|x|fallback|initial(?:_?value)?|result|expected|return|as|plain(?:_?text)?|literal|raw|eq|from_value|new_?[vV]alue)$/i;
/** Calls that give something a value. */
const SETTER =
  /(?:^|[._>:])(?:set|put|add|fill|type|enter|send|store|save|append|update|insert|default|define|override|register|provide|stub|with|use(?!_?fixtures)|write|header|val|prop|option|arg|env|assign|push|change|create|inject|bind|key_?in|sub|replace|seed|configure|mock|returns?|given|patch|press|input|select|compare|equals?|eq|constant\w*compare|safe_?compare|timing\w*|perform|entry)[\w!?]*$|\bMap\.of$/i;
/** Calls that turn a string into the same in another form. */
const CONVERTER =
  /(?:^|[._>:])(?:\w*(?:enc|dec)ode\w*|q\w*string\w*|tr|_t|data|type_?text|replace_?text|\w*plain_?text|bytes?\w*|b|string|str|text|from\w*|of|new|value_?of|\w*hash\w*|\w*crypt\w*|digest|pack|b64\w*|base64\w*|atob|btoa|strip|trim\w*|join|secret\w*|some|just|quote|dedent|to_\w+|as_\w+|into|make_password|lower|upper|concat|wrap|box|rc|cow|lazy|final|const|sensitive|toSecret\w*|field|column|property|str2\w+|utf8\w*|ascii|latin1|unhex\w*|hex\w*|parse\w*|buffer|uint8array\w*|char\w*|securestring|\w*or_?else\w*|unwrap_or\w*|get_?or\w*|default\w*|fallback|coalesce|ifnull|nvl|either)$/i;
/** Calls that are given the name of what they look for. */
const GETTER =
  /(?:^|[._>:])(?:get|env|environ|fetch|read|look|find|load|query|select|gettext|trans|translate|require|import|path|format|s?printf|config|var|param|header|cookie|input|form|session|locator|expect|accept|match|test|have|property|contain|start|index|split|include|raise|throw|log|warn|info|debug|print|echo|puts|assert|describe|should|error|exception|message|label|title|check|verify|validate|reset|forgot|delete|remove|revoke|exists|filter|where|order|group|pluck|only|except|permit|hide|omit|pick|parse|lex|token|next|peek|emit|route|url|redirect|render|click)[\w!?]*$|(?:^|[._>:])(?:t|_|it|on|by|end|is|has)$|(?:^|[._>:])(?:is|has)_|(?:Error|Exception)$/i;

/** `fill("#password", "…")`, `compare(bytes(password), bytes("…"))`: what the argument before it names. */
function besideOf(literal: Literal, strength: Strength): string {
  const { group, index } = argumentOf(literal);
  const before = group.items[index - 1];
  if (
    before === undefined ||
    !(before.key === '' ? group.callee !== '' : isNamedBefore(literal, before.key))
  )
    return '';
  const name = lastName(before.secret);
  if (!isSecretName(name)) return '';
  if (isUuid(literal.value) && TAKES_ID.test(group.callee)) return '';
  if (strength === 'word' && CLASS.test(name) && nameKindOf(name) === 'token') return '';
  const isSetter = setsBeside(group.callee, before.text);
  const isSure = strength !== 'word' || isSetter || ASKS.test(before.secret);
  return isSure ? name : '';
}
/** Whether a call gives what the argument before names the string after it. */
function setsBeside(callee: string, before: string): boolean {
  if (!SETTER.test(callee) || SETS_PART.test(callee)) return false;
  // A variable holds the secret itself, unless the call is about nothing else: `setText(passwordField, "…")`.
  if (before === '') return callee.replace(/.*[.>:]/, '').split(BETWEEN_WORDS).length <= MOST_WORDS;
  // Columns, not an element of a page: `select("token", "…")`.
  return !/(?:^|[.>:])select$/.test(callee) || /[#.[=]/.test(before);
}
const BETWEEN_WORDS = /_+|(?<=[a-z])(?=[A-Z])/;
const MOST_WORDS = 3;

/** `register(field="password", "…")`, `set({field: "password", to: "…"})` */
const isNamedBefore = ({ own }: Literal, key: string): boolean =>
  /^(?:field|name|key|column|param|setting|option|property|input|selector)$/i.test(key) &&
  /^(?:to|with|val(?:ue)?)?$/i.test(own);
/** `stub(provider.AccessToken, 'find')`: a method of a class. */
const CLASS = /^(?:[A-Z][a-z]+){2,}$/;
/** `RevokeByRequestID(TypeAccessToken, "…")` */
const TAKES_ID = /I[dD]s?$|_ids?$/;
/** `AddField("apitoken", "prefix")`: a part of something that is called by a secret. */
const SETS_PART =
  /(?:field|column|index|rule|role|scope|constraint|listener|attribute|finding|error|warning|issue|message|event|tag|label)$/i;
/** `"password: %s"` */
const ASKS = /(?:%[svqr]|\{\w*\}|[:=])\s*$/;

/** The argument that a string is, through calls that only turn it into something else. */
function argumentOf({ group, index }: Literal): { readonly group: Group; readonly index: number } {
  let found = { group, index };
  for (let depth = 0; depth < 2; depth++) {
    const { callee, parent, items, index: at } = found.group;
    const isNamed = found.group.chain !== '';
    if (parent === null || isNamed || items.length > 1 || !CONVERTER.test(callee)) break;
    found = { group: parent, index: at };
  }
  return found;
}

/** `find("password").type("…")`, `client.setToken("…")`: what the call itself names. */
function chainOf(literal: Literal, strength: Strength): string {
  const { group, index } = argumentOf(literal);
  if (group.callee === '' || index > 0) return '';
  const name = lastName(group.chain);
  if (!isSecretName(name) || GETTER.test(group.callee)) return '';
  if (strength === 'word' && group.items.length > 1) return '';
  if (group.callee.endsWith(name))
    return strength !== 'word' || SETS_ITSELF.test(name) || IS_SET.test(group.callee) ? name : '';
  const isPart = group.callee.includes(name);
  const isSure = isPart
    ? strength !== 'word' || MAKES_SECRET.test(group.callee) || ASSIGNS.test(group.callee)
    : SETTER.test(group.callee);
  return isSure ? name : '';
}
/** `SecretValue.plainText`, `SecretString::from` */
const MAKES_SECRET =
  /(?:secret|password|passphrase)\w*(?:\.|::|->)(?:from\w*|of|new|create|\w*plain_?text)$/i;
/** `user.password(encode("…"))` */
const IS_SET = /\)?\.(?:password|passphrase)$/i;
/** `password.assign`, `passwordField.setText` */
const ASSIGNS = /(?:\.|->)(?:assign|set_?(?:text|value|string)|send_?keys|type|fill)$/i;
const SETS_ITSELF = /^(?:\w+\.)*(?:set|with|use|add|put|update|change|enter|type)[A-Z_]/;

/** `password = wrap("…")`, `password: field(default="…")`: what the call it is in is given to. */
function givenTo({ group, index, own }: Literal, strength: Strength): string {
  for (let at: Group | null = group, depth = 0; at !== null && depth < 3; at = at.parent, depth++) {
    const name = lastName(at.own);
    if (at !== group && NEUTRAL.test(group.own)) return '';
    if (!isSecretName(name) || COLLECTIVE.test(name) || TAKES_PATHS.test(group.callee)) continue;
    if (own !== '' || strength === 'made') return name;
    if (KEEPER.test(group.callee) || (index === 0 && GETTER.test(group.callee))) return '';
    if (strength === 'mixed' || CONVERTER.test(group.callee)) return name;
    // `get("name", "…")`: what is given if there is none.
    const isFallback = index > 0 && group.items[index - 1]?.text !== '';
    return isFallback && GETTER.test(group.callee) ? name : '';
  }
  return '';
}

/** `filepath.Join(dir, "…")` */
const TAKES_PATHS = /(?:path|dir|file)\w{0,8}[.:]{1,2}join$/i;

/** Reads a secret from where it is kept: what it is given are names. */
const KEEPER =
  /(?:^|[._>:])(?:get|read|fetch|look_?up|load|find|query)\w*(?:secret|vault|credential|password|keychain)/i;

/** What is given a user and a password. */
const LOGIN =
  /(?:log_?in|log_?on|sign_?in|authenticat(?!ion_?(?:source|backend|method|type|scheme|provider|class|error|mode|strateg|filter))\w*|auth|credentials?|creds?|userpass|basic_?auth|account|as_user|log_?user_?in)s?!?$/i;
/** How LDAP names somebody, who is given a password next. */
const DISTINGUISHED = /^(?:cn|uid|dn)=[^=]{1,60}(?:,\s?\w{1,4}=[^=]{1,60}){0,6}$/i;
const USER = /^[\w.+-]{2,40}(?:@[\w.-]{2,60})?$/;

const JOINED = /^([\w.+-]{2,40}(?:@[\w.-]{2,60})?:)(\S{4,100})$/;
const HEADER = /^(?:proxy-)?authorization$/i;

/** `auth = "ann:…"`, `header("Authorization", encode("ann:…"))` */
function pairIn({ own, group, value, from, to }: Literal): Omit<Finding, 'rule'>[] {
  const [, user = '', password = ''] = JOINED.exec(value) ?? [];
  if (user === '') return [];
  const isGiven = LOGIN.test(own) || LOGIN.test(group.callee);
  if (!isGiven && !(group.parent?.items ?? []).some(({ secret }) => HEADER.test(secret))) return [];
  if (strengthOf(password) === 'none') return [];
  return [{ start: from + user.length, end: to, name: 'password' }];
}

/** `Credentials::new`, `Credentials.of` */
const MAKES = /(?:::|\.)(?:new|of|from|create|basic)$/;
/** `Credentials.fromPassword("ann", "…")` */
const GIVEN_BOTH = /(?:from|with|and|by)_?password$/i;
const OTHER_ARGUMENT =
  /^(?:url|uri|id|code|type|path|method|flow|get|post|put|delete|credentials)$/i;
/** `RequireAuth("admins", "users")` */
const DEMANDS = /(?:^|[.>:])(?:require|ensure|needs?|allow|has|is|expect)s?(?=[A-Z_])/i;
const SPEAKS_OF_PASSWORD = /\b(?:password|passwd|passphrase|pwd|pw)\b/i;
const SCHEME = /^:?(?:basic|digest|basic_auth)$/i;

/** `login("ann", "…")`, `LOGIN = ("ann", "…")` */
function pairOf(literal: Literal, strength: Strength, { remark }: Clause): string {
  const { group, index } = argumentOf(literal);
  const first = group.items[index - 1];
  if (index < 1 || first === undefined || first.text === '') return '';
  if (first.parts > 1 && !CONVERTER.test(first.word)) return '';
  if (DISTINGUISHED.test(first.text)) return 'password';
  if (!USER.test(first.text) || /^\d+$/.test(first.text) || OTHER_ARGUMENT.test(first.text))
    return '';
  // `request :authorization, :basic, "ann", "…"`
  if (index > 1) return SCHEME.test(group.items[index - 2]?.word ?? '') ? 'password' : '';
  const called = lastName(group.callee.replace(MAKES, '')) || lastName(group.own);
  // `("ann@x.example", "…")  # do not change the password`
  if (first.text.includes('@') && called !== '' && SPEAKS_OF_PASSWORD.test(remark))
    return 'password';
  if (GIVEN_BOTH.test(called)) return 'password';
  if (!LOGIN.test(called) || DEMANDS.test(called)) return '';
  return strength === 'word' &&
    /^[\w.]{0,8}auth(?:enticate)?$/i.test(called) &&
    !first.text.includes('@')
    ? ''
    : 'password';
}

/** `credentials = {"ann": "…"}` */
function collectorOf(literal: Literal, strength: Strength): string {
  const { group, own, index } = literal;
  for (let at: Group | null = group, depth = 0; at !== null && depth < 3; at = at.parent, depth++) {
    const name = lastName(at.own);
    // `Acme.Identity.Tokens` is a package.
    if (!COLLECTIVE.test(name) || nameKindOf(name) === 'none' || /\.[A-Z]/.test(name)) continue;
    if (NEUTRAL.test(own) || (own === '' && index === 0 && group !== at)) return '';
    if (strength === 'made') return name;
    if (/^(?:keys|tokens)$/i.test(name)) return '';
    if (strength === 'mixed') return name;
    if (/(?:keys|tokens)$/i.test(name)) return '';
    // `[["ann", "…"]]`
    const isPair =
      index === 1 && own === '' && group.callee === '' && USER.test(group.items[0]?.text ?? '');
    return (isPair || (own !== '' && PEOPLE.test(name))) && !KEBAB.test(literal.value) ? name : '';
  }
  return '';
}
const KEBAB = /[-_]/;
const OPENS_ANNOTATION = /^\s*(?:@|#?\[)|<\w/;
/** `@Prop({ default: "…" }) secret: string`: the field that an annotation belongs to. */
function declaredOf({ own }: Literal, { groups, stretch }: Clause): string {
  if (!/^(?:default|initial)/i.test(own) || !OPENS_ANNOTATION.test(stretch)) return '';
  return groups[0]?.items.map(({ secret }) => secret).find(isSecretName) ?? '';
}

/** `printf "password=%s" "…"`: the string right before it. */
function askedOf({ lead }: Literal): string {
  const asked = /^["'](.*?)(?:\\n)?["']$/.exec(lead)?.[1] ?? '';
  return ASKS.test(asked) && isSecretName(lastName(asked)) ? lastName(asked) : '';
}

const MOST_ALIGNED = 8;
/** `[Case("ann", "…")] void f(user, password)`: what stands at its place in another group of as many. */
function alignedWith({ group, index }: Literal, { groups }: Clause): string {
  const many = group.items.length;
  if (group.parent === null || many < 2 || many > MOST_ALIGNED || lastOfItem(group, index) !== '')
    return '';
  for (const other of groups) {
    if (other === group || isInside(group, other)) continue;
    if (other.parent === null || other.items.length !== many) continue;
    // Another row or call of the same kind holds no names of parameters.
    if (
      other.items.some(({ text }) => text !== '') ||
      (other.callee !== '' && other.callee === group.callee)
    )
      continue;
    const { word = '', key = '' } = other.items[index] ?? {};
    // What has a name of its own already is an argument and no parameter.
    if (key === '' && isSecretName(lastName(word))) return lastName(word);
  }
  return '';
}
/** Whether a group stands in an argument of another. */
const isInside = ({ parent }: Group, other: Group): boolean =>
  parent !== null && (parent === other || isInside(parent, other));
const lastOfItem = (group: Group, index: number): string => group.items[index]?.word ?? '';

/** `f("…")  # shared secret` */
function remarked({ value }: Literal, strength: Strength, { literals, remark }: Clause): string {
  if (remark === '' || literals.filter((each) => strengthOf(each.value) !== 'none').length !== 1)
    return '';
  const said = remark.replace(/^\W+/, '').replace(/\W+$/, '');
  if (said.includes(value) || said.split(/\s+/).length > 4) return '';
  const name = lastName(said);
  // `f("…") # reads passwords`: several are no string's.
  const isOne = !/(?:words|phrases|secrets|tokens|keys)$/i.test(name);
  return isOne && isSecretName(name) && strength !== 'none' ? name : '';
}
