import type { Report } from './finding.ts';
import { isStandIn } from './values.ts';

const COMMAND =
  /\b(?:curl|wget|mysql|mysqldump|mysqladmin|sshpass|redis-cli|docker|podman|helm)\b/g;
/** Cheaper than the whole words; alternatives of one length run fastest. */
const HINT = /curl|wget|mysq|sshp|s-cl|logi/;
/** Continued lines of one command. */
const LONGEST_COMMAND = 600;
const USER_FLAG = /(?:^|\s)(?:-u|--user|--proxy-user|-U|--basic-auth)(?:=|[ \t]{0,5})(?=[^\s=-])/g;
/** A shell word: bare and quoted pieces without a blank between. */
const SHELL_WORD = /(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[^\s"'\\]){1,400}/y;
/** A user without a password is a token if it is this long. */
const TOKEN_USER_LENGTH = 8;
const SHORT_PASSWORD = /(?:^|\s)-p(?=\S)(["']?)([^\s"'$-][^\s"']{2,100})\1(?=\s|$)/g;
const SPACED_PASSWORD = /(?:^|\s)(?:-p|-a|--pass)[ \t]+(["']?)([^\s"'$-][^\s"']{3,100})\1(?=\s|$)/g;

/** Passwords that shell commands take without a telling name: `curl -u user:password`, `mysql -ppassword`. */
export function scanCommands(text: string, report: Report): void {
  if (!HINT.test(text)) return;
  COMMAND.lastIndex = 0;
  for (let hit = COMMAND.exec(text); hit !== null; hit = COMMAND.exec(text)) {
    const from = hit.index + hit[0].length;
    const command = commandAt(text, from);
    if (command.length < 4) continue;
    const tool = hit[0];
    if (tool === 'curl' || tool === 'wget') {
      for (const match of command.matchAll(USER_FLAG)) {
        reportUser(command, match.index + match[0].length, from, report);
      }
    } else {
      const pattern = tool.startsWith('mysql') ? SHORT_PASSWORD : SPACED_PASSWORD;
      if (!takesPassword(tool, command)) {
        COMMAND.lastIndex = from;
        continue;
      }
      for (const match of command.matchAll(pattern)) {
        const password = match[2] ?? '';
        const at = from + match.index + match[0].length - password.length - (match[1] ?? '').length;
        if (isLiteral(password))
          report(at, at + password.length, 'command-password', `${tool}-password`);
      }
    }
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

/** `-p` is a port or a profile for most commands. */
function takesPassword(tool: string, command: string): boolean {
  if (tool.startsWith('mysql')) return /\s-u|\s-h|--user|--host/.test(command);
  if (tool === 'docker' || tool === 'podman' || tool === 'helm')
    return /^\s+(?:registry\s+)?login\s/.test(command);
  return tool === 'sshpass' || tool === 'redis-cli';
}

function commandAt(text: string, from: number): string {
  const near = text.slice(from, from + LONGEST_COMMAND);
  let at = near.indexOf('\n');
  while (at > 0 && /\\\r?$/.test(near.slice(Math.max(0, at - 2), at)))
    at = near.indexOf('\n', at + 1);
  return at === -1 ? near : near.slice(0, at);
}

function isLiteral(password: string): boolean {
  return (
    password.length >= 3 &&
    !isStandIn(password) &&
    !/^(?:[$%<[*]|\{[\w.]*\}$)/.test(password) &&
    !/^(?:pass|password|pwd|token|secret|yyy|test|x-oauth-basic)$/i.test(password)
  );
}

/** Where a place alone tells: `echo x | login --password-stdin`, `htpasswd -b file user x`, cookies, `Basic …`. */
const PLACES: readonly (readonly [rule: string, hint: string, pattern: RegExp])[] = [
  [
    'command-password',
    '-stdin',
    /\b(?:echo|printf)[ \t]+(?:-n[ \t]+)?(["']?)([^\s"'$]{3,100})\1[ \t]*\|[^\n|]{0,120}--password-stdin/g,
  ],
  [
    'command-password',
    'htpasswd',
    /\bhtpasswd[ \t]+-\w{0,6}b\w{0,6}[ \t]+\S{1,80}[ \t]+\S{1,60}[ \t]+(["']?)([^\s"'$]{3,100})\1/g,
  ],
  [
    'command-password',
    'chpasswd',
    /\becho[ \t]+(["']?)[\w.-]{1,40}:([^\s"'$]{3,100})\1[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd/g,
  ],
  [
    'command-password',
    '<<<',
    /\b(?:sudo|passwd|cryptsetup|docker|gpg)\b[^\n]{0,80}<<<[ \t]*(["']?)([^\s"'$]{3,100})\1/g,
  ],
  [
    'command-password',
    ' -',
    /\b(?:mongo(?:sh|dump|restore|import)?|zip|unzip|7z|rar|unrar|az[ \t]+login|ldap(?:search|modify|add)|ssh-keygen|openssl[ \t]+enc|redis-cli|psftp|plink|pscp)\b(?:[ \t]+[^\s|;&-]\S{0,80}|[ \t]+-[^\s|;&]{1,40}){0,8}?[ \t]+-(?:p|P|N|k|w|a|pw)[ \t]{1,3}(["']?)([^\s"'$-][^\s"']{2,100})\1/g,
  ],
  ['command-password', '7z', /\b7za?\b[^\n]{0,60}?[ \t]-p()([^\s"'$]{3,100})/g],
  ['command-password', 'vault login', /\bvault login[ \t]+(?!-)(["']?)([^\s"'$]{5,200})\1/g],
  [
    'command-password',
    'rabbitmqctl',
    /\brabbitmqctl[ \t]+(?:add_user|change_password)[ \t]+\S{1,60}[ \t]+(["']?)([^\s"'$]{3,100})\1/g,
  ],
  [
    'command-password',
    'net user',
    /\bnet user[ \t]+\S{1,60}[ \t]+()([^\s"'$/*]{3,100})[ \t]+\/add/gi,
  ],
  [
    'command-password',
    'smb',
    /\bsmb\w{1,12}\b[^\n]{0,120}?-U[ \t]{0,2}(["']?)[\w\\.-]{1,60}%([^\s"'$]{3,100})\1/g,
  ],
  [
    'command-password',
    'configure set',
    /\bconfigure set[ \t]+\w{0,40}(?:secret|token|password)\w{0,30}[ \t]+(["']?)([^\s"'$-]{3,200})\1/g,
  ],
  [
    'command-password',
    'set -',
    /^[ \t]*set[ \t]+-\w{1,4}[ \t]+\w{0,40}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)[ \t]+(["']?)([^\s"'$]{3,200})\1/gm,
  ],
  ['sql-password', 'gen_salt', /\bcrypt\([ \t]*(')([^'\n]{3,100})'[ \t]*,[ \t]*gen_salt/g],
  ['url-credential', '@tcp(', /(["'`])[\w.-]{1,40}:([^\s"'`@/]{3,80})@tcp\(/g],
  [
    'argument',
    'toCharArray',
    /(?:[Pp]ass|[Kk]ey|[Ss]ecret|[Ss]tore)[^\n"]{0,80}(")([^"\n]{3,80})"\.toCharArray\(\)/g,
  ],
  ['pgpass', 'pgpass', /^()[^\s:#]{1,80}:(?:\d{2,5}|\*):[^\s:]{1,60}:[^\s:]{1,60}:(\S{3,100})$/gm],
  [
    'cookie',
    'ookie',
    /\b[Cc]ookie["']?[ \t]{0,2}[:=][^\n]{0,200}?\b()(?:\w{0,20}sess\w{0,10}|sid|auth\w{0,10}|remember\w{0,10}|\w{0,12}token)=([^\s;"',]{6,400})/g,
  ],
];

export function scanPlaces(text: string, report: Report): void {
  for (const [rule, hint, pattern] of PLACES) {
    if (!text.includes(hint)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match[2] ?? '';
      const from =
        match.index + match[0].indexOf(value, Math.max(0, match[0].lastIndexOf(`=${value}`)));
      if (isLiteral(value)) report(from, from + value.length, rule, rule);
    }
  }
  for (const match of text.includes('Basic ') ? text.matchAll(BASIC) : []) {
    const value = match[1] ?? '';
    if (/^[\x20-\x7E]{1,80}:[\x20-\x7E]{1,200}$/.test(atob(value.replace(/=+$/, ''))))
      report(match.index + 6, match.index + 6 + value.length, 'basic-auth', 'basic-auth');
  }
}

/** What decodes to `user:password`. */
const BASIC =
  /\bBasic ((?:[A-Za-z0-9+/]{4}){2,60}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)(?![A-Za-z0-9+/=])/g;

/** Lines of a `.pgpass`: host:port:database:user:password and nothing else in the file. */
const PGPASS = /^[^\s:#]+:(?:\d{2,5}|\*):[^\s:]+:[^\s:]+:(\S+)$/;
const LONGEST_PGPASS = 20_000;

export function scanPgpass(text: string, report: Report): void {
  if (text.length > LONGEST_PGPASS || !/:(?:\d{2,5}|\*):/.test(text.slice(0, 300))) return;
  const lines = text.split('\n');
  const isOther = (line: string): boolean =>
    line.trim() !== '' && !line.startsWith('#') && !PGPASS.test(line.trimEnd());
  if (lines.some(isOther)) return;
  let at = 0;
  for (const line of lines) {
    const password = PGPASS.exec(line.trimEnd())?.[1];
    if (password !== undefined && !isStandIn(password)) {
      const end = at + line.trimEnd().length;
      report(end - password.length, end, 'pgpass', 'pgpass');
    }
    at += line.length + 1;
  }
}
