import { computed, signal } from '@preact/signals';
import type { Result } from './api.ts';
import type { Freshness } from './api-types.ts';

/* All that the page knows. Components read it; actions alone write it. */

export type Inspection = Result<'inspect'>;
export type Flow = Result<'inspect-flow'>;
export type Sizes = Result<'sizes'>;
export type Shown = Result<'show'>;
export type Record = Result<'report'>[number];
export type Difference = Result<'diff'>[number];

export type Format = 'mdctx' | 'docs' | 'markdown' | 'xml' | 'plain' | 'json' | 'messages';
export const FORMATS: readonly Format[] = [
  'mdctx',
  'markdown',
  'xml',
  'plain',
  'docs',
  'json',
  'messages',
];

/** A document as a row shows it, of a task's context or of a flow. */
export interface Row {
  /** Stays the same whatever is done to it: names hold ranks, which change. */
  readonly key: string;
  readonly path: string;
  readonly source: string;
  readonly tier: string;
  readonly level: string;
  readonly spans: readonly (readonly [number, number])[];
  readonly lines: number;
  readonly tokens: number;
  readonly relevance: number;
  readonly reasons: Readonly<globalThis.Record<string, number | undefined>>;
  readonly words: readonly string[];
  /** How a flow names it; null in the context of a task. */
  readonly name: string | null;
  readonly rank: number | null;
  readonly isOn: boolean;
  /** Can be switched off, moved and dropped. */
  readonly isEvidence: boolean;
}

export const task = signal('');
/** Tokens of context; null leaves the size to what is worth its tokens. */
export const budget = signal<number | null>(null);
export const format = signal<Format>('mdctx');
export const inspection = signal<Inspection | null>(null);
export const flow = signal<Flow | null>(null);
export const sizes = signal<Sizes | null>(null);
export const isSizing = signal(false);
/** The size the slider points at while it moves. */
export const sizeAt = signal<number | null>(null);
export const freshness = signal<Freshness>(null);
export const progress = signal<number | null>(null);
export const isBusy = signal(false);
/** What the server remarked on the task, such as a word that it read otherwise. */
export const notes = signal<readonly string[]>([]);
export const message = signal<{ readonly text: string; readonly isError: boolean } | null>(null);

export const view = signal<'context' | 'compare'>('context');
export const pane = signal<'prompt' | 'file'>('prompt');
export const source = signal<string | null>(null);
export const selected = signal<string | null>(null);
export const shown = signal<Shown | null>(null);
export const sheet = signal(false);
export const theme = signal<'light' | 'dark' | null>(null);

export const flows = signal<{ readonly current: string | null; readonly ids: readonly string[] }>({
  current: null,
  ids: [],
});
export const records = signal<readonly Record[]>([]);
export const compared = signal<readonly [number | null, number | null]>([null, null]);
export const differences = signal<readonly Difference[] | null>(null);
export const picture = signal<string | null>(null);
export const isMeasuring = signal(false);

/** What the task's context says of each file, whether it is in or out. */
const known = computed(() => {
  const found = inspection.value;
  return new Map<string, Inspection['parts'][number] | Inspection['left_out'][number]>([
    ...(found?.left_out ?? []).map((file) => [file.path, file] as const),
    ...(found?.parts ?? []).map((part) => [part.path, part] as const),
  ]);
});

export const rows = computed((): readonly Row[] => {
  const groomed = flow.value;
  if (groomed === null) {
    return (inspection.value?.parts ?? []).map((part) => ({
      ...part,
      key: part.path,
      name: null,
      rank: null,
      isOn: true,
      isEvidence: part.tier !== 'system',
    }));
  }
  const seen = new Map<string, number>();
  return groomed.parts.map((part) => {
    const times = seen.get(part.path) ?? 0;
    seen.set(part.path, times + 1);
    const about = known.value.get(part.path);
    return {
      ...part,
      key: times === 0 ? part.path : `${part.path} ${times + 1}`,
      source: part.role === 'evidence' ? (about?.source ?? 'code') : 'task',
      lines: about !== undefined && 'lines' in about ? about.lines : 0,
      relevance: part.role === 'evidence' ? (about?.relevance ?? part.relevance) : 0,
      reasons: about?.reasons ?? {},
      words: about?.words ?? [],
      isOn: part.state !== 'skipped',
      isEvidence: part.role === 'evidence',
    };
  });
});

/** What was chosen comes first, the likeliest on top; what is always there is not what people look for. */
export const visibleRows = computed(() => {
  const own = rows.value.filter((row) => source.value === null || row.source === source.value);
  return [
    ...own.filter(({ isEvidence }) => isEvidence),
    ...own.filter(({ isEvidence }) => !isEvidence),
  ];
});

/** Files that could be added. */
export const leftOut = computed(() => {
  const found = inspection.value;
  if (found === null) return [];
  const here = new Set(rows.value.map(({ path }) => path));
  const dropped =
    flow.value === null
      ? []
      : found.parts
          .filter(({ path, tier }) => !here.has(path) && tier !== 'system')
          .map((part) => ({ ...part, reason: 'unwanted' }));
  return [...dropped, ...found.left_out.filter(({ path }) => !here.has(path))].filter(
    (file) => source.value === null || file.source === source.value,
  );
});

export const prompt = computed(() => flow.value?.prompt ?? inspection.value?.prompt ?? '');
/** Where documents stand in the prompt, in the colours of their rows. */
export const sections = computed(() => {
  const sourceOf = new Map(rows.value.map(({ path, source: own }) => [path, own]));
  const all = flow.value?.sections ?? inspection.value?.sections ?? [];
  return all.map((section) => ({
    ...section,
    source: sourceOf.get(section.path) ?? section.source,
  }));
});
export const available = computed(() => (flow.value ?? inspection.value)?.budget.available ?? 0);
export const usedTokens = computed(() => (flow.value ?? inspection.value)?.total_tokens ?? 0);
export const selectedRow = computed(
  () => rows.value.find(({ key }) => key === selected.value) ?? null,
);
