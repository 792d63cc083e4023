import { eachTerm } from './terms.ts';

/** A sentence among those of one text, as a ranking sees it. */
export interface Statement {
  readonly text: string;
  /** Statements of one paragraph lie next to each other; only such are neighbours. */
  readonly paragraph: number;
}

/** Words that say how a sentence is built and not what it is about. */
const EMPTY_WORDS = new Set(
  (
    'a an and any are as at be been being but by can could did do does doing each for from had has have having he her here his how i ' +
    'if in into is it its itself just let may me might more most much must my no nor not of off on once only or other our out ' +
    'over own same she should so some such than that the their them then there these they this those through to too under until ' +
    'up us use used using very was we were what when where which while who whom why will with would you your'
  ).split(' '),
);

/** Measured on claims about papers (bench/quality/compress.ts): flat around these. */
const K1 = 1.2;
const B = 0.3;
const NEIGHBOUR = 0.2;
const CENTRAL = 0.5;
const CUE = 0.35;
const LEAD = 0.05;

/** What findings sound like. */
const CUES =
  /\b(?:conclu\w+|in summary|overall|therefore|thus|hence|findings?|found that|we find|results?|show(?:s|ed|n)?|suggest\w*|indicat\w+|demonstrat\w+|reveal\w*|recommend\w*|report(?:ed)? that|significant\w*|associated with|must|should|never|always|important\w*|note that)\b/i;
const LOOKED_AT = 4000;

type Terms = ReadonlyMap<string, number>;

/** Stemmed parts; what they would add as wholes is no news inside one text. */
function termsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  eachTerm(text.slice(0, LOOKED_AT), (term) => {
    if (!term.startsWith('p:')) return;
    const word = term.slice(2);
    if (EMPTY_WORDS.has(word)) return;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  });
  return counts;
}

function normalised(scores: readonly number[]): number[] {
  const top = scores.reduce((most, score) => Math.max(most, score), 0);
  return scores.map((score) => (top > 0 ? score / top : 0));
}

/** BM25 of each sentence against a query, with the sentences as the collection. */
function aboutness(rows: readonly Terms[], df: Terms, query: Terms): number[] {
  const lengths = rows.map((row) => [...row.values()].reduce((sum, n) => sum + n, 0));
  const average = Math.max(1, lengths.reduce((a, b) => a + b, 0) / Math.max(1, rows.length));
  return rows.map((row, i) => {
    const norm = K1 * (1 - B + (B * (lengths[i] ?? 0)) / average);
    let score = 0;
    for (const [term, weight] of query) {
      const tf = row.get(term) ?? 0;
      if (tf === 0) continue;
      const containing = df.get(term) ?? 0;
      const idf = Math.log(1 + (rows.length - containing + 0.5) / (containing + 0.5)) + 0.5;
      score += Math.min(2, weight) * idf * ((tf * (K1 + 1)) / (tf + norm));
    }
    return score;
  });
}

/** How much of what the whole text talks about a sentence holds: the mean weight of its words. */
function centrality(rows: readonly Terms[], df: Terms): number[] {
  return rows.map((row) => {
    let sum = 0;
    for (const term of row.keys()) sum += Math.log((df.get(term) ?? 0) + 0.1);
    // Short sentences hold few words by chance only; the root keeps long ones from winning by length.
    return Math.max(0, sum) / Math.sqrt(row.size + 6);
  });
}

/**
 * How much each sentence of a text is worth keeping, in [0, about 2]: by what a query asks for, and by what the
 * text itself turns on. Without a query the text decides alone. Linear in the length of the text for a given query.
 */
export function rankStatements(statements: readonly Statement[], query: string): number[] {
  const rows = statements.map(({ text }) => termsIn(text));
  const df = new Map<string, number>();
  for (const row of rows) for (const term of row.keys()) df.set(term, (df.get(term) ?? 0) + 1);
  const asked = termsIn(query);
  const about = normalised(aboutness(rows, df, asked));
  const central = normalised(centrality(rows, df));
  return statements.map(({ text, paragraph }, i) => {
    const isBeside = (j: number): boolean => statements[j]?.paragraph === paragraph;
    const near = Math.max(...[i - 1, i + 1].map((j) => (isBeside(j) ? (about[j] ?? 0) : 0)));
    const cue = CUES.test(text.slice(0, LOOKED_AT)) ? CUE : 0;
    const leads = isBeside(i - 1) ? 0 : LEAD;
    return (about[i] ?? 0) + NEIGHBOUR * near + CENTRAL * (central[i] ?? 0) + cue + leads;
  });
}
