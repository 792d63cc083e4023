import { pathParts } from '../../../text/prose/path.ts';

/* Where people keep what they said to each other, by the names they give to folders. */

const TALK =
  /^\.?(?:chats?|conversations?|transcripts?|talks?|slack|discord|teams|mattermost|zulip|irc|whatsapp|telegram|messages|threads|discussions|correspondence|e?-?mails?|mail|inbox|meetings?|minutes|stand-?ups?|retros?|retrospectives?|syncs?|support|tickets|calls|interviews|sessions)(?:[-_](?:exports?|archives?|logs?|history|notes|dumps?|threads|\d.*))*$/i;
const MEETING = /(?:^|[-_. ])(?:meetings?|minutes|stand-?ups?|retro\w*|syncs?)(?:[-_. ]|$)/i;
/** Where people keep what they write for each other, and what they took out of a program. */
const KEPT =
  /^\.?(?:docs?|notes?|wiki|knowledge|kb|team|internal|product|planning|exports?|archives?|history|comm(?:s|unications?)?|project|context|sources?|data)$/i;
/** What lies in such a folder is read by programs or tests. */
const OF_PROGRAMS =
  /^(?:tests?|spec|specs|__tests__|testdata|test[-_]data|fixtures?|__fixtures__|mocks?|__mocks__|samples?|examples?|goldens?|snapshots?|locales?|i18n|l10n|translations?|public|assets|static|src|lib|seeds?|data|datasets?|bench(?:marks?)?|evals?|prompts?|node_modules|vendor)$/i;
const OF_THE_PROJECT = /^(?:readme|contributing|changelog|licen[cs]e|index|todo|agents|claude)$/i;

/** Whether a file lies among talks: at the top, or where people keep what they write. */
export function isAmongTalks(path: string): boolean {
  const { folders, stem } = pathParts(path);
  const [first = '', ...inner] = folders;
  if (OF_THE_PROJECT.test(stem)) return false;
  return TALK.test(first) || (KEPT.test(first) && inner.some((name) => TALK.test(name)));
}

/** Whether a name says that a meeting is told of. */
export const isOfMeeting = (path: string): boolean =>
  MEETING.test(pathParts(path).stem) ||
  pathParts(path).folders.some((folder) => MEETING.test(folder));

export const isReadByPrograms = (path: string): boolean =>
  pathParts(path).folders.some((folder) => OF_PROGRAMS.test(folder));
