import { isRecord } from '../../../text/imports/loose-json.ts';
import { fileLabel } from './content.ts';
import { field, listField, textField } from './json.ts';
import { toTime } from './time.ts';
import type { Section, Turn } from './turn.ts';

/** Messages about the channel, not in it. */
const NOISE =
  /^(?:(?:channel|group)_(?:join|leave|topic|purpose|name|archive|unarchive|convert\w*)|bot_add|bot_remove|message_deleted|tombstone|pinned_item|unpinned_item|reminder_add|huddle_thread|sh_room_\w+)$/;
const MARKUP = /<([@#!]?)([^<>|\n]{1,2000})(?:\|([^<>\n]{0,2000}))?>/g;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** A day of a Slack export, or what its API gives: messages with `ts`, `user` and Slack's own markup. */
export function readSlack(records: readonly unknown[], channel: string): Section[] {
  const messages = records
    .flatMap((record) =>
      isRecord(record) && 'ts' in record ? [record] : listField(record, 'messages'),
    )
    .flatMap((message) => [message, ...answersTo(message)])
    .map(changed)
    .filter((each) => textField(each, 'ts') !== '' && !NOISE.test(textField(each, 'subtype')));
  const names = namesOf(messages);
  // The API gives the newest first; an export is in order already and the sort keeps it.
  messages.sort((a, b) => Number(field(a, 'ts')) - Number(field(b, 'ts')) || 0);
  const turns = messages.flatMap((message) => readMessage(message, names));
  return [{ title: channel === '' ? '' : `#${channel}`, turns }];
}

/** Some tools keep the answers of a thread inside of what they answer; Slack itself lists only who answered. */
const answersTo = (message: unknown): readonly unknown[] =>
  listField(message, 'slackdump_thread_replies', 'thread_replies', 'replies').filter(
    (answer) =>
      textField(answer, 'text') !== '' && textField(answer, 'ts') !== textField(message, 'ts'),
  );

function changed(record: unknown): unknown {
  const inner = field(record, 'message');
  return textField(record, 'subtype') === 'message_changed' && isRecord(inner) ? inner : record;
}

function namesOf(messages: readonly unknown[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const message of messages) {
    const profile = field(message, 'user_profile');
    const name = textField(profile, 'real_name', 'display_name', 'name');
    const user = textField(message, 'user');
    if (user !== '' && name !== '' && !names.has(user)) names.set(user, name);
  }
  return names;
}

function readMessage(message: unknown, names: ReadonlyMap<string, string>): Turn[] {
  const user = textField(message, 'user');
  const bot =
    textField(message, 'username') || textField(field(message, 'bot_profile'), 'name') || 'bot';
  const text = [
    plainText(textField(message, 'text') || textOfBlocks(listField(message, 'blocks')), names),
    ...listField(message, 'attachments').map((part) =>
      plainText(textField(part, 'text', 'fallback', 'title'), names),
    ),
    ...listField(message, 'files').map((file) =>
      textField(file, 'mimetype').startsWith('image/') ? '[image]' : fileLabel(file),
    ),
  ].filter((part) => part.trim() !== '');
  if (text.length === 0) return [];
  const isBot = textField(message, 'subtype') === 'bot_message' || user === '';
  const speaker = isBot ? `${bot} (bot)` : (names.get(user) ?? user);
  return [{ speaker, time: toTime(field(message, 'ts')), text: text.join('\n') }];
}

/** What blocks say where a message has no text beside them: links by their address, people by their id. */
const textOfBlocks = (blocks: readonly unknown[]): string =>
  blocks
    .map((block) => {
      const inner = listField(block, 'elements');
      const user = textField(block, 'user_id');
      if (inner.length > 0) return textOfBlocks(inner);
      if (user !== '') return `<@${user}>`;
      return textField(block, 'text', 'url') || textField(field(block, 'text'), 'text');
    })
    .join('');

/** Slack's markup as a person sees it: mentions by name, links as `label (address)`, entities resolved. */
function plainText(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(MARKUP, (all, sign: string, target: string, label: string | undefined) => {
      if (sign === '@') return `@${label || names.get(target) || target}`;
      if (sign === '#') return `#${label || target}`;
      if (sign === '!') return label || `@${target.split('^')[0]}`;
      // Nothing that Slack writes so: somebody put the file together by hand.
      if (label === undefined && !/^[a-z][a-z+.-]*:/i.test(target)) return all;
      const address = target.replace(/^mailto:/, '');
      return (label || address) === address ? address : `${label} (${address})`;
    })
    .replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
