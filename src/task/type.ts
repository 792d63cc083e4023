import { eachTerm } from '../math/terms.ts';
import { type Sections, TASK_TYPES, type TaskType } from '../model/task.ts';
import { TYPE_WORDS } from './type-words.ts';

/** `2 fix bug|1.5 fail`: words behind their weight. */
const weights = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split('|').flatMap((row) => {
      const [weight, ...words] = row.trim().split(/\s+/);
      return words.map((word) => [word, Number(weight)] as const);
    }),
  );

/** Stems that speak for a type, with how much: from reading commit subjects and issue titles. */
const CUES: Readonly<Record<TaskType, ReadonlyMap<string, number>>> = {
  bug: weights(`
    2 fix bug crash incorrect broken regress traceback panic|1.5 err fail wrong unexpect leak hang
    deadlock|1.2 except|1 break invalid correct doesn revert|0.8 prevent rais throw typo instead|0.7
    avoid|0.6 miss|0.5 issu handl|0.3 not`),
  feature: weights(`
    2.5 feat|2 add implement implem feature featur|1.5 support introduc|1.2 allow|1 new enabl creat
    expos|0.8 provid option extend propos|0.7 improv|0.5 request export|0.3 would`),
  infra: weights(`
    3 kubernet helm terraform nginx infra systemd|2.5 ci deploy docker travis jenkin|2 workflow
    pipelin bump cluster pod makefil rollback|1.5 build prod staging chore|1.2 releas depend|1
    upgrad env npm certif|0.8 action github environ lint compos scal|0.7 packag|0.6 config|0.5
    version server|0.4 imag`),
  research: weights(`
    3 research survey|2.5 investigat explor explain|2 compar evaluat understand analys analyz
    spik|1.5 why doc readm question clarify clarif|1.2 how document|1 what guid|0.7 which|0.5
    find|0.4 option should`),
};

const PREFIX = /^(\w+)(?:\([^)\n]{0,60}\))?!?:\s/;
/** Conventional commits and issue titles say it outright. */
const PREFIXES: Readonly<Record<TaskType, RegExp>> = {
  bug: /^(?:fix|bug|bugfix|hotfix)$/,
  feature: /^(?:feat|feature|perf|enhancement)$/,
  infra: /^(?:ci|build|chore|deploy|infra|release)$/,
  research: /^(?:docs|doc|research|spike|question)$/,
};
const PREFIX_WEIGHT = 8;
/** Words fitted to commit subjects lead; the cues above speak for what subjects never say (`crash`, `why`, `deploy`). */
const CUE_WEIGHT = 0.4;
const PROSE_WEIGHT = 0.25;
const PROSE_READ = 4000;
/** A trace is a bug whatever the words say. */
const TRACE_WEIGHT = 3;
/** Where nothing speaks for any type, it is most likely this. */
const PRIOR: Readonly<Record<TaskType, number>> = { bug: 0.3, feature: 0.2, infra: 0, research: 0 };
/** Who asks wants to know, not to change. */
const ASKS =
  /^\W{0,4}(?:why|how|what|which|where|who|compare|investigate|explore|explain|evaluate|research|understand)\b/i;
const QUESTION_WEIGHT = 2.5;
const TENTHS = 10;
const MOST_WORDS = 6;

export interface TypeReading {
  readonly type: TaskType;
  readonly confidence: number;
  readonly words: readonly string[];
}

/** The stems of a title, each once, and the first once more as `^stem`: what a title begins with says most. */
export function wordsOfTitle(title: string): string[] {
  const words = new Set<string>();
  eachTerm(title.slice(0, PROSE_READ), (term) => {
    if (!term.startsWith('p:')) return;
    const stem = term.slice(2);
    if (words.size === 0) words.add(`^${stem}`);
    words.add(stem);
  });
  return [...words];
}

/** The type of a task, how sure that is, and the words that decided it, strongest first. */
export function typeOf(
  sections: Sections,
  hasFrames: boolean,
  given?: TaskType,
  fitted: ReadonlyMap<string, readonly number[]> = TYPE_WORDS,
): TypeReading {
  if (given !== undefined) return { type: given, confidence: 1, words: [] };
  const scores: Record<TaskType, number> = { ...PRIOR };
  const said: Record<TaskType, Map<string, number>> = {
    bug: new Map(),
    feature: new Map(),
    infra: new Map(),
    research: new Map(),
  };
  const speak = (type: TaskType, word: string, weight: number): void => {
    scores[type] += weight;
    if (weight > 0) said[type].set(word, (said[type].get(word) ?? 0) + weight);
  };
  const cues = (stem: string, weight: number): void => {
    for (const type of TASK_TYPES) {
      const cue = CUES[type].get(stem);
      if (cue !== undefined) speak(type, stem, cue * weight);
    }
  };
  const prefix = PREFIX.exec(sections.title)?.[1]?.toLowerCase() ?? '';
  const stated = TASK_TYPES.find((type) => PREFIXES[type].test(prefix));
  if (stated !== undefined) speak(stated, `${prefix}:`, PREFIX_WEIGHT);
  const question = ASKS.exec(sections.title)?.[0];
  if (question !== undefined) speak('research', question.toLowerCase().trim(), QUESTION_WEIGHT);
  for (const word of wordsOfTitle(sections.title)) {
    const stem = word.replace('^', '');
    TASK_TYPES.forEach((type, i) => {
      speak(type, stem, (fitted.get(word)?.[i] ?? 0) / TENTHS);
    });
    if (word === stem) cues(stem, CUE_WEIGHT);
  }
  for (const word of wordsOfTitle(sections.prose)) {
    if (!word.startsWith('^')) cues(word, PROSE_WEIGHT);
  }
  if (hasFrames || sections.exception !== '') speak('bug', 'stack trace', TRACE_WEIGHT);
  const type = TASK_TYPES.reduce((best, next) => (scores[next] > scores[best] ? next : best));
  const total = TASK_TYPES.reduce((sum, next) => sum + Math.exp(scores[next] - scores[type]), 0);
  const words = [...said[type]]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
  return { type, confidence: 1 / total, words };
}
