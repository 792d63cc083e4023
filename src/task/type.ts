import type { Sections, Task, TaskType } from '../model/task.ts';

type TypeReading = Pick<Task, 'type' | 'typeConfidence' | 'typeWords'>;

/** Conventional commits and issue titles say it outright; `chore` says nothing. */
const PREFIX = /^(\w+)(?:\([^)\n]{0,60}\))?!?:\s/;
const PREFIXES: Readonly<Record<TaskType, RegExp>> = {
  bug: /^(?:fix|bug|bugfix|hotfix)$/i,
  feature: /^(?:feat|feature|perf|enhancement|refactor|test|tests|style)$/i,
  infra: /^(?:ci|build|deploy|infra|release|deps)$/i,
  research: /^(?:docs?|research|spike|question)$/i,
};

/** What runs, builds, ships and pins programs, whether it works or not. Words that mean other things too need a companion. */
const OPERATIONS = [
  'ci(?:/cd)?|github actions?|gitlab|jenkins\\w*|travis|circleci|dependabot|renovate|pre-commit',
  'docker\\w*|podman|containerfile|kubernetes|k8s|kubectl|helm|terraform|ansible|pulumi|vagrant|systemd|nginx|traefik|prometheus|grafana',
  '(?:re)?deploy(?:s|ed|ing|ments?)?|roll ?(?:back|out)s?|autoscal\\w*|load balancer|ingress|(?:tls|ssl) cert\\w*|health ?checks?|canary',
  '(?:staging|production|kubernetes) (?:cluster|environment|server)s?|(?:memory|cpu) limits? (?:of|for|on) (?:the )?\\w+ (?:pods?|containers?)|pods?',
  'containers? (?:restart|exit|start|build|image|registry|log)\\w*|(?:base|container|alpine|debian|ubuntu) images?',
  '(?:build|release|deploy\\w*|publish\\w*|test|nightly|azure) (?:pipeline|workflow|job|script|matrix|server|agent|runner|stage)s?|runners?',
  '(?:the|our|nightly|windows|macos|linux|release|production|wheel) builds?|(?:back ?up|build|deploy|publish|run|schedule|test)\\b.{0,40}\\b(?:nightly|every (?:night|day|week|push))|workflow files?|makefile|lock ?files?|multi-arch|changelogs?',
  '(?:cut|make|prepare|publish|tag|draft|automate|ship|push)\\w* (?:an? |the |our |new )*(?:[\\w.-]+ )?(?:releases?|packages?|wheels?)|release (?:notes|process|branch|candidate|v?\\d\\S*)|(?:to|on) (?:npm|pypi|crates\\.io|maven central)',
  'bump\\w*|(?:upgrade|update|pin|downgrade|migrate|move|switch|drop)\\b.{0,40}\\b(?:to|from|for|support for) (?:\\w+ )?v?\\d[\\w.]*|(?:upgrade|update|pin|bump|audit)\\b.{0,20}\\bdependenc(?:y|ies)|toolchain|(?:node|python|go|java|ruby|rust|compiler) versions?',
  'backups?|cron ?jobs?|log rotation|dns|vpc|s3 bucket|secrets? (?:manager|store|rotation)|vault|env(?:ironment)? (?:file|variable)s?',
].join('|');
const OPERATED = new RegExp(`(?<![\\w.])(?:${OPERATIONS})(?![\\w])`, 'i');

/** Who asks, compares or writes down wants to know, not to change. */
const QUESTION =
  /^\W*(?:explain|describe|how|what|why|where|which|who|when (?:do|does|is|are|should)|is (?:there|it)|are there|do we|does|can (?:i|we|you explain)|should (?:i|we)|tell me|show me (?:how|where)|walk me|help me understand|give me an? (?:overview|summary)|compare|comparison|investigate|research|evaluate|assess|explore|understand|analy[sz]e|survey|summari[sz]e|overview|guide|introduction|tutorial|list (?:all|the|every)|find out|figure out|look into|learn|study|review (?:the|how|our)|trace how|map out|document|write (?:up|an? (?:guide|overview|summary|explanation|tutorial|design))|pros and cons|difference)\b/i;
/** A sentence that begins and ends as a question is one, unless it asks somebody to do something. */
const ASKED =
  /^\W*(?:are|can|could|did|do|does|has|have|is|should|was|were|will|would)\b(?! you\b).*\?\s*$/i;
