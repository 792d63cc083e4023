import type { Config } from '../config/defaults.ts';
import { type GatherRequest, gather } from '../gather.ts';
import type { StateView } from '../ports/store.ts';
import { byPriority } from '../retrieve/chunks.ts';
import type { Marks } from '../retrieve/marks.ts';
import { type RerankOptions, rerankScores } from './meaning.ts';

/** What a language model thinks of the best files; null where it is switched off or did not answer. */
export async function marksOf(
  view: StateView,
  request: GatherRequest,
  options: RerankOptions,
): Promise<Marks | null> {
  if (!options.config.enabled) return null;
  const best = bestTexts(view, request, options.config);
  const marks = await rerankScores(
    request.text,
    best.map(({ text }) => text),
    options,
  );
  return marks === null ? null : new Map(best.map(({ file }, i) => [file, marks[i] ?? 0]));
}

/** More than a reranker reads of a text. */
const CHARACTERS_SENT = 4000;

/** The best files, each with its name and then its best pieces: the head of a file often says little of the task. */
function bestTexts(
  view: StateView,
  request: GatherRequest,
  { files: count }: Config['relevance']['reranker'],
): { readonly file: number; readonly text: string }[] {
  const { files, chunks } = gather(view, request);
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
