import type { StateFile } from '../model/state.ts';
import type { StateView } from '../ports/store.ts';
import type { Chain } from '../retrieve/chains.ts';
import type { Ranking, UnderstoodRequest } from './gathering.ts';
import { isAsked } from './rank.ts';
import { coverageOf, isRecord, leastCovered } from './recorded.ts';
import { samplesIn, translationsIn } from './samples.ts';

/** Pieces that have nearly as much as the best one. */
const BESIDE_BEST = 0.9;
const MOST = 3;
const SCORE = 0.5;

/**
 * What runs the program and what it did is seldom what a task is about, so its words count little there. A piece that has nearly all of
 * them is meant all the same: "how many replicas does web have", "when was zone F3 created".
 */
export function coveredChains(
  view: StateView,
  { task }: Pick<Ranking, 'task'>,
  request: UnderstoodRequest,
): Chain[] {
  const coverage = coverageOf(view, task);
  if (coverage === null) return [];
  const isSample = samplesIn(task);
  const isTranslation = translationsIn(task, view);
  const least = leastCovered(task);
  const found = view.state.files.flatMap((entry, file) => {
    if (!isRun(entry) || SHOWN.test(entry.path)) return [];
    if (isSample(entry.path) || isTranslation(entry.path)) return [];
    if (!isAsked(entry, task, request)) return [];
    const { chunks, text } = view.facts(entry.content);
    return chunks.flatMap((chunk, sequence) => {
      if (!isRecord(entry, chunk)) return [];
      const own = text.slice(chunk.start, chunk.end);
      const covered = coverage(`${entry.path} ${calledAs(entry)} ${own}`);
      const isEnough = covered >= least(entry, chunk, own);
      return isEnough ? [{ path: entry.path, file, chunk, sequence, covered }] : [];
    });
  });
  const best = found.reduce((most, { covered }) => Math.max(most, covered), 0);
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

/** What is shown to people, in any language, has the words of everything a program does. */
const SHOWN = /(?:^|\/)(?:locales?|i18n|l10n|intl|translations?|lang(?:uages?)?)\//i;

/** What people call what a file describes. */
const CALLED_AS: Readonly<Record<string, string>> = {
  dockerfile: 'docker image container build',
  compose: 'docker compose container service',
  kubernetes: 'kubernetes k8s cluster pod container deployment',
  helm: 'helm chart kubernetes k8s cluster',
  nginx: 'nginx proxy server',
  systemd: 'systemd unit service',
  ci: 'ci pipeline workflow job build',
  audit: 'audit trail log',
};
const calledAs = ({ shape: { kind } }: StateFile): string => CALLED_AS[kind] ?? '';

const isRun = ({ content, shape: { source, kind } }: StateFile): boolean =>
  content !== 0 &&
  (source === 'deployment' || source === 'logs' || (source === 'code' && kind === 'config'));
