import { rankStatements, type Statement } from '../math/extract.ts';
import { splitLines } from '../math/lines.ts';
import { isDecoration, isIntroduction, withoutPictures } from '../text/prose/decoration.ts';
import { type Block, blocksOf } from './blocks.ts';
import { elisionComment } from './elision.ts';
import { bestFirst, fill } from './fit.ts';
import type { Cell, Item } from './item.ts';
import { withoutExamples, withoutFormatting } from './prose-light.ts';

/** How much the title of its section says about a sentence. */
const TITLE = 0.3;
/** Conclusions and decisions stay before all else. */
const REMARKED = { medium: 0.3, heavy: 1 } as const;
/** What a project says it is comes before anything. */
const LEAD = 10;
/** Code is long and says little about a text, unless it is asked for. */
const CODE = -0.3;
/** Elisions with line numbers cost about a dozen tokens; a small text can't pay for them. */
const ROOM_FOR_NUMBERS = 400;
const LONGEST_CODE_LINES = 40;
/** What has fewer says nothing of a project. */
const LEAST_WORDS = 5;

const wordsIn = (text: string): number => withoutPictures(text).match(/\p{L}{2,}/gu)?.length ?? 0;

/** What a project says of itself often stands in one paragraph with its badges. */
const untagged = (part: Statement): Statement => ({
  ...part,
  text: withoutPictures(part.text).replace(/\s+/g, ' ').trim(),
});

/** Prose as sentences are chosen from it. */
type Prose = ReturnType<typeof readProse>;

