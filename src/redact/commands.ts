import type { Hinted, Report, Scan } from './finding.ts';
import { isFieldName, isPassphrase, namesField } from './names.ts';
import { isPlaceholder, isPlainWords, isStandIn } from './values.ts';

const COMMAND = /\b(?:curl|wget)\b/g;
/** Continued lines of one command. */
const LONGEST_COMMAND = 600;
const USER_FLAG = /(?:^|\s)(?:-u|--user|--proxy-user|-U|--basic-auth)(?:=|[ \t]{0,5})(?=[^\s=-])/g;
/** A shell word: bare and quoted pieces without a blank between. */
const SHELL_WORD = /(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s"'\\]){1,400}/y;
/** A user without a password is a token if it is this long. */
const TOKEN_USER_LENGTH = 8;

/** `curl -u user:password` */
export const COMMANDS: Hinted = { hints: ['curl', 'wget'], scan: scanCommands };

function scanCommands({ text, report }: Scan): void {
  COMMAND.lastIndex = 0;
  for (let hit = COMMAND.exec(text); hit !== null; hit = COMMAND.exec(text)) {
    const from = hit.index + hit[0].length;
    const command = commandAt(text, from);
    for (const match of command.matchAll(USER_FLAG))
      reportUser(command, match.index + match[0].length, from, report);
    // The whole line was looked at; commands that follow on it were seen with it.
    COMMAND.lastIndex = from + command.length;
  }
}

/** `user:password`, `:token` and `token:` in any quoting. */
function reportUser(command: string, at: number, base: number, report: Report): void {
  SHELL_WORD.lastIndex = at;
  const word = SHELL_WORD.exec(command)?.[0] ?? '';
  const colon = word.indexOf(':');
  if (colon === -1 || /^["']?[<[$]/.test(word)) return;
  const user = word.slice(0, colon).replace(/^["']|["']$/g, '');
  const password = word.slice(colon + 1).replace(/^["']|["']$/g, '');
  if (password === user) return;
  if (password !== '' && password !== '"' && password !== "'") {
    const from = base + at + word.indexOf(password, colon + 1);
    if (isLiteral(password)) report(from, from + password.length, 'curl-user', 'curl-user');
  } else if (user.length >= TOKEN_USER_LENGTH && /\d/.test(user) && isLiteral(user)) {
    const from = base + at + word.indexOf(user);
    report(from, from + user.length, 'curl-user', 'curl-user');
  }
}

function commandAt(text: string, from: number): string {
  const near = text.slice(from, from + LONGEST_COMMAND);
  let at = near.indexOf('\n');
  while (at > 0 && /\\\r?$/.test(near.slice(Math.max(0, at - 2), at)))
    at = near.indexOf('\n', at + 1);
  return at === -1 ? near : near.slice(0, at);
}

/** A password as one writes it in a command, not what stands for one. */
export function isLiteral(password: string): boolean {
  return (
    password.length >= 3 &&
    (!/\s/.test(password) || isPassphrase(password)) &&
    !isStandIn(password) &&
    !isPlaceholder(password) &&
    !isFieldName(password) &&
    !(isPlainWords(password) && namesField(password)) &&
    // `-p PORT` says what belongs there.
    !/^(?:--|[$%<[*(`]|\{[\w.]*\}$)|^(?:yyy|x-oauth-basic|[A-Z]{3,}(?:_[A-Z]+)*)$/.test(password)
  );
}

/** `cat > auth.txt <<EOF`: the line of a command, up to the name that ends what it is given. */
const GIVES_LINES = /<<[-~]?[ \t]?(["']?)([A-Z][A-Z_]{1,15})\1([^\n]{0,200})\r?\n/y;
const LONGEST_LEAD = 200;
const MOST_LINES = 40;
/** Files that hold a user and a password on two lines, or a password alone. */
const HOLDS_LOGIN =
  /(?:>|\btee\b)[^\n|]{0,100}?(?:passw(?:or)?d|passphrase|[/._-]pass|secret|creds?|credentials?|[/._-]auth|[/._-]login|psk)\w{0,4}(?:\.\w{1,5})?(?=["'\s;|&)]|$)/;
const USER_LINE = /^\s*[\w.@-]{1,40}(?::|\s+\*\s+)(\S{3,100})\s*$/;
/** `client server "secret" address` */
const CHAP_LINE =
  /^\s*(?:"[^"\n]{1,60}"|\S{1,60})\s+[\w.*-]{1,60}\s+(?:"(?=[^"\n]{3,100}"))?((?<=")[^"\n]+|[^\s"]{3,100})"?\s+[\d.*/]{1,40}\s*$/;
const LONE_LINE = /^\s*([^\s:=#<>[\]{}]{3,100})\s*$/;

/** Here-documents that are given to what sets a password, or to a file that holds one. */
export const HERE_DOCUMENTS: Hinted = {
  hints: ['<<E', "<<'", '<<"', '<< E', "<< '", '<< "', '<<-E', "<<-'", '<<P', '<<C'],
  scan: scanHereDocuments,
};

function scanHereDocuments({ text, report }: Scan): void {
  for (let at = text.indexOf('<<'); at !== -1; at = text.indexOf('<<', at + 2)) {
    GIVES_LINES.lastIndex = at;
    const [whole, , end = '', rest = ''] = GIVES_LINES.exec(text) ?? [];
    if (whole === undefined) continue;
    const lead = text.slice(Math.max(0, at - LONGEST_LEAD), at);
    const command = lead.slice(lead.lastIndexOf('\n') + 1) + rest;
    const setsUsers = /\bchpasswd\b/.test(command);
    if (!setsUsers && !/\bpasswd\b/.test(command) && !HOLDS_LOGIN.test(command)) continue;
    const body = text
      .slice(at + whole.length, at + whole.length + LONGEST_COMMAND)
      .split('\n', MOST_LINES);
    const given = body.slice(
      0,
      body.findIndex((line) => line.trim() === end),
    );
    const isLogin = given.length < 3 && given.every((line) => LONE_LINE.test(line));
    const pattern = /\b(?:chap|pap|ppp)-secrets\b/.test(command) ? CHAP_LINE : USER_LINE;
    let from = at + whole.length;
    given.forEach((line, number) => {
      const isLone = isLogin && (number === given.length - 1 || given[0] === line);
      const value = (isLone ? LONE_LINE : pattern).exec(line)?.[1] ?? '';
      const start = from + line.lastIndexOf(value);
      if (isLiteral(value)) report(start, start + value.length, 'command-password', 'password');
      from += line.length + 1;
    });
  }
}

/** A `.pgpass`: host:port:database:user:password on each line that is not a comment. PgBouncer's: a user and a password in quotes. */
const PGPASS =
  /^(?:[#;].*|[^\s:#]+:(?:\d{2,5}|\*):[^\s:]+:[^\s:]+:(\S+)|"[\w.-]+" "([^"\s]+)"|)[ \t\r]*$/;
const LONGEST_PGPASS = 20_000;

const firstEnd = (text: string): number => {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
};

export function scanPgpass({ text, report }: Scan): void {
  if (text.length > LONGEST_PGPASS || !PGPASS.test(text.slice(0, firstEnd(text)))) return;
  if (!/:(?:\d{2,5}|\*):|^"[\w.-]+" "/m.test(text.slice(0, 300))) return;
  const lines = text.split('\n');
  if (!lines.every((line) => PGPASS.test(line))) return;
  let at = 0;
  for (const line of lines) {
    const match = PGPASS.exec(line);
    const password = match?.[1] ?? match?.[2];
    const end = at + line.trimEnd().length - (match?.[2] === undefined ? 0 : 1);
    if (password !== undefined && !isStandIn(password))
      report(end - password.length, end, 'pgpass', 'pgpass');
    at += line.length + 1;
  }
}
