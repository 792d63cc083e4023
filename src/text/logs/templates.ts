import { groupBy } from '../../math/groups.ts';
import { faultsOf } from './faults.ts';
import { WILD, type Word, wordReader } from './words.ts';

/** Messages that differ only in their values. */
export interface Template {
  /** The first such message with `<*>` for all that varies. */
  readonly template: string;
  /** Indices of its messages, ascending. */
  readonly ids: readonly number[];
}

/** Messages with the same words and values in the same places. */
interface Form {
  /** Level and faults: what is of another kind is never the same. */
  readonly kind: string;
  readonly words: readonly string[];
  readonly ids: readonly number[];
}

/** A family of forms as one sees it, with WILD for the words that are values. */
interface Pattern extends Form {
  readonly wild: ReadonlySet<number>;
  /** The first message that has these words in these places. */
  readonly first: number;
}

/** More different words than this in one place are values, not vocabulary. */
const MOST_VARIANTS = 4;
/** With more beginnings than this in common and little else, messages are free text and not worth keeping apart. */
const MOST_STRANGERS = 50;
/** The share of fixed words that makes forms one family; below it their likeness is chance. */
const FAMILY_SHARE = 0.5;

/** Words after which a name follows: `user root`, `from example.com`. */
const NAME_BEFORE =
  /^(?:user|users|username|host|hostname|from|by|named|name|file|account|rhost|ruser|domain)$/i;

/** Splits forms of one length until what is left differs in values only. */
function families(start: readonly Form[]): Pattern[] {
  const done: Pattern[] = [];
  const open: (readonly Form[])[] = [start];
  for (let forms = open.pop(); forms !== undefined; forms = open.pop()) {
    const { kind = '', words: first = [] } = forms[0] ?? {};
    const columns = first.map((_, column) => {
      return { column, seen: new Set(forms.map(({ words }) => words[column] ?? '')) };
    });
    const varying = columns.filter(({ seen }) => seen.size > 1);
    const fixed = columns.filter(({ seen }) => seen.size === 1 && !seen.has(WILD)).length;
    const related = fixed / (fixed + varying.length) >= FAMILY_SHARE;
    // The column whose words make different messages, fewest first; none if all that varies are values.
    const splitting = varying
      .filter(({ column, seen }) => {
        if (!related) return seen.size <= MOST_STRANGERS;
        const isValue = seen.size > MOST_VARIANTS || seen.has(WILD);
        return !isValue && !NAME_BEFORE.test(first[column - 1] ?? '');
      })
      .sort((a, b) => a.seen.size - b.seen.size)[0]?.column;
    if (splitting === undefined) {
      const wild = new Set(varying.map(({ column }) => column));
      const words = first.map((word, i) => (wild.has(i) ? WILD : word));
      const ids = forms.flatMap((form) => form.ids).sort((a, b) => a - b);
      done.push({ kind, words, ids, wild, first: ids[0] ?? 0 });
    } else open.push(...groupBy(forms, ({ words }) => words[splitting]).values());
  }
  return done;
}

function render(message: string, words: readonly Word[], wild: ReadonlySet<number>): string {
  let text = '';
  let at = 0;
  words.forEach((word, i) => {
    text += message.slice(at, word.start);
    text += wild.has(i) ? WILD : word.text;
    at = word.end;
  });
  return (text + message.slice(at)).trim();
}

/**
 * Groups messages that differ only in values. Messages of different levels, and messages
 * that name different faults, are never in one group. The groups part the messages and lie in the order of their
 * first message.
 */
export function mineTemplates(
  messages: readonly string[],
  levels: readonly string[] = [],
): Template[] {
  const read = wordReader();
  const forms = new Map<string, Form & { readonly ids: number[] }>();
  messages.forEach((message, id) => {
    const { words, names } = faultsOf(message, read(message));
    const kind = `${levels[id] ?? ''}\n${names.join(' ')}\n`;
    const texts = words.map((word) => word.text);
    const key = kind + texts.join(' ');
    const form = forms.get(key);
    if (form === undefined) forms.set(key, { kind, words: texts, ids: [id] });
    else form.ids.push(id);
  });
  const shelves = groupBy(
    forms.values(),
    ({ kind, words }) => `${kind}${words.length}\n${words[0] ?? ''}`,
  );
  const found = [...shelves.values()].flatMap(families);
  const templates = withStrays(found).map(({ ids, wild, first }): Template => {
    const message = messages[first] ?? '';
    return { template: render(message, faultsOf(message, read(message)).words, wild), ids };
  });
  return templates.sort((a, b) => (a.ids[0] ?? 0) - (b.ids[0] ?? 0));
}

/** So many times as many messages say it the usual way. */
const STRAY_FACTOR = 100;
/** A value that is not one word is seldom more than these. */
const LONGEST_VALUE = 3;

/** Few messages that fit the pattern of very many, but for a value of several words, are among these: `LOCAL(0)` for an address. */
function withStrays(patterns: readonly Pattern[]): Pattern[] {
  const frequent = patterns.filter(({ ids }) => ids.length >= STRAY_FACTOR);
  const usual = groupBy(frequent, ({ kind }) => kind);
  const more = new Map<Pattern, number[]>();
  const left = patterns.filter((stray) => {
    const home = (usual.get(stray.kind) ?? []).find(
      ({ words, ids }) =>
        ids.length >= STRAY_FACTOR * stray.ids.length &&
        words.length < stray.words.length &&
        words.filter((word) => word !== WILD).length >= FAMILY_SHARE * words.length &&
        fits(words, stray.words),
    );
    if (home === undefined) return true;
    more.set(home, [...(more.get(home) ?? []), ...stray.ids]);
    return false;
  });
  return left.map((pattern) => {
    const strays = more.get(pattern) ?? [];
    if (strays.length === 0) return pattern;
    return { ...pattern, ids: [...pattern.ids, ...strays].sort((a, b) => a - b) };
  });
}

/** Whether words fit a pattern whose values may be several words long. */
function fits(pattern: readonly string[], words: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const word of pattern) {
    const next = new Set<number>();
    for (const at of reached) {
      if (word !== WILD) {
        if (words[at] === word) next.add(at + 1);
      } else for (let n = 1; n <= LONGEST_VALUE; n++) next.add(at + n);
    }
    reached = next;
    if (reached.size === 0) return false;
  }
  return reached.has(words.length);
}
