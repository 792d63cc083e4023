import type { Ask, Sections } from '../model/task.ts';

/**
 * How questions begin. Fired on all of 148 questions, on none of 728 subjects of commits and on one of 880 titles of issues; a final
 * question mark and "when" are left out because reports of bugs have them too.
 */
const QUESTION =
  /^\W*(?:explain|describe|how|what|why|where|which|who|tell me|show me how|is there|are there|can i|can we|overview|guide|introduction|tutorial)\b/i;

/** What people do to programs, in any of its forms: whoever says one of these wants a change. */
const CHANGE =
  /\b(?:add|adjust|adopt|allow|apply|avoid|bring|bump|cache|call|capture|change|check|clarif(?:y|ies)|clean|clear|convert|copy|correct|cut|deduplicate|default|defer|define|delete|deprecate|derive|detect|disable|disallow|document|don't|do not|downgrade|drop|emit|enable|enforce|ensure|escape|exclude|expand|export|expose|extend|extract|filter|fix|follow|force|format|generate|handle|hide|ignore|implement|import|improve|include|increase|inherit|inline|introduce|keep|let|limit|load|log|make|mark|match|merge|migrate|modif(?:y|ies)|move|normali[sz]e|omit|optimi[sz]e|parse|pass|permit|preserve|prevent|print|prioriti[sz]e|provide|reduce|refactor|reject|release|remove|rename|render|reorder|replace|report|require|reset|resolve|respect|restore|return|reuse|revert|rework|rewrite|run|set|show|simplif(?:y|ies)|skip|sort|speed up|split|stop|store|strip|support|suppress|switch|test|throw|track|treat|trim|turn|tweak|unif(?:y|ies)|update|upgrade|use|validate|warn|wrap|write)(?:s|es|d|ed|ing|ning|ting|ping|ging)?\b/i;

/** What goes wrong with them: to name it is to want it gone. */
const SYMPTOM =
  /\b(?:bugs?|break(?:s|ing|age)?|broken|crash(?:es|ed|ing)?|errors?|exceptions?|fail(?:s|ed|ing|ures?)?|faults?|flaky|hang(?:s|ing)?|incorrect(?:ly)?|invalid|issues?|leak(?:s|ing)?|missing|mistakes?|panics?|problems?|race|regressions?|slow|stale|typos?|unable|unexpected(?:ly)?|warnings?|wrong(?:ly)?|cannot|can't|doesn't|does not|isn't|is not|not working|no longer|should(?:n't)?|must(?:n't)?)\b/i;

/** What a task wants: an answer, a change, or only something about a topic. */
export function askOf({ title, ...rest }: Sections): Ask {
  if (QUESTION.test(title)) return 'question';
  if (hasBody(rest)) return 'report';
  return CHANGE.test(title) || SYMPTOM.test(title) ? 'change' : 'topic';
}

/** Backticks inside the title are quoted once more; they are no body. */
const hasBody = ({ prose, code, frames, exception }: Omit<Sections, 'title'>): boolean =>
  [prose, code, frames, exception].some((text) => text.trim() !== '');
