import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { loadTokenizer } from '../../adapters/tokenizers/tokenizers.ts';
import { number as grouped } from '../../record/report.ts';
import { type Answer, dataOf, type Freshness } from '../doors/answer.ts';
import type { Further } from './context.ts';

/* Answers as agents get them: some clients show a model only the text, others only the data, so each must do alone. */

/** What an answer may cost as a whole, text and data; the larger one where a size was asked for. */
export const MOST_TOKENS = { usual: 7800, asked: 24_800 } as const;
/** Of a text that is too long, this many tokens come at once; the data holds them once more, with marks for line ends. */
const PAGE_TOKENS = { usual: 2500, asked: 9000 } as const;
/** For marks and facts beside the texts. */
const SPARE_TOKENS = 500;

type Data = Readonly<Record<string, unknown>>;

/** `state 1a2b3c4d at commit 5e6f7a8b, 2 files differ from it`. */
export function freshText(state: Freshness | null): string {
  if (state === null) return '';
  const { commit, dirty, partial } = state;
  const at = commit === null ? '' : ` at commit ${commit.slice(0, 8)}`;
  const changed =
    dirty === null || commit === null || dirty === 0
      ? ''
      : `, ${dirty} ${dirty === 1 ? 'file differs' : 'files differ'} from it`;
  const share =
    partial === undefined
      ? ''
      : `; partial: ${(100 * partial).toFixed(0)} % of the files, ask again when the rest is indexed`;
  return `state ${state.state_root.slice(0, 16)}${at}${changed}${share}`;
}

/** What an agent needs of a context; the rest with `detail: detailed`. */
function contextData(all: Data, { plan }: Answer, { further, isDetailed }: Shape): Data {
  const { prompt, total_tokens, matched, expected, picks_left_out } = all;
  const own = {
    prompt,
    plan,
    total_tokens,
    matched,
    ...(expected === undefined ? {} : { expected }),
    ...(picks_left_out === undefined ? {} : { picks_left_out }),
    further: further.map(({ number, path, lines, symbol, probability }) => ({
      pick: number,
      place: `${path}:${lines.join('-')}`,
      ...(symbol === undefined ? {} : { symbol }),
      probability,
    })),
  };
  return isDetailed ? { ...all, ...own } : own;
}

function contextRemark(data: Data, answer: Answer, { further }: Shape): string {
  const { plan, state, notes } = answer;
  const { total_tokens } = data as { total_tokens: number };
  const lines = further.map(({ number, path, lines: [first, last], symbol = '' }) =>
    `${number} ${path}:${first}-${last} ${symbol}`.trimEnd(),
  );
  return [
    `${plan}: ${grouped(total_tokens)} tokens, ${freshText(state)}`,
    ...notes.filter((note) => note.startsWith('Picked, but not')),
    ...(lines.length > 0 ? ['further candidates (pick by number):', ...lines] : []),
    ...notes.filter((note) => note.startsWith('nothing in the project')),
  ].join('\n');
}

interface Shape {
  readonly tool: string;
  /** The name of a list among the data. */
  readonly holds: string | undefined;
  readonly isDetailed: boolean;
  readonly isLong: boolean;
  /** Candidates that a context does not hold. */
  readonly further: readonly Further[];
}

/** An answer of an operation as the result of a tool, no longer than a client takes. */
export async function resultOf(answer: Answer, shape: Shape): Promise<CallToolResult> {
  const { count } = await loadTokenizer('o200k');
  const isContext = shape.tool === 'context';
  const { state, plan } = answer;
  const data = dataOf(answer);
  const own = isContext ? contextData(data as Data, answer, shape) : named(data, shape.holds);
  const remark = isContext
    ? contextRemark(data as Data, answer, shape)
    : [...answer.notes, freshText(state)].filter(Boolean).join('\n');
  const whole: CallToolResult = {
    content: blocks(answer.text, remark),
    structuredContent: { ...own, ...(state === null ? {} : { state }) },
  };
  const size = shape.isLong ? 'asked' : 'usual';
  const most = MOST_TOKENS[size];
  if (count(JSON.stringify(whole)) <= most) return whole;
  const handle = plan ?? (typeof own['plan'] === 'string' ? own['plan'] : null);
  if (typeof own['prompt'] === 'string' && handle !== null) {
    return paged(whole, own['prompt'], count, {
      plan: handle,
      tokens: PAGE_TOKENS[size],
      root: state?.root,
    });
  }
  return cut(whole, answer.text, remark, most, count);
}

