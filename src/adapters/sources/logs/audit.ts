import { fieldsOf, isRecord, parseJson } from '../../../text/imports/loose-json.ts';
import { pathParts } from '../../../text/prose/path.ts';
import { hasShortEntries } from './as-written.ts';
import { csvRows } from './csv.ts';
import { timeOf } from './series.ts';

/* Audit trails: who did what to what, and when. */

type Entry = Readonly<Record<string, unknown>>;

/** The usual names of the four questions, the more particular first; a dot leads into a record. */
const WHO =
  'actor actor.name actor.login actor.email actor.id user.username user.name userIdentity.userName userIdentity.arn userIdentity.type principalEmail authenticationInfo.principalEmail principal performed_by performedBy initiator username user_name user who author admin administrator operator employee staff member caller login account email by'.split(
    ' ',
  );
const WHAT =
  'action eventName event_name operation verb methodName event_type eventType activity event what op command change'.split(
    ' ',
  );
const WHEN =
  'time timestamp @timestamp eventTime requestReceivedTimestamp created_at createdAt occurred_at date datetime at when'.split(
    ' ',
  );
const TARGET =
  'target target.name resource resource.name objectRef.name resourceName repo repository object entity subject path'.split(
    ' ',
  );

const keys = (names: readonly string[]): RegExp =>
  new RegExp(`"(?:${[...new Set(names.map((name) => name.split('.')[0]))].join('|')})"\\s*:`);
/** Where the place says it, the time and one of the others are enough: everybody has other names for them. */
const told = (says: (names: readonly string[]) => boolean): boolean =>
  says(WHEN) && (says(WHO) || says(WHAT));
const PLACE = /(?:^|[/._-])(?:audit\w*|cloudtrail|trail|activity)(?:[/._-]|$)/i;
/** Where lines of any form tell who did what. */
const AUDIT = /(?:^|[/._-])audit(?:[/._-]|$)/i;
const TIMED = /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Whatever it is called, a value that is a time tells when. */
const TIME_VALUE = /"[\w@.-]{1,40}"\s*:\s*"\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
/** Written by nothing but an audit. */
const SURE =
  /"apiVersion"\s*:\s*"audit\.k8s\.io|"userIdentity"\s*:\s*\{[\s\S]*"eventName"|"eventVersion"\s*:[\s\S]*"userIdentity"/;

export function isAudit(path: string, head: string): boolean {
  const { extension } = pathParts(path);
  if (extension === 'csv') {
    const columns = (csvRows(head.split('\n', 1)[0] ?? '')[0] ?? []).map((name) => name.trim());
    const has = (names: readonly string[]): boolean => names.some((name) => columns.includes(name));
    return PLACE.test(path) && told(has);
  }
  if (/^(?:log|txt)$/.test(extension) && !/^[\s\ufeff]*[[{]/.test(head)) {
    const [line = ''] = head.trimStart().split('\n', 1);
    const pairs = pairsIn(line);
    const has = (names: readonly string[]): boolean => names.some((name) => name in pairs);
    return AUDIT.test(path) && (told(has) || TIMED.test(line));
  }
  if (!/^(?:jsonl?|ndjson|log)$/.test(extension) || !/^[\s\ufeff]*[[{]/.test(head)) return false;
  const says = (names: readonly string[]): boolean =>
    keys(names).test(head) || (names === WHEN && TIME_VALUE.test(head));
  return SURE.test(head) || (PLACE.test(path) && told(says));
}

/** A line for each entry: when, who, what, on what, and the rest; as it is where its lines are short or can't be read. */
export function renderAudit(raw: string): string {
  if (hasShortEntries(raw)) return raw;
  const lines = recordsIn(raw).flatMap(lineOf);
  return lines.length === 0 ? raw : `${lines.join('\n')}\n`;
}

const LISTS = 'Records entries events items logs data results value audit'.split(' ');

function recordsIn(raw: string): Entry[] {
  if (!/^[\s\ufeff]*[[{]/.test(raw)) {
    const pairs = raw.split('\n').map(pairsIn);
    if (Object.keys(pairs[0] ?? {}).length > 2) return pairs;
    const [header = [], ...rows] = csvRows(raw);
    return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
  }
  const whole = parseJson(raw.replace(/^\ufeff/, ''));
  const lists = [whole, ...LISTS.map((name) => fieldsOf(whole)[name])];
  const list = lists.find((own): own is unknown[] => Array.isArray(own));
  if (list !== undefined) return list.filter(isRecord);
  if (isRecord(whole)) return [whole];
  return raw
    .split('\n')
    .map((line) => parseJson(line))
    .filter(isRecord);
}

const PAIR = /(?:^|\s)([\w.@-]{1,60})=(?:"([^"]{0,400})"|(\S{1,400}))/g;

/** What a line of `key=value` pairs says; a time may stand before them. */
function pairsIn(line: string): Entry {
  const pairs = Array.from(line.matchAll(PAIR), ([, key = '', quoted, plain]) => [
    key,
    quoted ?? plain ?? '',
  ]);
  const time = TIMED.test(line) ? { time: line.split(/[\s\]]/, 1)[0]?.replace('[', '') ?? '' } : {};
  return { ...time, ...Object.fromEntries(pairs) };
}

function timeIn(record: Entry): { readonly key: string; readonly text: string } | undefined {
  const found = Object.entries(record).find(
    ([, value]) => typeof value === 'string' && TIMED.test(value),
  );
  return found === undefined ? undefined : { key: found[0], text: String(found[1]) };
}

const REST = 8;
const LONGEST = 120;
/** What some systems put around an entry. */
const WRAPPED = 'protoPayload payload detail attributes properties'.split(' ');

function lineOf(outer: Entry): string[] {
  const inner = WRAPPED.flatMap((name) => Object.entries(fieldsOf(outer[name])));
  const record = Object.fromEntries([...inner, ...Object.entries(outer)]);
  const [who, what, named, target] = [WHO, WHAT, WHEN, TARGET].map((names) =>
    firstOf(record, names),
  );
  const when = named ?? timeIn(record);
  if (who === undefined || what === undefined) return [];
  const time = when === undefined ? '' : timeOf(when.text) || when.text;
  const used = new Set([who, what, when, target].flatMap((own) => own?.key ?? []));
  const rest = Object.entries(record)
    .filter(([key]) => !used.has(key))
    .flatMap(([key, value]) => (isRecord(value) ? Object.entries(value) : [[key, value] as const]))
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .slice(0, REST)
    .map(([key, value]) => `${key}=${oneLine(String(value))}`);
  return [
    [time, who.text, what.text, target?.text ?? '', ...rest]
      .filter((part) => part !== '')
      .join(' '),
  ];
}

function firstOf(record: Entry, names: readonly string[]) {
  for (const name of names) {
    const [key = '', inner] = name.split('.');
    const own = record[key];
    const value = inner === undefined ? own : fieldsOf(own)[inner];
    if (typeof value === 'string' || typeof value === 'number') {
      return { key, text: oneLine(String(value)) };
    }
  }
  return undefined;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
