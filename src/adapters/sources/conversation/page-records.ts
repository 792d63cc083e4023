import { decodeEntities } from '../../../text/prose/entities.ts';
import { attribute, htmlTokens, type Token } from '../../../text/prose/html-tokens.ts';
import { isRole } from './speakers.ts';

/* Pages whose elements say who speaks: by an attribute, by a class (`message user`), or with an element of its own for the name. */

/** Something said on a page, under the names that records of messages have. */
export interface Said {
  readonly role: string;
  readonly text: string;
  readonly time: string;
}

const MESSAGE = /^(?:[\w-]+[-_])?(?:message|msg|turn|bubble)(?:[-_][\w-]+)?$/i;
const NAME =
  /^(?:\w+[-_]{1,2})?(?:author|sender|username|user[-_]name|from[-_]name|speaker|role[-_]label)$/i;
const TIME = /^(?:\w+[-_]{1,2})?(?:time|timestamp|date)$/i;
const BLOCK = /^(?:p|div|li|ul|ol|pre|br|tr|h[1-6]|blockquote|section|article|table)$/;
const NO_TEXT = /^(?:script|style|title|head|button|svg)$/;
const VOID = /^(?:br|hr|img|input|link|meta|source|wbr)$/;
const LONGEST_NAME = 40;
const LEAST_ROLES = 2;

type Opened = Extract<Token, { kind: 'open' }>;

const classesOf = ({ attributes }: Opened): string[] =>
  (attribute(attributes, 'class') ?? '').split(/\s+/).filter((name) => name !== '');

/** Which side of a talk an element says that it is; undefined for most. */
function roleOf(token: Opened): string | undefined {
  const stated =
    attribute(token.attributes, 'data-message-author-role') ??
    attribute(token.attributes, 'data-role');
  if (stated !== null) return isRole(stated) ? stated : undefined;
  const classes = classesOf(token);
  if (!classes.some((name) => MESSAGE.test(name))) return undefined;
  return classes.flatMap((name) => name.split(/[-_]+/)).find(isRole);
}

/** What the elements of a page say, in their order; nothing where no element says who speaks. */
export function pageRecords(html: string): Said[] {
  const tokens = [...htmlTokens(html)];
  const roles = tokens.filter((token) => token.kind === 'open' && roleOf(token) !== undefined);
  const byRole = roles.length >= LEAST_ROLES;
  const said: { role: string; text: string; time: string }[] = [];
  // An element whose text is a name, a time or nothing to read, and how deep it is in others of its kind.
  let aside: { kind: 'name' | 'time' | 'none'; name: string; depth: number; text: string } | null =
    null;
  const close = (): void => {
    const text = aside?.text.replace(/\s+/g, ' ').trim() ?? '';
    const open = said.at(-1);
    if (aside?.kind === 'name' && !byRole && text !== '' && text.length <= LONGEST_NAME)
      said.push({ role: text, text: '', time: '' });
    if (aside?.kind === 'time' && open !== undefined) open.time ||= text;
    aside = null;
  };
  for (const token of tokens) {
    const open = said.at(-1);
    if (token.kind === 'text') {
      const text = decodeEntities(token.text);
      if (aside !== null) aside.text += text;
      else if (open !== undefined) open.text += text;
    } else if (token.kind === 'open') {
      if (aside !== null) {
        if (token.name === aside.name) aside.depth++;
        continue;
      }
      const role = byRole ? roleOf(token) : undefined;
      if (role !== undefined) said.push({ role, text: '', time: '' });
      const kind = asideOf(token);
      const stated = attribute(token.attributes, 'datetime') ?? '';
      if (kind !== null) aside = { kind, name: token.name, depth: 1, text: stated };
      else if (open !== undefined && BLOCK.test(token.name)) open.text += '\n';
    } else if (token.kind === 'close') {
      if (aside !== null && token.name === aside.name && --aside.depth === 0) close();
      else if (aside === null && open !== undefined && BLOCK.test(token.name)) open.text += '\n';
    }
  }
  return said
    .map((own) => ({ ...own, text: own.text.replace(/[ \t]*\n\s*/g, '\n').trim() }))
    .filter(({ text }) => text !== '');
}

function asideOf(token: Opened): 'name' | 'time' | 'none' | null {
  if (VOID.test(token.name)) return null;
  if (NO_TEXT.test(token.name)) return 'none';
  const classes = classesOf(token);
  if (classes.some((name) => NAME.test(name))) return 'name';
  return token.name === 'time' || classes.some((name) => TIME.test(name)) ? 'time' : null;
}
