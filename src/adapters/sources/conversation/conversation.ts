import { late } from '../../../math/memo.ts';
import { EMPTY_OUTLINE, type Outline, type Unit } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { readChatGpt } from './chatgpt.ts';
import { claim, type Kind } from './claim.ts';
import { readClaudeCode } from './claude-code.ts';
import { readCodex } from './codex.ts';
import { readValues } from './json.ts';
import { readMarkdown } from './markdown.ts';
import { readMessages } from './messages.ts';
import { readPlain } from './plain.ts';
import { findRemarks } from './remarks.ts';
import { readSlack } from './slack.ts';
import { type PlacedTurn, readTranscript, writeTranscript } from './transcript.ts';
import { NOTE, type Section } from './turn.ts';

const MAX_NAMES = 20;
const IDENTIFIER = /`([A-Za-z_$][\w$.:/#@-]{1,79})(?:\(\))?`/g;

function render(raw: string, shape: Shape): string {
  for (const sections of readings(raw, shape)) {
    if (sections.some((section) => section.turns.length > 0)) return writeTranscript(sections);
  }
  const unread = raw.trim() === '' ? [] : [{ speaker: NOTE, time: '', text: raw }];
  return writeTranscript([{ title: '', turns: unread }]);
}

/** The reading the shape names, then its kin: the head of a file can mislead, and files hold mixtures. */
function* readings(raw: string, shape: Shape): Generator<Section[]> {
  const values = late(() => readValues(raw));
  const channel = /^channel=(.*)$/.exec(shape.options)?.[1] ?? '';
  const inText: Readers = [
    ['markdown', () => readMarkdown(raw)],
    ['plain', () => readPlain(raw)],
  ];
  const inJson: Readers = [
    ['claude-code', () => readClaudeCode(values())],
    ['codex', () => readCodex(values())],
    ['chatgpt', () => readChatGpt(values())],
    ['slack', () => readSlack(values(), channel)],
    ['messages', () => readMessages(values())],
  ];
  const readers = inText.some(([kind]) => kind === shape.kind) ? inText : inJson;
  for (const [kind, read] of readers) if (kind === shape.kind) yield read();
  for (const [kind, read] of readers) if (kind !== shape.kind) yield read();
}

type Readers = readonly (readonly [Kind, () => Section[]])[];

function outline(text: string): Outline {
  const turns = readTranscript(text);
  const [units, remarks] = [turns.map(unitOf), turns.flatMap(findRemarks)];
  return { ...EMPTY_OUTLINE, units, remarks, meta: metaOf(turns) };
}

function unitOf(turn: PlacedTurn, index: number): Unit {
  const names = new Set<string>();
  for (const match of turn.text.matchAll(IDENTIFIER)) {
    if (names.size >= MAX_NAMES) break;
    names.add(match[1] ?? '');
  }
  return {
    firstLine: turn.firstLine,
    lastLine: turn.lastLine,
    kind: 'turn',
    name: turn.speaker,
    names: [...names],
    within: turn.title === '' ? [] : [turn.title],
    joins: false,
    meta: { speaker: turn.speaker, turn: String(index + 1), ...timeMeta(turn.time) },
  };
}

/** A bare clock is no time that can be compared, so it has a name of its own. */
function timeMeta(time: string): Record<string, string> {
  if (time === '') return {};
  return time.includes('-') ? { time } : { clock: time };
}

function metaOf(turns: readonly PlacedTurn[]): Record<string, string> {
  const title = turns.find((turn) => turn.title !== '')?.title ?? '';
  const times = turns.map((turn) => turn.time).filter((time) => time.includes('-'));
  const meta = { title, turns: String(turns.length || ''), from: times[0], to: times.at(-1) };
  return Object.fromEntries(
    Object.entries(meta).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  );
}

/** Transcripts of people and agents: all formats become one readable form, one unit per turn. */
export const conversation: SourceAdapter = { name: 'conversation', claim, render, outline };
