import { countTerms, stem } from '../math/terms.ts';
import type { Chunk } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { titleWords } from './title-words.ts';

/** So much of what the words of the task say, by how rare they are, and so many of them. */
const LEAST_COVERED = 0.7;
const LEAST_WORDS = 2;
/** A word that the project does not have says less of where it is spoken of than one that stands elsewhere. */
const UNKNOWN = 0.5;
/** Pieces that have nearly as much as the best one. */
const BESIDE_BEST = 0.9;
const MOST = 3;
const SCORE = 0.5;
/** Whoever writes more words than this tells a story, no piece has them all. */
const MOST_WORDS = 8;

/** What everything is that runs, and when: to say so tells nothing apart. */
const OF_ALL: ReadonlySet<string> = new Set(
  'service pod container deployment type kind size setting lie live run located noon midnight morning night yesterday today take took very'
    .split(' ')
    .map((word) => `p:${stem(word)}`),
);

/** What stands in manifests and measurements in place of the words that people say. */
const KINDS = `database postgres postgresql mysql mariadb mongo mongodb sql rds db|cache redis memcached valkey elasticache
|queue rabbitmq kafka sqs amqp nats|balancer lb alb elb|memory ram heap xmx|processor cpu|bucket s3 storage blob|server instance vm compute|slow seconds duration latency ms p95|long seconds duration latency|endpoint route path http uri|error errors failures failed`;
const CALLED = new Map(
  KINDS.split('|').map((line): [string, readonly string[]] => {
    const [word = '', ...names] = line.trim().split(/\s+/);
    return [`p:${stem(word)}`, names.map((name) => `p:${stem(name)}`)];
  }),
);

/**
 * What runs the program and what it did is seldom what a task is about, so its words count little there. A piece that has nearly all of
 * them is meant all the same: "how many replicas does web have", "when was zone F3 created".
 */
export function coveredChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  // What a word may be called otherwise is no further word.
  const sections = { ...task.sections, abbreviations: new Map() };
  const words = titleWords(view, { sections }).filter(({ term }) => !OF_ALL.has(term));
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS) return [];
  const weights = words.map(({ found, weight }) => (found === 0 ? UNKNOWN : 1) * weight);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const found = view.state.files.flatMap((entry, file) => {
    if (!isRun(entry) || !isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(entry.content);
    return chunks.flatMap((chunk, sequence) => {
      if (!isRecord(entry, chunk)) return [];
      const own = countTerms(`${entry.path} ${text.slice(chunk.start, chunk.end)}`);
      const has = (term: string): boolean =>
        own.has(term) || CALLED.get(term)?.some((name) => own.has(name)) === true;
      const here = words.map(({ term }) => has(term));
      if (here.filter(Boolean).length < LEAST_WORDS) return [];
      const covered = weights.reduce((sum, weight, i) => sum + (here[i] ? weight : 0), 0) / all;
      return [{ path: entry.path, file, chunk, sequence, covered }];
    });
  });
  const best = found.reduce((most, { covered }) => Math.max(most, covered), 0);
  if (best < LEAST_COVERED) return [];
  return found
    .filter(({ covered }) => covered >= BESIDE_BEST * best)
    .sort((a, b) => b.covered - a.covered || a.file - b.file || a.sequence - b.sequence)
    .slice(0, MOST)
    .map(({ path, file, chunk: { firstLine, lastLine }, sequence }): Chain => {
      const reason = `${path} has nearly all words of the task.`;
      const place = { file, path, sequence, firstLine, lastLine };
      return { score: SCORE, links: [{ ...place, kind: 'setting', reason }] };
    });
}

const isRun = ({ content, shape: { source } }: StateFile): boolean =>
  content !== 0 && (source === 'deployment' || source === 'logs');

/** Lines that only tell that all is well are no answer. */
const isRecord = ({ shape: { source, kind } }: StateFile, chunk: Chunk): boolean =>
  source === 'deployment' || kind === 'audit' || chunk.kind === 'event' || chunk.kind === 'metric';
