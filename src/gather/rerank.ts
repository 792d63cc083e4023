import type { Config } from '../config/defaults.ts';
import { hintedSentence } from '../model/errors.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority } from '../retrieve/chunks.ts';
import type { Marks } from '../retrieve/marks.ts';
import type { Gathering } from './gathering.ts';

type Reranking = Config['relevance']['reranker'];

/** What a language model thinks of the best files; null where it did not answer, which is said as a warning. */
export async function marksOf(
  ports: Ports,
  view: StateView,
  gathering: Gathering,
  config: Reranking,
): Promise<Marks | null> {
  const best = bestTexts(view, gathering, config);
  const texts = best.map(({ text }) => text);
  const marks = await rerankScores(ports, gathering.task.text, texts, config);
  return marks === null ? null : new Map(best.map(({ file }, i) => [file, marks[i] ?? 0]));
}

/** What a language model thinks of texts, from 0 to 1 in their order. */
export async function rerankScores(
  { reranker, warn, signal }: Ports,
  query: string,
  texts: readonly string[],
  config: Reranking,
): Promise<readonly number[] | null> {
  if (!config.enabled || texts.length === 0) return null;
  try {
    const model = await reranker(config);
    return await model.rerank(query, texts.slice(0, config.files), signal);
  } catch (error) {
    signal.throwIfAborted();
    warn(`${hintedSentence(error)} The order of the files is not changed.`);
    return null;
  }
}

/** More than a reranker reads of a text. */
const CHARACTERS_SENT = 4000;

/** The best files, each with its name and then its best pieces: the head of a file often says little of the task. */
function bestTexts(
  view: StateView,
  { files, chunks }: Gathering,
  { files: count }: Reranking,
): { readonly file: number; readonly text: string }[] {
  const pieces = new Map(
    chunks.map(({ ranked, facts, chunks: own }) => [
      ranked.file,
      [...own].sort(byPriority).map(({ start, end }) => facts.text.slice(start, end)),
    ]),
  );
  return files
    .filter(({ score }) => score > 0)
    .slice(0, count)
    .map(({ file, path }) => {
      const content = view.state.files[file]?.content ?? 0;
      const own = pieces.get(file) ?? (content === 0 ? [] : [view.facts(content).text]);
      return { file, text: [path, ...own].join('\n').slice(0, CHARACTERS_SENT) };
    });
}
