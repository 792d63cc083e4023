import type { Context, ContextPart } from '../model/context.ts';
import type { FormatOptions } from './format.ts';

/** Kinds of content in the order they stand in, with their headings. */
export const TITLES = {
  code: 'Relevant Code',
  documentation: 'Related Documentation',
  conversation: 'Previous Conversations',
  other: 'Other Context',
} as const;
type Kind = keyof typeof TITLES;

const KINDS: readonly Kind[] = ['code', 'documentation', 'conversation', 'other'];

export interface Group {
  /** Empty where parts are not grouped. */
  readonly title: string;
  readonly parts: readonly ContextPart[];
}

/** What is fixed stands before the rest, in groups too, so that the beginning of a prompt stays the same. */
export function groupsOf({ fixed, parts }: Context, { groupByType }: FormatOptions): Group[] {
  const all = [...fixed, ...parts];
  if (groupByType !== true) return all.length === 0 ? [] : [{ title: '', parts: all }];
  return KINDS.map((kind) => ({
    title: TITLES[kind],
    parts: all.filter(({ source }) => (KINDS.find((own) => own === source) ?? 'other') === kind),
  })).filter((group) => group.parts.length > 0);
}

/** A longer list says no more. */
const SOURCES_LISTED = 10;

export const listedSources = (
  { fixed, parts }: Context,
  { includeSources }: FormatOptions,
): readonly ContextPart[] =>
  includeSources === true ? [...fixed, ...parts].slice(0, SOURCES_LISTED) : [];

/** Every heading a context may get, to be priced before its parts are known. */
export const allTitles = ({ groupByType }: FormatOptions): readonly string[] =>
  groupByType === true ? KINDS.map((kind) => TITLES[kind]) : [];
