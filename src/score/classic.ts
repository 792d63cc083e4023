/** The `classic` formula for how well a content matches a task. */
const SEMANTIC = 0.4;
const KEYWORDS = 0.3;
const KEYWORDS_ENOUGH = 5;
const RECENCY = 0.2;
const RECENCY_HOURS = 168;
const REFERENCE = 0.3;
const HOUR = 3600;

export interface ClassicEvidence {
  /** Similarity of meaning in [0, 1]; without an embedder the match of words stands in. */
  readonly similarity: number;
  /** How often keywords of the task stand in the text: matches are counted, so that a short task can have enough of them. */
  readonly keywordHits: number;
  /** Age in seconds against the newest document; null where no time is known. */
  readonly ageSeconds: number | null;
  readonly isMentioned: boolean;
}

export function classicAlignment(evidence: ClassicEvidence): number {
  const { similarity, keywordHits, ageSeconds, isMentioned } = evidence;
  const recency =
    ageSeconds === null ? 0 : Math.max(0, 1 - Math.max(0, ageSeconds) / HOUR / RECENCY_HOURS);
  const score =
    SEMANTIC * similarity +
    KEYWORDS * Math.min(keywordHits / KEYWORDS_ENOUGH, 1) +
    RECENCY * recency +
    (isMentioned ? REFERENCE : 0);
  return Math.min(score, 1);
}
