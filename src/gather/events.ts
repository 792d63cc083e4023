import { countTerms } from '../math/terms.ts';
import type { Task } from '../model/task.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import { identifiedIn, isRecord } from './recorded.ts';
import { titleWords, weightOf } from './title-words.ts';

/** What was recorded and has less than this of what the best record has of the task is another matter. */
const OTHER_MATTER = 0.35;

export type IsOtherMatter = (place: {
  readonly path: string;
  readonly sequence: number;
}) => boolean;

/**
 * Tells which events of logs are another matter than the task: every log has some fault that shares a word with it, such as that something
 * took too long. Those compete by the words that tell the task apart, with each other and with what audit trails tell.
 */
export function otherMatters(view: StateView, task: Task): IsOtherMatter {
  const words = titleWords(view, task).filter(({ found }) => found > 0);
  const isIdentified = identifiedIn(task);
  const rarest = Math.log(1 + view.lexical.lengths.length);
  const events = new Map<string, number>();
  let most = 0;
  for (const entry of view.state.files) {
    const { path, shape, content } = entry;
    if (shape.source !== 'logs' || content === 0) continue;
    const { chunks, text } = view.facts(content);
    chunks.forEach((chunk, sequence) => {
      if (chunk.kind !== 'event' && !(shape.kind === 'audit' && isRecord(entry, chunk))) return;
      const own = text.slice(chunk.start, chunk.end);
      const terms = countTerms(own);
      const weight =
        weightOf(words.filter(({ term }) => terms.has(term))) + (isIdentified(own) ? rarest : 0);
      most = Math.max(most, weight);
      if (chunk.kind === 'event') events.set(`${path}#${sequence}`, weight);
    });
  }
  return ({ path, sequence }) => {
    const weight = events.get(`${path}#${sequence}`);
    return weight !== undefined && weight < OTHER_MATTER * most;
  };
}

/** Without chains that begin at such an event, unless the task shows its trace. */
export const withoutOtherMatters = (
  chains: readonly Chain[],
  task: Pick<Task, 'frames'>,
  isOther: IsOtherMatter,
): Chain[] =>
  chains.filter(({ links: [first] }) => {
    return task.frames.length > 0 || first?.kind !== 'event' || !isOther(first);
  });
