import { decodeEntities } from './entities.ts';
import { attribute } from './html-tokens.ts';

const BLOCKS = new Set(
  `address article blockquote body center dd details dialog div dl dt fieldset figcaption figure form
  header hgroup hr html legend li main menu ol p pre section summary table tbody td tfoot th thead tr ul
  h1 h2 h3 h4 h5 h6 nav footer aside`.split(/\s+/),
);
const PARAGRAPHS = new Set('blockquote dl figure ol p pre section table ul article'.split(' '));
const CODE = new Set(['code', 'kbd', 'samp', 'tt']);
/** Old pages are laid out with tables: what a cell of data would not hold ends the cell. */
const LEAVES_CELL = new Set(
  'tr table tbody thead tfoot pre h1 h2 h3 h4 h5 h6 article section'.split(' '),
);
/** Lists nest deeper only in attacks and in generated menus. */
const DEEPEST_LIST = 6;

/** Collects text line by line the way a reader would see it. Its life is one page. */
export class TextWriter {
  readonly #lines: string[] = [];
  /** Pieces of the open line: joined once, for a line may be a megabyte long. */
  #pieces: string[] = [];
  #last = '';
  #prefix = '';
  #lists: { ordered: boolean; count: number }[] = [];
  #listDepth = 0;
  #fence: string[] | null = null;
  #heading = 0;
  #inCell = false;

  text(raw: string): void {
    if (this.#fence) {
      this.#fence.push(raw);
      return;
    }
    const text = decodeEntities(raw).replace(/[\s\u00a0]+/g, ' ');
    const joined = this.#last === '' || this.#last === ' ' ? text.trimStart() : text;
    this.#append(this.#heading > 0 ? joined.replace(/\u00b6/g, '') : joined);
  }

  open(name: string, attributes: string): void {
    if (this.#fence) {
      if (name === 'br') this.#fence.push('\n');
      return;
    }
    if (name === 'td' || name === 'th') {
      if (this.#inCell || this.#last !== '') this.#append(this.#last === ' ' ? '| ' : ' | ');
      this.#inCell = true;
      return;
    }
    // Blocks inside a cell stay on its row.
    if (this.#inCell && BLOCKS.has(name) && !LEAVES_CELL.has(name)) {
      this.text(' ');
      return;
    }
    if (LEAVES_CELL.has(name)) this.#inCell = false;
    if (BLOCKS.has(name)) this.#endLine(PARAGRAPHS.has(name) && this.#lists.length === 0);
    if (/^h[1-6]$/.test(name)) {
      this.#blank();
      this.#heading = Number(name.charAt(1));
    } else if (name === 'li') this.#prefix = this.#bullet();
    else if (name === 'ul' || name === 'ol') {
      this.#listDepth++;
      if (this.#lists.length < DEEPEST_LIST) this.#lists.push({ ordered: name === 'ol', count: 0 });
    } else if (name === 'pre') this.#fence = [];
    else if (name === 'dd') this.#prefix = ': ';
    else if (name === 'br') this.#endLine(false);
    else if (CODE.has(name)) this.#append('`');
    else if (name === 'img') this.text(attribute(attributes, 'alt') ?? '');
  }

  close(name: string): void {
    if (this.#fence) {
      if (name === 'pre') this.#endFence();
      return;
    }
    if (CODE.has(name)) this.#append('`');
    if (name === 'td' || name === 'th') return;
    if (name === 'tr' || name === 'table') this.#inCell = false;
    if (this.#inCell && BLOCKS.has(name)) return;
    if (name === 'ul' || name === 'ol') {
      this.#endLine(false);
      if (this.#listDepth > this.#lists.length) this.#listDepth--;
      else if (this.#lists.pop()) this.#listDepth--;
    }
    if (BLOCKS.has(name)) {
      const spaced = PARAGRAPHS.has(name) || this.#heading > 0;
      this.#endLine(spaced && this.#lists.length === 0);
    }
  }

  /** Ends the line and says how many there are, for {@link slice}. */
  mark(): number {
    this.#endLine(false);
    return this.#lines.length;
  }

  slice(from: number, to?: number): string {
    if (this.#fence) this.#endFence();
    this.#endLine(false);
    const lines = this.#lines.slice(from, to);
    const start = lines.findIndex((line) => line !== '');
    const end = lines.findLastIndex((line) => line !== '') + 1;
    return start === -1 ? '' : `${lines.slice(start, end).join('\n')}\n`;
  }

  #append(text: string): void {
    if (text === '') return;
    this.#pieces.push(text);
    this.#last = text.charAt(text.length - 1);
  }

  #bullet(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.max(0, this.#lists.length - 1));
    if (!list?.ordered) return `${indent}- `;
    list.count++;
    return `${indent}${list.count}. `;
  }

  #endLine(spaced: boolean): void {
    // An empty pair of ticks is an anchor or an icon.
    const text = this.#pieces.join('').replace(/``/g, '').trim();
    if (text !== '') {
      if (this.#heading > 0) this.#lines.push(`${'#'.repeat(this.#heading)} ${text}`);
      else this.#lines.push(this.#prefix + (this.#prefix === '' ? escaped(text) : text));
      this.#prefix = '';
    }
    this.#pieces = [];
    this.#last = '';
    if (spaced || (this.#heading > 0 && text !== '')) this.#blank();
    if (this.#heading > 0 && text !== '') this.#heading = 0;
  }

  #blank(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  #endFence(): void {
    const code = decodeEntities((this.#fence ?? []).join(''));
    this.#fence = null;
    const lines = code.replace(/\r\n?/g, '\n').split('\n');
    const first = lines.findIndex((line) => line.trim() !== '');
    const last = lines.findLastIndex((line) => line.trim() !== '');
    if (first === -1) return;
    this.#endLine(true);
    const mark = code.includes('```') ? '~~~~~~' : '```';
    this.#lines.push(mark);
    for (const line of lines.slice(first, last + 1)) this.#lines.push(line.trimEnd());
    this.#lines.push(mark, '');
  }
}

/** A paragraph must not read as a heading or a fence. */
const escaped = (text: string): string => (/^(?:#{1,6}\s|```|~~~)/.test(text) ? `\\${text}` : text);
