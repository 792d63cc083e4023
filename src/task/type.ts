import { eachTerm } from '../math/terms.ts';
import { type Sections, TASK_TYPES, type TaskType } from '../model/task.ts';

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
const TITLE_WEIGHT = 1;
const PROSE_WEIGHT = 0.25;
/** A trace is a bug whatever the words say. */
const TRACE_WEIGHT = 3;

export interface TypeReading {
  readonly type: TaskType;
  readonly confidence: number;
  readonly words: readonly string[];
}

export function typeOf(sections: Sections, hasFrames: boolean, given?: TaskType): TypeReading {
  if (given !== undefined) return { type: given, confidence: 1, words: [] };
  const scores: Record<TaskType, number> = { bug: 0.3, feature: 0.2, infra: 0, research: 0 };
  const words: Record<TaskType, Set<string>> = {
    bug: new Set(),
    feature: new Set(),
    infra: new Set(),
    research: new Set(),
  };
  const prefix = PREFIX.exec(sections.title)?.[1]?.toLowerCase() ?? '';
  const said = Object.hasOwn(PREFIXES, prefix) ? PREFIXES[prefix] : undefined;
  if (said !== undefined) {
    scores[said] += PREFIX_WEIGHT;
    words[said].add(`${prefix}:`);
  }
  const count = (text: string, weight: number): void => {
    const seen = new Set<string>();
    eachTerm(text, (term) => {
      if (!term.startsWith('p:') || seen.has(term)) return;
      seen.add(term);
      const stem = term.slice(2);
      for (const type of TASK_TYPES) {
        const cue = Object.hasOwn(CUES[type], stem) ? (CUES[type][stem] ?? 0) : 0;
        if (cue === 0) continue;
        scores[type] += cue * weight;
        words[type].add(stem);
      }
    });
  };
  count(sections.title, TITLE_WEIGHT);
  count(sections.prose.slice(0, 4000), PROSE_WEIGHT);
  if (hasFrames || sections.exception !== '') {
    scores.bug += TRACE_WEIGHT;
    words.bug.add('stack trace');
  }
  const type = TASK_TYPES.reduce((best, next) => (scores[next] > scores[best] ? next : best));
  const total = TASK_TYPES.reduce((sum, next) => sum + scores[next], 0);
  return { type, confidence: total === 0 ? 0 : scores[type] / total, words: [...words[type]] };
}