/** A cause is asked for where something is wrong. */
const CAUSE =
  /^\W*(?:why|what (?:causes|makes|breaks)|find out why|figure out why|investigate why|look into why)\b/i;

/** Something fails or is wrong. */
const SYMPTOM =
  /\b(?:bugs?|buggy|break(?:s|ing)?|broke|broken|crash(?:es|ed|ing)?|\w*(?:error|exception)s?|fails?|failed|failing|failures?|flaky|flicker(?:s|ing)?|freez(?:es|ing)|frozen|garbled|hangs?|hanging|incorrect(?:ly)?|inconsisten\w+|corrupt\w*|leak(?:s|ed|ing)?|los(?:e|es|t|ing)|misaligned|overflows?|panic(?:s|ked)?|deadlocks?|race(?: conditions?)?|regress(?:ion|ions|ed)|segfaults?|stale|stuck|trace ?backs?|typos?|unexpected(?:ly)?|vanish(?:es|ed)?|disappear(?:s|ed)?|wrong(?:ly)?|tim(?:es?|ed) ?out|timeouts?|infinite loop|off by one|duplicated?|twice|drops|dropped|ignores|ignored|forgets|rejects|rejected|throws|raises|although|even though|keeps? (?:on )?\w+ing|(?:takes?|took) (?:\w+ ){0,3}(?:seconds|minutes|hours|days|long|forever|ages)|(?:is|are|gets?|was|being) (?:gone|missing)|random order|too (?:early|late|long|many|much|often|slow|large|small)|out of (?:order|memory|sync|bounds)|instead of|invalid|(?:does|do|did|is|are|was|could|would|should)(?:n't| not)|cannot|can't|won't|(?:can|will) not|(?:does|do|did) nothing|nothing happens|not (?:working|shown|saved|applied|called|found|sent|updated|respected)|no longer|never|stop(?:s|ped) (?:working|responding)|[45]\d\d)\b/i;
const MENDS = /^\W*(?:fix|debug|repair|resolve|troubleshoot|hotfix|correct|diagnose)\b/i;
/** Whoever says one of these first wants something new or other, whatever goes wrong in the rest of the sentence … */
const CHANGES =
  /^\W*(?:please )?(?:add|adopt|allow|apply|build|cache|change|clean|collapse|consolidate|convert|cover|create|cut|decouple|define|delete|deprecate|design|disable|display|drop|emit|enable|expose|extend|extract|format|generate|group|hide|highlight|implement|improve|include|increase|inline|integrate|introduce|let|limit|log|make|mark|merge|modernize|move|optimi[sz]e|paginate|parallelize|parametri[sz]e|persist|port|print|provide|record|redesign|reduce|refactor|remember|remove|rename|render|reorder|reorganize|replace|report|retry|return|reuse|rework|rewrite|send|separate|set|show|simplify|sort|speed|split|store|stream|support|switch|test|throttle|tidy|track|translate|tune|turn|tweak|type|unify|update|use|validate|warn|wrap|write)\b(?! (?:did|does|do|is|are|was|were|has|have|had|can|could|will|would|should|must|never|fails?|takes?|keeps?|shows?|arrives?|comes?|goes)\b)/i;
/** … and of these only where nothing does. */
const MAY_CHANGE =
  /\b(?:avoid|do not|don't|ensure|handle|keep|prevent|stop|want|need|would be nice|should)\b/i;
/** A sentence that says what happens: a subject, and a verb that goes on. Whoever tells so much tells what is wrong. */
const STATEMENT =
  /^(?:\w+ ){1,5}?(?:(?:is|are|was|were|has|have|gets?|arrives?|creates?|shows?) \w|(?<!\b(?:of|the|for|in|and|with|a|an|all|our|from|to|by|on) \w*)[a-z]{2,}[^su\W]s (?:the|an?|to|in|into|on|after|before|when|while|if|too|out|for|with|as|by|at|from|up|open|all|its|their|only|even|wrong|\d)\b)/i;
const WISH = /\b(?:feature request|proposal|would be (?:nice|great|useful)|it would help)\b/i;

/** The commonest such words in Russian, Spanish, Portuguese, French and German, and, wherever they stand, in Chinese, Japanese and Korean. */
const atStart = (words: string, anywhere: string): RegExp =>
  new RegExp(`^[^\\p{L}]*(?:${words})|${anywhere}`, 'iu');
const atWord = (words: string, anywhere: string): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${words})|${anywhere}`, 'iu');
const FOREIGN = {
  question: atStart(
    'как |почему|зачем|что такое|объясни|где |cómo|por qué|qué |explica|dónde|como funciona|por que |comment (?:fonctionne|marche|est|fait)|pourquoi|expliqu|où |wie |wo |wer |wann |welche|warum|wieso|erklär|was ist',
    '如何|怎么|怎樣|为什么|為什麼|什么是|解释|解釋|どうやって|どのように|なぜ|説明して|とは何|어떻게|왜 |설명',
  ),
  operated: atWord(
    'развёр|разверн|депло|despliegue|desplegar|implanta|déploi|bereitstell',
    '部署|デプロイ|流水线|배포',
  ),
  mends: atStart(
    'исправ|почини|устрани|corrig|corrij|arregl|repar[ae]r?\\b|répar|behebe|korrigier|repariere',
    '修复|修復|修正|直して|고쳐',
  ),
  changes: atStart(
    'добав|реализу|удали|переимен|añad|agreg|adicion|elimina|ajout|supprim|füge|entferne|implementa\\b|implementiere|refactoriza',
    '添加|新增|增加|实现|實現|支持|删除|重构|追加|実装|削除|対応|추가|구현|삭제',
  ),
  symptom: atWord(
    'ошибк|падает|сбо[йи]|не работает|баг|fall[ao]s?\\b|no funciona|não funciona|falha|erros?\\b|erreur|plante\\b|ne fonctionne pas|fehler|absturz|stürzt|kaputt|funktioniert nicht',
    '错误|錯誤|报错|崩溃|失败|失敗|异常|竞争条件|エラー|バグ|不具合|落ちる|動かない|例外|오류|버그|에러|실패',
  ),
} as const;

const SOMEWHERE = /\b(?:in|on) (?:prod(?:uction)?|staging)\b/i;

export const asksForOperations = (title: string): boolean =>
  OPERATED.test(title) || FOREIGN.operated.test(title) || SOMEWHERE.test(title);

/** How sure a reading is by what it rests on; nothing at all is a guess among four. */
const SURE = { stated: 0.95, title: 0.8, prose: 0.5, nothing: 0.25 } as const;

/**
 * The type of a task by the first rule that applies: what its prefix says; operations; a question; a symptom or a fix, unless the
 * sentence begins with another change; any change; a sentence that tells what happens. Without a cue in the title the text below decides.
 */
export function typeOf(sections: Sections, hasFrames: boolean, given?: TaskType): TypeReading {
  if (given !== undefined) return { type: given, typeConfidence: 1, typeWords: [] };
  const { title, prose, exception } = sections;
  const prefix = PREFIX.exec(title)?.[1] ?? '';
  const rest = title.replace(PREFIX, '');
  const read = (type: TaskType, words: string, typeConfidence: number): TypeReading => {
    const typeWords = words.trim() === '' ? [] : [words.trim().toLowerCase()];
    return { type, typeConfidence, typeWords };
  };
  const says = (...patterns: readonly RegExp[]): string =>
    patterns.map((pattern) => pattern.exec(rest)?.[0] ?? '').find((words) => words !== '') ?? '';
  const operated = says(OPERATED, FOREIGN.operated);
  const stated = (Object.keys(PREFIXES) as TaskType[]).find((type) => PREFIXES[type].test(prefix));
  if (stated !== undefined && (stated === 'research' || operated === '')) {
    return read(stated, `${prefix}:`, SURE.stated);
  }
  if (hasFrames || exception !== '') return read('bug', 'stack trace', SURE.stated);
  const question = says(QUESTION, ASKED, FOREIGN.question);
  const symptom = says(SYMPTOM, FOREIGN.symptom);
  if (question !== '' && !(CAUSE.test(rest) && symptom !== '')) {
    return read('research', question, SURE.title);
  }
  const cues: readonly (readonly [TaskType, words: string, confidence: number])[] = [
    ['infra', operated, SURE.title],
    ['bug', says(MENDS, FOREIGN.mends), SURE.title],
    ['feature', says(CHANGES, FOREIGN.changes), SURE.title],
    ['bug', symptom, SURE.title],
    ['feature', says(MAY_CHANGE), SURE.title],
    ['bug', says(STATEMENT), SURE.prose],
    ['feature', WISH.exec(prose)?.[0] ?? '', SURE.prose],
    ['bug', SYMPTOM.exec(prose)?.[0] ?? '', SURE.prose],
  ];
  return read(...(cues.find(([, words]) => words !== '') ?? ['feature', '', SURE.nothing]));
}