function readProse({ path, facts: { text, shape, remarks } }: Item) {
  const lines = splitLines(text);
  const blocks = blocksOf(lines, shape.language);
  /** Sentences, rows and code blocks that are kept or left as a whole; their paragraphs are the blocks. */
  const parts = blocks.flatMap(({ kind, parts: own }, paragraph): Statement[] =>
    kind === 'heading' ? [] : own.map((part) => ({ paragraph, text: part })),
  );
  const open: number[] = [];
  /** For each block, the headings it stands under, by their places among the blocks. */
  const above = blocks.map((block, i) => {
    if (block.kind !== 'heading') return [...open];
    while (open.length > 0 && (blocks[open.at(-1) ?? 0]?.level ?? 0) >= block.level) open.pop();
    const outer = [...open];
    open.push(i);
    return outer;
  });
  const bare = (words: string): string => words.replace(/[*_`]+/g, '').replace(/…$/, '');
  const said = remarks.map((remark) => ({ line: remark.line, text: bare(remark.text) }));
  /** Whether each part is a conclusion or decision. */
  const remarked = parts.map((part) => {
    const { first = 0, last = -1 } = blocks[part.paragraph] ?? {};
    const start = bare(part.text)
      .replace(/^(?:[-*+•]|\d{1,3}[.)])\s+/, '')
      .slice(0, 60);
    return said.some(
      (remark) => remark.line >= first && remark.line <= last && remark.text.includes(start),
    );
  });
  const isIdle = parts.map((part) => isDecoration(part.text, path));
  /** The paragraph in which a project says what it is. */
  const texts = parts.filter(
    ({ paragraph }, i) => isIdle[i] !== true && blocks[paragraph]?.kind === 'text',
  );
  // A title that is written with tags is text as well.
  const says = texts.find((part) => wordsIn(part.text) >= LEAST_WORDS) ?? texts[0];
  const lead = isIntroduction(path) ? (says?.paragraph ?? -1) : -1;
  const bareLead = parts.map((part) => (part.paragraph === lead ? untagged(part) : part));
  return { lines, blocks, parts: bareLead, above, remarked, isIdle, lead };
}

type Strength = 'medium' | 'heavy';

function scoresOf(prose: Prose, strength: Strength, task: string): number[] {
  const { blocks, parts, above, remarked, lead } = prose;
  const headings = blocks.flatMap((block, i) => (block.kind === 'heading' ? [i] : []));
  const statements = [
    ...parts,
    // Titles are ranked along with sentences, each a paragraph of its own.
    ...headings.map((i) => ({ text: blocks[i]?.parts[0] ?? '', paragraph: -1 - i })),
  ];
  const ranked = rankStatements(statements, task);
  const titleScore = new Map(headings.map((block, i) => [block, ranked[parts.length + i] ?? 0]));
  return parts.map(({ paragraph: block }, i) => {
    const title = titleScore.get(above[block]?.at(-1) ?? -1) ?? 0;
    const { kind = 'text', first = 0, last = 0 } = blocks[block] ?? {};
    const code = kind === 'code' ? CODE * (strength === 'heavy' ? 2 : 1) : 0;
    const unwieldy = kind === 'code' && last - first > LONGEST_CODE_LINES ? -1 : 0;
    const remark = remarked[i] === true ? REMARKED[strength] : 0;
    const leads = block === lead ? LEAD : 0;
    return (ranked[i] ?? 0) + TITLE * title + remark + code + unwieldy + leads;
  });
}

/** The text of the parts that stay, each under its headings, with a mark where something is missing. */
function renderParts(
  { lines, blocks, parts, above, lead }: Prose,
  kept: ReadonlySet<number>,
  gap: (first: number, last: number) => string,
): string {
  const shown = new Map<number, string[]>();
  const cut = new Set<number>();
  parts.forEach(({ paragraph: block, text }, i) => {
    const own = shown.get(block) ?? [];
    shown.set(block, own);
    if (kept.has(i)) {
      own.push(text);
      for (const heading of above[block] ?? []) if (!shown.has(heading)) shown.set(heading, ['']);
    } else {
      cut.add(block);
      if (own.at(-1) !== '…') own.push('…');
    }
  });
  const out: string[] = [];
  let from = 0;
  let before = -1;
  blocks.forEach((block, i) => {
    const own = shown.get(i) ?? [];
    if (own.every((text) => text === '…')) {
      if (from === 0) from = block.first;
      return;
    }
    if (from > 0) out.push(gap(from, block.first - 1), '');
    from = 0;
    const close = block.kind === 'item' && blocks[before]?.kind === 'item' && before === i - 1;
    if (close) out.pop();
    const isWhole = block.kind === 'heading' || (i !== lead && !cut.has(i));
    const rest = own.join(block.kind === 'table' ? '\n' : ' ');
    out.push(isWhole ? lines.slice(block.first - 1, block.last).join('\n') : rest, '');
    before = i;
  });
  if (from > 0) out.push(gap(from, lines.length));
  return `${out.join('\n').trimEnd()}\n`;
}

/** The sentences that say most, for the task or for the text itself, in their order and under their headings. */
const extract =
  (strength: Strength): Cell =>
  (item, target, count) => {
    const prose = readProse(item);
    const { blocks, parts, remarked, isIdle, lead } = prose;
    const scores = scoresOf(prose, strength, item.task ?? '');
    const onlyRemarks = strength === 'heavy' && item.task === undefined && remarked.some(Boolean);
    const order = bestFirst(scores)
      .filter((i) => isIdle[i] !== true)
      .filter((i) => !onlyRemarks || remarked[i] === true || parts[i]?.paragraph === lead);
    const costs = parts.map((part) => count(part.text) + 1);
    const gap = (first: number, last: number): string =>
      target >= ROOM_FOR_NUMBERS ? elisionComment(item.facts.shape.language, first, last) : '…';
    const { text, kept } = fill(order, costs, target, count, (taken) =>
      renderParts(prose, taken, gap),
    );
    const gone = parts.filter((_, i) => !kept.has(i));
    const ofKind = (kind: Block['kind']): number =>
      gone.filter(({ paragraph }) => blocks[paragraph]?.kind === kind).length;
    return {
      text: kept.size === 0 ? '' : text,
      kinds: {
        sentences: ofKind('text') + ofKind('item'),
        code_blocks: ofKind('code'),
        table_rows: ofKind('table'),
      },
    };
  };

const EXTRACTS = [extract('medium'), extract('heavy')] as const;

export const documentationCells: readonly [Cell, Cell, Cell] = [
  ({ facts, path }) => withoutFormatting(facts.text, path),
  ...EXTRACTS,
];
export const researchCells: readonly [Cell, Cell, Cell] = [
  ({ facts }) => withoutExamples(facts.text, facts.shape.language),
  ...EXTRACTS,
];
