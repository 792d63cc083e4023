import { countTerms, identifiersIn, stem, termFinder } from '../math/terms.ts';
import type { Chunk } from '../model/document.ts';
import type { StateFile } from '../model/state.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import { irregularForms } from '../retrieve/word-forms.ts';
import { stems, type TitleWord, titleWords } from './title-words.ts';

/** A word that the project does not have says less of where it is spoken of than one that stands elsewhere. */
const UNKNOWN = 0.5;
/** So much of what the words of the task say, by how rare they are, and so many of them. */
const LEAST_COVERED = 0.7;
const LEAST_WORDS = 2;
/** Whoever writes more words than this tells a story, no piece has them all. */
const MOST_WORDS = 8;

/** What everything is that runs, and when: to say so tells nothing apart. */
const OF_ALL: ReadonlySet<string> = stems(
  'service pod container deployment type kind size setting lie live run located noon midnight morning night yesterday today take took very',
);
/** `how large`, `how high`: what is measured is said by the words that follow. */
const MEASURED = stems('large big high low great many much far often fast');
/** Whoever asks when something runs asks for its schedule. */
const WHEN_IT_RUNS =
  /^\W*(?:when|how often|at what time) (?:do|does|is|are|will)\b.*\b(?:run|runs|start|starts|started|scheduled|happen|happens|executed)\b/i;
const SCHEDULE: readonly string[] = [...stems('schedule cron crontab timer')];

/** What stands in manifests and measurements in place of the words that people say. */
const KINDS = `database postgres postgresql mysql mariadb mongo mongodb sql rds db|cache redis memcached valkey elasticache
|queue rabbitmq kafka sqs amqp nats|balancer lb alb elb|memory ram heap xmx|processor cpu|bucket s3 storage blob|server instance vm compute|slow seconds duration latency ms p95|long seconds duration latency length days hours minutes ttl retention expiration|keep retention retain retained ttl|kept retention retain retained ttl|deep depth|old age|full usage used|endpoint route path http uri|error errors failures failed|switch feature flag enable toggle`;
const CALLED = new Map(
  KINDS.split('|').map((line): [string, readonly string[]] => {
    const [word = '', ...names] = line.trim().split(/\s+/);
    return [`p:${stem(word)}`, names.map((name) => `p:${stem(name)}`)];
  }),
);

/** What stands for a word: what machines call it, and its irregular forms. */
export const otherNames = (term: string): readonly string[] => [
  ...(CALLED.get(term) ?? []),
  ...irregularForms(term.slice(2)).map((form) => `p:${form}`),
];

const scheduled = ({ lexical }: StateView): TitleWord => {
  const found = lexical.places(SCHEDULE[0] ?? '').chunks.items.length;
  const weight = Math.log(1 + lexical.lengths.length / (1 + found));
  return { term: SCHEDULED, found: 1, weight };
};
const SCHEDULED = 'p:#schedule';
CALLED.set(SCHEDULED, SCHEDULE);
/** So much of them where a piece is of the kind that the task asks for, or names a thing that the task names. */
const LEAST_ASKED = 0.45;

type IsMeant = (entry: StateFile, chunk: Chunk) => boolean;

/** How people ask for who did something, for what was measured, for what is set, and for what was decided. */
const asks = (): readonly (readonly [RegExp, IsMeant])[] => [
  [
    /^\W*(?:who|when (?:was|were|did|has))\b|\b(?:who|when) (?:did|was|were|has|have|\w+ed)\b/i,
    ({ shape }) => shape.kind === 'audit',
  ],
  [ASKS_FOR_MEASURES, (_, { kind }) => kind === 'metric'],
  [
    /\b(?:how (?:many|much|long|often|large|big)|when (?:do|does)|limits?|maximum|at most|at least|time ?outs?|interval|schedule|which (?:version|image|region|size|port))\b/i,
    ({ shape: { source, kind } }) => source === 'deployment' || kind === 'config',
  ],
];

/** Tells how much of the words a piece must have to be what a task means. */
export function leastCovered(
  task: Pick<Task, 'title'>,
): (entry: StateFile, chunk: Chunk, text: string) => number {
  const isIdentified = identifiedIn(task);
  const asked = asks().filter(([words]) => words.test(task.title));
  return (entry, chunk, text) =>
    asked.some(([, isMeant]) => isMeant(entry, chunk)) || isIdentified(text)
      ? LEAST_ASKED
      : LEAST_COVERED;
}

