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
export function readUnder({ text, reading, report }: Scan, { name, from, to }: NamePlace): void {
  // A package of that name: `Acme.Identity.Tokens`.
  if (/\.[A-Z]/.test(name)) return;
  if (!COLLECTIVE.test(name) || (nameKindOf(name) === 'none' && !/^keys$/i.test(name))) return;
  if (PEOPLE.test(name)) readList(text, to, name, report);
  if (reading.strictness === 'code') return;
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
      (strength === 'word' && !reading.translates && (isPeople || (admits && key === '')))
    ) {
      const start = at + line.lastIndexOf(value);
      report(start, start + value.length, 'secret', key || name);
    }
    at += line.length + 1;
  }
}

/** Lists of what nobody may choose. */
const REFUSED =
  /weak|common|invalid|forbidden|banned|blocked|breached|leaked|bad|simple|short|known|wrong|black|deny/i;
/** `passwords := []string{`, `passwords = listOf(`, `PASSWORDS = %w[`. */
const OPENS_LIST =
  /(?::[ \t]?[\w<>[\], ]{1,40})?[ \t]{0,4}:?=[ \t]{0,4}(?:\[(?:\d{1,3}|\.\.\.)?\]string\{|(?:new )?[\w.]{0,20}(?:<\w{0,20}>)?(?:\[\])?[ \t]?[({[]{1,2}|vec!\[|%w[[({]|\{)/y;
const LONGEST_LIST = 600;
const CELL = /["'`]([^"'`\n]{3,100})["'`]|[^\s"'`,]{4,80}/g;

/** `passwords = ["ann-1", "…"]`: each of them belongs to somebody. */
function readList(text: string, to: number, name: string, report: Report): void {
  if (REFUSED.test(name)) return;
  OPENS_LIST.lastIndex = to;
  const opened = OPENS_LIST.exec(text)?.[0];
  if (opened === undefined) return;
  const from = OPENS_LIST.lastIndex;
  const near = text.slice(from, from + LONGEST_LIST);
  const end = near.search(/[\])};]/);
  if (end === -1) return;
  for (const { 0: cell, 1: quoted, index } of near.slice(0, end).matchAll(CELL)) {
    // Without quotes only Ruby and Perl mean words.
    const value = quoted ?? (opened.includes('%w') ? cell : '');
    if (strengthOf(value) === 'none') continue;
    const start = from + index + cell.indexOf(value);
    report(start, start + value.length, 'secret', name);
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
