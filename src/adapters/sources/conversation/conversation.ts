import { splitLines } from '../../../math/lines.ts';
import { late } from '../../../math/memo.ts';
import { EMPTY_OUTLINE, type Outline, type Unit } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter, SourceSettings } from '../../../ports/source.ts';
import { matchesGlobs } from '../../../text/paths/globs.ts';
import { readChatGpt } from './chatgpt.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readValues } from './json.ts';
import { readMarkdown } from './markdown.ts';
import { readMessages } from './messages.ts';
import { minutesUnits } from './minutes.ts';
import { pageRecords } from './page-records.ts';
import { readPlain } from './plain.ts';
import { isJson, isNoTalk, jsonKindOf, type Kind, recognise } from './recognise.ts';
import { rowsOf } from './records.ts';
import { findRemarks } from './remarks.ts';
import { readSlack } from './slack.ts';
import { type PlacedTurn, readTranscript, writeTranscript } from './transcript.ts';
import { NOTE, type Section } from './turn.ts';
import { yamlRecords } from './yaml-records.ts';

/** Where transcripts lie by convention: ours, and the folders coding agents keep inside a project. */
const HOMES =
  /^\.sheaf\/conversations\/|^\.specstory\/history\/|(?:^|\/)\.claude\/projects\/.+\.jsonl$|(?:^|\/)\.codex\/sessions\/.+\.jsonl$|^~\/\.(?:claude|codex)\/.+\.jsonl$|^\.aider\.chat\.history\.md$/;
/** Of a transcript that only its content gave away: it may be as old as the hills, so nobody goes on from it. */
const FOUND = 'found';
const MINUTES = 'minutes';
const MARKDOWN_NAME = /\.(?:md|markdown|mdx)$/i;
const SLACK_DAY = /(?:^|\/)([^/]{1,80})\/\d{4}-\d\d-\d\d\.json$/;

function claim(path: string, head: string, settings: SourceSettings): Shape | null {
  if (isNoTalk(path, head)) return null;
  const isHere = HOMES.test(path) || matchesGlobs(path, settings.paths);
  const kind = isHere ? kindOf(path, head) : recognise(path, head);
  if (kind === null) return null;
  const channel = kind === 'slack' ? (SLACK_DAY.exec(path)?.[1] ?? '') : '';
  // The channel's name stands in the path only, and an analysis sees no path.
  const named = channel === '' || channel === 'conversations' ? [] : [`channel=${channel}`];
  const options = [...named, ...(isHere ? [] : [FOUND])].join('&');
  return {
    source: 'conversation',
    kind,
    language: kind === 'markdown' || kind === MINUTES ? 'markdown' : 'text',
    options,
  };
}

/** The path and the first characters decide; a first line may be longer than the head, so keys are looked for, not parsed. */
function kindOf(path: string, head: string): Kind {
  if (isJson(head)) return jsonKindOf(head);
  if (readMarkdown(head).length > 0) return 'markdown';
  if (readPlain(head).length > 0) return 'plain';
  return MARKDOWN_NAME.test(path) ? 'markdown' : 'plain';
}

const MAX_NAMES = 20;
const IDENTIFIER = /`([A-Za-z_$][\w$.:/#@-]{1,79})(?:\(\))?`/g;

/** By the reading the shape names, else by its kin: the head of a file can mislead, and files hold mixtures. */
function render(raw: string, shape: Shape): string {
  if (shape.kind === MINUTES) return raw;
  const values = late(() => (shape.kind === 'messages' ? recordsIn(raw) : inJsonOf(raw)));
  const channel = /^channel=([^&]*)/.exec(shape.options)?.[1] ?? '';
  const inText: Readers = { markdown: () => readMarkdown(raw), plain: () => readPlain(raw) };
  const inJson: Readers = {
    'claude-code': () => readClaudeCode(values()),
    codex: () => readCodex(values()),
    chatgpt: () => readChatGpt(values()),
    slack: () => readSlack(values(), channel),
    messages: () => readMessages(values()),
  };
  const { [shape.kind]: named, ...kin } = shape.kind in inText ? inText : inJson;
  for (const read of [named, ...Object.values(kin)]) {
    const sections = read?.() ?? [];
    if (sections.some(({ turns }) => turns.length > 0)) return writeTranscript(sections);
  }
  const unread = raw.trim() === '' ? [] : [{ speaker: NOTE, time: '', text: raw }];
  return writeTranscript([{ title: '', turns: unread }]);
}

const inJsonOf = (raw: string): readonly unknown[] => readValues(insidePage(raw));

/** Records of what was said, in whatever they are written. */
function recordsIn(raw: string): readonly unknown[] {
  if (isJson(raw)) return readValues(raw);
  if (raw.trimStart().startsWith('<')) return pageRecords(raw);
  const listed = yamlRecords(raw);
  return listed.length > 0 ? listed : rowsOf(raw);
}

const IN_PAGE = /^\s*var jsonData = (?=\[)/m;

/** What the page of an export has inside; everything else is its own text. */
function insidePage(raw: string): string {
  const found = raw.trimStart().startsWith('<') ? IN_PAGE.exec(raw) : null;
  if (found === null) return raw;
  const inside = raw.slice(found.index + found[0].length);
  const end = inside.search(/\];?\s*(?:\n|<\/script>)/);
  return end < 0 ? inside : inside.slice(0, end + 1);
}

type Readers = Readonly<Record<string, () => Section[]>>;

function outline(text: string, shape?: Shape): Outline {
  if (shape?.kind === MINUTES) return minutesOutline(text);
  const turns = readTranscript(text);
  const [units, remarks] = [turns.map(unitOf), turns.flatMap(findRemarks)];
  return { ...EMPTY_OUTLINE, units, remarks, meta: metaOf(turns) };
}

function minutesOutline(text: string): Outline {
  const units = minutesUnits(splitLines(text));
  const [title = ''] = units[0]?.within ?? [];
  return { ...EMPTY_OUTLINE, units, meta: title === '' ? {} : { title } };
}

function unitOf(turn: PlacedTurn, index: number): Unit {
  const { firstLine, lastLine, speaker, title, time } = turn;
  const found = new Set(Array.from(turn.text.matchAll(IDENTIFIER), ([, name = '']) => name));
  const names = [...found].slice(0, MAX_NAMES);
  const within = title === '' ? [] : [title];
  const meta = { speaker, turn: String(index + 1), ...timeMeta(time) };
  return { firstLine, lastLine, kind: 'turn', name: speaker, names, within, joins: false, meta };
}

/** A bare clock is no time that can be compared, so it has a name of its own. */
function timeMeta(time: string): Record<string, string> {
  if (time === '') return {};
  return time.includes('-') ? { time } : { clock: time };
}

function metaOf(turns: readonly PlacedTurn[]): Record<string, string> {
  const title = turns.find((turn) => turn.title !== '')?.title;
  const times = turns.map((turn) => turn.time).filter((time) => time.includes('-'));
  const [from, to] = [times[0], times.at(-1)];
  return {
    ...(title && { title }),
    ...(turns.length > 0 && { turns: String(turns.length) }),
    ...(from && to && { from, to }),
  };
}

/** Transcripts of people and agents: all formats become one readable form, one unit per turn. */
export const conversation: SourceAdapter = { name: 'conversation', claim, render, outline };
