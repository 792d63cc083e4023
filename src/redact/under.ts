import type { Report, Scan } from './finding.ts';
import { nameKindOf } from './names.ts';
import type { NamePlace } from './readers.ts';
import { strengthOf } from './strength.ts';

/** Names of several secrets, each under a name of its own. */
export const COLLECTIVE: RegExp =
  /(?:passwords|passwds|secrets|tokens|creds|credentials|api_?keys|keys|logins)$/i;
/** Names under which nobody keeps a secret. */
export const NEUTRAL: RegExp =
  /(?:user|name|email|login|role|host|url|uri|type|kind|id|region|path|file|port|label|title|description|method|scope|issuer|audience|version|date|env|provider|mode|public_?key|identifier|aaguid|fingerprint)s?$/i;
/** Those who are let in by them; of other tokens words are as often names. */
const ADMITTING =
  /(?:^|[._-])(?:admin|api|auth|access|user|client|bot|service|deploy|bearer|static|agent|node|join|bootstrap|refresh|session|personal|root|master|write|read|ci|webhook|device)[_-]?tokens$/i;
/** Each of these belongs to somebody. */
export const PEOPLE: RegExp = /(?:passwords|passwds|logins)$/i;

const OPENS = /["']?\]{0,2}[ \t]{0,4}:?[ \t]{0,4}(?:#[^\n]{0,80})?\r?\n/y;
const ENTRY =
  /^([ \t]*)(?:-[ \t]+|(?:-[ \t]+)?["']?([\w.@-]{1,60})["']?[ \t]{0,20}[:=][ \t]{0,20})(["']?)([^\n"']{4,200}?)\3[ \t]*(?:#.*)?\r?$/;
const MOST_LINES = 40;
const REACH = 4000;
const LONGEST_LEAD = 120;

/** `keys:⏎  maps: …`, `[secrets]⏎maps = …`: settings under the name of several secrets. */
export function readUnder({ text, report }: Scan, { name, from, to }: NamePlace): void {
  // A package of that name: `Acme.Identity.Tokens`.
  if (/\.[A-Z]/.test(name)) return;
  if (!COLLECTIVE.test(name) || (nameKindOf(name) === 'none' && !/^keys$/i.test(name))) return;
  readFlow(text, to, name, report);
  OPENS.lastIndex = to;
  if (!OPENS.test(text)) return;
  const before = text.slice(Math.max(0, from - LONGEST_LEAD), from);
  const lead = before.slice(before.lastIndexOf('\n') + 1);
  const isSection = /^\s*\[{1,2}["']?(?:[\w-]{1,40}\.)*$/.test(lead);
  if (!isSection && !/^[ \t]*["']?$/.test(lead)) return;
  const depth = isSection ? -1 : lead.search(/["']|$/);
  const isPeople = PEOPLE.test(name);
  const admits = ADMITTING.test(name);
  const lines = text.slice(OPENS.lastIndex, OPENS.lastIndex + REACH).split('\n', MOST_LINES);
  let at = OPENS.lastIndex;
  for (const line of lines) {
    const [, indent = '', key = '', , value = ''] = ENTRY.exec(line) ?? [];
    if (line.trim() !== '' && (line.search(/\S/) <= depth || /^\s*\[/.test(line))) return;
    const strength =
      value === '' || NEUTRAL.test(key) || indent.length <= depth ? 'none' : strengthOf(value);
    if (
      strength === 'made' ||
      strength === 'mixed' ||
      (strength === 'word' && (isPeople || (admits && key === '')))
    ) {
      const start = at + line.lastIndexOf(value);
      report(start, start + value.length, 'secret', key || name);
    }
    at += line.length + 1;
  }
}

const FLOW = /["']?[ \t]{0,4}[:=][ \t]{0,4}\[([^[\]{}"'\n]{4,400})\]/y;

/** `passwords: [a, b]` */
function readFlow(text: string, to: number, name: string, report: Report): void {
  FLOW.lastIndex = to;
  const list = FLOW.exec(text)?.[1] ?? '';
  let at = FLOW.lastIndex - 1 - list.length;
  for (const cell of list === '' ? [] : list.split(',')) {
    const value = cell.trim();
    const strength = strengthOf(value);
    if (strength === 'made' || strength === 'mixed' || (strength === 'word' && PEOPLE.test(name))) {
      const start = at + cell.indexOf(value);
      report(start, start + value.length, 'secret', name);
    }
    at += cell.length + 1;
  }
}