const blocks = (text: string, remark: string): ContentBlock[] =>
  [text, remark].filter((each) => each !== '').map((each) => ({ type: 'text', text: each }));

function named(data: unknown, holds: string | undefined): Data {
  if (Array.isArray(data)) return { [holds ?? 'items']: data };
  return typeof data === 'object' && data !== null ? (data as Data) : { value: data };
}

type Count = (text: string) => number;

/** Cuts a text at line ends into pages of so many tokens; joined they are the text. */
export function pagesOf(text: string, count: Count, tokens: number): string[] {
  const pages: string[] = [];
  let page = '';
  let size = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const more = count(line);
    if (page !== '' && size + more > tokens) {
      pages.push(page);
      page = '';
      size = 0;
    }
    page += line;
    size += more;
  }
  return [...pages, page];
}

interface Pages {
  readonly plan: string;
  /** Of a page at most. */
  readonly tokens: number;
  readonly root: string | undefined;
}

/** The address of a page. It says all that is needed to make the page again. */
const pageUri = ({ plan, tokens, root }: Pages, page: number): string => {
  const asked = new URLSearchParams({ tokens: String(tokens), ...(root && { root }) });
  return `sheaf://prompt/${plan}/${page}?${asked}`;
};

/** The first page of a prompt, and links to the others. */
function paged(whole: CallToolResult, prompt: string, count: Count, pages: Pages): CallToolResult {
  const [first = '', ...others] = pagesOf(prompt, count, pages.tokens);
  const [, ...remarks] = whole.content;
  const links = others.map((_, i): ContentBlock => {
    const uri = pageUri(pages, i + 2);
    const name = `page ${i + 2} of ${others.length + 1}`;
    return { type: 'resource_link', uri, name, mimeType: 'text/plain' };
  });
  return {
    ...whole,
    content: [
      { type: 'text', text: first },
      { type: 'text', text: `page 1 of ${others.length + 1}; the others are resources` },
      ...remarks,
      ...links,
    ],
    structuredContent: {
      ...facts(whole.structuredContent),
      prompt: first,
      page: 1,
      pages: others.length + 1,
      next: others.map((_, i) => pageUri(pages, i + 2)),
    },
  };
}

/** The data without long lists. */
const facts = (data: unknown): Data =>
  Object.fromEntries(
    Object.entries(Object(data)).filter(([, value]) => !Array.isArray(value) || value.length < 20),
  );

/** Half of the room for the text, half for the data; each says what it lacks. */
function cut(
  whole: CallToolResult,
  text: string,
  remark: string,
  most: number,
  count: Count,
): CallToolResult {
  const room = (most - SPARE_TOKENS) / 2;
  const [first = '', ...others] = pagesOf(text, count, room);
  const lines = others.reduce((sum, page) => sum + page.split('\n').length - 1, 0);
  const said = lines === 0 ? remark : `${remark}\n${lines} more lines are left out`;
  return {
    ...whole,
    content: blocks(first.slice(0, room * 4), said),
    structuredContent: shortened(Object(whole.structuredContent), room, count),
  };
}

/** Long lists lose their end, long texts too, until the data fits. */
function shortened(data: Data, room: number, count: Count): Data {
  let left = data;
  const cost = (value: unknown): number => count(JSON.stringify(value) ?? '');
  while (cost(left) > room) {
    const [name, value] = Object.entries(left)
      .filter(([, each]) => (Array.isArray(each) || typeof each === 'string') && each.length > 0)
      .reduce<[string, unknown]>((a, b) => (cost(b[1]) > cost(a[1]) ? b : a), ['', '']);
    if (name === '') break;
    const long = value as string | readonly unknown[];
    const kept = long.slice(0, Math.floor(long.length / 2));
    left = { ...left, [name]: kept, is_cut: true };
  }
  return left;
}