const isNumber = (term: string): boolean => /^p:\d+$/.test(term);

/** How people ask for what was measured. */
export const ASKS_FOR_MEASURES: RegExp =
  /\b(?:when (?:was|were|did)|how (?:many|much|often|\w+ (?:was|were|did|is|are))|most|peak\w*|highest|lowest|rates?|share|dropped|rose|fell|grow\w*|grew|spik\w+)\b/i;

/** `sub_991`, `NL-00012007`, `3.8.0`: one thing among many of its kind. */
const IDENTIFIER = /(?<![\w.-])(?:[A-Za-z]{1,12}[-_]\d+|v?\d+\.\d+\.\d+)(?![\w-]|\.\d)/g;

/** Tells whether a text names a thing that a task names. */
export function identifiedIn({ title }: Pick<Task, 'title'>): (text: string) => boolean {
  const ids = [...new Set(title.match(IDENTIFIER) ?? [])].map(bordered);
  return (text) => ids.some((id) => id.test(text));
}

const bordered = (id: string): RegExp =>
  new RegExp(`(?<![\\w-])${id.replace(/[.]/g, '\\.')}(?![\\w-]|\\.\\d)`, 'i');

/** Tells how much of what the words of a task say a text has; null where the task has too few or too many of them. */
export function coverageOf(
  view: StateView,
  { sections, title }: Pick<Task, 'sections' | 'title'>,
): ((text: string) => number) | null {
  // What a word may be called otherwise is no further word.
  const own = { sections: { ...sections, abbreviations: new Map() } };
  const ids = [...new Set(title.match(IDENTIFIER) ?? [])];
  const ofIds = new Set(ids.flatMap((id) => [...countTerms(id).keys()]));
  const plain = titleWords(view, own).filter(({ term }) => !OF_ALL.has(term) && !ofIds.has(term));
  const telling = plain.filter(
    ({ term, found }) => !MEASURED.has(term) && (found > 0 || !isNumber(term)),
  );
  const isWhen = WHEN_IT_RUNS.test(title);
  const words = [...(telling.length > 0 ? telling : plain), ...(isWhen ? [scheduled(view)] : [])];
  const count = words.length + ids.length;
  if (count < LEAST_WORDS || count > MOST_WORDS) return null;
  const rarest = Math.log(1 + view.lexical.lengths.length);
  const find = termFinder(new Set(words.flatMap(({ term }) => [term, ...otherNames(term)])));
  const said = [
    ...words.map(({ term, found, weight }) => ({
      weight: (found === 0 ? UNKNOWN : 1) * weight,
      isIn: (terms: ReadonlySet<string>): boolean =>
        terms.has(term) || otherNames(term).some((name) => terms.has(name)),
    })),
    ...ids.map(bordered).map((id) => ({
      weight: rarest,
      isIn: (_: ReadonlySet<string>, text: string): boolean => id.test(text),
    })),
  ];
  const all = said.reduce((sum, { weight }) => sum + weight, 0);
  return (text) => {
    const terms = find(identifiersIn(text));
    const here = said.filter(({ isIn }) => isIn(terms, text));
    if (here.length < LEAST_WORDS) return 0;
    return here.reduce((sum, { weight }) => sum + weight, 0) / all;
  };
}

/** Lines that only tell that all is well are no answer. */
export const isRecord = ({ shape: { source, kind } }: StateFile, chunk: Chunk): boolean =>
  source === 'deployment' ||
  source === 'code' ||
  kind === 'audit' ||
  chunk.kind === 'event' ||
  chunk.kind === 'metric';

/**
 * Whether an audit trail or a measurement has nearly all words of a task, or what was logged names a thing that it names: then it is about
 * what happened, whatever it looks like.
 */
export function isRecorded(view: StateView, task: Pick<Task, 'sections' | 'title'>): boolean {
  const coverage = coverageOf(view, task);
  if (coverage === null) return false;
  const isIdentified = identifiedIn(task);
  const least = leastCovered(task);
  return view.state.files.some((entry) => {
    const { path, shape, content } = entry;
    if (shape.source !== 'logs' || content === 0) return false;
    const { chunks, text } = view.facts(content);
    return chunks.some((chunk) => {
      const own = text.slice(chunk.start, chunk.end);
      if (isRecord(entry, chunk) && isIdentified(own)) return true;
      const isTold = shape.kind === 'audit' || chunk.kind === 'metric';
      return isTold && coverage(`${path} ${own}`) >= least(entry, chunk, own);
    });
  });
}
