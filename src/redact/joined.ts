import type { NamePlace } from './readers.ts';
import { strengthOf } from './strength.ts';
import { isStandIn } from './values.ts';
import { after } from './written.ts';

/** What opens a value that is put together of others. */
const GIVEN = /["']?\]?[ \t]{0,8}(?::[ \t]?[\w.<>]{1,30}[ \t]?)?(?:=>|:?=|:)[ \t]{0,8}/y;
/** `a + b`, `"".join([a, b])`, `[a, b].join("")`, `f"{a}{b}"`, `$a . $b`, `concat(a, b)`: names, and nothing but what joins them. */
const NAMES_JOINED =
  /(?:(?:""|'')\.join\([ \t]?[[(]|\[|[fF$]{0,2}["'`](?=[{$#])|[\w.]{0,30}[cC]oncat\(|strings\.Join\(\[\]string\{)?[ \t]{0,4}[$#]?\{?[A-Za-z_]\w{0,40}(?:(?:[ \t]{0,4}(?:\+\+?|,|&|<>|\|\|)[ \t]{0,4}[$#]?|[ \t]\.\.?[ \t]\$?|\}[$#]?(?=\{))\{?[A-Za-z_]\w{0,40}){1,7}/y;
const JOINS = /[+&|]|<>|,.*\]\.join|\.join\(|[sS]trings|oncat|[ }]\.\.?[ $]|\}[$#]?\{/;
/** An operator comes soon. */
const JOINS_WITHIN = 64;
const NAME = /[A-Za-z_]\w{0,40}/g;
/** What joins, by name, and what marks a template. */
const JOINER = /^(?:join|[\w.]*[cC]oncat|strings|Join|string|[fF])$/;
const STRING =
  /(?<![\w.])([A-Za-z_]\w{0,40})[ \t]{0,8}(?::[ \t]?[\w.<>]{1,30}[ \t]?)?:?=[ \t]{0,8}[bru]?(["'`])([^"'`\n]{2,200})\2/g;
/** Parts are written right above what they make. */
const REACH = 600;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

/** The strings of which a secret is put together under names of their own: `a = "…"⏎b = "…"⏎password = a + b`. */
export function piecesOf(text: string, { from, to }: NamePlace): readonly Piece[] {
  const start = after(GIVEN, text, to);
  // Cheap questions first: every name without a value comes by here.
  if (start === to || !JOINS.test(text.slice(start, start + JOINS_WITHIN))) return [];
  const end = after(NAMES_JOINED, text, start);
  if (end === start) return [];
  const names = (text.slice(start, end).match(NAME) ?? []).filter((part) => !JOINER.test(part));
  if (names.length < 2) return [];
  const base = Math.max(0, from - REACH);
  const strings = new Map<string, Piece>();
  for (const { 0: whole, 1: part = '', 3: value = '', index } of text
    .slice(base, from)
    .matchAll(STRING)) {
    const close = base + index + whole.length - 1;
    strings.set(part, { start: close - value.length, end: close, value });
  }
  const pieces = names.flatMap((part) => strings.get(part) ?? []);
  const made = pieces.map(({ value }) => value);
  if (pieces.length < names.length || made.some(isStandIn)) return [];
  return strengthOf(made.join('')) === 'none' ? [] : pieces;
}
