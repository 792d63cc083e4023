import { groupBy } from '../math/groups.ts';
import type { Shortlist, ShortlistCandidate } from '../model/shortlist.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { placeText } from '../text/paths/place.ts';
import { shownPath } from '../text/paths/roots.ts';
import type { Candidate } from './candidates.ts';
import { oneLine, type Symbols, symbolsOf } from './symbols.ts';

/** A list that is read before the context must cost little beside it. */
const MOST_TOKENS = 1500;
/** Characters that names and signatures may have; whatever is longer is cut. JSON costs more by itself, so its names may be shorter. */
const SYMBOL_WIDTH = 80;
const LEAST_WIDTH = 20;
const SIGNATURE_WIDTH = 60;
const ID_DIGITS = 12;

/** What a list is made for: it belongs to its id. */
export interface Listing {
  readonly task: string;
  readonly stateRoot: string;
  readonly digest: (text: string) => string;
  readonly tokenizer: Pick<Tokenizer, 'count'>;
}

/** Candidates as a list that fits, as a text and as JSON: as many as there is room for, and then the best with their signatures. */
export function listOf(found: readonly Candidate[], listing: Listing): Shortlist {
  const { tokenizer, digest, task, stateRoot } = listing;
  const whole = found.map((candidate) => ({ ...candidate, ...symbolsOf(candidate) }));
  const idOf = (most: number): string => {
    // Numbers mean the same as long as the places do.
    const places = whole.slice(0, most).map(placeText);
    return digest(JSON.stringify([stateRoot, task, places])).slice(-ID_DIGITS);
  };
  const textWith = (most: number, signed: number): string =>
    textOf(idOf(most), filesOf(whole.slice(0, most), SYMBOL_WIDTH, signed));
  const filesWith = (most: number, width: number, signed: number): Shortlist['files'] =>
    filesOf(whole.slice(0, most), width, signed);
  const fits = (text: string): boolean => tokenizer.count(text) <= MOST_TOKENS;
  const jsonFits = (most: number, width: number, signed: number): boolean =>
    fits(JSON.stringify({ id: idOf(most), files: filesWith(most, width, signed) }));
  const most = mostThat(whole.length, (n) => fits(textWith(n, 0)) && jsonFits(n, LEAST_WIDTH, 0));
  const more = mostThat(SYMBOL_WIDTH - LEAST_WIDTH, (n) => jsonFits(most, LEAST_WIDTH + n, 0));
  const width = LEAST_WIDTH + more;
  const signed = mostThat(most, (n) => jsonFits(most, width, n));
  const files = filesWith(most, width, signed);
  const text = textWith(
    most,
    mostThat(most, (n) => fits(textWith(most, n))),
  );
  return { id: idOf(most), files, text, tokens: tokenizer.count(text) };
}

/** The largest number up to a limit that passes, found by halving; 0 passes. */
function mostThat(limit: number, passes: (count: number) => boolean): number {
  if (passes(limit)) return limit;
  let [good, bad] = [0, limit];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

const DIGITS = 3;

function filesOf(
  found: readonly (Candidate & Symbols)[],
  symbolWidth: number,
  signed: number,
): Shortlist['files'] {
  const numbered = found.map(({ path, firstLine, lastLine, ...own }, i) => {
    const symbol = cut(own.symbol, symbolWidth);
    const signature = i < signed ? cut(own.signature, SIGNATURE_WIDTH) : '';
    const candidate: ShortlistCandidate = {
      number: i + 1,
      lines: [firstLine, lastLine],
      ...(symbol === '' ? {} : { symbol }),
      ...(signature === '' ? {} : { signature }),
      probability: Number(own.probability.toFixed(DIGITS)),
    };
    return { path, candidate };
  });
  return [...groupBy(numbered, ({ path }) => path)].map(([path, own]) => ({
    path,
    candidates: own.map(({ candidate }) => candidate),
  }));
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

const percent = (probability: number): string =>
  probability < 0.01 ? '<1%' : `${Math.round(100 * probability)}%`;

function textOf(id: string, files: Shortlist['files']): string {
  const lines = files.flatMap(({ path, candidates }) => [
    oneLine(shownPath(path)),
    ...candidates.map(({ number, lines: [first, last], symbol, signature = '', probability }) => {
      const name = symbol === undefined ? '' : ` ${symbol}${signature}`;
      return ` ${number} ${first}-${last}${name} ${percent(probability)}`;
    }),
  ]);
  return `${[`shortlist ${id}`, ...lines].join('\n')}\n`;
}
