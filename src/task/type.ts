import { eachTerm } from '../math/terms.ts';
import { type Sections, TASK_TYPES, type TaskType } from '../model/task.ts';
import { TYPE_WORDS } from './type-words.ts';

/** Stems that speak for a type, with how much: from reading commit subjects and issue titles. */
const CUES: Readonly<Record<TaskType, Readonly<Record<string, number>>>> = {
  bug: {
    fix: 2,
    bug: 2,
    err: 1.5,
    crash: 2,
    fail: 1.5,
    wrong: 1.5,
    incorrect: 2,
    broken: 2,
    break: 1,
    regress: 2,
    except: 1.2,
    traceback: 2,
    issu: 0.5,
    unexpect: 1.5,
    leak: 1.5,
    hang: 1.5,
    deadlock: 1.5,
    invalid: 1,
    prevent: 0.8,
    avoid: 0.7,
    handl: 0.5,
    correct: 1,
    rais: 0.8,
    throw: 0.8,
    typo: 0.8,
    miss: 0.6,
    not: 0.3,
    instead: 0.8,
    doesn: 1,
    panic: 2,
    revert: 1,
  },
  feature: {
    add: 2,
    support: 1.5,
    feat: 2.5,
    implement: 2,
    implem: 2,
    introduc: 1.5,
    allow: 1.2,
    new: 1,
    feature: 2,
    featur: 2,
    enabl: 1,
    provid: 0.8,
    option: 0.8,
    creat: 1,
    expos: 1,
    extend: 0.8,
    improv: 0.7,
    request: 0.5,
    propos: 0.8,
    would: 0.3,
    export: 0.5,
  },
  infra: {
    ci: 2.5,
    build: 1.5,
    deploy: 2.5,
    docker: 2.5,
    kubernet: 3,
    helm: 3,
    terraform: 3,
    workflow: 2,
    pipelin: 2,
    releas: 1.2,
    bump: 2,
    depend: 1.2,
    upgrad: 1,
    action: 0.8,
    github: 0.8,
    travis: 2.5,
    jenkin: 2.5,
    nginx: 3,
    cluster: 2,
    pod: 2,
    infra: 3,
    packag: 0.7,
    version: 0.5,
    env: 1,
    environ: 0.8,
    prod: 1.5,
    staging: 1.5,
    server: 0.5,
    config: 0.6,
    npm: 1,
    makefil: 2,
    chore: 1.5,
    lint: 0.8,
    systemd: 3,
    compos: 0.8,
    imag: 0.4,
    rollback: 2,
    scal: 0.8,
    certif: 1,
  },
  research: {
    research: 3,
    investigat: 2.5,
    compar: 2,
    explor: 2.5,
    evaluat: 2,
    survey: 3,
    why: 1.5,
    how: 1.2,
    what: 1,
    which: 0.7,
    find: 0.5,
    understand: 2,
    explain: 2.5,
    analys: 2,
    analyz: 2,
    spik: 2,
    option: 0.4,
    should: 0.4,
    document: 1.2,
    doc: 1.5,
    readm: 1.5,
    guid: 1,
    question: 1.5,
    clarify: 1.5,
    clarif: 1.5,
  },
};

const PREFIX = /^(\w+)(?:\([^)\n]{0,60}\))?!?:\s/;
/** Conventional commits and issue titles say it outright. */
const PREFIXES: Readonly<Record<string, TaskType>> = {
  fix: 'bug',
  bug: 'bug',
  bugfix: 'bug',
  hotfix: 'bug',
  feat: 'feature',
  feature: 'feature',
  perf: 'feature',
  enhancement: 'feature',
  ci: 'infra',
  build: 'infra',
  chore: 'infra',
  deploy: 'infra',
  infra: 'infra',
  release: 'infra',
  docs: 'research',
  doc: 'research',
  research: 'research',
  spike: 'research',
  question: 'research',
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
      const cue = Object.hasOwn(CUES[type], stem) ? (CUES[type][stem] ?? 0) : 0;
      if (cue !== 0) speak(type, stem, cue * weight);
    }
  };
  const prefix = PREFIX.exec(sections.title)?.[1]?.toLowerCase() ?? '';
  const stated = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
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
